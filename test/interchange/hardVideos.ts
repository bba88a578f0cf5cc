import { attribute, tagClass } from '../../src/formats/results/testJobs.ts'
import { writeShape } from '../../src/formats/results/wireShapes.ts'
import type { FlatShape } from '../../src/model/document/shape.ts'
import fc from '../laws.ts'
import { type GivenJob, tagOf } from './exportJob.ts'
import { attributesOf, shapeKinds } from './hardImages.ts'

/** Videos like those in the field: gaps, hidden frames, one frame, no object, odd frame ids, values that change. */

export const VIDEO_TAG = tagOf('video2d', {
  classes: [
    tagClass('car', {
      attributes: [
        attribute({ name: 'kind', per: 'object', type: 'select', options: ['sedan', 'van', 'Lastwagen ü'] }),
        attribute({ name: 'parked', per: 'frame', type: 'boolean' }),
        attribute({ name: 'seats', per: 'object', type: 'number' }),
        attribute({ name: 'tags', per: 'frame', type: 'multiselect', options: ['a', 'b', 'c'] }),
      ],
    }),
    tagClass('person of interest'),
    tagClass('行人'),
  ],
})

const SIZE = { widthPx: 64, heightPx: 48 }
const FRAME_IDS = ['first', '__proto__', '7', 'a/b', ' ', 'Ä', 'A', 'a']

const inFrames = fc.integer({ min: 1, max: 255 })

const MOST_FRAMES = FRAME_IDS.length
const shapesOfOneKind = fc.oneof(
  ...shapeKinds(SIZE.widthPx, SIZE.heightPx).map(({ weight, arbitrary }) => ({
    weight,
    arbitrary: fc.array(arbitrary, { minLength: MOST_FRAMES, maxLength: MOST_FRAMES }),
  })),
)

/** A shape of one type for each frame that the track is in. */
const trackOf = (frameCount: number) =>
  fc
    .tuple(
      shapesOfOneKind,
      inFrames,
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      fc.constantFrom('car', 'person of interest', '行人'),
      fc.array(attributesOf, { minLength: 8, maxLength: 8 }),
    )
    .map(([shapes, mask, hidden, keys, label, values]) => {
      const frames = FRAME_IDS.slice(0, frameCount).flatMap((frameId, i) =>
        (mask & (1 << i)) === 0
          ? []
          : [{ frameId, shape: shapes[i], hidden: hidden[i], keyFrame: keys[i], values: values[i] }],
      )
      return { label, type: shapes[0].type, frames }
    })

type HardTrack = ReturnType<typeof trackOf> extends fc.Arbitrary<infer T> ? T : never

const picked = (values: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))

function trackRecord({ label, type, frames }: HardTrack, index: number): object[] {
  if (frames.length === 0) return []
  const isCar = label === 'car'
  const record = (shape: FlatShape) => writeShape(shape, SIZE)
  return [
    {
      _id: `track-${index}`,
      track_id: `track-${index}`,
      type,
      label,
      class_id: `class-${label}`,
      attributes: isCar ? picked(frames[0].values, ['kind', 'seats']) : {},
      frames: Object.fromEntries(
        frames.map(({ frameId, shape, hidden, keyFrame, values }) => [
          frameId,
          {
            _id: `track-${index}/${frameId}`,
            type,
            label,
            key_frame: keyFrame,
            source: 'manual',
            hidden,
            attributes: isCar ? picked(values, ['parked', 'tags']) : {},
            ...record(shape),
          },
        ]),
      ),
    },
  ]
}

function videoJob(referenceId: string, frameCount: number, tracks: readonly HardTrack[]): GivenJob {
  const frames = FRAME_IDS.slice(0, frameCount).map((frameId, index) => ({
    frameId,
    timestampNs: null,
    worldFromEgo: null,
    files: [
      {
        sensorId: '',
        kind: 'image' as const,
        url: `https://data.example/${encodeURIComponent(referenceId)}/${index}.jpg`,
        mediaType: 'image/jpeg',
        size: SIZE,
        commonFromSensor: null,
        open: async () => null,
      },
    ],
  }))
  const data = {
    coordinate_system: { units: 'normalized', origin: 'top_left', x: 'right', y: 'down' },
    annotation_data: { annotations: tracks.flatMap(trackRecord) },
    video_data: {
      frames: frames.map(({ frameId, files: [{ url }] }) => ({ frame_id: frameId, src: url, width: 64, height: 48 })),
    },
  }
  return { referenceId, data, frames }
}

const referenceIds = fc.uniqueArray(fc.constantFrom('drive/7', 'Drive/7', 'ä', 'a.jpg', '../x'), { maxLength: 3 })

export const videoJobs: fc.Arbitrary<GivenJob[]> = referenceIds.chain((ids) =>
  fc.tuple(
    ...ids.map((id) =>
      fc
        .integer({ min: 1, max: 8 })
        .chain((frameCount) =>
          fc.array(trackOf(frameCount), { maxLength: 5 }).map((tracks) => videoJob(id, frameCount, tracks)),
        ),
    ),
  ),
)
