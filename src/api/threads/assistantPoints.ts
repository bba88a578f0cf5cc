import { createReadStream } from 'node:fs'
import { poseOf } from '../../formats/results/camerasOfJob.ts'
import { type JobSnapshot, openJobSnapshot } from '../../formats/results/jobSnapshot.ts'
import { applyPose, identityPose } from '../../geometry/pose.ts'
import { DEFAULT_PCD_LIMITS } from '../../pcd/pcdLimits.ts'
import { readPcd } from '../../pcd/pcdReader.ts'

export interface PointsOrder {
  job: JobSnapshot
  frameId: string
  /** The paths of the files by their field. */
  cloudPaths: ReadonlyMap<string, string>
  /** Common frame, metres. */
  center: { x: number; y: number }
  radius: number
}

/** Sparse objects have hundreds of points; more than this adds nothing. */
const MAX_POINTS = 200_000

/** Points of all clouds of a frame within a radius of a place on the ground: `[x, y, z]` in the common frame, metres. */
export async function assistantPoints(order: PointsOrder): Promise<[number, number, number][]> {
  const { job, stored } = openJobSnapshot(order.job)
  if (stored.input.kind !== 'frames') return []
  const frame = stored.input.frames.find(({ frameId }) => frameId === order.frameId)
  const points: [number, number, number][] = []
  for (const { field, sensorPose } of frame?.sensors ?? []) {
    const path = order.cloudPaths.get(field)
    if (path === undefined) continue
    const commonFromCloud = job.pointCloudFrame === 'common' ? identityPose : poseOf(sensorPose)
    const { positions } = await readPcd(createReadStream(path, { highWaterMark: 1 << 20 }), DEFAULT_PCD_LIMITS)
    for (let i = 0; i < positions.length && points.length < MAX_POINTS; i += 3) {
      const cloudPoint = { x: positions[i], y: positions[i + 1], z: positions[i + 2] }
      if (Number.isNaN(cloudPoint.x)) continue
      const { x, y, z } = applyPose(commonFromCloud, cloudPoint)
      if (Math.hypot(x - order.center.x, y - order.center.y) <= order.radius) points.push([x, y, z])
    }
  }
  return points
}
