import { add, subtract, type Vec3 } from '../../../geometry/vec3.ts'
import { type Orbit, orbitViewCamera } from '../../view3d/orbit.ts'
import { screenOf, type ViewSize } from '../../view3d/viewCamera.ts'

/** Whether a place is in the large view. */
export function isInView(orbit: Orbit, size: ViewSize, place: Vec3): boolean {
  const at = screenOf(orbitViewCamera(orbit, size), place)
  return at !== null && at.x > 0 && at.y > 0 && at.x < size.widthPx && at.y < size.heightPx
}

/**
 * The view after a step over frames. It stays fixed, so that motion is visible, until the tracked place would leave it:
 * then it moves along. Places outside the view are not followed.
 */
export function followCamera(orbit: Orbit, size: ViewSize, before: Vec3 | null, now: Vec3 | null): Orbit {
  if (!before || !now || !isInView(orbit, size, before) || isInView(orbit, size, now)) return orbit
  return { ...orbit, target: add(orbit.target, subtract(now, before)) }
}
