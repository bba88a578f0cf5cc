import type { Cuboid } from '../../geometry/cuboid.ts'
import type { Positions } from '../../geometry/positions.ts'
import { cuboidRegion } from './gesture.ts'
import { footprintOf } from './groundUnder.ts'
import { surroundingsOf } from './surroundings.ts'

/** How far the bottom of the box lies above the ground around it, metres; null where no ground is seen. */
export function heightOverGround(positions: Positions, cuboid: Cuboid): number | null {
  const { length, width, height } = cuboid.dimensions
  const reach = { halfLength: length / 2, halfWidth: width / 2, heightM: height }
  const around = surroundingsOf({ positions }, cuboidRegion(cuboid, 0), reach)
  if (!around.hasGround) return null
  return cuboid.position.z - height / 2 - around.bottomOf(footprintOf(cuboid), new Float64Array())
}
