import type { Cuboid } from '../../geometry/cuboid.ts'
import type { Positions } from '../../geometry/positions.ts'
import { cuboidRegion } from './gesture.ts'
import { footprintOf } from './groundUnder.ts'
import { surroundingsOf } from './surroundings.ts'

/** The height of the box's bottom above the surrounding ground, metres; null if no ground is visible. */
export function heightOverGround(positions: Positions, cuboid: Cuboid): number | null {
  const { length, width, height } = cuboid.dimensions
  const reach = { halfLength: length / 2, halfWidth: width / 2, heightM: height }
  const around = surroundingsOf({ positions }, cuboidRegion(cuboid, 0), reach)
  if (!around.hasGround) return null
  return cuboid.position.z - height / 2 - around.bottomOf(footprintOf(cuboid), new Float64Array())
}
