import { encode } from 'fast-png'
import { identityPose, relativePose } from '../../geometry/pose.ts'
import { nuscenesBin } from '../clouds/nuscenesBin.ts'
import { readCloud } from '../clouds/velodyneBin.ts'
import type { Archive } from '../core/archive.ts'
import { ownAttributeCount } from '../core/attributeCount.ts'
import { copyFile } from '../core/copyFile.ts'
import type { ExportFrame, ExportJob } from '../core/exportSet.ts'
import type { Writer } from '../core/format.ts'
import { imageEnding } from '../core/imageNames.ts'
import type { Losses } from '../core/losses.ts'
import { hasDistortion } from '../kitti/calibration.ts'
import { writeAnnotations } from './annotationRows.ts'
import { channelsOf } from './channels.ts'
import { type DataFile, sampleToken, writeScene, writeSensorData } from './sceneRows.ts'
import { MAP_NAME, NuscenesTables, VERSION_FOLDER } from './tables.ts'

/** The smallest map: the devkit opens it, and nothing is on it. */
const BLANK_MAP = encode({ width: 1, height: 1, data: new Uint8Array([255]), channels: 1, depth: 8 })

/** A scene a job, a sample a frame; boxes in the global frame. */
export const writeNuscenes: Writer = async (set, archive, losses) => {
  const tables = new NuscenesTables(archive, set.classes)
  for await (const job of set.jobs()) {
    const channels = channelsOf(job.sensors)
    const filesOf = (frame: ExportFrame) => dataFiles(frame, channels)
    noteLosses(job, losses)
    const scene = writeScene(tables, job)
    writeSensorData(tables, job, scene, filesOf)
    const tokens = new Map(job.frames.map((frame) => [frame.frameId, sampleToken(job, frame)]))
    writeAnnotations(tables, job, (frameId) => tokens.get(frameId) ?? '', losses)
    for (const frame of job.frames) {
      archive.note(`${VERSION_FOLDER}/sample.json`, { job, frame })
      if (set.includeFiles) await copyData(archive, job, frame, filesOf(frame), losses)
    }
    await tables.flush()
  }
  await tables.writeTo(archive)
  await archive.add(MAP_NAME, BLANK_MAP)
}

function noteLosses(job: ExportJob, losses: Losses): void {
  losses.add('attribute_dropped', job, { count: ownAttributeCount(job.document.data) })
  losses.add('distortion_dropped', job, {
    count: job.sensors.filter(({ intrinsics }) => intrinsics && hasDistortion(intrinsics)).length,
  })
  losses.add('ego_pose_assumed', job, { count: job.frames.filter(({ worldFromEgo }) => !worldFromEgo).length })
  losses.add('timestamp_assumed', job, { count: job.frames.filter(({ timestampNs }) => timestampNs === null).length })
}

function dataFiles(frame: ExportFrame, channels: ReadonlyMap<string, string>): DataFile[] {
  return frame.files.flatMap((file) => {
    const channel = channels.get(file.sensorId)
    if (!channel) return []
    const ending = file.kind === 'cloud' ? 'pcd.bin' : imageEnding(file)
    return [{ file, channel, name: `samples/${channel}/${frame.name}__${channel}.${ending}` }]
  })
}

async function copyData(
  archive: Archive,
  job: ExportJob,
  frame: ExportFrame,
  files: readonly DataFile[],
  losses: Losses,
): Promise<void> {
  for (const { file, name } of files) {
    if (file.kind === 'image') {
      await copyFile(archive, losses, name, { job, frame, file })
      continue
    }
    const bytes = await file.open()
    if (!bytes) {
      losses.add('file_deleted', job, { frame })
      continue
    }
    const isCommon = job.pointCloudFrame === 'common' && file.commonFromSensor
    const sensorFromCloud = isCommon ? relativePose(file.commonFromSensor ?? identityPose, identityPose) : identityPose
    await archive.add(name, nuscenesBin(await readCloud(bytes), sensorFromCloud), { job, frame })
  }
}
