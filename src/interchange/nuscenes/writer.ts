import { encode } from 'fast-png'
import { isResultOf } from '../../formats/results/resultForm.ts'
import { identityPose, relativePose } from '../../geometry/pose.ts'
import { nuscenesBin } from '../clouds/nuscenesBin.ts'
import { readCloud } from '../clouds/velodyneBin.ts'
import type { Archive } from '../core/archive.ts'
import { ownAttributeCount, valueCount } from '../core/attributeCount.ts'
import { copyFile } from '../core/copyFile.ts'
import type { ExportFrame, ExportJob, ExportSensor, ExportSet } from '../core/exportSet.ts'
import { ExportError, type Writer } from '../core/format.ts'
import { noteAssumedTimes } from '../core/frameTimes.ts'
import { imageEnding } from '../core/imageNames.ts'
import type { Losses } from '../core/losses.ts'
import { stableToken } from '../core/stableIds.ts'
import { hasDistortion } from '../kitti/calibration.ts'
import { boxesByFrame } from '../records/boxOrder.ts'
import { boxTracks, type ResultCuboid } from '../records/boxRecords.ts'
import type { WireAttributes } from '../records/flatRecords.ts'
import { countInUse, type PointLabel, pointLabels } from '../segmentation/pointLabels.ts'
import { type DataFile, dataToken, sampleToken, writeScene, writeSensorData } from './sceneRows.ts'
import { categoryToken, MAP_NAME, NuscenesTables, type PointTable, VERSION_FOLDER } from './tables.ts'

/** The smallest map: empty, but the devkit can open it. */
const BLANK_MAP = encode({ width: 1, height: 1, data: new Uint8Array([255]), channels: 1, depth: 8 })

/** Writes the labels of points in addition to the tables. */
export interface PointLabelsWriter {
  table: PointTable
  /** Encodes a class and an instance per point. */
  ending: 'bin' | 'npz'
  maxClasses: number
  bytes(labels: Uint32Array, meanings: ReadonlyMap<number, PointLabel>): Uint8Array | Promise<Uint8Array>
  /** Whether the format can write that instance. */
  holds(instance: number): boolean
}

/** A scene a job, a sample a frame; boxes in the global frame. */
export const nuscenesWriter =
  (points: PointLabelsWriter | null): Writer =>
  (set, archive, losses) =>
    writeNuscenes(set, archive, losses, points)

async function writeNuscenes(
  set: ExportSet,
  archive: Archive,
  losses: Losses,
  points: PointLabelsWriter | null,
): Promise<void> {
  if (points && set.classes.list.length > points.maxClasses)
    throw new ExportError('TOO_MANY_CLASSES', `${points.table} knows ${points.maxClasses} classes`)
  const tables = new NuscenesTables(archive, set, points?.table)
  for await (const job of set.jobs()) {
    const channels = channelsOf(job.sensors)
    const filesOf = (frame: ExportFrame) => dataFiles(frame, channels)
    noteLosses(job, losses)
    const scene = writeScene(tables, job)
    writeSensorData(tables, job, scene, filesOf)
    const tokens = new Map(job.frames.map((frame) => [frame.frameId, sampleToken(job, frame)]))
    writeAnnotations(tables, job, (frameId) => tokens.get(frameId) ?? '', losses)
    if (points) await writePointLabels(points, { set, archive, losses, tables }, job, filesOf(job.frames[0]))
    for (const frame of job.frames) {
      archive.note(`${VERSION_FOLDER}/sample.json`, { job, frame })
      if (set.includeFiles) await copyData(archive, job, frame, filesOf(frame), losses)
    }
    await tables.flush()
  }
  await tables.writeTo(archive)
  await archive.add(MAP_NAME, BLANK_MAP)
}

interface Writing {
  set: ExportSet
  archive: Archive
  losses: Losses
  tables: NuscenesTables
}

/** The labels of a segmentation, one a point of its cloud. */
async function writePointLabels(
  points: PointLabelsWriter,
  { set, archive, losses, tables }: Writing,
  job: ExportJob,
  files: readonly DataFile[],
): Promise<void> {
  const [frame] = job.frames
  const data = files.find(({ file }) => file.kind === 'cloud')
  const labelled = await job.openLabels()
  if (!labelled || !data) {
    losses.add('file_deleted', job)
    return
  }
  const meanings = new Map(pointLabels(job, set.classes))
  const lost = new Set([...meanings].flatMap(([key, { instance }]) => (points.holds(instance) ? [] : [key])))
  losses.add('instance_dropped', job, { count: countInUse(labelled.labels, lost) })
  for (const [key, { classLabel, instance }] of meanings)
    meanings.set(key, { classLabel, instance: points.holds(instance) ? instance : 0 })
  const token = dataToken(job, frame, data.channel)
  const { table, ending } = points
  const filename = `${table}/${VERSION_FOLDER}/${token}_${table}.${ending}`
  await archive.add(filename, await points.bytes(labelled.labels, meanings), { job, frame })
  tables.add(table, { token, filename, sample_data_token: token })
}

function noteLosses(job: ExportJob, losses: Losses): void {
  losses.add('attribute_dropped', job, { count: ownAttributeCount(job.document.data) })
  losses.add('distortion_dropped', job, {
    count: job.sensors.filter(({ intrinsics }) => intrinsics && hasDistortion(intrinsics)).length,
  })
  losses.add('ego_pose_assumed', job, { count: job.frames.filter(({ worldFromEgo }) => !worldFromEgo).length })
  noteAssumedTimes(job, losses)
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

/**
 * Channel names as the devkit expects them: its evaluation needs LIDAR_TOP, and it lists cameras by CAM_…. The primary
 * lidar, otherwise the first one, is LIDAR_TOP.
 */
function channelsOf(sensors: readonly ExportSensor[]): Map<string, string> {
  const lidars = sensors.filter(({ modality }) => modality === 'lidar')
  const top = lidars.find(({ primaryView }) => primaryView) ?? lidars[0]
  const channels = new Map<string, string>()
  const taken = new Set<string>()
  for (const sensor of sensors) {
    const wanted = sensor === top ? 'LIDAR_TOP' : channelName(sensor)
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`
    taken.add(name)
    channels.set(sensor.id, name)
  }
  return channels
}

function channelName({ id, modality }: ExportSensor): string {
  const prefix = modality === 'camera' ? 'CAM' : 'LIDAR'
  const safe = id
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return safe.startsWith(`${prefix}_`) ? safe : `${prefix}_${safe || 'X'}`
}

/** Instances and their annotations, linked in the order of frames. */
function writeAnnotations(
  tables: NuscenesTables,
  job: ExportJob,
  sampleTokenOf: (frameId: string) => string,
  losses: Losses,
): void {
  if (!isResultOf(job.document, 'boxes')) return
  const tracks = boxTracks(job.document)
  const cuboids = new Map<string, ResultCuboid[]>()
  for (const record of [...boxesByFrame(job.document).values()].flat()) {
    const { frameId, trackId } = record
    const known = cuboids.get(trackId)
    if (record.type !== 'cuboid') {
      losses.add(`${record.type}_dropped`, job, { frame: frameId, trackId })
      losses.add('attribute_dropped', job, { frame: frameId, trackId, count: valueCount(record.attributes) })
    } else if (known) known.push(record)
    else cuboids.set(trackId, [record])
  }
  for (const { trackId, attributes } of tracks.values())
    if (!cuboids.has(trackId)) losses.add('attribute_dropped', job, { trackId, count: valueCount(attributes) })
  for (const [trackId, records] of cuboids) {
    const instance = stableToken('instance', job.referenceId, trackId)
    const tokens = records.map(({ frameId }) => stableToken('sample_annotation', job.referenceId, trackId, frameId))
    tables.add('instance', {
      token: instance,
      category_token: categoryToken(records[0].label),
      nbr_annotations: records.length,
      first_annotation_token: tokens[0],
      last_annotation_token: tokens.at(-1),
      // A member outside nuScenes' schema: tokens are hashes, and re-imported labels keep their track.
      track_id: trackId,
    })
    const ofTrack = tracks.get(trackId)?.attributes ?? {}
    for (const [index, record] of records.entries()) {
      const { position, heading } = record.commonFromBox
      const { length, width, height } = record.dimensions
      tables.add('sample_annotation', {
        token: tokens[index],
        sample_token: sampleTokenOf(record.frameId),
        instance_token: instance,
        visibility_token: '',
        attribute_tokens: attributeTokens(tables, ofTrack, record.attributes),
        translation: [position.x, position.y, position.z],
        size: [width, length, height],
        rotation: [heading.w, heading.x, heading.y, heading.z],
        prev: tokens[index - 1] ?? '',
        next: tokens[index + 1] ?? '',
        num_lidar_pts: record.pointCount,
        num_radar_pts: 0,
      })
    }
  }
}

/** nuScenes knows attributes by name alone: each value is one, called `name.value`. */
function attributeTokens(tables: NuscenesTables, ...groups: readonly WireAttributes[]): string[] {
  return groups.flatMap((group) =>
    Object.entries(group).flatMap(([name, { value }]) =>
      [value].flat().map((one) => {
        const full = `${name}.${one}`
        return tables.once('attribute', [full], (token) => ({ token, name: full, description: '' }))
      }),
    ),
  )
}
