import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/laws.ts'
import { type AnnotatedDocument, emptyDocument, type Key } from '../document.ts'
import { type PlainCuboidPath, type PlainFlatPath, type PlainTrack, toPlainTrack } from '../plainTrack.ts'
import type { CuboidPlacement, FlatShape } from '../shape.ts'
import { type Edit, EditError, type LabelRuns } from './documentOperation.ts'
import { forEachRun, labelRunsOf, labelsUnder, paintLabels } from './labelRuns.ts'
import { applyEdit, applyEdits, inOneChangeSet, invertEdit, keysChange, putKey, removeKey } from './operations.ts'

const FRAMES = 6
const TRACKS = ['a', 'b', 'c']
const SENSORS = ['front', 'rear']
const POINTS = 12

const frame = fc.integer({ min: 0, max: FRAMES - 1 })
const number = fc.double({ min: -9, max: 9, noNaN: true })
const name = fc.constantFrom('colour', '__proto__', 'état')
const value = fc.oneof(fc.string(), number, fc.boolean(), fc.array(fc.string()))
const steps = fc
  .uniqueArray(fc.record({ frame, value: fc.option(value) }), { selector: (step) => step.frame })
  .map((list) => list.toSorted((a, b) => a.frame - b.frame))
const attributes = fc.uniqueArray(
  fc.tuple(
    name,
    steps.filter((list) => list.length > 0),
  ),
  { selector: ([n]) => n },
)
const dimensions = fc.record({ length: number, width: number, height: number })
const placement: fc.Arbitrary<CuboidPlacement> = fc.record({
  position: fc.record({ x: number, y: number, z: number }),
  heading: fc.constant({ w: 1, x: 0, y: 0, z: 0 }),
  sizeOverride: fc.option(dimensions),
})
const rectangle: fc.Arbitrary<FlatShape> = fc.record({
  type: fc.constant('rectangle' as const),
  left: number,
  top: number,
  right: number,
  bottom: number,
})

function keys<S>(shape: fc.Arbitrary<S>): fc.Arbitrary<Key<S>[]> {
  const shapeKey = fc.record({
    kind: fc.constant('shape' as const),
    frame,
    id: fc.option(fc.string()),
    keyFrame: fc.boolean(),
    source: fc.constantFrom('manual' as const, 'machine' as const),
    hidden: fc.boolean(),
    linked: fc.boolean(),
    shape,
  })
  const outKey = fc.record({ kind: fc.constant('out' as const), frame })
  return fc
    .uniqueArray(fc.oneof(shapeKey, outKey), { selector: (key) => key.frame })
    .map((list) => list.toSorted((a, b) => a.frame - b.frame))
}

const cuboidPath: fc.Arbitrary<PlainCuboidPath> = fc.record({ keys: keys(placement), attributes, dimensions })
const flatPath: fc.Arbitrary<PlainFlatPath> = fc.record({ keys: keys(rectangle), attributes, follows: fc.boolean() })
const relations = fc.array(fc.record({ name, to: fc.constantFrom(...TRACKS) }), { minLength: 1, maxLength: 3 })
const track: fc.Arbitrary<PlainTrack> = fc.record(
  {
    id: fc.constantFrom(...TRACKS),
    entryId: fc.option(fc.string()),
    classId: fc.constantFrom('car', 'tree'),
    stationary: fc.boolean(),
    attributes: fc.uniqueArray(fc.tuple(name, value), { selector: ([n]) => n }),
    cuboid: fc.option(cuboidPath),
    views: fc.uniqueArray(fc.tuple(fc.constantFrom(...SENSORS), flatPath), { selector: ([id]) => id }),
    relations,
  },
  { requiredKeys: ['id', 'entryId', 'classId', 'stationary', 'attributes', 'cuboid', 'views'] },
)

const trackId = fc.constantFrom(...TRACKS)
const sensorId = fc.constantFrom(...SENSORS)
const pathId = fc.constantFrom(null, ...SENSORS)
const index = fc.option(fc.integer({ min: 0, max: 3 }))
const range = fc.tuple(frame, frame).map(([a, b]) => ({ first: Math.min(a, b), last: Math.max(a, b) }))

const boxOperation: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ type: fc.constant('putTrack' as const), track, index }),
  fc.record({ type: fc.constant('removeTrack' as const), trackId }),
  fc.record({ type: fc.constant('setClass' as const), trackId, classId: fc.constantFrom('car', 'tree') }),
  fc.record({ type: fc.constant('setStationary' as const), trackId, stationary: fc.boolean() }),
  fc.record({ type: fc.constant('setObjectAttribute' as const), trackId, name, value: fc.option(value) }),
  fc.record({ type: fc.constant('setRelations' as const), trackId, relations: fc.oneof(fc.constant([]), relations) }),
  fc.record({ type: fc.constant('putPath' as const), trackId, sensorId: fc.constant(null), path: cuboidPath, index }),
  fc.record({ type: fc.constant('putPath' as const), trackId, sensorId, path: flatPath, index }),
  fc.record({ type: fc.constant('removePath' as const), trackId, sensorId: pathId }),
  fc.tuple(trackId, range, keys(placement)).map(([id, at, list]) => ({
    type: 'setKeys' as const,
    trackId: id,
    sensorId: null,
    ...at,
    keys: within(list, at),
  })),
  fc.tuple(trackId, sensorId, range, keys(rectangle)).map(([id, sensor, at, list]) => ({
    type: 'setKeys' as const,
    trackId: id,
    sensorId: sensor,
    ...at,
    keys: within(list, at),
  })),
  fc.record({ type: fc.constant('setDimensions' as const), trackId, dimensions }),
  fc.record({ type: fc.constant('setSteps' as const), trackId, sensorId: pathId, name, steps }),
  fc.record({ type: fc.constant('setFollows' as const), trackId, sensorId, follows: fc.boolean() }),
  fc.record({ type: fc.constant('setJobAttribute' as const), name, value: fc.option(value) }),
  fc.record({ type: fc.constant('setFrameAttribute' as const), frame, name, value: fc.option(value) }),
)

const cloudOperation: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    type: fc.constant('putLegendEntry' as const),
    index,
    entry: fc.record({
      id: fc.constantFrom('x', 'y', 'z'),
      labelKey: fc.integer({ min: 0, max: 4 }),
      classId: fc.option(fc.constantFrom('car', 'tree')),
      instance: fc.option(fc.nat(3)),
      color: fc.constant(null),
    }),
  }),
  fc.record({ type: fc.constant('removeLegendEntry' as const), id: fc.constantFrom('x', 'y', 'z') }),
  fc.tuple(fc.uniqueArray(fc.nat(POINTS - 1), { minLength: 1 }), fc.nat(4)).map(([points, key]) => ({
    type: 'setLabels' as const,
    runs: labelRunsOf(
      points.toSorted((a, b) => a - b),
      key,
    ),
  })),
)

const within = <K extends { frame: number }>(list: K[], { first, last }: { first: number; last: number }) =>
  list.filter((key) => key.frame >= first && key.frame <= last)

/**
 * Order counts for tracks, views and the legend, and not for attributes, which are known by name. Numbers that were given
 * are not given again, whatever is taken back.
 */
function comparable({ numbers: _, ...document }: AnnotatedDocument) {
  const tracks = Array.from(document.tracks.values(), (one) => ({ ...one, views: [...one.views] }))
  return { ...document, tracks }
}

/** As text, where negative zero is zero. */
const plain = (document: AnnotatedDocument) =>
  JSON.stringify([
    Array.from(document.tracks.values(), toPlainTrack),
    [...document.jobAttributes],
    Array.from(document.frameAttributes, ([at, values]) => [at, [...values]]),
  ])

function fits(document: AnnotatedDocument, operation: Edit): AnnotatedDocument | null {
  try {
    return applyEdit(document, operation)
  } catch (error) {
    assert.ok(error instanceof EditError, String(error))
    return null
  }
}

test('undo: the inverse of every operation undoes it, and the inverse of that redoes it', () => {
  let applied = 0
  const law = (start: AnnotatedDocument, operations: readonly Edit[]) => {
    let document = start
    const labels = new Uint32Array(POINTS)
    for (const operation of operations) {
      const after = fits(document, operation)
      if (!after) continue
      applied++
      const inverse = invertEdit(document, operation, labels)
      const labelsBefore = labels.slice()
      if (operation.type === 'setLabels') paintLabels(labels, operation.runs)
      const redo = invertEdit(after, inverse, labels)
      const back = applyEdit(after, inverse)
      assert.deepEqual(comparable(back), comparable(document))
      assert.deepEqual(comparable(applyEdit(back, redo)), comparable(after))
      if (inverse.type === 'setLabels') {
        const undone = labels.slice()
        paintLabels(undone, inverse.runs)
        assert.deepEqual(undone, labelsBefore)
      }
      document = after
    }
  }
  const linked = emptyDocument('cuboid3d_linked2d', FRAMES)
  fc.assert(
    fc.property(fc.array(boxOperation, { maxLength: 30 }), (list) => law(linked, list)),
    { numRuns: 300 },
  )
  const cloud = emptyDocument('segmentation3d', 1)
  fc.assert(
    fc.property(fc.array(cloudOperation, { maxLength: 30 }), (list) => law(cloud, list)),
    { numRuns: 300 },
  )
  assert.ok(applied > 1000, 'most operations fitted')
})

test('operations are plain JSON: sent and read back they do the same', () => {
  const start = emptyDocument('cuboid3d_linked2d', FRAMES)
  fc.assert(
    fc.property(fc.array(boxOperation, { maxLength: 20 }), (list) => {
      const fitting = list.filter((operation) => fits(start, operation) !== null)
      const read = JSON.parse(JSON.stringify(fitting)) as Edit[]
      const text = (operations: Edit[]) => operations.map((operation) => plain(applyEdits(start, [operation]))).join()
      assert.equal(text(read), text(fitting))
    }),
  )
})

test('a document that was there before is never changed in place', () => {
  const start = emptyDocument('cuboid3d_linked2d', FRAMES)
  fc.assert(
    fc.property(fc.array(boxOperation, { maxLength: 20 }), boxOperation, (list, last) => {
      let document = start
      for (const operation of list) document = fits(document, operation) ?? document
      const before = document
      const kept = structuredClone(comparable(before))
      fits(before, last)
      assert.deepEqual(structuredClone(comparable(before)), kept)
    }),
  )
})

test('in a batch operations do the same as one by one, and leave the earlier document unchanged', () => {
  const start = emptyDocument('cuboid3d_linked2d', FRAMES)
  fc.assert(
    fc.property(fc.array(boxOperation, { maxLength: 20 }), fc.array(boxOperation, { maxLength: 20 }), (first, then) => {
      const fitting = (from: AnnotatedDocument, list: readonly Edit[]) =>
        list.reduce((made, operation) => fits(made, operation) ?? made, from)
      const before = fitting(start, first)
      const kept = structuredClone(comparable(before))
      const expected = fitting(before, then)
      const made = inOneChangeSet(before, (own) => fitting(own, then))
      assert.deepEqual(comparable(made), comparable(expected))
      assert.deepEqual([...made.tracks.keys()], [...expected.tracks.keys()])
      assert.deepEqual(structuredClone(comparable(before)), kept)
    }),
  )
})

test('an operation that would break a document is refused', () => {
  const start = emptyDocument('cuboid3d', 3)
  const car: PlainTrack = {
    id: 'car',
    entryId: null,
    classId: 'c',
    stationary: false,
    attributes: [],
    cuboid: { keys: [], attributes: [], dimensions: { length: 4, width: 2, height: 1 } },
    views: [],
  }
  const document = applyEdit(start, { type: 'putTrack', track: car, index: null })
  const refused = (operation: Edit) => assert.throws(() => applyEdit(document, operation), EditError)
  refused({ type: 'removeTrack', trackId: 'tram' })
  refused({ type: 'setKeys', trackId: 'car', sensorId: null, first: 0, last: 0, keys: [{ kind: 'out', frame: 1 }] })
  refused(putKey('car', null, { kind: 'out', frame: 3 }))
  refused(removeKey('car', 'front', 0))
  refused({ type: 'setLabels', runs: '' })
  const twice = [1, 1].map((at) => ({ kind: 'out' as const, frame: at }))
  refused({ type: 'setKeys', trackId: 'car', sensorId: null, first: 0, last: 2, keys: twice })
  const view: PlainFlatPath = { keys: [], attributes: [], follows: true }
  refused({ type: 'putPath', trackId: 'car', sensorId: 'front', path: view, index: null })
})

test('the smallest change between two lists of keys makes the one out of the other', () => {
  const document = applyEdit(emptyDocument('cuboid3d', FRAMES), {
    type: 'putTrack',
    index: null,
    track: {
      id: 'car',
      entryId: null,
      classId: 'c',
      stationary: false,
      attributes: [],
      cuboid: { keys: [], attributes: [], dimensions: { length: 4, width: 2, height: 1 } },
      views: [],
    },
  })
  fc.assert(
    fc.property(keys(placement), keys(placement), fc.array(fc.boolean(), { minLength: FRAMES }), (a, b, kept) => {
      const shared = [...a.filter((key) => kept[key.frame]), ...b.filter((key) => !kept[key.frame])]
      const after = shared.toSorted((x, y) => x.frame - y.frame)
      const whole = { type: 'setKeys', trackId: 'car', sensorId: null, first: 0, last: FRAMES - 1, keys: a } as const
      const before = applyEdit(document, whole)
      const change = keysChange('car', null, a, after)
      const made = change ? applyEdit(before, change) : before
      assert.deepEqual(made.tracks.get('car')?.cuboid?.keys, after)
    }),
  )
})

test('runs of labels record which labels they replaced', () => {
  const labels = Uint32Array.from([0, 0, 5, 5, 1, 0])
  assert.deepEqual(triplesOf(labelsUnder(labels, labelRunsOf([1, 2, 3, 4], 9))), [
    [1, 1, 0],
    [2, 2, 5],
    [4, 1, 1],
  ])
  assert.throws(() => paintLabels(labels, labelRunsOf([5, 6], 1)), EditError)
})

const triplesOf = (runs: LabelRuns): number[][] => {
  const triples: number[][] = []
  forEachRun(runs, (...run) => triples.push(run))
  return triples
}
