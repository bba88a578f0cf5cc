import type { Vec3 } from '../../../geometry/vec3.ts'
import type { ShownCloud } from './cloudLayer.ts'
import { type Lookout, meetPlaneZ, rayThrough, type ScreenPoint } from './lookout.ts'
import { pickPoint } from './pickPoint.ts'

const REACH_PX = 8

/** What a click into a view means: the point of the cloud under it, else the ground; null over the sky. */
export function pointedPlace(
  lookout: Lookout,
  at: ScreenPoint,
  clouds: readonly ShownCloud[],
  groundZ: number,
): Vec3 | null {
  const pickable = clouds.map(({ chunk, relativeFromChunk }) => ({ positions: chunk.positions, relativeFromChunk }))
  return pickPoint(lookout, at, pickable, REACH_PX)?.point ?? meetPlaneZ(rayThrough(lookout, at), groundZ)
}
