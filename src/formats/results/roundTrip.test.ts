import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from '../../../test/laws.ts'
import { spaceShape } from '../../../test/spaceShapes.ts'
import { normalizeQuaternion } from '../../geometry/quaternion.ts'
import {
  ANNOTATION_TYPES,
  type AnnotationType,
  FLAT_GEOMETRY_KINDS,
  type FlatGeometryKind,
} from '../../model/annotationType.ts'
import type { AttributeValues } from '../../model/attribute.ts'
import {
  type AnnotatedDocument,
  type AttributeSteps,
  COMMON_VIEW,
  emptyDocument,
  type FlatPath,
  IMAGE_VIEW,
  type Key,
  type LegendEntry,
  SOURCES,
  type Track,
} from '../../model/document/document.ts'
import { numbered } from '../../model/document/numbers.ts'
import type { CuboidPlacement, ViewShape } from '../../model/document/shape.ts'
import { decodeDocument, encodeDocument } from '../document/documentFile.ts'
import { annotationCount } from './annotationCount.ts'
import { assembleResult } from './assemble.ts'
import type { Computed } from './assembly.ts'
import { documentFromResult } from './documentFromResult.ts'
import type { JobContext } from './jobContext.ts'
import { resultSchemas } from './schemas.ts'
import { parseSubmission } from './submission.ts'
import { CAR, countingIds, ensureWords, jobFor, PERSON } from './testJobs.ts'

const FRAMES = 4

// What comes from JSON or from our own code has ordinary prototypes.
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record<T>(model, { noNullPrototype: true })

const number = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true, noDefaultInfinity: true }).map((n) => n + 0)
const unit = number(0, 1)
const point = record({ x: unit, y: unit })
const freePoint = record({ x: number(-2, 2), y: number(-2, 2) })
const points = (minLength: number, maxLength: number) => fc.array(point, { minLength, maxLength })
const positive = number(1e-3, 1e3)
// A millionth of a pixel: what is thinner may have no area any more where it is interpolated.
const LEAST_SIDE = 1e-9

const SHAPES: Record<FlatGeometryKind, fc.Arbitrary<ViewShape>> = {
  rectangle: fc
    .tuple(unit, unit, unit, unit)
    .filter(([a, b, c, d]) => Math.abs(a - b) > LEAST_SIDE && Math.abs(c - d) > LEAST_SIDE)
    .map(([a, b, c, d]) => ({
      type: 'rectangle',
      left: Math.min(a, b),
      right: Math.max(a, b),
      top: Math.min(c, d),
      bottom: Math.max(c, d),
    })),
  rotated_rectangle: record({
    type: fc.constant('rotated_rectangle'),
    center: freePoint,
    widthPx: positive,
    heightPx: positive,
    rotationRad: number(-4, 4),
  }),
  ellipse: record({
    type: fc.constant('ellipse'),
    center: freePoint,
    radiusXPx: positive,
    radiusYPx: positive,
    rotationRad: number(-4, 4),
  }),
  polygon: record({
    type: fc.constant('polygon'),
    rings: fc.array(points(3, 5), { minLength: 1, maxLength: 3 }),
  }),
  line: record({ type: fc.constant('line'), points: points(2, 12) }),
  landmark: record({
    type: fc.constant('landmark'),
    points: fc.array(record({ x: unit, y: unit, label: fc.nat(50), visible: fc.boolean() }), {
      minLength: 1,
      maxLength: 12,
    }),
  }),
  cuboid: record({ type: fc.constant('cuboid'), points: points(8, 8) }),
  mask: fc
    .uniqueArray(fc.integer({ min: 1, max: 64 * 48 - 1 }), { maxLength: 7 })
    .map((cuts) => [0, ...cuts.sort((a, b) => a - b), 64 * 48])
    .map((edges) => ({
      type: 'mask',
      heightPx: 48,
      widthPx: 64,
      counts: edges.slice(1).map((edge, i) => edge - edges[i]),
    })),
}

const placement: fc.Arbitrary<CuboidPlacement> = record({
  position: record({ x: number(-1e8, 1e8), y: number(-1e8, 1e8), z: number(-100, 100) }),
  heading: record({ w: number(-1, 1), x: number(-1, 1), y: number(-1, 1), z: number(-1, 1) })
    .filter((q) => Math.hypot(q.w, q.x, q.y, q.z) > 0.1)
    .map((q) => normalizeQuaternion(q)),
  sizeOverride: fc.option(record({ length: positive, width: positive, height: positive }), { freq: 4 }),
})

const unlinked = (given: readonly Key<ViewShape>[]) =>
  given.map((key) => (key.kind === 'shape' ? { ...key, linked: false } : key))

function keys<S>(shape: fc.Arbitrary<S>, linked: fc.Arbitrary<boolean>): fc.Arbitrary<Key<S>[]> {
  const key = fc.oneof(
    {
      weight: 3,
      arbitrary: record({
        kind: fc.constant('shape' as const),
        frame: fc.constant(0),
        id: fc.constant(null),
        keyFrame: fc.boolean(),
        source: fc.constantFrom(...SOURCES),
        hidden: fc.constant(false),
        linked,
        shape,
      }),
    },
    { weight: 1, arbitrary: record({ kind: fc.constant('out' as const), frame: fc.constant(0) }) },
  )
  return fc
    .array(fc.option(key, { freq: 2 }), { minLength: FRAMES, maxLength: FRAMES })
    .map((row) => row.flatMap((k, frame) => (k ? [{ ...k, frame }] : [])) as Key<S>[])
}

const steps: fc.Arbitrary<AttributeSteps> = record({
  occlusion: fc.array(fc.option(fc.option(number(0, 1))), { minLength: FRAMES, maxLength: FRAMES }),
  list: fc.array(fc.option(fc.subarray(['a', 'b', 'c'])), { minLength: FRAMES, maxLength: FRAMES }),
}).map(({ occlusion, list }) => {
  const named: [string, readonly unknown[]][] = [
    ['occlusion', occlusion],
    ['__proto__', list],
  ]
  return new Map(
    named.map(([name, values]) => [
      name,
      values.map((value, frame) => ({ frame, value })).filter(({ value }) => value !== null),
    ]),
  ) as AttributeSteps
})

const noSteps: AttributeSteps = new Map()
const carAttributes: fc.Arbitrary<AttributeValues> = fc
  .option(fc.constantFrom('sedan', 'van'))
  .map((kind) => new Map(kind === null ? [] : [['kind', kind]]))

function track(annotationType: AnnotationType): fc.Arbitrary<Track> {
  const ids = { id: fc.uuid(), entryId: fc.constant(null), stationary: fc.constant(false) }
  const classed = (base: fc.Arbitrary<Omit<Track, 'classId' | 'attributes'>>) =>
    fc.tuple(base, carAttributes, steps, fc.boolean()).map(([rest, attributes, perFrame, isCar]): Track => {
      const held = isCar ? perFrame : noSteps
      return {
        ...rest,
        classId: isCar ? CAR.classId : PERSON.classId,
        attributes: isCar ? attributes : new Map(),
        cuboid: rest.cuboid && { ...rest.cuboid, attributes: held },
        views: new Map([...rest.views].map(([id, view]) => [id, { ...view, attributes: held }])),
      }
    })
  const cuboid = record({
    keys: keys(placement, fc.constant(false)),
    attributes: fc.constant(noSteps),
    dimensions: record({ length: positive, width: positive, height: positive }),
  })
  const flat = (shape: fc.Arbitrary<ViewShape>, follows: fc.Arbitrary<boolean>): fc.Arbitrary<FlatPath> =>
    record({ keys: keys(shape, fc.boolean()), attributes: fc.constant(noSteps), follows })
  const space = fc.tuple(flat(spaceShape, fc.constant(false)), fc.boolean()).chain(([path, stationary]) =>
    classed(
      record({
        ...ids,
        stationary: fc.constant(stationary),
        cuboid: fc.constant(null),
        views: fc.constant(new Map([[COMMON_VIEW, { ...path, keys: unlinked(path.keys) }]])),
      }),
    ),
  )
  if (annotationType === 'cuboid3d') {
    return fc.oneof(classed(record({ ...ids, stationary: fc.boolean(), cuboid, views: fc.constant(new Map()) })), space)
  }
  if (annotationType === 'cuboid3d_linked2d') {
    const view = fc.option(flat(SHAPES.rectangle, fc.boolean()))
    const views = fc
      .tuple(view, view)
      .map(([a, b]) => new Map([...(a ? [['cam-1', a] as const] : []), ...(b ? [['cam-2', b] as const] : [])]))
    return fc.oneof(classed(record({ ...ids, cuboid: fc.option(cuboid), views })), space)
  }
  return fc.constantFrom(...FLAT_GEOMETRY_KINDS).chain((kind) =>
    classed(
      record({
        ...ids,
        cuboid: fc.constant(null),
        views: flat(SHAPES[kind], fc.constant(false)).map((view) => new Map([[IMAGE_VIEW, view]])),
      }),
    ),
  )
}

const legend: fc.Arbitrary<LegendEntry[]> = fc
  .uniqueArray(record({ labelKey: fc.integer({ min: 1, max: 2 ** 24 }), id: fc.uuid() }), {
    selector: (entry) => entry.labelKey,
    maxLength: 5,
  })
  .map((entries) =>
    entries.map((entry, i) => ({ ...entry, classId: CAR.classId, instance: i, color: i % 2 ? 'rgb(9, 8, 7)' : null })),
  )

function documents(annotationType: AnnotationType): fc.Arbitrary<AnnotatedDocument> {
  const frameCount = annotationType === 'image2d' || annotationType === 'segmentation3d' ? 1 : FRAMES
  return record({
    tracks:
      annotationType === 'segmentation3d'
        ? fc.constant<Track[]>([])
        : fc.array(track(annotationType), { maxLength: 4 }),
    weather: fc.option(fc.string()),
    blurred: fc.array(fc.option(fc.boolean()), { minLength: frameCount, maxLength: frameCount }),
    legend: annotationType === 'segmentation3d' ? legend : fc.constant<LegendEntry[]>([]),
  }).map(
    ({ tracks, weather, blurred, legend }): AnnotatedDocument =>
      numbered({
        ...emptyDocument(annotationType, frameCount),
        tracks: new Map(tracks.map((t) => [t.id, t])),
        jobAttributes: new Map(weather === null ? [] : [['weather', weather]]),
        frameAttributes: new Map(
          frameCount === 1 ? [] : blurred.flatMap((b, i) => (b === null ? [] : [[i, new Map([['blurred', b]])]])),
        ),
        legend,
      }),
  )
}

const computed: Computed = {
  pointCount: (_track, frame) => frame * 3,
  projected: (_track, sensorId, frame) =>
    (frame + sensorId.length) % 3 ? { left: 0.25, top: 0.25, right: 0.5, bottom: 0.75 } : null,
  labelledCloud: { url: 'https://files.example/labels.pcd', pointCount: 6, counts: new Map([[0, 6]]) },
}

function assemble(document: AnnotatedDocument, job: JobContext, onRecords?: (count: number) => void) {
  const recordId = (trackId: string, sensorId: string, frame: number) => `${trackId}/${sensorId}/${frame}`
  return JSON.stringify(assembleResult({ document, job, computed, resultVersion: 1, recordId, onRecords }))
}

const ajv = new Ajv2020({ strict: true, allErrors: true })

for (const annotationType of ANNOTATION_TYPES) {
  const job = jobFor(annotationType)
  const isValid = ajv.compile(resultSchemas[annotationType])

  test(`${annotationType}: every document assembles to a result that its schema accepts`, () => {
    fc.assert(
      fc.property(documents(annotationType), (document) => {
        assert.ok(isValid(JSON.parse(assemble(document, job))), JSON.stringify(isValid.errors))
      }),
    )
  })

  test(`${annotationType}: a result read back and assembled again is the same text`, () => {
    fc.assert(
      fc.property(documents(annotationType), (document) => {
        const result = assemble(document, job)
        const read = documentFromResult(job, JSON.parse(result).data, countingIds())
        // What is handed in is placed in every frame that it names.
        assert.equal(assemble(read.document, job), result.replaceAll('"held":true,', ''))
      }),
    )
  })

  test(`${annotationType}: the count of annotations is that of the records delivered`, () => {
    fc.assert(
      fc.property(documents(annotationType), (document) => {
        let written = 0
        const onRecords = (count: number) => {
          written += count
        }
        const { data } = JSON.parse(assemble(document, job, onRecords))
        assert.equal(written, countDelivered(data))
        assert.ok(annotationCount(document, computed.labelledCloud?.counts) >= written)
      }),
    )
  })

  test(`${annotationType}: a working document comes back from its file unchanged`, () => {
    fc.assert(
      fc.property(documents(annotationType), (document) => {
        assert.deepEqual(decodeDocument(encodeDocument(document)), document)
      }),
    )
  })
}

/** A copy of a JSON value in which the part at a random place is another value, or gone. */
function spoiled(value: unknown, steps: readonly number[], other: unknown): unknown {
  if (steps.length === 0 || typeof value !== 'object' || value === null) return other
  const entries = Object.entries(value)
  if (entries.length === 0) return other
  const [step, ...rest] = steps
  const at = step % entries.length
  entries[at] = [entries[at][0], spoiled(entries[at][1], rest, other)]
  if (Array.isArray(value)) return entries.map(([, inner]) => inner)
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined))
}

for (const annotationType of ANNOTATION_TYPES) {
  const job = jobFor(annotationType)
  const isValid = ajv.compile(resultSchemas[annotationType])
  const other = fc.oneof(fc.constant(undefined), fc.jsonValue(), number(-2, 2), fc.constant(Number.POSITIVE_INFINITY))

  test(`${annotationType}: a corrupted result is refused with paths, or makes a valid result; it never breaks the reader`, () => {
    fc.assert(
      fc.property(
        documents(annotationType),
        fc.array(fc.nat(50), { minLength: 1, maxLength: 9 }),
        other,
        (document, steps, value) => {
          const { data } = JSON.parse(assemble(document, job))
          if (annotationType === 'segmentation3d') {
            delete data.url
            data.labels = [0, 0, 0, 0, 0, 0]
          }
          const options = { newId: countingIds(), defaultSource: 'machine' } as const
          const read = parseSubmission(job, spoiled(data, steps, value), options)
          if ('failures' in read) {
            assert.ok(read.failures.length > 0 && read.failures.every(({ field }) => /^data($|[.[])/.test(field)))
            for (const failure of read.failures) ensureWords(failure)
          } else assert.ok(isValid(JSON.parse(assemble(read.document, job))), JSON.stringify(isValid.errors))
        },
      ),
      { numRuns: 200 },
    )
  })
}

// biome-ignore lint/suspicious/noExplicitAny: a parsed result of any kind
function countDelivered(data: any): number {
  if (data.legend)
    return data.legend.filter((e: { label_key: number; point_count: number }) => e.label_key && e.point_count).length
  if (data.annotations) return Object.values<unknown[]>(data.annotations).flat().length
  const records: { frames?: object }[] = data.annotation_data.annotations
  return records.reduce((sum, record) => sum + (record.frames ? Object.keys(record.frames).length : 1), 0)
}
