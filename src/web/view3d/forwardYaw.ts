import { rotate, yawOf } from '../../geometry/quaternion.ts'
import { subtract, type Vec3 } from '../../geometry/vec3.ts'
import type { FusionJob } from './fusionJob.ts'

/** A smaller movement may be only noise. */
const LEAST_WAY_M = 1
const QUARTER_RAD = Math.PI / 2
const FRONT = /front|forward/i
const ASIDE = /left|right|side|rear|back/i
const OPTICAL_AXIS: Vec3 = { x: 0, y: 0, z: 1 }

/**
 * The direction of the vehicle's front in the common frame, radians counter-clockwise from +x, for the first view. x
 * should be forward in a vehicle's frame, but in some recordings y is: the driving direction, or else the front camera,
 * shows by how many quarter turns the given heading is off.
 */
export function forwardYaw(job: FusionJob, frame: number): number {
  const heading = job.frames[frame]?.egoPose?.heading
  const given = heading ? yawOf(heading) : 0
  const seen = travelYaw(job, frame) ?? frontCameraYaw(job, frame)
  if (seen === null) return given
  const quarters = Math.round((seen - given) / QUARTER_RAD)
  // Half a turn off is a vehicle that drives backwards.
  return quarters % 2 === 0 ? given : given + quarters * QUARTER_RAD
}

/** The direction to the nearest frame that is far enough away. */
function travelYaw({ frames }: FusionJob, frame: number): number | null {
  const here = frames[frame]?.egoPose
  if (!here) return null
  const yawTo = (other: number, sense: 1 | -1): number | null => {
    const pose = frames[other]?.egoPose
    const way = pose && subtract(pose.position, here.position)
    return way && Math.hypot(way.x, way.y) >= LEAST_WAY_M ? Math.atan2(sense * way.y, sense * way.x) : null
  }
  for (let step = 1; step < frames.length; step++) {
    const yaw = yawTo(frame + step, 1) ?? yawTo(frame - step, -1)
    if (yaw !== null) return yaw
  }
  return null
}

function frontCameraYaw({ frames, sensors }: FusionJob, frame: number): number | null {
  const named = ({ id, name }: { id: string; name: string }) => `${id} ${name}`
  const front = sensors.find((sensor) => FRONT.test(named(sensor)) && !ASIDE.test(named(sensor)))
  // A frame without images looks in the same direction as the others: without poses, the camera is fixed in the common
  // frame.
  const ofFront = (one: FusionJob['frames'][number] | undefined) =>
    one?.cameras.find(({ sensorId }) => sensorId === front?.id)?.camera
  const camera = ofFront(frames[frame]) ?? (frames[frame]?.egoPose ? null : frames.map(ofFront).find((one) => one))
  if (!camera) return null
  const axis = rotate(camera.commonFromCamera.heading, OPTICAL_AXIS)
  return Math.hypot(axis.x, axis.y) > 0.5 ? Math.atan2(axis.y, axis.x) : null
}
