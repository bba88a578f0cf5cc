import { DEFAULT_PCD_LIMITS } from '../../formats/pcd/pcdLimits.ts'
import { type PcdCloud, readPcd } from '../../formats/pcd/pcdReader.ts'
import { identityPose, type Pose } from '../../geometry/pose.ts'
import { rotationMatrix } from '../../geometry/quaternion.ts'

const POINTS_A_PIECE = 16_384

/**
 * x y z intensity of each point as little-endian float32, the form of KITTI, nuScenes' kin and SemanticKITTI. `fromCloud`
 * takes the file's coordinates to those written, in float64: near the sensor float32 loses nothing that it measured.
 * Intensity as in the file, 0 where it has none; NaN points stay, so that labels keep their places.
 */
export function* velodyneBin(cloud: PcdCloud, fromCloud: Pose): Generator<Uint8Array> {
  const { positions, intensity, pointCount } = cloud
  const r = rotationMatrix(fromCloud.heading)
  const { x: tx, y: ty, z: tz } = fromCloud.position
  const isSame = fromCloud === identityPose
  for (let first = 0; first < pointCount; first += POINTS_A_PIECE) {
    const count = Math.min(POINTS_A_PIECE, pointCount - first)
    const piece = new DataView(new ArrayBuffer(16 * count))
    for (let i = 0; i < count; i++) {
      const at = 3 * (first + i)
      const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]]
      piece.setFloat32(16 * i, isSame ? x : r[0] * x + r[1] * y + r[2] * z + tx, true)
      piece.setFloat32(16 * i + 4, isSame ? y : r[3] * x + r[4] * y + r[5] * z + ty, true)
      piece.setFloat32(16 * i + 8, isSame ? z : r[6] * x + r[7] * y + r[8] * z + tz, true)
      piece.setFloat32(16 * i + 12, intensity?.[first + i] ?? 0, true)
    }
    yield new Uint8Array(piece.buffer)
  }
}

export const readCloud = (bytes: AsyncIterable<Uint8Array>): Promise<PcdCloud> => readPcd(bytes, DEFAULT_PCD_LIMITS)
