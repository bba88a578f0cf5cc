import type { Cuboid } from '../../../geometry/cuboid.ts'
import { pointsInBox } from '../../../geometry/pointCount.ts'
import { identityPose } from '../../../geometry/pose.ts'
import type { FrameBox } from './frameBoxes.ts'

/**
 * Marks points inside boxes of other objects of the frame as missing: they belong to those. Held boxes do not count.
 * @param positions x y z interleaved, changed in place
 * @param own the object that is fitted, if it has a box already: points in two boxes may be its own
 */
export function withoutOthers(
  positions: Float32Array,
  boxes: readonly FrameBox[],
  trackId: string | null,
  own: Cuboid | null = null,
): Float32Array {
  const others = boxes.filter((box) => box.trackId !== trackId && !box.held)
  if (others.length === 0) return positions
  const kept = new Set(own ? pointsInBox(positions, identityPose, own) : [])
  for (const { cuboid } of others) {
    for (const point of pointsInBox(positions, identityPose, cuboid)) {
      if (!kept.has(point)) positions.fill(Number.NaN, 3 * point, 3 * point + 3)
    }
  }
  return positions
}
