import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DONE, type Tool, type ToolState } from './tool.ts'
import { ToolMachine } from './toolMachine.ts'

type Log = string[]
type State = ToolState<Log, number, string>

const logged = (name: string, more: Partial<State> = {}): State => ({
  name,
  enter: (log) => void log.push(`+${name}`),
  exit: (log) => void log.push(`-${name}`),
  overlay: () => name,
  ...more,
})

const dragging = () =>
  logged('pen.dragging', {
    pointerMove: (log, at) => void log.push(`at ${at}`),
    pointerUp: () => DONE,
    complete: () => DONE,
  })
const PEN: Tool<Log, number, string> = {
  id: 'pen',
  label: 'Pen',
  icon: 'pen',
  key: 'P',
  start: () => logged('pen.idle', { pointerMove: (_, at) => (at > 3 ? dragging() : undefined) }),
}
const HAND: Tool<Log, number, string> = { ...PEN, id: 'hand', start: () => logged('hand.idle') }

function open() {
  const log: Log = []
  const active = { id: 'pen' }
  const machine = new ToolMachine(log, [PEN, HAND], () => active.id)
  return { machine, active, since: () => log.splice(0) }
}

test('each state is entered and left once, and the move that starts a state belongs to it', () => {
  const { machine, since } = open()
  machine.pointerMove(1)
  machine.pointerMove(5)
  assert.deepEqual(since(), ['+pen.idle', '-pen.idle', '+pen.dragging', 'at 5'])
  assert.equal(machine.isIdle, false)
  machine.pointerUp(5)
  assert.deepEqual(since(), ['-pen.dragging', '+pen.idle'])
  assert.equal(machine.isIdle, true)
})

test('Escape ends what is under way; where nothing is, it says so', () => {
  const { machine, since } = open()
  assert.equal(machine.cancel(), false)
  machine.pointerMove(5)
  since()
  assert.equal(machine.cancel(), true)
  assert.deepEqual(since(), ['-pen.dragging', '+pen.idle'])
})

test('Enter finishes a gesture, and only a gesture', () => {
  const { machine } = open()
  assert.equal(machine.complete(), false)
  machine.pointerMove(5)
  assert.equal(machine.complete(), true)
  assert.equal(machine.stateName, 'pen.idle')
})

test('another tool ends the gesture of the one before; an unknown one changes nothing', () => {
  const { machine, active, since } = open()
  machine.pointerMove(5)
  since()
  active.id = 'unknown'
  assert.equal(machine.follow(), false)
  active.id = 'hand'
  machine.pointerMove(6)
  assert.deepEqual(since(), ['-pen.dragging', '+hand.idle'])
})

test('a suspended state is not left or entered again; when it is dropped, both end', () => {
  const { machine, since } = open()
  machine.pointerMove(5)
  since()
  machine.suspendFor(logged('view.panning'))
  assert.deepEqual(machine.overlays(), ['pen.dragging', 'view.panning'])
  machine.resume()
  assert.deepEqual(since(), ['+view.panning', '-view.panning'])
  assert.equal(machine.stateName, 'pen.dragging')
  machine.suspendFor(logged('view.panning'))
  machine.drop()
  assert.deepEqual(since(), ['+view.panning', '-view.panning', '-pen.dragging', '+pen.idle'])
  machine.resume()
  assert.deepEqual(since(), [])
})
