import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LegendEntry } from '../../../model/document/document.ts'
import { labelChanges } from './labelChanges.ts'

const entry = (id: string, labelKey: number, classId: string, instance: number | null = null): LegendEntry => ({
  id,
  labelKey,
  classId,
  instance,
  color: null,
})
const ROAD = entry('r', 1, 'road')
const CAR = entry('c1', 2, 'car', 1)
const OTHER_CAR = entry('c2', 3, 'car', 2)

const changes = (before: number[], after: number[], legend = [ROAD, CAR, OTHER_CAR], now = legend) =>
  labelChanges({ legend, labels: Uint32Array.from(before) }, { legend: now, labels: Uint32Array.from(after) }).map(
    ({ from, to, points }) => [from, to, [...points]],
  )

test('changed points are listed by the class before and after, the most first', () => {
  assert.deepEqual(changes([0, 0, 1, 2, 1], [1, 0, 2, 2, 2]), [
    ['road', 'car', [2, 4]],
    [null, 'road', [0]],
  ])
})

test('a point of another instance counts, one of the same instance under another key does not', () => {
  assert.deepEqual(changes([2, 2], [3, 2]), [['car', 'car', [0]]])
  const renumbered = { ...CAR, labelKey: 9 }
  assert.deepEqual(changes([2], [9], [CAR], [renumbered]), [])
})

test('an instance of another class is a change of all its points', () => {
  assert.deepEqual(changes([2, 0], [2, 0], [CAR], [{ ...CAR, classId: 'van' }]), [['car', 'van', [0]]])
})
