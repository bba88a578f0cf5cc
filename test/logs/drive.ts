import { composePoses, type Pose } from '../../src/geometry/pose.ts'
import { normalizeQuaternion, quaternionFromYaw } from '../../src/geometry/quaternion.ts'
import { cloud, header, transform } from './ros2Messages.ts'
import type { Written } from './writtenMcap.ts'

export const START_NS = 1_700_000_000_000_000_000n
export const FRAME_NS = 100_000_000n
/** The camera takes its picture later than the lidar ends its turn. */
export const CAMERA_DELAY_NS = 20_000_000n

export const egoFromLidar: Pose = { position: { x: 1, y: 0, z: 1.8 }, heading: quaternionFromYaw(0.5) }
/** z looks forward, x to the right. */
export const egoFromCamera: Pose = {
  position: { x: 1.5, y: 0.1, z: 1.4 },
  heading: normalizeQuaternion({ w: 0.5, x: -0.5, y: 0.5, z: -0.5 }),
}
export const mapFromOdom: Pose = { position: { x: 100, y: 200, z: 0 }, heading: quaternionFromYaw(1) }

/** The vehicle drives 10 m/s and turns to the left. */
export const odomFromEgo = (timeNs: bigint): Pose => {
  const seconds = Number(timeNs - START_NS) / 1e9
  return { position: { x: 10 * seconds, y: 0, z: 0 }, heading: quaternionFromYaw(0.2 * seconds) }
}

export const mapFromEgo = (timeNs: bigint): Pose => composePoses(mapFromOdom, odomFromEgo(timeNs))

export const pointsOf = (frame: number): number[][] =>
  Array.from({ length: 50 }, (_, n) => [n + frame, n * 0.5, -1.5, n / 50])

export const WIDTH = 8
export const HEIGHT = 4

export const pixelsOf = (frame: number): Uint8Array =>
  Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => (at * 7 + frame * 31) % 256)

export const cameraInfo = (timeNs: bigint, more: object = {}) => ({
  header: header(timeNs, 'camera_optical'),
  height: HEIGHT,
  width: WIDTH,
  distortion_model: 'plumb_bob',
  d: [0.1, -0.05, 0.001, 0.002, 0.01],
  k: [6, 0, 4, 0, 7, 2, 0, 0, 1],
  r: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  p: [5, 0, 4.5, 0, 0, 5.5, 2.5, 0, 0, 0, 1, 0],
  binning_x: 0,
  binning_y: 0,
  ...more,
})

export const image = (frame: number, timeNs: bigint) => ({
  header: header(timeNs, 'camera_optical'),
  height: HEIGHT,
  width: WIDTH,
  encoding: 'rgb8',
  is_bigendian: 0,
  step: WIDTH * 3,
  data: pixelsOf(frame),
})

/** A drive with a lidar, a camera, its calibration and transforms, as robots record it. */
export function driveMessages(frames = 3): Written[] {
  const statics = {
    transforms: [
      transform('base_link', 'velodyne', egoFromLidar, START_NS),
      transform('base_link', 'camera_optical', egoFromCamera, START_NS),
      transform('map', 'odom', mapFromOdom, START_NS),
    ],
  }
  const messages: Written[] = [
    { topic: '/tf_static', timeNs: START_NS, name: 'tf2_msgs/TFMessage', message: statics },
    { topic: '/camera/camera_info', timeNs: START_NS, name: 'sensor_msgs/CameraInfo', message: cameraInfo(START_NS) },
  ]
  for (let frame = 0; frame < frames; frame++) {
    const timeNs = START_NS + BigInt(frame) * FRAME_NS
    messages.push({
      topic: '/velodyne_points',
      timeNs,
      name: 'sensor_msgs/PointCloud2',
      message: cloud(pointsOf(frame), timeNs, 'velodyne'),
    })
    const shotNs = timeNs + CAMERA_DELAY_NS
    messages.push({
      topic: '/camera/image_raw',
      timeNs: shotNs,
      name: 'sensor_msgs/Image',
      message: image(frame, shotNs),
    })
    for (const atNs of [timeNs - FRAME_NS / 2n, timeNs, timeNs + FRAME_NS / 2n]) {
      const moved = { transforms: [transform('odom', 'base_link', odomFromEgo(atNs), atNs)] }
      messages.push({ topic: '/tf', timeNs: atNs, name: 'tf2_msgs/TFMessage', message: moved })
    }
  }
  return messages
}
