import type { JobPayloadAnswer } from '../../../src/contract/payload.ts'
import { makeStreet } from '../../../src/demo/street/street.ts'
import type { SensorFrame, SensorView } from '../../../src/formats/workbench/job.ts'
import { identityPose, type Pose } from '../../../src/geometry/pose.ts'
import { identityQuaternion } from '../../../src/geometry/quaternion.ts'
import type { Vec3 } from '../../../src/geometry/vec3.ts'
import { emptyDocument } from '../../../src/model/document/document.ts'
import type { TagClass } from '../../../src/model/tag.ts'
import { encodePointChunks } from '../../../src/pcd/pointChunks.ts'
import { SAMPLE_CLASS } from '../../web/desk/desk.ts'
import type { Sample } from '../../web/samplePayload.ts'
import { streetPayload } from '../../web/streetPayload.ts'
import type { Box } from './boxes.ts'

/** A flat field of places, an object in the middle of some of them, seen by a lidar in the middle of the field. */

export const FRAMES = 5
export const SENSOR: Vec3 = { x: 0, y: 0, z: 1.8 }
/** In the last frame so much of an object's height is seen. */
const SEEN_LAST = 0.55
const PLACE_M = { x: 12, y: 11 }
const COLUMNS = [-2, -1, 0, 1, 2]
const ROWS = [-1, 0, 1]

const select = (name: string, options: string[], per: 'object' | 'frame', required: boolean) =>
  ({ name, type: 'select', options, required, default: null, per }) as const

const STATE = select('state', ['parked', 'moving'], 'object', true)
const OCCLUSION = select('occlusion', ['none', 'half', 'most'], 'frame', false)
const named = (name: string, given: Partial<TagClass>): TagClass => ({ ...SAMPLE_CLASS, classId: name, name, ...given })

export const CLASSES: readonly TagClass[] = [
  named('car', { attributes: [STATE, OCCLUSION], defaultSize: { length: 4.4, width: 1.85, height: 1.5 } }),
  named('pedestrian', { attributes: [OCCLUSION], defaultSize: { length: 0.7, width: 0.7, height: 1.75 } }),
  named('cone', { defaultSize: { length: 0.5, width: 0.5, height: 0.8 } }),
]

/** Something that stands or goes in a place. */
export interface Standing {
  classId: string
  place: Vec3
  /** By frame. */
  boxes: readonly Box[]
}

const PLACES: readonly Vec3[] = ROWS.flatMap((row) =>
  COLUMNS.map((column): Vec3 => ({ x: column * PLACE_M.x, y: row * PLACE_M.y, z: 0 })),
).filter(({ x, y }) => x !== 0 || y !== 0)

const CAR = { length: 4.3, width: 1.8, height: 1.5 }
const WALKER = { length: 0.6, width: 0.6, height: 1.75 }

const goingOn = (at: Vec3, yaw: number, size: typeof CAR, stepM: number): Box[] =>
  Array.from({ length: FRAMES }, (_, frame) => {
    const along = (frame - (FRAMES - 1) / 2) * stepM
    const [x, y] = [at.x + along * Math.cos(yaw), at.y + along * Math.sin(yaw)]
    return { x, y, z: size.height / 2, yaw, ...size }
  })

/** Parked and moving cars, and two people who walk side by side. */
export const STANDING: readonly Standing[] = PLACES.flatMap((place, i): Standing[] => {
  const yaw = i * 0.7 - 2
  const car = (stepM: number) => [{ classId: 'car', place, boxes: goingOn(place, yaw, CAR, stepM) }]
  if (i % 7 === 3) {
    return [-0.45, 0.45].map((aside) => {
      const at = { ...place, x: place.x - aside * Math.sin(yaw), y: place.y + aside * Math.cos(yaw) }
      return { classId: 'pedestrian', place, boxes: goingOn(at, yaw, WALKER, 0.12) }
    })
  }
  if (i % 3 === 0) return car(0)
  return i % 3 === 1 ? car(0.6) : []
})

/** Places with nothing but ground. */
export const BARE: readonly Vec3[] = PLACES.filter((place) => !STANDING.some((one) => one.place === place))

const GROUND_STEP_M = 0.5
const SHELL_STEP_M = 0.22

function cloudOf(frame: number): Float64Array {
  const points: number[] = []
  for (let x = -30; x <= 30; x += GROUND_STEP_M) {
    for (let y = -17; y <= 17; y += GROUND_STEP_M) {
      const isUnder = STANDING.some(({ boxes }) => isInside(boxes[frame], x, y))
      if (!isUnder) points.push(x, y, 0.01 * Math.sin(5 * x + 3 * y))
    }
  }
  for (const { boxes } of STANDING) shellOf(points, boxes[frame], frame === FRAMES - 1 ? SEEN_LAST : 1)
  return Float64Array.from(points, (value, i) => value - [SENSOR.x, SENSOR.y, SENSOR.z][i % 3])
}

function isInside({ x, y, yaw, length, width }: Box, px: number, py: number): boolean {
  const [dx, dy] = [px - x, py - y]
  const [along, aside] = [dx * Math.cos(yaw) + dy * Math.sin(yaw), dy * Math.cos(yaw) - dx * Math.sin(yaw)]
  return Math.abs(along) < length / 2 + 0.2 && Math.abs(aside) < width / 2 + 0.2
}

/** Points on the sides and on top of a box; of one that is seen in part those below. */
function shellOf(points: number[], { x, y, z, yaw, length, width, height }: Box, share: number): void {
  const put = (along: number, aside: number, up: number) =>
    points.push(
      x + along * Math.cos(yaw) - aside * Math.sin(yaw),
      y + along * Math.sin(yaw) + aside * Math.cos(yaw),
      z - height / 2 + up,
    )
  const top = height * share
  const steps = (size: number) => {
    const count = Math.max(2, Math.round(size / SHELL_STEP_M))
    return Array.from({ length: count + 1 }, (_, i) => (i / count - 0.5) * size)
  }
  for (const step of steps(top)) {
    const up = Math.max(0.04, step + top / 2)
    for (const along of steps(length)) for (const side of [-1, 1]) put(along, (side * width) / 2, up)
    for (const aside of steps(width)) for (const end of [-1, 1]) put((end * length) / 2, aside, up)
  }
  if (share === 1) for (const along of steps(length)) for (const aside of steps(width)) put(along, aside, height)
}

const CLOUDS: readonly Float64Array[] = Array.from({ length: FRAMES }, (_, frame) => cloudOf(frame))
/** Points by frame, in the frame of the sensor. */
export const clouds = (): readonly Float64Array[] => CLOUDS

const POSE: Pose = { position: SENSOR, heading: identityQuaternion }

function boundsOf(cloud: Float64Array): { min: Vec3; max: Vec3 } {
  const along = (axis: number) => cloud.filter((_, i) => i % 3 === axis)
  const ends = (of: (...values: number[]) => number) => {
    const [x, y, z] = [0, 1, 2].map((axis) => along(axis).reduce((a, b) => of(a, b)))
    return { x, y, z }
  }
  return { min: ends(Math.min), max: ends(Math.max) }
}

/** The camera of the street that looks ahead, on the lidar. */
function frontCamera() {
  const street = makeStreet({ frames: 1, beams: 1, azimuthStepDeg: 90 })
  const shot = street.frames[0].cameras.find(({ sensorId }) => sensorId === 'front')
  if (!shot) throw new Error('the street has no front camera')
  const { intrinsics, width: widthPx, height: heightPx } = shot
  return { pose: { ...shot.commonFromCamera, position: SENSOR }, intrinsics, widthPx, heightPx }
}

/** The field as the workbench gets it. Of linked boxes the camera that looks ahead is there too. */
export function fieldSample(operation: 'cuboid3d' | 'cuboid3d_linked2d'): Sample {
  const files: Sample['files'] = new Map()
  const camera = operation === 'cuboid3d' ? null : frontCamera()
  if (camera) files.set('image', { body: new Uint8Array(), type: 'image/jpeg' })
  const frames = CLOUDS.map((positions, frame): SensorFrame => {
    const { min, max } = boundsOf(positions)
    const pointCount = positions.length / 3
    const bounds = { min: [min.x, min.y, min.z], max: [max.x, max.y, max.z] } as never
    const cloud = { header: {} as never, pointCount, finiteCount: pointCount, positions, bounds }
    const body = encodePointChunks(cloud, { x: 0, y: 0, z: 0 })
    files.set(`cloud-${frame}`, { body, type: 'application/octet-stream' })
    const counts = { bytes: body.length, pointCount, finiteCount: pointCount, bounds: { min, max } }
    const lidar: SensorView = {
      sensorId: 'lidar',
      commonFromSensor: POSE,
      image: null,
      cloud: { file: `cloud-${frame}`, ...counts, commonFromCloud: POSE },
    }
    const sensors = camera ? [lidar, viewOf(camera)] : [lidar]
    return { frameId: `f${frame}`, timestampNs: String(frame * 1e8), commonFromEgo: identityPose, sensors }
  })
  return { payload: payloadOf(operation, frames, camera), files }
}

function viewOf({ pose, widthPx, heightPx }: ReturnType<typeof frontCamera>): SensorView {
  const image = { file: 'image', mediaType: 'image/jpeg', bytes: 1, widthPx, heightPx, pyramid: null }
  return { sensorId: 'front', commonFromSensor: pose, image, cloud: null }
}

function payloadOf(
  operation: 'cuboid3d' | 'cuboid3d_linked2d',
  frames: SensorFrame[],
  camera: ReturnType<typeof frontCamera> | null,
): JobPayloadAnswer {
  const editable = { state: 'editable' } as const
  const lidar = {
    id: 'lidar',
    name: 'Lidar',
    modality: 'lidar',
    primaryView: true,
    intrinsics: null,
    ...editable,
  } as const
  const front = camera && {
    ...({ id: 'front', name: 'Front', modality: 'camera', primaryView: false, ...editable } as const),
    intrinsics: camera.intrinsics,
  }
  const payload = streetPayload(operation, emptyDocument(operation, frames.length), 'annotate', {
    kind: 'frames',
    frames,
    pointCloudFrame: 'sensor',
    hasEgoPose: true,
    sensors: front ? [lidar, front] : [lidar],
  })
  // What is missing is asked about, and does not stop anyone.
  return { ...payload, tag: { ...payload.tag, classes: CLASSES, checks: { MISSING_ATTRIBUTE: 'warning' } } }
}
