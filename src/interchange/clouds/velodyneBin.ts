import { DEFAULT_PCD_LIMITS } from '../../formats/pcd/pcdLimits.ts'
import { type PcdCloud, readPcd } from '../../formats/pcd/pcdReader.ts'
import type { Pose } from '../../geometry/pose.ts'
import { floatRows } from './floatRows.ts'

/**
 * x y z intensity of each point as little-endian float32, the form of KITTI and SemanticKITTI. `fromCloud` takes the
 * file's coordinates to those written, in float64: near the sensor float32 loses nothing that it measured. Intensity as
 * in the file, 0 where it has none; NaN points stay, so that labels keep their places.
 */
export const velodyneBin = (cloud: PcdCloud, fromCloud: Pose): Generator<Uint8Array> => floatRows(cloud, fromCloud, 4)

export const readCloud = (bytes: AsyncIterable<Uint8Array>): Promise<PcdCloud> => readPcd(bytes, DEFAULT_PCD_LIMITS)
