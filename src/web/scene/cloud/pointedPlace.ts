import type { Vec3 } from '../../../geometry/vec3.ts'
import { pickPoint } from '../../view3d/pickPoint.ts'
import { meetPlaneZ, rayThrough, type ScreenPoint, type ViewCamera } from '../../view3d/viewCamera.ts'
import type { ShownCloud } from './cloudLayer.ts'

const REACH_PX = 8

/** The place of a click into a view: the point of the cloud under it, otherwise the ground; null in the sky. */
export function pointedPlace(
  viewCamera: ViewCamera,
  at: ScreenPoint,
  clouds: readonly ShownCloud[],
  groundZ: number,
): Vec3 | null {
  const pickable = clouds.map(({ chunk, relativeFromChunk }) => ({ positions: chunk.positions, relativeFromChunk }))
  return pickPoint(viewCamera, at, pickable, REACH_PX)?.point ?? meetPlaneZ(rayThrough(viewCamera, at), groundZ)
}
