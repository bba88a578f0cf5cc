import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Edit } from '../../model/document/operations/documentOperation.ts'
import { History } from './history.ts'

const NONE: ReadonlySet<string> = new Set()
const set = (value: number, name = 'n'): Edit => ({ type: 'setJobAttribute', name, value })
const valuesOf = (operations: readonly Edit[] = []) =>
  operations.map((operation) => (operation.type === 'setJobAttribute' ? operation.value : null))

/** From one value to the next. */
const step = (from: number, to: number, run?: object) => ({
  label: `to ${to}`,
  done: [set(to)],
  undone: [set(from)],
  run,
  selected: NONE,
})

test('steps of one run are one step, undone from the last to the first and done again in order', () => {
  const history = new History()
  const run = {}
  for (const value of [1, 2, 3]) {
    const name = `n${value}`
    history.push({ ...step(value - 1, value, run), done: [set(value, name)], undone: [set(value - 1, name)] })
  }
  assert.deepEqual(valuesOf(history.takeUndo(NONE)?.edits), [2, 1, 0])
  assert.equal(history.canUndo, false)
  assert.deepEqual(valuesOf(history.takeRedo()?.edits), [1, 2, 3])
})

test('only the first and the last value of letter-by-letter typing are kept', () => {
  const history = new History()
  const run = {}
  for (const value of [1, 2, 3]) history.push(step(value - 1, value, run))
  assert.deepEqual(valuesOf(history.takeUndo(NONE)?.edits), [0])
  assert.deepEqual(valuesOf(history.takeRedo()?.edits), [3])
})

test('a run ends when another edit is made', () => {
  const history = new History()
  const run = {}
  history.push(step(0, 1, run))
  history.push(step(1, 2))
  history.push(step(2, 3, run))
  assert.deepEqual(
    [1, 2, 3, 4].map(() => valuesOf(history.takeUndo(NONE)?.edits)),
    [[2], [1], [0], []],
  )
})

test('an edit after an undo replaces the undone steps', () => {
  const history = new History()
  history.push(step(0, 1))
  history.push(step(1, 2))
  history.takeUndo(NONE)
  assert.equal(history.redoLabel, 'to 2')
  history.push(step(1, 5))
  assert.deepEqual([history.canRedo, history.undoLabel], [false, 'to 5'])
})
