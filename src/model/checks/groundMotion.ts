import { applyPose, composePoses, identityPose, type Pose } from '../../geometry/pose.ts'
import { multiplyQuaternions } from '../../geometry/quaternion.ts'
import type { CuboidRecord } from '../document/records.ts'

/** A box and its frame. */
export type Placed = Pick<CuboidRecord, 'frame' | 'cuboid'>

/**
 * Where what stands still goes for the vehicle, from a frame (the key) to the next one, in the common frame; null where
 * the clouds do not show it. Of jobs without poses: where they are known, what stands still stays where it is.
 */
export type KnownMotions = ReadonlyMap<number, Pose | null>

/** The earlier place as it is seen from the later frame, if it is known what the vehicle did between them. */
export function carriedOver(motions: KnownMotions | undefined, placed: Placed, to: number): Placed {
  if (!motions) return placed
  let motion = identityPose
  for (let frame = placed.frame; frame < to; frame++) {
    const step = motions.get(frame)
    if (!step) return placed
    motion = composePoses(step, motion)
  }
  const { position, heading } = placed.cuboid
  const cuboid = {
    ...placed.cuboid,
    position: applyPose(motion, position),
    heading: multiplyQuaternions(motion.heading, heading),
  }
  return { ...placed, cuboid }
}
