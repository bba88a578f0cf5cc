import type { Pose } from '../../geometry/pose.ts'
import type { PcdCloud } from '../../pcd/pcdReader.ts'
import { floatRows } from './floatRows.ts'

/** x y z intensity ring of each point as little-endian float32, the form of nuScenes; the ring is not known: 0. */
export const nuscenesBin = (cloud: PcdCloud, fromCloud: Pose): Generator<Uint8Array> => floatRows(cloud, fromCloud, 5)
