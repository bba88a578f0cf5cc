import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ComparedJob, compare } from './compare.ts'
import { DEFAULT_COMPARE_OPTIONS } from './compareOptions.ts'

test('a segment of points with another class is one pair of different classes, not a missing and an extra one', () => {
  const job: ComparedJob = {
    annotationType: 'segmentation3d',
    frameCount: 1,
    imageOf: () => null,
    egoAt: () => null,
    frameIdOf: () => null,
    classes: ['car', 'van'].map((name) => ({ classId: name, name, instantiable: true })),
  }
  const side = (classId: string, ...labels: number[]) => ({
    records: [],
    points: {
      legend: [
        { id: `${classId} 1`, labelKey: 1, classId, instance: 1, color: null },
        { id: 'car 2', labelKey: 2, classId: 'car', instance: 2, color: null },
      ],
      labels: Uint32Array.from(labels),
    },
  })
  const made = compare(side('car', 1, 1, 1, 1, 2, 2, 0), side('van', 1, 1, 1, 0, 0, 2, 2), job, DEFAULT_COMPARE_OPTIONS)
  assert.deepEqual(
    made.pairs.map(({ a, b, iou, state }) => [a.id, b.id, iou, state]),
    [['car 1', 'van 1', 3 / 4, 'other_class']],
  )
  assert.deepEqual(
    [made.onlyA, made.onlyB].map((alone) => alone.map(({ id }) => id)),
    [['car 2'], ['car 2']],
  )
  assert.deepEqual(
    [made.figures.shapes.tp, made.figures.shapes.onlyA, made.figures.shapes.onlyB, made.score],
    [0, 2, 2, 0],
  )
})
