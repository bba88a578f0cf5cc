import type { PointLayout } from '../../../formats/clouds/pointLayout.ts'
import { isFlat, rulesOf, typesWithResult } from '../../../model/annotationTypes/rulesOf.ts'
import type { SentRig } from '../../core/sentRig.ts'
import { calibrationOfRows, type SentCalibration, sceneRig } from '../../nuscenes/readRig.ts'
import {
  EGO_POSES,
  SAMPLE_ANNOTATIONS,
  SAMPLE_DATA,
  SCENES,
  SentTables,
  tableFolders,
} from '../../nuscenes/readTables.ts'
import { type Drive, sequencesOfDrives } from '../drive.ts'
import { type Layout, type LayoutRequest, type PlannedSensor, type Source, SourceError } from '../layout.ts'
import { folderName, SourceArchive } from '../sourceArchive.ts'
import { ScanLabels } from './scanLabels.ts'
import { SceneLabels } from './sceneLabels.ts'
import { type NuscenesScene, readCalibrations, readEgoPoses, readScenes } from './sceneTables.ts'
import { TableReader } from './tableRows.ts'

/** `.pcd.bin` of nuScenes. */
const POINTS: PointLayout = { fields: ['x', 'y', 'z', 'intensity', 'ring'], type: 'float32' }
const NEEDED = ['sample', 'sample_data', 'calibrated_sensor', 'sensor'] as const

/**
 * Tables of nuScenes: a scene is a job, its key frames are the frames.
 * https://github.com/nutonomy/nuscenes-devkit/blob/master/docs/schema_nuscenes.md
 */
export const nuscenesLayout: Layout = {
  name: 'nuscenes',
  annotationTypes: typesWithResult('image', 'video', 'boxes', 'points'),
  async detect(source) {
    const [folder] = wholeFolders(source)
    return folder === undefined
      ? null
      : `has the tables of nuScenes (${SCENES.name}.json, ${NEEDED.map((name) => `${name}.json`).join(', ')}) in ${folderName(folder, source)}`
  },
  async *scan(source, request) {
    const folders = wholeFolders(source)
    if (folders.length === 0)
      throw new SourceError(
        'NOT_THIS_FORMAT',
        `the source has no folder with scene.json and ${NEEDED.join('.json, ')}.json`,
      )
    yield* sequencesOfDrives(readFolders(source, folders, request), request)
  },
}

function wholeFolders({ files }: Source): string[] {
  const tables = new Set(files.flatMap(({ path }) => (path.endsWith('.json') ? [path] : [])))
  return tableFolders([...tables]).filter((folder) => NEEDED.every((name) => tables.has(`${folder}${name}.json`)))
}

async function* readFolders(source: Source, folders: readonly string[], request: LayoutRequest): AsyncGenerator<Drive> {
  const archive = new SourceArchive(source.files)
  const names = new Set<string>()
  for (const folder of folders) {
    const tables = new TableReader(archive, new SentTables(archive, SAMPLE_DATA, [folder]), request.signal)
    const isPlaced = !isFlat(request.annotationType)
    const { sensors, calibrated } = await readCalibrations(tables, request, isPlaced)
    const scenes = await readScenes(tables, { archive, sensors, calibrated }, request)
    const egoPoseOf = isPlaced ? await readEgoPoses(tables, scenes, request) : null
    if (isPlaced && !egoPoseOf)
      request.warn({
        code: 'NO_POSES',
        message: `${tables.nameOf(EGO_POSES)} is missing: frames are not placed in a world`,
      })
    const calibration = calibrationOfRows(sensors, calibrated, (token) => egoPoseOf?.(token))
    const labels = request.options.annotations && isPlaced ? labelsIn(archive, tables, request) : null
    for (const scene of scenes) {
      if (!scene.samples.some(({ data }) => data.length > 0)) {
        request.skip(scene.name, 'none of its files is in the source')
        continue
      }
      if (egoPoseOf) withoutUnplaced(scene, calibration, tables.nameOf(SAMPLE_DATA), request)
      const drive = driveOf(scene, archive, tables, calibration)
      // Two sets of tables may have the same scenes.
      if (names.has(drive.path)) request.skip(drive.path, 'a scene of this name is in another folder of tables')
      else yield { ...drive, ...(labels && { labels: (frames, tag) => labels.of(scene, frames, tag) }) }
      names.add(drive.path)
    }
  }
}

function labelsIn(
  archive: SourceArchive,
  tables: TableReader,
  request: LayoutRequest,
): SceneLabels | ScanLabels | null {
  if (rulesOf(request.annotationType).hasLabels) return ScanLabels.in(archive, tables, request)
  return tables.has(SAMPLE_ANNOTATIONS) ? new SceneLabels(tables, request) : null
}

/** Leaves out data whose pose of the vehicle is not there: it would be placed wrong. */
function withoutUnplaced(
  { samples }: NuscenesScene,
  calibration: SentCalibration,
  file: string,
  { fail }: LayoutRequest,
) {
  for (const sample of samples)
    sample.data = sample.data.filter((row) => {
      if (calibration.worldFromEgo(row)) return true
      fail({ file, field: `${row.token}.ego_pose_token`, type: 'UNKNOWN', found: row.ego_pose_token ?? '' })
      return false
    })
}

function driveOf(
  scene: NuscenesScene,
  archive: SourceArchive,
  tables: TableReader,
  calibration: SentCalibration,
): Drive {
  const samples = scene.samples.map((sample) => ({ ...sample, frameId: sample.token }))
  const rig = sceneRig(samples, calibration, (filename) => tables.entryOf(filename))
  const offsets = largestOffsets(scene, calibration, rig)
  return {
    path: scene.name,
    sensors: rig.sensors
      .toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
      .map(({ id, modality, intrinsics = null }): PlannedSensor => {
        const pointLayout = modality === 'lidar' ? POINTS : null
        return { id, modality, source: id, intrinsics, pointLayout, maxOffsetMs: offsets.get(id) ?? null }
      }),
    frames: rig.frames.map(({ frameId, timestampNs, worldFromEgo, files }) => ({
      frameId,
      timestampNs: scene.isTimed ? timestampNs : null,
      worldFromEgo,
      files: files.map(({ sensorId, source, commonFromSensor }) => ({
        sensorId,
        file: { kind: 'source', file: archive.file(source) },
        commonFromSensor,
      })),
    })),
  }
}

/** By channel: how far in time its data are from those of the first lidar, ms. */
function largestOffsets(
  { samples }: NuscenesScene,
  calibration: SentCalibration,
  { sensors }: SentRig,
): Map<string, number> {
  const clock = (sensors.find(({ isPrimary }) => isPrimary) ?? sensors.find(({ modality }) => modality === 'lidar'))?.id
  const offsets = new Map<string, number>()
  for (const { data } of samples) {
    const timesUs = new Map(data.map((row) => [calibration.channelOf(row)?.id ?? '', row.timestamp]))
    const clockUs = timesUs.get(clock ?? '')
    if (clockUs === undefined) continue
    for (const [channel, timeUs] of timesUs)
      if (channel !== clock && timeUs !== undefined)
        offsets.set(channel, Math.max(offsets.get(channel) ?? 0, Math.abs(timeUs - clockUs) / 1000))
  }
  return offsets
}
