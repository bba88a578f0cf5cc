import type { Pose } from '../../geometry/pose.ts'
import { DEFAULT_PCD_LIMITS } from '../../pcd/pcdLimits.ts'
import { type PcdCloud, readPcd } from '../../pcd/pcdReader.ts'
import { floatRows } from './floatRows.ts'

/**
 * Writes x y z intensity of each point as little-endian float32, the form of KITTI and SemanticKITTI. `fromCloud` takes
 * the file's coordinates to the written ones, in float64: near the sensor, float32 keeps everything that it measured.
 * Intensity is that of the file, or 0 without one; NaN points stay, so that labels keep their positions.
 */
export const velodyneBin = (cloud: PcdCloud, fromCloud: Pose): Generator<Uint8Array> => floatRows(cloud, fromCloud, 4)

export const readCloud = (bytes: AsyncIterable<Uint8Array>): Promise<PcdCloud> => readPcd(bytes, DEFAULT_PCD_LIMITS)
