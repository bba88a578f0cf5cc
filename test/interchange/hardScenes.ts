import { attribute, tagClass } from '../../src/formats/results/testJobs.ts'
import { DEFAULT_INTRINSICS } from '../../src/geometry/intrinsics.ts'
import { applyPose, composePoses, identityPose, type Pose } from '../../src/geometry/pose.ts'
import { multiplyQuaternions, normalizeQuaternion, quaternionFromYaw } from '../../src/geometry/quaternion.ts'
import type { ExportFrame, ExportSensor } from '../../src/interchange/core/exportSet.ts'
import fc from '../laws.ts'
import { POINT_COUNT } from './acceptedData.ts'
import { type GivenJob, tagOf } from './exportJob.ts'
import { IMAGE, OPTICAL } from './hardBoxes.ts'

/** Sequences with all that formats of boxes may meet: lines and points in space, attributes, several sensors, gaps, boxes of cameras alone. */

const CLASSES = [
  tagClass('car', {
    attributes: [
      attribute({ name: 'kind', per: 'object', type: 'select', options: ['sedan', 'van', 'Lastwagen ü'] }),
      attribute({ name: 'doors', per: 'object', type: 'number' }),
      attribute({ name: 'parked', per: 'frame', type: 'boolean' }),
      attribute({ name: 'lights', per: 'frame', type: 'multiselect', options: ['left', 'right', 'brake'] }),
    ],
  }),
  tagClass('police car'),
  tagClass('police_car'),
  tagClass('行人'),
]

const ATTRIBUTES = [
  attribute({ name: 'weather', per: 'job', type: 'text' }),
  attribute({ name: 'tunnel', per: 'frame', type: 'boolean' }),
]

export const CUBOID_TAG = tagOf('cuboid3d', { classes: CLASSES, attributes: ATTRIBUTES })
export const LINKED_TAG = tagOf('cuboid3d_linked2d', { classes: CLASSES, attributes: ATTRIBUTES })

const LIDAR: ExportSensor = {
  id: 'lidar',
  name: 'roof',
  modality: 'lidar',
  primaryView: false,
  isEditable: true,
  intrinsics: null,
}
const FRONT: ExportSensor = {
  ...LIDAR,
  id: 'front',
  name: 'front',
  modality: 'camera',
  intrinsics: { ...DEFAULT_INTRINSICS, fx: 700, fy: 710, cx: 600, cy: 180 },
}
const SENSORS: readonly ExportSensor[] = [
  { ...LIDAR, id: 'bumper' },
  { ...LIDAR, primaryView: true },
  FRONT,
  {
    ...FRONT,
    id: 'back/ü',
    intrinsics: { ...DEFAULT_INTRINSICS, cameraModel: 'fisheye', fx: 400, fy: 400, cx: 600, cy: 200, k1: 0.01 },
  },
]

const metres = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const at = (x: number, y: number, z: number): Pose => ({ position: { x, y, z }, heading: identityPose.heading })

const EGO_FROM: Readonly<Record<string, Pose>> = {
  lidar: at(0, 0, 1.8),
  bumper: { position: { x: 2, y: 0, z: 0.5 }, heading: quaternionFromYaw(0.1) },
  front: { position: { x: 0.3, y: 0.1, z: 1.5 }, heading: OPTICAL },
  'back/ü': { position: { x: -1, y: 0, z: 1.4 }, heading: multiplyQuaternions(quaternionFromYaw(Math.PI), OPTICAL) },
}

const unit = metres(0.02, 0.98)
const interval = fc.tuple(unit, unit).map(([a, b]) => [Math.min(a, b), Math.max(a, b) + 0.01] as const)
const rectangle = fc.option(fc.tuple(interval, interval), { freq: 2 })

const attributesOfCar = fc.record(
  {
    kind: fc.constantFrom('sedan', 'van', 'Lastwagen ü').map((value) => ({ value })),
    doors: fc.integer({ min: 0, max: 5 }).map((value) => ({ value })),
  },
  { requiredKeys: [], noNullPrototype: true },
)
const attributesInFrame = fc.record(
  {
    parked: fc.boolean().map((value) => ({ value })),
    lights: fc.subarray(['left', 'right', 'brake'], { minLength: 1 }).map((value) => ({ value })),
  },
  { requiredKeys: [], noNullPrototype: true },
)

const spacePoint = fc.record(
  {
    x: metres(-20, 20),
    y: metres(-20, 20),
    z: metres(-1, 3),
    name: fc.constantFrom('top', 'foot', 'point_0', 'Fuß'),
    visible: fc.boolean(),
  },
  { requiredKeys: ['x', 'y', 'z'], noNullPrototype: true },
)
const spaceShape = fc.oneof(
  fc.record({ type: fc.constant('polyline3d' as const), points: fc.array(spacePoint, { minLength: 2, maxLength: 6 }) }),
  fc.record({ type: fc.constant('keypoint3d' as const), points: fc.array(spacePoint, { minLength: 1, maxLength: 4 }) }),
)

const track = (lean: number) =>
  fc.record({
    at: fc.record({ x: metres(6, 60), y: metres(-15, 15), z: metres(-2, 1) }),
    yaw: metres(-3.1, 3.1),
    lean: metres(-lean, lean),
    size: fc.record({ length: metres(0.3, 12), width: metres(0.3, 3), height: metres(0.5, 4) }),
    label: fc.constantFrom('car', 'police car', 'police_car', '行人'),
    inFrames: fc.integer({ min: 1, max: 15 }),
    isCameraOnly: fc.boolean(),
    rectangle,
    space: fc.option(spaceShape, { freq: 3 }),
    ofObject: attributesOfCar,
    inFrame: fc.array(attributesInFrame, { minLength: 4, maxLength: 4 }),
  })

type HardTrack = ReturnType<typeof track> extends fc.Arbitrary<infer T> ? T : never

interface SceneOptions {
  /** The most that boxes lean, radians. */
  lean?: number
  isLinked?: boolean
  referenceId?: string
}

export const hardScenes = ({ lean = 0.3, isLinked = false, referenceId = 'drive/1' }: SceneOptions = {}) =>
  fc
    .record({
      origin: fc.oneof(
        fc.record({ x: metres(-50, 50), y: metres(-50, 50), z: metres(-2, 2) }),
        fc.record({ x: metres(4e5, 7e5), y: metres(5e6, 6e6), z: metres(0, 500) }),
      ),
      yaw: metres(-3, 3),
      frameCount: fc.integer({ min: 1, max: 4 }),
      tracks: fc.oneof(
        { weight: 8, arbitrary: fc.array(track(lean), { maxLength: 5 }) },
        { weight: 1, arbitrary: track(lean).map((one) => Array.from({ length: 300 }, () => one)) },
      ),
      hasEgo: fc.boolean(),
      hasTimes: fc.boolean(),
      weather: fc.option(fc.string({ unit: 'grapheme', minLength: 1 })),
      isTunnel: fc.boolean(),
    })
    .map(({ origin, yaw, frameCount, tracks, hasEgo, hasTimes, weather, isTunnel }): GivenJob => {
      const start: Pose = { position: origin, heading: quaternionFromYaw(yaw) }
      const egos = Array.from({ length: frameCount }, (_, index) =>
        hasEgo ? composePoses(start, at(1.5 * index, 0.01 * index, 0)) : identityPose,
      )
      const frames = egos.map((ego, index) => frameAt(index, ego, { hasEgo, hasTimes }))
      const annotations = frames.flatMap(({ frameId }, frame) =>
        tracks.flatMap((one, number) =>
          (one.inFrames & (1 << frame)) === 0
            ? []
            : recordsOf(one, number, { frameId, frame, ego: egos[frame], isLinked }),
        ),
      )
      const present = tracks.flatMap((one, number) => {
        const track_id = trackIdOf(number)
        return annotations.some((record) => record.track_id === track_id)
          ? [{ track_id, label: one.label, stationary: false, attributes: one.label === 'car' ? one.ofObject : {} }]
          : []
      })
      return {
        referenceId,
        data: {
          ...(weather !== null && { job_attributes: { weather: { value: weather } } }),
          ...(isTunnel && { frame_attributes: { [frames[0].frameId]: { tunnel: { value: true } } } }),
          annotation_data: { tracks: present, annotations },
          sensor_data: { frames: [] },
        },
        frames,
        sensors: SENSORS,
      }
    })

const trackIdOf = (number: number) => (number === 1 ? '7b0ba1a4-0a2b-4e6b-9d6f-5a7f3c0b1d2e' : `träck ${number}`)

interface TrackPlace {
  frameId: string
  frame: number
  ego: Pose
  isLinked: boolean
}

interface HardRecord {
  _id: string
  type: string
  track_id: string
  [member: string]: unknown
}

function recordsOf(one: HardTrack, number: number, { frameId, frame, ego, isLinked }: TrackPlace): HardRecord[] {
  const leaning = { w: Math.cos(one.lean / 2), x: 0, y: Math.sin(one.lean / 2), z: 0 }
  const heading = normalizeQuaternion(
    multiplyQuaternions(multiplyQuaternions(ego.heading, quaternionFromYaw(one.yaw)), leaning),
  )
  const head = {
    track_id: trackIdOf(number),
    frame_id: frameId,
    label: one.label,
    class_id: `class-${one.label}`,
    color: 'rgb(1, 2, 3)',
    key_frame: true,
    source: 'pre_annotation',
    attributes: one.label === 'car' ? one.inFrame[frame] : {},
  }
  const id = `${head.track_id}/${frameId}`
  const position = applyPose(ego, { ...one.at, x: one.at.x + frame })
  if (one.space) {
    const points = one.space.points.map((point) => ({ ...point, ...applyPose(ego, point) }))
    return [{ _id: id, type: one.space.type, ...head, sensor_id: 'lidar', points }]
  }
  const cuboid = {
    _id: id,
    type: 'cuboid' as const,
    ...head,
    sensor_id: 'lidar',
    position,
    heading,
    dimensions: one.size,
    point_count: POINT_COUNT,
  }
  if (!isLinked || !one.rectangle) return [cuboid]
  const [[left, right], [top, bottom]] = one.rectangle
  const drawn = {
    _id: `${id}/front`,
    type: 'rectangle' as const,
    ...head,
    sensor_id: 'front',
    linked_id: one.isCameraOnly ? null : id,
    coordinates: [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ],
    ...(!one.isCameraOnly && { projected_coordinates: null }),
  }
  return one.isCameraOnly ? [drawn] : [cuboid, drawn]
}

function frameAt(
  index: number,
  ego: Pose,
  { hasEgo, hasTimes }: { hasEgo: boolean; hasTimes: boolean },
): Omit<ExportFrame, 'name'> {
  const open = async () => null
  return {
    frameId: `frame/${index}`,
    timestampNs: hasTimes ? 1_760_000_000_000_000_000n + BigInt(index) * 100_000_001n : null,
    worldFromEgo: hasEgo ? ego : null,
    files: SENSORS.map(({ id, modality }) => ({
      sensorId: id,
      kind: modality === 'camera' ? ('image' as const) : ('cloud' as const),
      url: `https://data.example/${encodeURIComponent(id)}/${index}.${modality === 'camera' ? 'jpg' : 'pcd'}`,
      mediaType: null,
      size: modality === 'camera' ? IMAGE : null,
      commonFromSensor: composePoses(ego, EGO_FROM[id]),
      open,
    })),
  }
}
