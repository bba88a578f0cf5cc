import { type Camera, type CameraImageSize, isInsideImage } from '../../geometry/camera.ts'
import type { Pose } from '../../geometry/pose.ts'
import { rotationMatrix } from '../../geometry/quaternion.ts'

/** Points of a cloud in a camera's image. */
export interface ProjectedPoints {
  /** u, v and distance from the camera in metres after one another; the distance is NaN where it does not look. */
  places: Float32Array
  /** Cosine of the angle off the optical axis, by point. */
  cosines: Float32Array
  insideCount: number
}

/** Projects with the full lens model, where it is valid and inside the image. @param positions x y z interleaved */
export function projectPoints(
  positions: Float32Array,
  camera: Camera,
  { heading, position }: Pose,
  size: CameraImageSize,
): ProjectedPoints {
  const m = rotationMatrix(heading)
  const places = new Float32Array(positions.length).fill(Number.NaN)
  const cosines = new Float32Array(positions.length / 3)
  const p = { x: 0, y: 0, z: 0 }
  let insideCount = 0
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]]
    p.x = m[0] * x + m[1] * y + m[2] * z + position.x
    p.y = m[3] * x + m[4] * y + m[5] * z + position.y
    p.z = m[6] * x + m[7] * y + m[8] * z + position.z
    const at = camera.imageFromCamera(p)
    if (!at || !isInsideImage(at, size)) continue
    const rangeM = Math.hypot(p.x, p.y, p.z)
    places[i] = at.u
    places[i + 1] = at.v
    places[i + 2] = rangeM
    cosines[i / 3] = p.z / rangeM
    insideCount++
  }
  return { places, cosines, insideCount }
}
