import { type Static, type TSchema, Type } from 'typebox'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import { composePoses, identityPose, invertPose, type Pose } from '../../geometry/pose.ts'
import { quaternionFromMatrix } from '../../geometry/quaternion.ts'
import type { SentRig, SentRigFile, SentRigFrame, SentSensor } from '../core/sentRig.ts'
import type { SentOpenLabel } from './document.ts'

const numbers = (minItems: number, maxItems = minItems) => Type.Array(Type.Number(), { minItems, maxItems })

const Moved = Type.Union([
  Type.Object({ quaternion: numbers(4), translation: numbers(3) }),
  Type.Object({ matrix4x4: numbers(16) }),
])
const Pinhole = Type.Object({
  width_px: Type.Optional(Type.Number()),
  height_px: Type.Optional(Type.Number()),
  camera_matrix: numbers(9, 12),
  distortion_coeffs: Type.Optional(numbers(4, 14)),
})
const Fisheye = Type.Object({
  width_px: Type.Optional(Type.Number()),
  height_px: Type.Optional(Type.Number()),
  center_x_px: Type.Number(),
  center_y_px: Type.Number(),
  focal_length_x_px: Type.Number(),
  focal_length_y_px: Type.Number(),
  skew_px: Type.Optional(Type.Number()),
  lens_coeffs: numbers(4),
})
const Transform = Type.Object({ src: Type.String(), dst: Type.String(), transform_src_to_dst: Moved })
const Timestamp = Type.Union([Type.String({ pattern: '^\\d{1,19}$' }), Type.Number({ minimum: 0 })])

/** Sensors are read only in this form; documents with other forms still have labels. */
const reading = <S extends TSchema>(schema: S) => {
  const check = schemaCheck(schema)
  return (value: unknown): Static<S> | null => (check.accepts(value) ? value : null)
}
const [pinholeOf, fisheyeOf, transformOf, movedOf] = [
  reading(Pinhole),
  reading(Fisheye),
  reading(Transform),
  reading(Moved),
] as const
const timestampOf = reading(Timestamp)

type Size = SentRigFile['size']

/** Lidars and cameras of the streams, with their pose in each frame. */
export function documentRig(openlabel: SentOpenLabel): SentRig {
  const { streams = {}, frames = {} } = openlabel
  const sizes = new Map<string, Size>()
  const sensors = Object.entries(streams).flatMap(
    ([id, { type, stream_properties: properties = {} }]): SentSensor[] => {
      if (type !== 'lidar' && type !== 'camera') return []
      const lens = type === 'camera' ? lensOf(properties) : null
      sizes.set(id, lens?.size)
      return [{ id, modality: type, intrinsics: lens?.intrinsics ?? null }]
    },
  )
  const known = new Set(sensors.map(({ id }) => id))
  const vehicle = Object.values(openlabel.coordinate_systems ?? {}).length > 0 ? vehicleOf(openlabel) : null
  const ordered = Object.entries(frames).sort(([a], [b]) => Number(a) - Number(b))
  return {
    sensors,
    frames: ordered.map(([key, { frame_properties: properties = {} }]): SentRigFrame => {
      const placeOf = placesIn(openlabel, properties.transforms ?? {})
      return {
        frameId: properties.frame_id ?? key,
        timestampNs: nanosecondsOf(properties.timestamp),
        worldFromEgo: vehicle === null ? null : placeOf(vehicle),
        files: Object.entries(properties.streams ?? {}).flatMap(([id, { uri }]): SentRigFile[] =>
          uri !== undefined && known.has(id)
            ? [
                {
                  sensorId: id,
                  source: uri,
                  commonFromSensor: placeOf(id) ?? identityPose,
                  size: sizes.get(id) ?? null,
                },
              ]
            : [],
        ),
      }
    }),
  }
}

/** The system that sensors hang on, when it moves in another one. */
function vehicleOf({ coordinate_systems: systems = {} }: SentOpenLabel): string | null {
  const found = Object.entries(systems).find(([, { type, parent }]) => type === 'local_cs' && parent !== '')
  return found?.[0] ?? null
}

/** The pose of a system in the root system: as the frame says, otherwise its fixed one. */
function placesIn({ coordinate_systems: systems = {} }: SentOpenLabel, given: Record<string, unknown>) {
  const transforms = Object.values(given).flatMap((one) => transformOf(one) ?? [])
  const parentFrom = (id: string, parent: string): Pose | null => {
    const moved = transforms.find(({ src, dst }) => src === id && dst === parent)
    if (moved) return poseOf(moved.transform_src_to_dst)
    const inverse = transforms.find(({ src, dst }) => src === parent && dst === id)
    if (inverse) return invertPose(poseOf(inverse.transform_src_to_dst))
    const standing = movedOf(systems[id]?.pose_wrt_parent)
    return standing && poseOf(standing)
  }
  const placeOf = (id: string, depth = 0): Pose | null => {
    const parent = Object.hasOwn(systems, id) ? systems[id].parent : ''
    if (parent === '' || depth > MAX_DEPTH) return null
    const pose = parentFrom(id, parent)
    const above = placeOf(parent, depth + 1)
    return pose && above ? composePoses(above, pose) : (pose ?? above)
  }
  return (id: string) => placeOf(id)
}

/** Systems that hang on one another in a circle end here. */
const MAX_DEPTH = 8

function poseOf(moved: Static<typeof Moved>): Pose {
  if ('quaternion' in moved) {
    const [[x, y, z, w], [px, py, pz]] = [moved.quaternion, moved.translation]
    return { position: { x: px, y: py, z: pz }, heading: { w, x, y, z } }
  }
  const m = moved.matrix4x4
  try {
    const heading = quaternionFromMatrix([0, 1, 2, 4, 5, 6, 8, 9, 10].map((index) => m[index]))
    return { position: { x: m[3], y: m[7], z: m[11] }, heading }
  } catch (error) {
    // The numbers are not a rotation.
    if (error instanceof RangeError) return identityPose
    throw error
  }
}

const nanosecondsOf = (given: unknown): bigint | null => {
  const time = timestampOf(given)
  if (time === null) return null
  return typeof time === 'string' ? BigInt(time) : BigInt(Math.round(time * 1e9))
}

function lensOf(
  properties: Readonly<Record<string, unknown>>,
): { intrinsics: Partial<CameraIntrinsics>; size: Size } | null {
  const pinhole = pinholeOf(properties.intrinsics_pinhole)
  if (pinhole) {
    const m = pinhole.camera_matrix
    const row = m.length / 3
    const [k1 = 0, k2 = 0, p1 = 0, p2 = 0, k3 = 0] = pinhole.distortion_coeffs ?? []
    const intrinsics = { fx: m[0], skew: m[1], cx: m[2], fy: m[row + 1], cy: m[row + 2], k1, k2, k3, p1, p2 }
    return { intrinsics, size: sizeOf(pinhole) }
  }
  const fisheye = fisheyeOf(properties.intrinsics_fisheye)
  if (!fisheye) return null
  const [k1, k2, k3, k4] = fisheye.lens_coeffs
  const { focal_length_x_px: fx, focal_length_y_px: fy, center_x_px: cx, center_y_px: cy, skew_px: skew = 0 } = fisheye
  return { intrinsics: { cameraModel: 'fisheye', fx, fy, cx, cy, skew, k1, k2, k3, k4 }, size: sizeOf(fisheye) }
}

const sizeOf = ({ width_px: widthPx = 0, height_px: heightPx = 0 }: { width_px?: number; height_px?: number }): Size =>
  widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : null
