import type { Pose } from '../../geometry/pose.ts'

const SAME = 1e-5

const isSame = ({ position: a, heading: p }: Pose, { position: b, heading: q }: Pose): boolean =>
  Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z) < SAME &&
  Math.abs(Math.abs(p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z) - 1) < SAME

/**
 * The number of frames in which a sensor has another pose than in its first: formats with one calibration cannot
 * express it.
 */
export const movedFrames = ([first, ...others]: readonly Pose[]): number =>
  others.filter((place) => !isSame(place, first)).length
