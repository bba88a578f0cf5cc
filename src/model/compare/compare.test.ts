import assert from 'node:assert/strict'
import { test } from 'node:test'
import { box, compared, IMAGE, LIDAR, near, record, VIDEO } from '../../../test/comparedRecords.ts'
import fc from '../../../test/laws.ts'
import { normalizeQuaternion } from '../../geometry/quaternion.ts'
import type { AttributeValue } from '../attribute.ts'
import type { FlatShape } from '../document/shape.ts'
import { type ComparedJob, compare } from './compare.ts'
import type { ComparedRecord, SolidShape } from './comparedRecord.ts'
import { DEFAULT_COMPARE_OPTIONS } from './compareOptions.ts'

test('a box that moved, one that is missing, one too many and one of another class', () => {
  const a = [
    record('1', box(0, 0, 10, 10)),
    record('2', box(30, 30, 10, 10)),
    record('3', box(60, 60, 10, 10), { label: 'van' }),
    record('4', box(0, 60, 10, 10)),
  ]
  const b = [
    record('x', box(0, 2, 10, 10)),
    record('y', box(60, 60, 10, 10)),
    record('z', box(80, 0, 10, 10)),
    record('w', box(0, 60, 10, 10)),
  ]
  const { figures, pairs, onlyA, onlyB, confusion, byClass, score } = compared(a, b)
  const { tp, onlyA: fn, onlyB: fp, precision, recall } = figures.shapes
  assert.deepEqual({ tp, fn, fp, precision, recall }, { tp: 2, fn: 2, fp: 2, precision: 0.5, recall: 0.5 })
  assert.deepEqual(
    pairs.map(({ a: one, b: other, state }) => [one.id, other.id, state]),
    [
      ['1', 'x', 'moved'],
      ['3', 'y', 'other_class'],
      ['4', 'w', 'equal'],
    ],
  )
  assert.deepEqual([onlyA.map(({ id }) => id), onlyB.map(({ id }) => id)], [['2'], ['z']])
  assert.deepEqual(confusion, [
    { a: 'car', b: 'car', count: 2 },
    { a: 'car', b: null, count: 1 },
    { a: 'van', b: 'car', count: 1 },
    { a: null, b: 'car', count: 1 },
  ])
  const iou = 80 / 120
  near(byClass.get('car')?.shapes.pq ?? null, (2 * (1 + iou)) / (3 + 4))
  near(byClass.get('van')?.shapes.pq ?? null, 0)
  near(score, (1 + iou) / 7)
  near(figures.shapes.meanIou, (1 + iou) / 2)
})

test('without classes any two may be a pair, and the confusion matrix shows which were mistaken', () => {
  const a = [record('1', box(0, 0, 10, 10), { label: 'van' })]
  const { figures, pairs, confusion, score } = compared(a, [record('x', box(0, 0, 10, 10))], IMAGE, { byClass: false })
  assert.equal(figures.shapes.tp, 1)
  assert.equal(pairs[0].state, 'other_class')
  assert.deepEqual(confusion, [{ a: 'van', b: 'car', count: 1 }])
  assert.equal(score, 1)
})

test('a polygon without an area is like itself, and like no other', () => {
  const at = (x: number): FlatShape => ({ type: 'polygon', rings: [Array.from({ length: 3 }, () => ({ x, y: 0.5 }))] })
  const [one, other] = [record('1', at(0.5)), record('1', at(0.25))]
  assert.deepEqual([compared([one], [one]).score, compared([one], [other]).score], [1, 0])
})

test('an overlap by just the threshold is a pair; thresholds differ by class', () => {
  const a = [record('1', box(0, 0, 10, 10))]
  const b = [record('x', box(0, 0, 10, 5))]
  assert.equal(compared(a, b).figures.shapes.tp, 1)
  assert.equal(compared(a, b, IMAGE, { iou: 0.51 }).figures.shapes.tp, 0)
  assert.equal(compared(a, b, IMAGE, { iou: new Map([['car', 0.6]]) }).figures.shapes.tp, 0)
  assert.equal(compared(a, b, IMAGE, { iou: new Map([['van', 0.6]]) }).figures.shapes.tp, 1)
})

test('parallel lines five pixels apart are half alike, eleven apart not at all', () => {
  const line = (id: string, y: number) =>
    record(id, { type: 'line', points: [0.1, 0.5, 0.9].map((x) => ({ x, y: y / 100 })) })
  const { figures, score } = compared([line('1', 20)], [line('x', 25)])
  near(figures.chamferPx, 5)
  near(score, 0.5)
  assert.equal(figures.shapes.meanIou, null)
  assert.equal(compared([line('1', 20)], [line('x', 31)]).figures.shapes.tp, 0)
  assert.equal(compared([line('1', 20)], [line('x', 30)]).figures.shapes.tp, 1)
})

test('key points are compared as COCO does, joined by their labels', () => {
  const points = (dx: number) =>
    [1, 2, 3].map((label) => ({ label, visible: true, x: (label * 10 + dx) / 100, y: (label % 2) / 5 }))
  const landmark = (id: string, dx: number) => record(id, { type: 'landmark', points: points(dx) })
  const { figures } = compared([landmark('1', 0)], [record('x', { type: 'landmark', points: points(1).reverse() })])
  near(figures.oks, Math.exp(-1 / (2 * 400 * 0.01)))
})

test('a stripe of a mask counts pixels, a rolled cuboid cubic metres', () => {
  const mask = (id: string, counts: number[]) => record(id, { type: 'mask', heightPx: 10, widthPx: 10, counts })
  near(compared([mask('1', [0, 20, 80])], [mask('x', [10, 20, 70])], IMAGE, { iou: 0.3 }).figures.shapes.meanIou, 1 / 3)
  const cube = (id: string, heading = { w: 1, x: 0, y: 0, z: 0 }) =>
    record(id, {
      type: 'solid',
      cuboid: { position: { x: 5e6, y: 5e6, z: 0 }, heading, dimensions: { length: 2, width: 2, height: 2 } },
    })
  const turned = cube('x', { w: Math.cos(Math.PI / 8), x: Math.sin(Math.PI / 8), y: 0, z: 0 })
  const octagon = 16 * (Math.SQRT2 - 1)
  const { figures } = compared([cube('1')], [turned], { ...LIDAR, frameCount: 1 })
  near(figures.shapes.meanIou, octagon / (16 - octagon))
  assert.equal(figures.cuboids?.ate, 0)
  assert.equal(figures.cuboids?.ase, 0)
})

test('the identities of two cars that swap half way cost what TrackEval says', () => {
  const at = (trackId: string, frame: number, left: number) =>
    record(`${trackId}/${frame}`, box(left, 0, 10, 10), { trackId, frame })
  const frames = [0, 1, 2, 3, 4, 5]
  const a = frames.flatMap((f) => [at('1', f, f), at('2', f, 40 + f)])
  const b = frames.flatMap((f) => [at('x', f, f < 3 ? f : 40 + f), at('y', f, f < 3 ? 40 + f : f)])
  const { figures, score, tracks } = compared(a, b, VIDEO)
  assert.ok(figures.tracks)
  near(score, Math.sqrt(1 / 3))
  near(figures.tracks.assA, 1 / 3)
  near(figures.tracks.detA, 1)
  near(figures.tracks.idf1, 0.5)
  near(figures.tracks.mota, 10 / 12)
  assert.equal(figures.tracks.idSwitches, 2)
  assert.equal(tracks.length, 2)
})

test('answers to a question agree or not; one answer alone proves nothing', () => {
  const asked = (id: string, left: number, values: [string, AttributeValue][]) =>
    record(id, box(left, 0, 10, 10), { attributes: new Map(values) })
  const a = [
    asked('1', 0, [
      ['lights', ['a', 'b']],
      ['parked', true],
    ]),
    asked('2', 20, [['lights', ['a']]]),
  ]
  const b = [
    asked('x', 0, [
      ['lights', ['b', 'a']],
      ['parked', true],
    ]),
    asked('y', 20, [['lights', ['b']]]),
  ]
  const { attributes } = compared(a, b).figures
  assert.deepEqual(attributes.get('parked'), { n: 1, agreement: 1, alpha: null })
  near(attributes.get('lights')?.agreement ?? null, 0.5)
  near(attributes.get('lights')?.alpha ?? null, 0.4)
})

test('nothing and nothing agree completely, nothing and something not at all', () => {
  const one = [record('1', box(0, 0, 10, 10))]
  for (const job of [IMAGE, VIDEO, LIDAR]) {
    const { score, figures } = compared([], [], job)
    assert.equal(score, 1)
    assert.deepEqual(figures.shapes, {
      tp: 0,
      onlyA: 0,
      onlyB: 0,
      precision: 1,
      recall: 1,
      f1: 1,
      meanIou: null,
      pq: 1,
      sq: 1,
      rq: 1,
    })
  }
  for (const job of [IMAGE, VIDEO]) {
    assert.equal(compared(one, [], job).score, 0)
    assert.equal(compared([], one, job).score, 0)
    assert.equal(compared(one, [], job).figures.shapes.precision, 0)
  }
})

test('labels of points: names count, keys and numbers differ freely, one class of two has instances', () => {
  const job: ComparedJob = {
    annotationType: 'segmentation3d',
    frameCount: 1,
    imageOf: () => null,
    egoAt: () => null,
    frameIdOf: () => null,
    classes: [
      { classId: 'c', name: 'car', instantiable: true },
      { classId: 'r', name: 'road', instantiable: false },
    ],
  }
  const entry = (id: string, labelKey: number, classId: string, instance: number | null) => ({
    id,
    labelKey,
    classId,
    instance,
    color: null,
  })
  const a = {
    legend: [entry('p', 1, 'c', 1), entry('q', 2, 'c', 2), entry('r', 3, 'r', null)],
    labels: Uint32Array.of(0, 1, 1, 1, 2, 2, 3, 3, 3, 0),
  }
  const b = {
    legend: [entry('s', 9, 'r', null), entry('t', 8, 'c', 7), entry('u', 7, 'c', 1)],
    labels: Uint32Array.of(0, 8, 8, 8, 7, 9, 9, 9, 9, 9),
  }
  const { figures, confusion, score, byClass, onlyA } = compare(
    ...([
      { records: [], points: a },
      { records: [], points: b },
    ] as const),
    ...([job, DEFAULT_COMPARE_OPTIONS] as const),
  )
  near(figures.points?.accuracy ?? null, 7 / 9)
  near(byClass.get('car')?.iou ?? null, 4 / 5)
  near(byClass.get('road')?.iou ?? null, 3 / 5)
  near(figures.points?.miou ?? null, 0.7)
  near(byClass.get('car')?.shapes.pq ?? null, 1 / 2)
  near(score, (1 / 2 + 3 / 5) / 2)
  assert.deepEqual(
    onlyA.map(({ id }) => id),
    ['q'],
  )
  assert.deepEqual(confusion.find(({ a: from, b: to }) => from === 'car' && to === 'road')?.count, 1)
  assert.deepEqual(confusion.find(({ a: from }) => from === null)?.count, 1)
})

const part = fc.integer({ min: 0, max: 64 }).map((n) => n / 64)
const label = fc.constantFrom('car', 'van')
const rectangle = fc
  .tuple(part, part)
  .map(
    ([x, y]): FlatShape => ({ type: 'rectangle', left: x / 2, top: y / 2, right: x / 2 + 0.25, bottom: y / 2 + 0.25 }),
  )
const rotated = fc.tuple(part, part, part).map(
  ([x, y, turn]): FlatShape => ({
    type: 'rotated_rectangle',
    center: { x, y },
    widthPx: 30,
    heightPx: 20,
    rotationRad: turn * 6,
  }),
)
const ring = fc.array(fc.record({ x: part, y: part }), { minLength: 3, maxLength: 6 })
const polygon = fc.array(ring, { minLength: 1, maxLength: 2 }).map((rings): FlatShape => ({ type: 'polygon', rings }))
const line = fc
  .array(fc.record({ x: part, y: part }), { minLength: 2, maxLength: 4 })
  .map((points): FlatShape => ({ type: 'line', points }))
const ellipse = fc.tuple(part, part).map(
  ([x, y]): FlatShape => ({
    type: 'ellipse',
    center: { x, y },
    radiusXPx: 15,
    radiusYPx: 9,
    rotationRad: x,
  }),
)
const solid = fc.tuple(part, part, part, part, part).map(
  ([x, y, w, p, z]): SolidShape => ({
    type: 'solid',
    cuboid: {
      position: { x: x * 8, y: y * 8, z },
      heading: normalizeQuaternion({ w: w + 0.1, x: p / 4, y: 0, z }),
      dimensions: { length: 4, width: 2, height: 1.5 },
    },
  }),
)

/** At most one record a track and frame. */
const records = (shape: fc.Arbitrary<FlatShape | SolidShape>, frames: number): fc.Arbitrary<ComparedRecord[]> =>
  fc
    .uniqueArray(fc.record({ shape, label, track: fc.nat(3), frame: fc.nat(frames - 1) }), {
      selector: ({ track, frame }) => `${track} ${frame}`,
      maxLength: 9,
    })
    .map((all) =>
      all.map((made) =>
        record(`${made.track}/${made.frame}`, made.shape, {
          trackId: `${made.track}`,
          frame: made.frame,
          label: made.label,
        }),
      ),
    )

const WORLDS: [string, ComparedJob, fc.Arbitrary<ComparedRecord[]>][] = [
  ['images', IMAGE, records(fc.oneof(rectangle, rotated, polygon, line, ellipse), 1)],
  ['videos', VIDEO, records(rectangle, 6)],
  ['cuboids', LIDAR, records(solid, 6)],
]

for (const [name, job, some] of WORLDS) {
  test(`law, ${name}: with itself 1, the same both ways, whatever the order`, () => {
    fc.assert(
      fc.property(some, some, (a, b) => {
        near(compared(a, a, job).score, 1)
        const there = compared(a, b, job)
        const back = compared(b, a, job)
        near(back.figures.shapes.pq, there.figures.shapes.pq)
        near(back.figures.shapes.precision, there.figures.shapes.recall)
        assert.equal(back.figures.shapes.onlyA, there.figures.shapes.onlyB)
        assert.deepEqual(compared(a.toReversed(), b.toReversed(), job), there)
        assert.ok(there.score >= 0 && there.score <= 1 + 1e-12)
        const { tp, onlyA, onlyB } = there.figures.shapes
        assert.deepEqual([tp + onlyA, tp + onlyB], [a.length, b.length])
      }),
      { numRuns: 60 },
    )
  })
}

test('law: five thousand kilometres from the origin the same', () => {
  fc.assert(
    fc.property(records(solid, 3), records(solid, 3), (a, b) => {
      const moved = (all: readonly ComparedRecord[]) =>
        all.map((made) => {
          if (made.shape.type !== 'solid') return made
          const { position: p } = made.shape.cuboid
          const position = { x: p.x + 5_000_000, y: p.y - 5_000_000, z: p.z }
          return { ...made, shape: { ...made.shape, cuboid: { ...made.shape.cuboid, position } } }
        })
      const [here, there] = [compared(a, b, LIDAR), compared(moved(a), moved(b), LIDAR)]
      near(there.score, here.score)
      near(there.figures.shapes.pq, here.figures.shapes.pq)
    }),
    { numRuns: 60 },
  )
})
