import { messageOf } from '../../../formats/errors/messageOf.ts'
import { composePoses, identityPose, type Pose } from '../../../geometry/pose.ts'
import { parseJson } from '../../../json/text.ts'
import { CalibrationCheck } from '../calibrationCheck.ts'
import { type Drive, sequencesOfDrives } from '../drive.ts'
import { fileStem } from '../fileNames.ts'
import {
  type Layout,
  type LayoutRequest,
  type PlannedFrame,
  type PlannedSensor,
  type Source,
  SourceError,
  type SourceFile,
} from '../layout.ts'
import { type FolderSensor, readSensors } from './calibration.ts'
import { EgoTrack } from './egoTrack.ts'
import { NearestFiles } from './nearestFiles.ts'
import { readSentPoses } from './poses.ts'
import { CALIBRATION, type SensorFile, type SensorFiles, type SensorFolder, sensorFolders } from './sensorFiles.ts'

const MAX_TEXT_BYTES = 256 * 1024 * 1024
const OPTION = 'options.calibration'

/** Folders with a folder for each sensor, `calibration.json` and poses; each is a drive. */
export const sensorFolder: Layout = {
  name: 'sensor_folder',
  annotationTypes: ['cuboid3d', 'cuboid3d_linked2d', 'segmentation3d', 'image2d', 'video2d'],
  async detect(source) {
    const folders = sensorFolders(source)
    const [first] = folders
    if (!first) return null
    const sensors = first.sensors.map(({ id }) => id).join(', ')
    const what = first.calibration ? `has ${CALIBRATION} beside` : 'has clouds in lidar beside pictures, with'
    const others = folders.length === 1 ? '' : `, and ${folders.length - 1} more folders like it`
    return `${first.path || source.name} ${what} the folders ${sensors}${others}`
  },
  async *scan(source, request) {
    const folders = sensorFolders(source)
    if (folders.length === 0) throw new SourceError('NOT_THIS_FORMAT', 'no folder has a folder for each sensor')
    yield* sequencesOfDrives(drivesOf(source, folders, request), request)
  },
}

async function* drivesOf(
  source: Source,
  folders: readonly SensorFolder[],
  request: LayoutRequest,
): AsyncGenerator<Drive> {
  let done = 0
  for (const folder of folders) {
    const drive = await driveOf(folder, folder.path || fileStem(source.name), request)
    done += folder.sensors.reduce((sum, { files }) => sum + files.length, 0)
    if (drive) yield drive
    request.progress(done, 0)
  }
}

interface Rig {
  calibration: ReadonlyMap<string, FolderSensor>
  sensors: readonly SensorFiles[]
  clock: SensorFiles
}

async function driveOf(folder: SensorFolder, path: string, request: LayoutRequest): Promise<Drive | null> {
  const calibration = await calibrationOf(folder, request)
  const sensors = folder.sensors.filter((sensor) => isUsable(sensor, calibration, path, request))
  const { lidar } = request.options
  const lidars = sensors.filter(({ modality }) => modality === 'lidar')
  const clock = lidars.find(({ id }) => id === lidar) ?? densest(lidars) ?? sensors.at(0)
  if (!clock) return null
  const inOrder = [
    clock,
    ...lidars.filter((one) => one !== clock),
    ...sensors.filter((one) => one.modality === 'camera' && one !== clock),
  ]
  const rig = { calibration, sensors: inOrder, clock }
  const poses = await posesOf(folder, rig, request)
  const { frames, offsetsMs } = framesOf(rig, poses, request)
  const planned = inOrder.map((sensor): PlannedSensor => {
    const known = calibration.get(sensor.id)
    return {
      id: sensor.id,
      modality: sensor.modality,
      source: sensor.id,
      intrinsics: known?.intrinsics ?? null,
      pointLayout: known?.pointLayout ?? null,
      maxOffsetMs: offsetsMs.get(sensor.id) ?? null,
    }
  })
  return { path, sensors: planned, frames }
}

const densest = (sensors: readonly SensorFiles[]): SensorFiles | undefined =>
  sensors.toSorted((a, b) => b.files.length - a.files.length).at(0)

/** The folder's own calibration, filled and overridden by that of the options. */
async function calibrationOf(
  folder: SensorFolder,
  { options, fail }: LayoutRequest,
): Promise<Map<string, FolderSensor>> {
  const check = new CalibrationCheck(fail)
  const own = folder.calibration
    ? readSensors(await jsonOf(folder.calibration, check), folder.calibration.path, check)
    : new Map<string, FolderSensor>()
  const given = options.calibration === null ? [] : [...readSensors(options.calibration, OPTION, check)]
  for (const [name, sensor] of given) {
    const known = own.get(name)
    own.set(name, {
      modality: sensor.modality ?? known?.modality ?? null,
      egoFromSensor: sensor.egoFromSensor ?? known?.egoFromSensor ?? null,
      intrinsics: sensor.intrinsics ?? known?.intrinsics ?? null,
      pointLayout: sensor.pointLayout ?? known?.pointLayout ?? null,
    })
  }
  for (const { id, modality } of folder.sensors) {
    const stated = own.get(id)?.modality ?? modality
    const file = folder.calibration?.path ?? OPTION
    if (stated !== modality)
      check.refuse({ file, field: `sensors.${id}.modality`, type: 'INVALID_VALUE', expected: modality, found: stated })
  }
  check.finish()
  return own
}

async function jsonOf(file: SourceFile, check: CalibrationCheck): Promise<unknown> {
  try {
    return parseJson(await bytesOf(file))
  } catch (error) {
    check.refuse({ file: file.path, field: '', type: 'INVALID_VALUE', expected: 'JSON', found: messageOf(error) })
    check.finish()
    return {}
  }
}

async function bytesOf(file: SourceFile): Promise<Uint8Array> {
  const bytes = await file.read(0, MAX_TEXT_BYTES + 1)
  if (bytes.length <= MAX_TEXT_BYTES) return bytes
  throw new SourceError('CALIBRATION_INVALID', `${file.path} has more than ${MAX_TEXT_BYTES} bytes`)
}

function isUsable(
  { id, modality, files }: SensorFiles,
  calibration: ReadonlyMap<string, FolderSensor>,
  path: string,
  { warn, skip }: LayoutRequest,
): boolean {
  const known = calibration.get(id)
  const isRaw = modality === 'lidar' && files.some(({ file }) => /\.bin$/i.test(file.path))
  if (isRaw && !known?.pointLayout) {
    skip(`${path}/${id}`, 'NO_POINT_LAYOUT')
    return false
  }
  if (!known?.egoFromSensor)
    warn({
      code: 'NO_TRANSFORM',
      message: `${id} has no pose: it is taken to stand at the vehicle's origin`,
      source: id,
    })
  if (modality === 'camera' && !known?.intrinsics)
    warn({
      code: 'NO_CALIBRATION',
      message: `${id} has no intrinsics: nothing is projected into its pictures`,
      source: id,
    })
  return true
}

/** The pose of the vehicle at a time, or of the n-th cloud; null where there is none. */
type PoseAt = (timeNs: bigint | null, index: number) => Pose | null

/** null: the folder has no poses. */
async function posesOf(
  folder: SensorFolder,
  { clock }: Rig,
  { options, fail, warn }: LayoutRequest,
): Promise<PoseAt | null> {
  if (!folder.poses) return null
  const check = new CalibrationCheck(fail)
  const { path } = folder.poses
  const sent = readSentPoses(path, Buffer.from(await bytesOf(folder.poses)).toString('utf8'), check)
  check.finish()
  if ('inOrder' in sent) {
    const times = clock.files.flatMap(({ timeNs }, index) => {
      const worldFromEgo = sent.inOrder[index]
      return timeNs === null || !worldFromEgo ? [] : [{ timeNs, worldFromEgo }]
    })
    const track = new EgoTrack(times, options.maxOffsetMs)
    return (timeNs, index) => (timeNs === null ? (sent.inOrder[index] ?? null) : track.at(timeNs))
  }
  if (clock.files.every(({ timeNs }) => timeNs === null)) {
    const message = `${path} has times, but the names of ${clock.id} are none: the poses are not used`
    warn({ code: 'NO_POSES', message, source: path })
    return null
  }
  const track = new EgoTrack(sent.timed, options.maxOffsetMs)
  return (timeNs) => (timeNs === null ? null : track.at(timeNs))
}

function framesOf(rig: Rig, poseAt: PoseAt | null, { options, skip, warn }: LayoutRequest) {
  const others = rig.sensors
    .filter((sensor) => sensor !== rig.clock)
    .map((sensor) => ({ sensor, nearest: new NearestFiles(sensor.files, options.maxOffsetMs) }))
  const frames: PlannedFrame[] = []
  for (const [index, entry] of rig.clock.files.entries()) {
    const worldFromEgo = poseAt?.(entry.timeNs, index) ?? null
    if (poseAt && !worldFromEgo) {
      skip(entry.file.path, 'NO_POSE')
      continue
    }
    const found = others.flatMap(({ sensor, nearest }) => {
      const other = nearest.of(entry)
      return other ? [{ sensor, entry: other }] : []
    })
    const files = [{ sensor: rig.clock, entry }, ...found].map(({ sensor, entry: own }) => {
      const egoFromSensor = rig.calibration.get(sensor.id)?.egoFromSensor ?? identityPose
      const then = worldFromEgo && (ownPose(poseAt, own, entry) ?? worldFromEgo)
      const commonFromSensor = then ? composePoses(then, egoFromSensor) : egoFromSensor
      return { sensorId: sensor.id, file: { kind: 'source' as const, file: own.file }, commonFromSensor }
    })
    frames.push({ frameId: entry.stem, timestampNs: entry.timeNs, worldFromEgo, files })
  }
  for (const { sensor, nearest } of others) {
    if (nearest.missed === 0) continue
    const message = `${nearest.missed} of ${frames.length + nearest.missed} frames have no file of ${sensor.id} within ${options.maxOffsetMs} ms`
    warn({ code: 'NO_PICTURE', message, source: sensor.id })
  }
  return { frames, offsetsMs: new Map(others.map(({ sensor, nearest }) => [sensor.id, nearest.maxOffsetMs])) }
}

/** Where the vehicle was when the sensor took its file; null where its time is not known. */
const ownPose = (poseAt: PoseAt | null, { timeNs }: SensorFile, clock: SensorFile): Pose | null =>
  poseAt && timeNs !== null && clock.timeNs !== null ? poseAt(timeNs, -1) : null
