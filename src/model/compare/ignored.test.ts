import assert from 'node:assert/strict'
import { test } from 'node:test'
import { box, compared, IMAGE, LIDAR, near, record } from '../../../test/comparedRecords.ts'
import { normalizeQuaternion } from '../../geometry/quaternion.ts'
import type { SolidShape } from './comparedRecord.ts'

const carAt = (x: number): SolidShape => ({
  type: 'solid',
  cuboid: {
    position: { x, y: 0, z: 0 },
    heading: normalizeQuaternion({ w: 1, x: 0, y: 0, z: 0 }),
    dimensions: { length: 4, width: 2, height: 2 },
  },
})

const IGNORE = { labels: [], hidden: false, distanceM: null, areaPx: null, regions: [] }

test('ignored records are never missing or extra, and neither are records that cover them', () => {
  const a = [record('1', box(0, 0, 10, 10)), record('crowd', box(40, 40, 20, 20), { hidden: true })]
  const b = [record('x', box(0, 0, 10, 10)), record('y', box(41, 41, 19, 19)), record('z', box(80, 80, 10, 10))]
  const { shapes } = compared(a, b, IMAGE, { ignore: { ...IGNORE, hidden: true } }).figures
  assert.deepEqual([shapes.tp, shapes.onlyA, shapes.onlyB], [1, 0, 1], 'z is extra still')
  const region = {
    frameId: 'f0',
    sensorId: null,
    points: [
      { x: 0.7, y: 0.7 },
      { x: 1, y: 0.7 },
      { x: 1, y: 1 },
      { x: 0.7, y: 1 },
    ],
  }
  const both = compared(a, b, IMAGE, { ignore: { ...IGNORE, hidden: true, regions: [region] } })
  assert.deepEqual([both.score, both.onlyB], [1, []])
  const elsewhere = { ...region, frameId: 'f7' }
  assert.equal(compared(a, b, IMAGE, { ignore: { ...IGNORE, regions: [elsewhere] } }).figures.shapes.onlyB, 1)
  assert.equal(compared(a, b, IMAGE, { ignore: { ...IGNORE, areaPx: { from: 150, to: 1e9 } } }).figures.shapes.tp, 1)
  assert.equal(compared(a, b, IMAGE, { ignore: { ...IGNORE, labels: ['car'] } }).score, 1, 'nothing and nothing')
})

test('a partner that counts is kept although it would be ignored alone', () => {
  const small = { ignore: { ...IGNORE, areaPx: { from: 100, to: 1e9 } } }
  const { shapes } = compared([record('1', box(0, 0, 10, 10))], [record('x', box(0, 0, 9, 10))], IMAGE, small).figures
  assert.deepEqual([shapes.tp, shapes.onlyA, shapes.onlyB], [1, 0, 0])
  const far = { ...LIDAR, egoAt: () => ({ x: 1000, y: 0 }) }
  const near30 = { ignore: { ...IGNORE, distanceM: { from: 0, to: 30 } } }
  const at = (id: string, x: number) => record(id, carAt(x))
  const banded = compared([at('1', 1010), at('2', 1040)], [at('x', 1010), at('y', 1100)], far, near30)
  assert.deepEqual([banded.figures.shapes.tp, banded.onlyA, banded.onlyB], [1, [], []])
})

test('nothing is ignored by an area in an image whose size is not known', () => {
  const sides = [[record('1', box(0, 0, 10, 10))], [record('x', box(0, 0, 10, 10))]] as const
  const large = { ignore: { ...IGNORE, areaPx: { from: 1000, to: 1e9 } } }
  const tpOf = (job: typeof IMAGE) => compared(...sides, job, large).figures.shapes.tp
  assert.deepEqual([tpOf({ ...IMAGE, imageOf: () => null }), tpOf(IMAGE)], [1, 0])
})

test('faults count by their class and kind', () => {
  const a = [record('1', box(0, 0, 10, 10)), record('2', box(40, 40, 10, 10), { label: 'person' })]
  const b = [record('x', box(0, 5, 10, 10))]
  const WEIGHTS = { classes: new Map<string, number>(), missing: 1, extra: 1, otherClass: 1, moved: 1 }
  const weighted = (weights: Partial<typeof WEIGHTS>) =>
    compared(a, b, IMAGE, { iou: 0.3, weights: { ...WEIGHTS, ...weights } }).figures.weightedPq
  near(weighted({}), (2 * (1 / 3)) / 3, 1e-9)
  near(weighted({ classes: new Map([['person', 5]]) }), 1 / 3 / (1 + 2.5))
  near(weighted({ moved: 0, missing: 0 }), 1)
  assert.equal(compared(a, b).figures.weightedPq, null)
})
