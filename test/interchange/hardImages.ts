import { attribute, tagClass } from '../../src/formats/results/testJobs.ts'
import { IMAGE_GROUPS, writeShape } from '../../src/formats/results/wireShapes.ts'
import type { FlatShape } from '../../src/model/document/shape.ts'
import fc from '../laws.ts'
import type { GivenJob } from './exportJob.ts'
import { tagOf } from './exportJob.ts'

/** Images as the field brings them: empty ones, hundreds of objects, holes, odd names, names that differ only in case. */

export const IMAGE_TAG = tagOf('image2d', {
  classes: [
    tagClass('car', {
      attributes: [
        attribute({ name: 'kind', per: 'object', type: 'select', options: ['sedan', 'van', 'Lastwagen ü'] }),
        attribute({ name: 'parked', per: 'object', type: 'boolean' }),
        attribute({ name: 'seats', per: 'object', type: 'number' }),
        attribute({ name: 'tags', per: 'object', type: 'multiselect', options: ['a', 'b', 'c'] }),
      ],
    }),
    tagClass('person of interest'),
    tagClass('行人'),
  ],
  attributes: [attribute({ name: 'weather', per: 'job', type: 'text' })],
})

const size = fc.record({ widthPx: fc.integer({ min: 8, max: 90 }), heightPx: fc.integer({ min: 8, max: 70 }) })
const unit = fc.double({ min: 0, max: 1, noNaN: true })
const point = fc.record({ x: unit, y: unit })
const inner = fc.double({ min: 0.2, max: 0.8, noNaN: true })
const rotation = fc.double({ min: -3.1, max: 3.1, noNaN: true })
const lengthPx = fc.double({ min: 0.5, max: 40, noNaN: true })

/** Around a centre, so that rings do not cross themselves. */
const starRing = (scale: number) =>
  fc
    .tuple(inner, inner, fc.array(fc.double({ min: 0.05, max: 0.2, noNaN: true }), { minLength: 3, maxLength: 9 }))
    .map(([x, y, radii]) =>
      ringAround(
        { x, y },
        radii.map((radius) => radius * scale),
      ),
    )

function ringAround(center: { x: number; y: number }, radii: readonly number[]) {
  return radii.map((radius, i) => {
    const angle = (2 * Math.PI * i) / radii.length
    return { x: center.x + radius * Math.cos(angle), y: center.y + radius * Math.sin(angle) }
  })
}

const withHole = fc.tuple(inner, inner, fc.integer({ min: 3, max: 8 })).map(([x, y, corners]) => [
  ringAround(
    { x, y },
    Array.from({ length: corners }, () => 0.2),
  ),
  ringAround(
    { x, y },
    Array.from({ length: corners }, () => 0.08),
  ),
])

const maskOf = (widthPx: number, heightPx: number): fc.Arbitrary<FlatShape> =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: widthPx * heightPx - 1 }), { maxLength: 12 })
    .map((cuts) => [0, ...cuts.sort((a, b) => a - b), widthPx * heightPx])
    .map((edges) => ({
      type: 'mask',
      widthPx,
      heightPx,
      counts: edges.slice(1).map((edge, i) => edge - edges[i]),
    }))

const rectangle: fc.Arbitrary<FlatShape> = fc
  .tuple(unit, unit, unit, unit)
  .filter(([a, b, c, d]) => Math.abs(a - b) > 0.01 && Math.abs(c - d) > 0.01)
  .map(([a, b, c, d]) => ({
    type: 'rectangle',
    left: Math.min(a, b),
    right: Math.max(a, b),
    top: Math.min(c, d),
    bottom: Math.max(c, d),
  }))

/** Shapes of each kind, and how often they are met. */
export const shapeKinds = (widthPx: number, heightPx: number): fc.WeightedArbitrary<FlatShape>[] => [
  { weight: 4, arbitrary: rectangle },
  {
    weight: 4,
    arbitrary: fc.oneof(
      starRing(1).map((ring): FlatShape => ({ type: 'polygon', rings: [ring] })),
      withHole.map((rings): FlatShape => ({ type: 'polygon', rings })),
    ),
  },
  { weight: 2, arbitrary: maskOf(widthPx, heightPx) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('rotated_rectangle' as const),
      center: point,
      widthPx: lengthPx,
      heightPx: lengthPx,
      rotationRad: rotation,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('ellipse' as const),
      center: point,
      radiusXPx: lengthPx,
      radiusYPx: lengthPx,
      rotationRad: rotation,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('line' as const),
      points: fc.array(point, { minLength: 2, maxLength: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('landmark' as const),
      points: fc.array(fc.record({ x: unit, y: unit, label: fc.integer({ min: 1, max: 17 }), visible: fc.boolean() }), {
        minLength: 1,
        maxLength: 17,
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('cuboid' as const),
      points: fc.array(point, { minLength: 8, maxLength: 8 }),
    }),
  },
]

export const shapeOf = (widthPx: number, heightPx: number): fc.Arbitrary<FlatShape> =>
  fc.oneof(...shapeKinds(widthPx, heightPx))

export const attributesOf = fc.record(
  {
    kind: fc.constantFrom('sedan', 'van', 'Lastwagen ü').map((value) => ({ value })),
    parked: fc.boolean().map((value) => ({ value })),
    seats: fc.integer({ min: -3, max: 60 }).map((value) => ({ value })),
    tags: fc.subarray(['a', 'b', 'c'], { minLength: 1 }).map((value) => ({ value })),
  },
  { requiredKeys: [], noNullPrototype: true },
)

/** The `data` of a result document of an image of that size. */
export function imageData(
  image: { widthPx: number; heightPx: number },
  shapes: readonly FlatShape[],
  more: readonly object[],
) {
  const annotations: Record<string, object[]> = { rectangles: [], polygons: [], lines: [], cuboids: [], landmarks: [] }
  for (const [index, shape] of shapes.entries()) {
    const group = IMAGE_GROUPS.find(({ kind }) => kind === shape.type)?.name ?? ''
    const list = annotations[group] ?? []
    annotations[group] = list
    list.push({
      _id: `record-${index}`,
      type: shape.type,
      ...more[index],
      ...writeShape(shape, image),
      source: 'manual',
    })
  }
  return {
    image_url: 'https://data.example/images/0001.jpg?token=secret',
    image: { width: image.widthPx, height: image.heightPx, exif_orientation: 1 },
    coordinate_system: { units: 'normalized', origin: 'top_left', x: 'right', y: 'down' },
    annotations,
  }
}

const labelled = fc.constantFrom('car', 'person of interest', '行人').chain((label) =>
  (label === 'car' ? attributesOf : fc.constant({})).map((attributes) => ({
    label,
    class_id: `class-${label}`,
    attributes,
  })),
)

const imageJob = (referenceId: string): fc.Arbitrary<GivenJob> =>
  size.chain(({ widthPx, heightPx }) =>
    fc
      .tuple(
        fc.oneof(
          { weight: 6, arbitrary: fc.array(fc.tuple(shapeOf(widthPx, heightPx), labelled), { maxLength: 8 }) },
          // More objects than a byte counts.
          { weight: 1, arbitrary: fc.tuple(rectangle, labelled).map((one) => Array.from({ length: 300 }, () => one)) },
        ),
        fc.option(fc.string({ unit: 'grapheme', minLength: 1 })),
      )
      .map(
        ([records, weather]): GivenJob => ({
          referenceId,
          data: {
            ...imageData(
              { widthPx, heightPx },
              records.map(([shape]) => shape),
              records.map(([, more]) => more),
            ),
            ...(weather !== null && { image_attributes: { weather: { value: weather } } }),
          },
          frames: [
            {
              frameId: '',
              timestampNs: null,
              worldFromEgo: null,
              files: [
                {
                  sensorId: '',
                  kind: 'image',
                  // The same base name in every job, as customers have it.
                  url: `https://data.example/images/${encodeURIComponent(referenceId)}/0001.jpg`,
                  mediaType: 'image/jpeg',
                  size: { widthPx, heightPx },
                  commonFromSensor: null,
                  open: async () => null,
                },
              ],
            },
          ],
        }),
      ),
  )

const referenceIds = fc.uniqueArray(
  fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.constantFrom('drive/7', 'Drive/7', 'drive_7', 'DRIVE_7', '../x', 'con', 'a\\b', ' ', 'ä', 'a.jpg'),
  ),
  { minLength: 0, maxLength: 4 },
)

export const imageJobs: fc.Arbitrary<GivenJob[]> = referenceIds.chain((ids) => fc.tuple(...ids.map(imageJob)))
