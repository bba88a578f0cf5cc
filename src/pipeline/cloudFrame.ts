import { readFile } from 'node:fs/promises'
import { poseOf } from '../formats/results/camerasOfJob.ts'
import { decidePointCloudFrame, framesToInspect } from '../geometry/pointCloudFrame.ts'
import { decodePointChunks } from '../pcd/pointChunks.ts'
import { type Asset, cloudAt } from '../store/project/jobs/assets.ts'
import type { PipelineContext } from './context.ts'
import type { SeenLidar } from './threads/validationPlan.ts'

export interface DecidedFrame {
  pointCloudFrame: 'sensor' | 'common' | null
  /** A sentence for the customer. */
  cloudFrameReason: string | null
  warnings: { field: string; type: string }[]
}

/** Whether the clouds of a job are in the sensor's own frame or in the common one. */
export async function decideCloudFrame(
  context: PipelineContext,
  lidar: SeenLidar,
  projectFrame: 'sensor' | 'common' | 'auto',
  assets: ReadonlyMap<string, Asset>,
): Promise<DecidedFrame> {
  const asked = lidar.asked ?? projectFrame
  if (asked !== 'auto') {
    const by = lidar.asked === null ? 'project' : 'job'
    return { pointCloudFrame: asked, cloudFrameReason: `The ${by} says so.`, warnings: [] }
  }
  const frames = lidar.places.map(({ sensorPose }) => ({ sensorPose: poseOf(sensorPose) }))
  const points = new Map<number, Float64Array>()
  for (const index of framesToInspect(frames)) {
    points.set(index, await positionsOf(context, cloudAt(assets, lidar.places[index].field)))
  }
  const decision = decidePointCloudFrame(frames, points)
  const warning = { field: 'data.sensor_data.point_cloud_frame', type: 'POINT_CLOUD_FRAME_GUESSED' }
  return {
    ...{ pointCloudFrame: decision.frame, cloudFrameReason: decision.why },
    warnings: decision.warning ? [warning] : [],
  }
}

/** Positions of the file's own frame, from the chunks that were made for the browser. */
async function positionsOf({ files }: PipelineContext, asset: Asset): Promise<Float64Array> {
  const { positions, originM } = decodePointChunks(await readFile(await files.localPath(asset.derived.chunks)))
  const absolute = new Float64Array(positions.length)
  for (let at = 0; at < positions.length; at += 3) {
    absolute[at] = positions[at] + originM.x
    absolute[at + 1] = positions[at + 1] + originM.y
    absolute[at + 2] = positions[at + 2] + originM.z
  }
  return absolute
}
