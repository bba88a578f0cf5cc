import { identityPose, type Pose } from '../../geometry/pose.ts'
import { rotationMatrix } from '../../geometry/quaternion.ts'
import type { PcdCloud } from '../../pcd/pcdReader.ts'

const POINTS_A_PIECE = 16_384

/** So many float32 a point: x y z, then intensity, the rest 0. */
export function* floatRows(cloud: PcdCloud, fromCloud: Pose, columns: 4 | 5): Generator<Uint8Array> {
  const { positions, intensity, pointCount } = cloud
  const r = rotationMatrix(fromCloud.heading)
  const { x: tx, y: ty, z: tz } = fromCloud.position
  const isSame = fromCloud === identityPose
  const stride = 4 * columns
  for (let first = 0; first < pointCount; first += POINTS_A_PIECE) {
    const count = Math.min(POINTS_A_PIECE, pointCount - first)
    const piece = new DataView(new ArrayBuffer(stride * count))
    for (let i = 0; i < count; i++) {
      const at = 3 * (first + i)
      const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]]
      const to = stride * i
      piece.setFloat32(to, isSame ? x : r[0] * x + r[1] * y + r[2] * z + tx, true)
      piece.setFloat32(to + 4, isSame ? y : r[3] * x + r[4] * y + r[5] * z + ty, true)
      piece.setFloat32(to + 8, isSame ? z : r[6] * x + r[7] * y + r[8] * z + tz, true)
      piece.setFloat32(to + 12, intensity?.[first + i] ?? 0, true)
    }
    yield new Uint8Array(piece.buffer)
  }
}
