import { isFlat, rulesOf, typesWithResult } from '../../../model/annotationTypes/rulesOf.ts'
import { readArgoverse2 } from '../../argoverse2/reader.ts'
import { logRig } from '../../argoverse2/sentRig.ts'
import { readFeather, type SentTable } from '../../arrow/feather.ts'
import { sentCloud } from '../../clouds/sentCloud.ts'
import { ImportError } from '../../core/reader.ts'
import { stemOf } from '../../core/targetFrames.ts'
import { CalibrationCheck } from '../calibrationCheck.ts'
import { type Drive, sequencesOfDrives } from '../drive.ts'
import { importedLabels, LabelFailures, targetOf } from '../importedLabels.ts'
import {
  type Layout,
  type LayoutRequest,
  type PlannedFile,
  type PlannedFrame,
  type PlannedSensor,
  type Source,
  SourceError,
  SourceFileError,
} from '../layout.ts'
import { filesByFolder, folderName, SourceArchive, sourceFailureOf } from '../sourceArchive.ts'

const SWEEP = /^(.*\/)?sensors\/lidar\/\d{1,19}\.feather$/
const PICTURE = /^(.*\/)?sensors\/cameras\/([^/]+)\/(\d{1,19})\.(png|jpe?g)$/
const TABLES = /^(.*\/)?(?:city_SE3_egovehicle|annotations|calibration\/egovehicle_SE3_sensor)\.feather$/
const SWEEPS = 'sensors/lidar'

/** Logs of Argoverse 2's sensor data set: https://argoverse.github.io/user-guide/datasets/sensor.html */
export const argoverse2Layout: Layout = {
  name: 'argoverse2',
  annotationTypes: typesWithResult('image', 'video', 'boxes', 'points'),
  async detect(source) {
    const described = new Set(source.files.flatMap(({ path }) => folderBy(TABLES, path)))
    const logs = logFolders(source).filter((folder) => described.has(folder))
    if (logs.length === 0) return null
    return `has ${logs.length === 1 ? 'the log' : `${logs.length} logs such as`} ${folderName(logs[0], source)} of Argoverse 2, with sensors and calibration`
  },
  async *scan(source, request) {
    const logs = logFolders(source)
    if (logs.length === 0)
      throw new SourceError(
        'NOT_THIS_FORMAT',
        'the source has no sensors/lidar/*.feather or sensors/cameras of Argoverse 2',
      )
    yield* sequencesOfDrives(readLogs(source, logs, request), request)
  },
}

/** With `/` at their end; the folder is in the first group of the pattern. */
const folderBy = (pattern: RegExp, path: string): string[] => {
  const found = pattern.exec(path)
  return found ? [found[1] ?? ''] : []
}

const logFolders = ({ files }: Source): string[] => [
  ...new Set(files.flatMap(({ path }) => [...folderBy(SWEEP, path), ...folderBy(PICTURE, path)])),
]

async function* readLogs(source: Source, logs: readonly string[], request: LayoutRequest): AsyncGenerator<Drive> {
  const failures = new LabelFailures(request)
  const byLog = filesByFolder(source.files, logs)
  const isPlaced = !isFlat(request.annotationType)
  for (const folder of logs) {
    request.signal.throwIfAborted()
    const archive = new SourceArchive(byLog.get(folder) ?? [])
    const path = folder.slice(0, -1) || source.name
    if (!isPlaced) yield { path, ...picturesOf(archive, folder) }
    else {
      const drive = await placedLog(archive, folder, path, request)
      if (drive) yield withLabels(drive, archive, folder, request, failures)
    }
  }
}

/** Every picture is a frame: cameras fire twice as often as the lidars turn. */
function picturesOf(archive: SourceArchive, folder: string): Pick<Drive, 'sensors' | 'frames'> {
  const pictures = archive.names
    .filter((name) => name.startsWith(folder) && PICTURE.test(name))
    .map((name) => ({ name, camera: PICTURE.exec(name)?.[2] ?? '', timeNs: BigInt(stemOf(name)) }))
    .sort((a, b) => (a.timeNs < b.timeNs ? -1 : a.timeNs > b.timeNs ? 1 : 0))
  const byTime = Map.groupBy(pictures, ({ timeNs }) => timeNs)
  const frames = [...byTime].map(
    ([timestampNs, own]): PlannedFrame => ({
      frameId: String(timestampNs),
      timestampNs,
      worldFromEgo: null,
      files: own.map(({ name, camera }) => ({
        sensorId: camera,
        file: { kind: 'source', file: archive.file(name) },
        commonFromSensor: { position: { x: 0, y: 0, z: 0 }, heading: { w: 1, x: 0, y: 0, z: 0 } },
      })),
    }),
  )
  const cameras = [...new Set(pictures.map(({ camera }) => camera))].sort()
  return { sensors: cameras.map((id) => sensorOf(id, 'camera', null, null)), frames }
}

const sensorOf = (
  id: string,
  modality: 'lidar' | 'camera',
  intrinsics: PlannedSensor['intrinsics'],
  maxOffsetMs: number | null,
): PlannedSensor => ({
  id,
  modality,
  source: modality === 'lidar' ? SWEEPS : id,
  intrinsics,
  pointLayout: null,
  maxOffsetMs,
})

/** null, and reported, where a table other than the calibration cannot be read. */
async function placedLog(
  archive: SourceArchive,
  folder: string,
  path: string,
  request: LayoutRequest,
): Promise<Drive | null> {
  await checkCalibration(archive, folder, request)
  const timesNs = archive.names
    .filter((name) => name.startsWith(folder) && SWEEP.test(name))
    .map((name) => BigInt(stemOf(name)))
    .sort((a, b) => (a < b ? -1 : 1))
  try {
    const rig = await logRig(archive, folder, timesNs, [], BigInt(Math.round(request.options.maxOffsetMs * 1e6)))
    const offsets = new Map<string, number>()
    const frames = rig.frames.map(
      ({ frameId, timestampNs, worldFromEgo, files }): PlannedFrame => ({
        frameId,
        timestampNs,
        worldFromEgo,
        files: files.map(({ sensorId, source, commonFromSensor }) => {
          const offsetMs = Math.abs(Number(BigInt(stemOf(source)) - (timestampNs ?? 0n))) / 1e6
          offsets.set(sensorId, Math.max(offsets.get(sensorId) ?? 0, offsetMs))
          return { sensorId, file: fileOf(archive, source), commonFromSensor }
        }),
      }),
    )
    if (frames.every(({ worldFromEgo }) => worldFromEgo === null))
      request.warn({
        code: 'NO_POSES',
        message: `${path} has no poses: frames are not placed in a world`,
        source: path,
      })
    const sensors = rig.sensors.map(({ id, modality, intrinsics = null }) =>
      sensorOf(id, modality, intrinsics, modality === 'lidar' ? null : (offsets.get(id) ?? null)),
    )
    return { path, sensors, frames }
  } catch (error) {
    request.fail(sourceFailureOf(error))
    return null
  }
}

/** Sweeps are tables, which become PCDs when a job is made; pictures stay as they are. */
function fileOf(archive: SourceArchive, source: string): PlannedFile {
  if (!source.endsWith('.feather')) return { kind: 'source', file: archive.file(source) }
  return { kind: 'made', path: source.replace(/feather$/, 'pcd'), make: () => sweepPcd(archive, source) }
}

async function* sweepPcd(archive: SourceArchive, source: string): AsyncGenerator<Uint8Array> {
  try {
    yield* (await sentCloud(archive, source, null)) ?? []
  } catch (error) {
    if (error instanceof ImportError) throw new SourceFileError(sourceFailureOf(error), error.message)
    throw error
  }
}

function withLabels(
  drive: Drive,
  archive: SourceArchive,
  folder: string,
  { options, annotationType }: LayoutRequest,
  failures: LabelFailures,
): Drive {
  const annotations = `${folder}annotations.feather`
  if (!options.annotations || rulesOf(annotationType).hasLabels || !archive.has(annotations)) return drive
  const own = archive.only([annotations])
  return {
    ...drive,
    labels(frames, tag) {
      const target = targetOf(drive.sensors, frames)
      return importedLabels((request) => readArgoverse2(own, request), tag, target, failures)
    },
  }
}

const POSE = ['qw', 'qx', 'qy', 'qz', 'tx_m', 'ty_m', 'tz_m'] as const
const LENS = ['fx_px', 'fy_px', 'cx_px', 'cy_px', 'k1', 'k2', 'k3'] as const

/** @throws SourceError CALIBRATION_INVALID */
async function checkCalibration(archive: SourceArchive, folder: string, { fail, warn }: LayoutRequest): Promise<void> {
  const check = new CalibrationCheck(fail)
  const places = `${folder}calibration/egovehicle_SE3_sensor.feather`
  const lenses = `${folder}calibration/intrinsics.feather`
  await checkRows(archive, places, POSE, check, ([w, x, y, z], row) => {
    check.quaternion(places, `qw[${row}]`, [w, x, y, z])
  })
  await checkRows(archive, lenses, LENS, check, ([fx, fy], row) => {
    check.focalLengths(lenses, `fx_px[${row}]`, fx, fy)
  })
  check.finish()
  for (const [file, cost] of [
    [places, 'cameras are left out'],
    [lenses, 'cameras are shown without projection'],
  ])
    if (!archive.has(file)) warn({ code: 'NO_CALIBRATION', message: `${file} is missing: ${cost}`, source: file })
}

async function checkRows(
  archive: SourceArchive,
  file: string,
  columns: readonly string[],
  check: CalibrationCheck,
  checkRow: (numbers: number[], row: number) => void,
): Promise<void> {
  if (!archive.has(file)) return
  try {
    const table: SentTable = await readFeather(archive, file)
    const read = columns.map((name) => table.number(name))
    for (let row = 0; row < table.rows; row++)
      checkRow(
        read.map((column) => column(row)),
        row,
      )
  } catch (error) {
    check.refuse(sourceFailureOf(error))
  }
}
