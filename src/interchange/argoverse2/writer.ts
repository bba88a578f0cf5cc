import { isResultOf } from '../../formats/results/resultForm.ts'
import { applyPose, identityPose, type Pose, relativePose } from '../../geometry/pose.ts'
import { type FeatherColumn, featherBytes } from '../arrow/feather.ts'
import { readCloud } from '../clouds/velodyneBin.ts'
import type { Archive } from '../core/archive.ts'
import { ownAttributeCount, valueCount } from '../core/attributeCount.ts'
import { copyFile } from '../core/copyFile.ts'
import type { ExportFrame, ExportJob, ExportSensor } from '../core/exportSet.ts'
import type { Writer } from '../core/format.ts'
import { frameTimesNs, noteAssumedTimes } from '../core/frameTimes.ts'
import { imageEnding } from '../core/imageNames.ts'
import type { Losses } from '../core/losses.ts'
import { movedFrames } from '../core/movedFrames.ts'
import { NameRegistry } from '../core/names.ts'
import { steadyPose } from '../core/steady.ts'
import { hasDistortion } from '../kitti/calibration.ts'
import { boxesByFrame } from '../records/boxOrder.ts'
import { boxTracks, type ResultCuboid } from '../records/boxRecords.ts'
import { poseColumns } from './poseColumns.ts'

/** Names that av2 looks up for every sweep. */
const UP_LIDAR = 'up_lidar'
const DOWN_LIDAR = 'down_lidar'

interface NamedSensor {
  sensor: ExportSensor
  /** Also of its folder. */
  name: string
  /** Its first place on the vehicle; null if the log has no file of it. */
  egoFromSensor: Pose | null
  /** Frames in which the sensor has another pose: a log has one calibration. */
  movedFrames: number
}

function namedSensors(job: ExportJob, worldFromEgo: readonly Pose[]): NamedSensor[] {
  const names = new NameRegistry()
  const lidars = job.sensors.filter(({ modality }) => modality === 'lidar')
  const up = lidars.find(({ primaryView }) => primaryView) ?? lidars[0]
  const down = lidars.find((sensor) => sensor !== up)
  return job.sensors.map((sensor) => {
    const places = job.frames.flatMap(({ files }, index) => {
      const pose = files.find(({ sensorId }) => sensorId === sensor.id)?.commonFromSensor
      return pose ? [steadyPose(relativePose(worldFromEgo[index], pose))] : []
    })
    const [egoFromSensor = null] = places
    return {
      sensor,
      name: sensor === up ? UP_LIDAR : sensor === down ? DOWN_LIDAR : names.take(sensor.id),
      egoFromSensor,
      movedFrames: movedFrames(places),
    }
  })
}

/** egovehicle_SE3_sensor.feather. A single lidar is both of those that av2 asks for. */
function calibrationColumns(sensors: readonly NamedSensor[]): Record<string, FeatherColumn> {
  const rows = sensors.flatMap(({ name, egoFromSensor }) => (egoFromSensor ? [{ name, pose: egoFromSensor }] : []))
  const up = rows.find(({ name }) => name === UP_LIDAR)
  const isAlone = up && !rows.some(({ name }) => name === DOWN_LIDAR)
  if (isAlone) rows.push({ ...up, name: DOWN_LIDAR })
  return {
    sensor_name: { type: 'text', values: rows.map(({ name }) => name) },
    ...poseColumns(rows.map(({ pose }) => pose)),
  }
}

/** intrinsics.feather, of the images as sent. */
function intrinsicsColumns(job: ExportJob, sensors: readonly NamedSensor[]): Record<string, FeatherColumn> {
  const rows = sensors.flatMap(({ sensor: { id, intrinsics }, name }) => {
    const size = job.frames.flatMap(({ files }) => files).find(({ sensorId, size }) => sensorId === id && size)?.size
    return intrinsics && size ? [{ name, size, ...intrinsics }] : []
  })
  const column = (read: (row: (typeof rows)[number]) => number): FeatherColumn => ({
    type: 'float64',
    values: rows.map(read),
  })
  return {
    sensor_name: { type: 'text', values: rows.map(({ name }) => name) },
    fx_px: column(({ fx, scaleFactor }) => fx / scaleFactor),
    fy_px: column(({ fy, scaleFactor }) => fy / scaleFactor),
    cx_px: column(({ cx, scaleFactor }) => cx / scaleFactor),
    cy_px: column(({ cy, scaleFactor }) => cy / scaleFactor),
    k1: column(({ k1 }) => k1),
    k2: column(({ k2 }) => k2),
    k3: column(({ k3 }) => k3),
    height_px: { type: 'int64', values: rows.map(({ size }) => BigInt(size.heightPx)) },
    width_px: { type: 'int64', values: rows.map(({ size }) => BigInt(size.widthPx)) },
  }
}

/** Whether the lens needs more than three radial coefficients. */
const isBeyondRadial = ({ intrinsics }: ExportSensor): boolean =>
  intrinsics !== null &&
  (intrinsics.cameraModel === 'fisheye' ||
    intrinsics.skew !== 0 ||
    hasDistortion({ ...intrinsics, k1: 0, k2: 0, k3: 0 }))

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
  if (!isResultOf(job.document, 'boxes')) return
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

/**
 * sensors/lidar/*.feather: the points of all lidars in the vehicle's frame, joined as Argoverse joins its two. The
 * laser and its time are unknown: 0. null, with the number of missing files, if no cloud is left.
 */
async function sweepBytes(
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
