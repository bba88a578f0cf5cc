import { applyPose, identityPose, type Pose, relativePose } from '../../geometry/pose.ts'
import { type FeatherColumn, featherBytes } from '../arrow/feather.ts'
import { readCloud } from '../clouds/velodyneBin.ts'
import type { ExportFrame, ExportJob } from '../core/exportSet.ts'

/**
 * sensors/lidar/*.feather: the points of all lidars in the vehicle's frame, joined as Argoverse joins its two. The
 * laser and its time are unknown: 0. null, with the number of missing files, if no cloud is left.
 */
export async function sweepBytes(
  { pointCloudFrame }: ExportJob,
  { files }: ExportFrame,
  worldFromEgo: Pose,
): Promise<{ bytes: Uint8Array | null; missing: number }> {
  const clouds: { cloud: Awaited<ReturnType<typeof readCloud>>; egoFromCloud: Pose }[] = []
  let missing = 0
  for (const { kind, commonFromSensor, open } of files) {
    if (kind !== 'cloud') continue
    const bytes = await open()
    if (!bytes) missing++
    else {
      const commonFromCloud = pointCloudFrame === 'common' ? identityPose : (commonFromSensor ?? identityPose)
      clouds.push({ cloud: await readCloud(bytes), egoFromCloud: relativePose(worldFromEgo, commonFromCloud) })
    }
  }
  if (clouds.length === 0) return { bytes: null, missing }
  const count = clouds.reduce((sum, { cloud }) => sum + cloud.pointCount, 0)
  const [x, y, z, intensity] = Array.from({ length: 4 }, () => new Float32Array(count))
  let row = 0
  for (const { cloud, egoFromCloud } of clouds) {
    for (let i = 0; i < cloud.pointCount; i++, row++) {
      const [px, py, pz] = cloud.positions.subarray(3 * i, 3 * i + 3)
      const point = applyPose(egoFromCloud, { x: px, y: py, z: pz })
      x[row] = point.x
      y[row] = point.y
      z[row] = point.z
      intensity[row] = cloud.intensity?.[i] ?? 0
    }
  }
  const columns: Record<string, FeatherColumn> = {
    x: { type: 'float32', values: x },
    y: { type: 'float32', values: y },
    z: { type: 'float32', values: z },
    intensity: { type: 'float32', values: intensity },
    laser_number: { type: 'uint8', values: new Uint8Array(count) },
    offset_ns: { type: 'int32', values: new Int32Array(count) },
  }
  return { bytes: featherBytes(columns), missing }
}
