import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Edit } from '../../model/document/operations/documentOperation.ts'
import { History } from './history.ts'

const set = (value: number): Edit => ({ type: 'setJobAttribute', name: 'n', value })
const valuesOf = (operations: readonly Edit[] = []) =>
  operations.map((operation) => (operation.type === 'setJobAttribute' ? operation.value : null))

/** From one value to the next. */
const step = (from: number, to: number, run?: object) => ({
  label: `to ${to}`,
  done: [set(to)],
  undone: [set(from)],
  run,
  selected: new Set<string>(),
})

test('steps of one run are one step, undone from the last to the first and done again in order', () => {
  const history = new History()
  const run = {}
  for (const value of [1, 2, 3]) history.push(step(value - 1, value, run))
  const entry = history.takeUndo()
  assert.deepEqual(valuesOf(entry?.undone), [2, 1, 0])
  assert.equal(history.canUndo, false)
  assert.deepEqual(valuesOf(history.takeRedo()?.done), [1, 2, 3])
})

test('a run ends where something else is done between', () => {
  const history = new History()
  const run = {}
  history.push(step(0, 1, run))
  history.push(step(1, 2))
  history.push(step(2, 3, run))
  assert.deepEqual(
    [history.takeUndo(), history.takeUndo(), history.takeUndo(), history.takeUndo()].map((entry) => entry?.label),
    ['to 3', 'to 2', 'to 1', undefined],
  )
})

test('what is done after an undo takes the place of what was undone', () => {
  const history = new History()
  history.push(step(0, 1))
  history.push(step(1, 2))
  history.takeUndo()
  assert.equal(history.redoLabel, 'to 2')
  history.push(step(1, 5))
  assert.deepEqual([history.canRedo, history.undoLabel], [false, 'to 5'])
})
