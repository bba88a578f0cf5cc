import type { Pose } from '../../../geometry/pose.ts'
import { type Fields, fieldsOf, memberOf, numberOf } from './fieldsOf.ts'
import { LocalEnu } from './localEnu.ts'
import { messagePose } from './messagePose.ts'
import { PoseSamples } from './poseSamples.ts'
import { frameName, stampOf } from './stamp.ts'
import type { Transforms } from './transforms.ts'

export const TRANSFORM_SCHEMAS: ReadonlySet<string> = new Set([
  'tf2_msgs/TFMessage',
  'tf/tfMessage',
  'geometry_msgs/TransformStamped',
  'foxglove.FrameTransform',
  'foxglove.FrameTransforms',
])

export const POSE_SCHEMAS: ReadonlySet<string> = new Set([
  'nav_msgs/Odometry',
  'geometry_msgs/PoseStamped',
  'geometry_msgs/PoseWithCovarianceStamped',
  'foxglove.PoseInFrame',
  'sensor_msgs/NavSatFix',
  'foxglove.LocationFix',
  'sensor_msgs/Imu',
])

const FIX_SCHEMAS: ReadonlySet<string> = new Set(['sensor_msgs/NavSatFix', 'foxglove.LocationFix'])

/** Adds the transforms of a message to the tree. */
export function addTransforms(message: Fields, topic: string, logTimeNs: bigint, transforms: Transforms): void {
  const isStatic = topic.endsWith('tf_static')
  const several = memberOf(message, 'transforms')
  for (const one of Array.isArray(several) ? several.map(fieldsOf) : [message]) {
    const { timeNs, frameId } = stampOf(one, logTimeNs)
    const parent = frameId || frameName(one.parent_frame_id)
    const pose = messagePose(one.transform ?? one)
    if (pose) transforms.add(parent, frameName(one.child_frame_id), pose, isStatic ? null : timeNs)
  }
}

/** Where one topic says that something was, over time. */
export class PoseTrack {
  readonly topic: string
  readonly schemaName: string
  /** The frame in which poses are, or that has the position or heading. */
  frameId = ''
  /** The frame that moves; empty where the message does not say. */
  childFrameId = ''
  readonly samples = new PoseSamples()
  #enu: LocalEnu | null = null

  constructor(topic: string, schemaName: string) {
    this.topic = topic
    this.schemaName = schemaName
  }

  get isFix(): boolean {
    return FIX_SCHEMAS.has(this.schemaName)
  }

  /** Whether it has headings alone. */
  get isHeading(): boolean {
    return this.schemaName === 'sensor_msgs/Imu'
  }

  add(message: Fields, logTimeNs: bigint): void {
    const { timeNs, frameId } = stampOf(message, logTimeNs)
    const pose = this.isFix
      ? this.#position(message)
      : this.isHeading
        ? heading(message)
        : messagePose(inner(message.pose))
    if (!pose) return
    this.frameId ||= frameId
    this.childFrameId ||= frameName(message.child_frame_id)
    this.samples.add(timeNs, pose)
  }

  #position(message: Fields): Pose | null {
    const [latitudeDeg, longitudeDeg] = [numberOf(message.latitude), numberOf(message.longitude)]
    if (latitudeDeg === null || longitudeDeg === null) return null
    const place = { latitudeDeg, longitudeDeg, altitudeM: numberOf(message.altitude) ?? 0 }
    this.#enu ??= new LocalEnu(place)
    return { position: this.#enu.at(place), heading: { w: 1, x: 0, y: 0, z: 0 } }
  }
}

/** geometry_msgs/PoseWithCovariance holds its pose inside. */
const inner = (pose: unknown): unknown => fieldsOf(pose).pose ?? pose

/** An orientation of all zeros, or with a covariance that begins with −1, is not known. */
function heading(message: Fields): Pose | null {
  const covariance = memberOf(message, 'orientation_covariance')
  if (numberOf(fieldsOf(covariance)[0]) === -1) return null
  return messagePose({ position: { x: 0, y: 0, z: 0 }, orientation: message.orientation })
}
