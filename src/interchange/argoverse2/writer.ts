import { identityPose, relativePose } from '../../geometry/pose.ts'
import { featherBytes } from '../arrow/feather.ts'
import type { Archive } from '../core/archive.ts'
import { ownAttributeCount, valueCount } from '../core/attributeCount.ts'
import { copyFile } from '../core/copyFile.ts'
import type { ExportJob } from '../core/exportSet.ts'
import type { Writer } from '../core/format.ts'
import { frameTimesNs, noteAssumedTimes } from '../core/frameTimes.ts'
import { imageEnding } from '../core/imageNames.ts'
import type { Losses } from '../core/losses.ts'
import { steadyPose } from '../core/steady.ts'
import { boxesByFrame } from '../records/boxOrder.ts'
import { boxTracks, type ResultCuboid } from '../records/boxRecords.ts'
import { poseColumns } from './poseColumns.ts'
import { calibrationColumns, intrinsicsColumns, isBeyondRadial, namedSensors } from './sensors.ts'
import { sweepBytes } from './sweep.ts'

/** A log a job: boxes in the vehicle's frame, at the time of their frame. */
export const writeArgoverse2: Writer = async (set, archive, losses) => {
  for await (const job of set.jobs()) {
    const timesNs = frameTimesNs(job)
    const worldFromEgo = job.frames.map((frame) => frame.worldFromEgo ?? identityPose)
    const sensors = namedSensors(job, worldFromEgo)
    noteAssumedTimes(job, losses)
    losses.add('ego_pose_assumed', job, { count: job.frames.filter((frame) => !frame.worldFromEgo).length })
    losses.add('distortion_dropped', job, { count: sensors.filter(({ sensor }) => isBeyondRadial(sensor)).length })
    losses.add('sensor_pose_dropped', job, { count: sensors.reduce((sum, { movedFrames }) => sum + movedFrames, 0) })
    const add = (name: string, columns: Parameters<typeof featherBytes>[0]) =>
      archive.add(`${job.name}/${name}.feather`, featherBytes(columns), { job })
    await add('annotations', annotationColumns(job, timesNs, losses))
    await add('city_SE3_egovehicle', {
      timestamp_ns: { type: 'int64', values: timesNs },
      ...poseColumns(worldFromEgo),
    })
    await add('calibration/egovehicle_SE3_sensor', calibrationColumns(sensors))
    await add('calibration/intrinsics', intrinsicsColumns(job, sensors))
    for (const frame of job.frames) archive.note(`${job.name}/annotations.feather`, { job, frame })
    if (set.includeFiles) await copySensors(job, archive, losses, { timesNs, sensors, worldFromEgo })
  }
}

function annotationColumns(job: ExportJob, timesNs: readonly bigint[], losses: Losses) {
  const rows = [...cuboidRows(job, timesNs, losses)]
  const size = (read: (row: ResultCuboid) => number) => ({
    type: 'float64' as const,
    values: rows.map(({ record }) => read(record)),
  })
  return {
    timestamp_ns: { type: 'int64' as const, values: rows.map(({ timeNs }) => timeNs) },
    track_uuid: { type: 'text' as const, values: rows.map(({ record }) => record.trackId) },
    category: { type: 'text' as const, values: rows.map(({ record }) => record.label) },
    length_m: size(({ dimensions }) => dimensions.length),
    width_m: size(({ dimensions }) => dimensions.width),
    height_m: size(({ dimensions }) => dimensions.height),
    ...poseColumns(rows.map(({ egoFromBox }) => egoFromBox)),
    num_interior_pts: { type: 'int64' as const, values: rows.map(({ record }) => BigInt(record.pointCount)) },
  }
}

function* cuboidRows(job: ExportJob, timesNs: readonly bigint[], losses: Losses) {
  if (job.document.type !== 'cuboid3d' && job.document.type !== 'cuboid3d_linked2d') return
  const tracks = boxTracks(job.document)
  const records = boxesByFrame(job.document)
  losses.add('attribute_dropped', job, { count: ownAttributeCount(job.document.data) })
  for (const { trackId, attributes } of tracks.values())
    losses.add('attribute_dropped', job, { trackId, count: valueCount(attributes) })
  for (const [index, frame] of job.frames.entries()) {
    const worldFromEgo = frame.worldFromEgo ?? identityPose
    for (const record of records.get(frame.frameId) ?? []) {
      const { trackId } = record
      losses.add('attribute_dropped', job, { frame, trackId, count: valueCount(record.attributes) })
      if (record.type !== 'cuboid') losses.add(`${record.type}_dropped`, job, { frame, trackId })
      else {
        const egoFromBox = steadyPose(relativePose(worldFromEgo, record.commonFromBox))
        yield { record, timeNs: timesNs[index], egoFromBox }
      }
    }
  }
}

interface SensorData {
  timesNs: readonly bigint[]
  sensors: ReturnType<typeof namedSensors>
  worldFromEgo: readonly NonNullable<ExportJob['frames'][number]['worldFromEgo']>[]
}

async function copySensors(
  job: ExportJob,
  archive: Archive,
  losses: Losses,
  { timesNs, sensors, worldFromEgo }: SensorData,
): Promise<void> {
  for (const [index, frame] of job.frames.entries()) {
    const { bytes, missing } = await sweepBytes(job, frame, worldFromEgo[index])
    losses.add('file_deleted', job, { frame, count: missing })
    if (bytes) await archive.add(`${job.name}/sensors/lidar/${timesNs[index]}.feather`, bytes, { job, frame })
    for (const file of frame.files) {
      const name = sensors.find(({ sensor }) => sensor.id === file.sensorId)?.name
      if (file.kind !== 'image' || !name) continue
      const entry = `${job.name}/sensors/cameras/${name}/${timesNs[index]}.${imageEnding(file)}`
      await copyFile(archive, losses, entry, { job, frame, file })
    }
  }
}
