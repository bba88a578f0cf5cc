import { tagClass } from '../../src/formats/results/testJobs.ts'
import { DEFAULT_INTRINSICS } from '../../src/geometry/intrinsics.ts'
import type { Pose } from '../../src/geometry/pose.ts'
import { multiplyQuaternions, normalizeQuaternion, quaternionFromYaw } from '../../src/geometry/quaternion.ts'
import type { ExportFrame, ExportSensor } from '../../src/interchange/core/exportSet.ts'
import fc from '../laws.ts'
import { type GivenJob, tagOf } from './exportJob.ts'

/** Sequences as the field brings them: UTM coordinates, leaning boxes, gaps, frames without objects or cameras. */

export const BOX_TAG = tagOf('cuboid3d', { classes: [tagClass('car'), tagClass('police car'), tagClass('行人')] })

/** Optical: z of the camera is x of the lidar. */
export const OPTICAL = normalizeQuaternion({ w: 0.5, x: -0.5, y: 0.5, z: -0.5 })
export const IMAGE = { widthPx: 1200, heightPx: 400 }

export const SENSORS: readonly ExportSensor[] = [
  { id: 'lidar', name: 'lidar', modality: 'lidar', primaryView: true, isEditable: true, intrinsics: null },
  {
    id: 'front',
    name: 'front',
    modality: 'camera',
    primaryView: false,
    isEditable: true,
    intrinsics: { ...DEFAULT_INTRINSICS, fx: 700, fy: 700, cx: 600, cy: 180 },
  },
]

const metres = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const vector = (reach: number, height: number) =>
  fc.record({ x: metres(-reach, reach), y: metres(-reach, reach), z: metres(-height, height) })

export interface BoxScene {
  ego: Pose
  job: GivenJob
}

/** `lean`: the most that boxes lean, radians. */
export const boxScenes = (lean: number): fc.Arbitrary<BoxScene> =>
  fc
    .record({
      origin: fc.oneof(vector(50, 2), vector(5e6, 500)),
      yaw: metres(-3, 3),
      frameCount: fc.integer({ min: 1, max: 4 }),
      boxes: fc.array(
        fc.record({
          at: fc.record({ x: metres(6, 60), y: metres(-15, 15), z: metres(-2, 1) }),
          yaw: metres(-3.1, 3.1),
          lean: metres(-lean, lean),
          size: fc.record({ length: metres(0.3, 12), width: metres(0.3, 3), height: metres(0.5, 4) }),
          label: fc.constantFrom('car', 'police car', '行人'),
          inFrames: fc.integer({ min: 1, max: 15 }),
        }),
        { maxLength: 6 },
      ),
    })
    .map(({ origin, yaw, frameCount, boxes }): BoxScene => {
      const ego: Pose = { position: origin, heading: quaternionFromYaw(yaw) }
      const frames = Array.from({ length: frameCount }, (_, index) => frameAt(index, ego))
      const annotations = frames.flatMap(({ frameId }, frame) =>
        boxes.flatMap(({ at, size, label, inFrames, ...box }, track) => {
          if ((inFrames & (1 << frame)) === 0) return []
          const leaning = { w: Math.cos(box.lean / 2), x: 0, y: Math.sin(box.lean / 2), z: 0 }
          const heading = normalizeQuaternion(
            multiplyQuaternions(multiplyQuaternions(ego.heading, quaternionFromYaw(box.yaw)), leaning),
          )
          const position = inWorld(ego, at)
          return [record(`track-${track}`, frameId, label, { position, heading: positive(heading), dimensions: size })]
        }),
      )
      const labels = new Map(annotations.map(({ track_id, label }) => [track_id, label]))
      const tracks = [...labels].map(([track_id, label]) => ({ track_id, label, stationary: false, attributes: {} }))
      return {
        ego,
        job: {
          referenceId: 'drive/1',
          data: { annotation_data: { tracks, annotations }, sensor_data: { frames: [] } },
          frames,
          sensors: SENSORS,
        },
      }
    })

function inWorld(ego: Pose, at: { x: number; y: number; z: number }) {
  const yaw = 2 * Math.atan2(ego.heading.z, ego.heading.w)
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)]
  const { position } = ego
  return {
    x: position.x + at.x * cos - at.y * sin,
    y: position.y + at.x * sin + at.y * cos,
    z: position.z + at.z,
  }
}

const positive = (q: Pose['heading']) => (q.w < 0 ? { w: -q.w, x: -q.x, y: -q.y, z: -q.z } : q)

const record = (track_id: string, frame_id: string, label: string, geometry: object) => ({
  _id: `${track_id}/${frame_id}`,
  type: 'cuboid' as const,
  track_id,
  frame_id,
  sensor_id: 'lidar',
  label,
  class_id: `class-${label}`,
  color: 'rgb(1, 2, 3)',
  key_frame: true,
  source: 'manual',
  ...geometry,
  point_count: 7,
  attributes: {},
})

function frameAt(index: number, ego: Pose): Omit<ExportFrame, 'name'> {
  const file = { mediaType: null, size: null, open: async () => null }
  return {
    frameId: `frame/${index}`,
    timestampNs: BigInt(index) * 100_000_000n,
    worldFromEgo: ego,
    files: [
      { ...file, sensorId: 'lidar', kind: 'cloud', url: `https://data.example/${index}.pcd`, commonFromSensor: ego },
      {
        ...file,
        sensorId: 'front',
        kind: 'image',
        url: `https://data.example/${index}.jpg`,
        size: IMAGE,
        commonFromSensor: { position: ego.position, heading: multiplyQuaternions(ego.heading, OPTICAL) },
      },
    ],
  }
}
