import { tagClass } from '../../src/formats/results/testJobs.ts'
import { identityPose } from '../../src/geometry/pose.ts'
import type { ExportSensor } from '../../src/interchange/core/exportSet.ts'
import { instanceName } from '../../src/model/tag.ts'
import { DEFAULT_PCD_LIMITS } from '../../src/pcd/pcdLimits.ts'
import { readPcd } from '../../src/pcd/pcdReader.ts'
import { writePcd } from '../../src/pcd/pcdWriter.ts'
import fc from '../laws.ts'
import { type GivenJob, tagOf } from './exportJob.ts'

/** Labelled clouds as the field brings them: UTM coordinates, points without coordinates, one point, 300 instances. */

export const POINTS_TAG = tagOf('segmentation3d', {
  classes: [
    tagClass('road'),
    tagClass('car', { instantiable: true }),
    tagClass('行人', { instantiable: true, color: 'rgb(250, 1, 9)' }),
    tagClass('never used'),
  ],
})

const LIDAR: ExportSensor = {
  id: 'lidar',
  name: 'lidar',
  modality: 'lidar',
  primaryView: true,
  isEditable: true,
  intrinsics: null,
}

const offset = fc.double({ min: -80, max: 80, noNaN: true })
const point = fc.tuple(offset, offset, offset, fc.integer({ min: 0, max: 9 }))

/** Values of a legend, whose numbers are not in order. */
const legendValues = fc.oneof(
  fc.subarray(['road', 'car', 'car#0', 'car#1', 'car#7', '行人', '行人#1'], { minLength: 1 }),
  fc.constant(Array.from({ length: 300 }, (_, number) => instanceName('car', number))),
)

export interface HardCloud {
  points: readonly (readonly number[])[]
  isFar: boolean
  values: readonly string[]
  picks: readonly number[]
  hasColour: boolean
}

export const hardClouds: fc.Arbitrary<HardCloud> = fc
  .record({
    points: fc.array(point, { minLength: 1, maxLength: 60 }),
    isFar: fc.boolean(),
    values: legendValues,
    picks: fc.array(fc.nat(), { minLength: 400, maxLength: 400 }),
    hasColour: fc.boolean(),
  })
  .map(({ points, ...cloud }) => ({
    ...cloud,
    points: cloud.values.length > 10 ? Array.from({ length: 400 }, (_, i) => points[i % points.length]) : points,
  }))

const FAR = [500_000.25, 5_400_000.5, 310]

/** A job whose cloud was labelled. */
export async function cloudJob(
  { points, isFar, values, picks, hasColour }: HardCloud,
  referenceId = 'scan/ü 1',
): Promise<GivenJob> {
  const [x0, y0, z0] = isFar ? FAR : [0, 0, 0]
  // One of ten points has no coordinates; it keeps its place in the file.
  const numbers = points.flatMap(([x, y, z, kind]) =>
    kind === 0 ? [Number.NaN, Number.NaN, Number.NaN] : [x + x0, y + y0, z + z0],
  )
  const file = writePcd(
    {
      positions: isFar ? Float64Array.from(numbers) : Float32Array.from(numbers),
      intensity: Float32Array.from(points, (_, index) => index / 3),
      ...(hasColour && { rgb: Uint8Array.from({ length: 3 * points.length }, (_, index) => (index * 7) % 256) }),
    },
    'binary',
  )
  const keys = values.map((_, index) => 3 * (values.length - index))
  const labels = Uint32Array.from(points, (_, index) => [0, ...keys][picks[index] % (keys.length + 1)])
  const count = (key: number) => labels.filter((label) => label === key).length
  const legend = [
    { ...entry(0, 'unlabelled'), class_id: 'unlabelled' },
    ...values.map((value, index) => entry(keys[index], value)),
  ].map((one) => ({ ...one, point_count: count(one.label_key) }))
  return {
    referenceId,
    data: { url: 'https://data.example/labels.pcd', point_count: points.length, legend },
    frames: [
      {
        frameId: '',
        timestampNs: null,
        worldFromEgo: null,
        files: [
          {
            sensorId: 'lidar',
            kind: 'cloud',
            url: `https://data.example/${encodeURIComponent(referenceId)}.pcd`,
            mediaType: null,
            size: null,
            commonFromSensor: identityPose,
            open: async () => bytesOnce(file),
          },
        ],
      },
    ],
    sensors: [LIDAR],
    labels: { cloud: await readPcd(file, DEFAULT_PCD_LIMITS), labels },
  }
}

async function* bytesOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const entry = (label_key: number, value: string) => ({
  id: `entry-${label_key}`,
  text: value,
  value,
  label_key,
  color: 'rgb(128, 128, 128)',
  class_id: `class-${value.split('#', 1)[0]}`,
})
