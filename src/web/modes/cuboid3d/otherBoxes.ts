import type { Cuboid } from '../../../geometry/cuboid.ts'
import { pointsInBox } from '../../../geometry/pointCount.ts'
import { identityPose } from '../../../geometry/pose.ts'
import type { FrameBox } from './frameBoxes.ts'

/**
 * Marks points as missing that boxes of other objects of the frame hold: they belong to those. Boxes that only stay
 * where they were placed last say nothing about this frame.
 *
 * @param positions x y z after one another, changed in place
 * @param own of the object that is fitted, if it has a box already: what both hold may be its own
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
