import { type Cuboid, halfExtents } from '../../../geometry/cuboid.ts'
import { applyInversePose } from '../../../geometry/pose.ts'
import type { BoxSide } from './boxHandle.ts'
import { withSideMoved } from './boxHandle.ts'

/** Left between a snapped side and its outermost point, so that the point stays inside whatever rounding does. */
const CLEARANCE_M = 0.01

/**
 * The side moved to the outermost point inside the box; unchanged when the box is empty.
 * @param positions x y z after one another, in the cuboid's frame
 */
export function withSideSnapped(cuboid: Cuboid, side: BoxSide, positions: ArrayLike<number>): Cuboid {
  const half = halfExtents(cuboid.dimensions)
  let outermost = Number.NEGATIVE_INFINITY
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const p = applyInversePose(cuboid, { x: positions[i], y: positions[i + 1], z: positions[i + 2] })
    if (Math.abs(p.x) > half.x || Math.abs(p.y) > half.y || Math.abs(p.z) > half.z) continue
    const along = p[side.axis] * side.sign
    if (along > outermost) outermost = along
  }
  if (outermost === Number.NEGATIVE_INFINITY) return cuboid
  return withSideMoved(cuboid, side, outermost + CLEARANCE_M - half[side.axis])
}
