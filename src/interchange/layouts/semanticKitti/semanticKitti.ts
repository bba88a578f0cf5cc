import { composePoses, invertPose, type Pose } from '../../../geometry/pose.ts'
import { quaternionFromMatrix } from '../../../geometry/quaternion.ts'
import { isFlat, rulesOf, typesWithResult } from '../../../model/annotationTypes/rulesOf.ts'
import type { Tag } from '../../../model/tag.ts'
import { semanticKittiReader } from '../../semantickitti/manifest.ts'
import { CalibrationCheck } from '../calibrationCheck.ts'
import { type Drive, sequencesOfDrives } from '../drive.ts'
import { importedLabels, LabelFailures, targetOf } from '../importedLabels.ts'
import {
  kittiFrame,
  kittiSensors,
  kittiStems,
  NO_CALIBRATION,
  readKittiCalibration,
  warnUncalibrated,
} from '../kittiRig.ts'
import {
  type Layout,
  type LayoutRequest,
  type PlannedFrame,
  type Source,
  SourceError,
  type SourceFile,
} from '../layout.ts'
import { folderName, SourceArchive } from '../sourceArchive.ts'
import { SEMANTIC_KITTI_NAMES } from './classNames.ts'

const FILE = /^(.*\/)?sequences\/([^/]+)\/(velodyne|image_[0-3]|labels)\/(\d{6})\.(bin|png|jpe?g|label)$/
const LIDAR = 'velodyne'
const ROWS = { cameraFromLidar: 'Tr', rectify: null, lidarFromEgo: null }

interface OdometrySequence {
  /** With `/` at its end. */
  folder: string
  clouds: Map<string, SourceFile>
  images: Map<string, Map<string, SourceFile>>
  labels: Map<string, SourceFile>
}

/**
 * SemanticKITTI, and KITTI's odometry benchmark, whose sequences it labels. The lidar stands for the vehicle; its poses
 * begin at the first scan. http://www.semantic-kitti.org/dataset.html
 */
export const semanticKittiLayout: Layout = {
  name: 'semantickitti',
  annotationTypes: typesWithResult('image', 'video', 'boxes', 'points'),
  async detect(source) {
    const all = odometrySequences(source).filter(({ clouds }) => clouds.size > 0)
    if (all.length === 0) return null
    const what = all.some(({ labels }) => labels.size > 0) ? 'velodyne and labels' : 'velodyne'
    return `has ${all.length === 1 ? 'the sequence' : `${all.length} sequences such as`} ${folderName(all[0].folder, source)} of SemanticKITTI, with ${what}`
  },
  async *scan(source, request) {
    const sequences = odometrySequences(source)
    if (sequences.length === 0) throw new SourceError('NOT_THIS_FORMAT', 'the source has no sequences/NN/velodyne')
    yield* sequencesOfDrives(readSequences(source, sequences, request), request)
  },
}

function odometrySequences({ files }: Source): OdometrySequence[] {
  const sequences = new Map<string, OdometrySequence>()
  for (const file of files) {
    const [, root = '', name, kind, stem, ending] = FILE.exec(file.path) ?? []
    if (name === undefined) continue
    const folder = `${root}sequences/${name}/`
    const found = sequences.get(folder) ?? { folder, clouds: new Map(), images: new Map(), labels: new Map() }
    if (kind === LIDAR && ending === 'bin') found.clouds.set(stem, file)
    else if (kind === 'labels' && ending === 'label') found.labels.set(stem, file)
    else if (kind.startsWith('image') && /^(png|jpe?g)$/.test(ending))
      found.images.set(kind, (found.images.get(kind) ?? new Map<string, SourceFile>()).set(stem, file))
    else continue
    sequences.set(folder, found)
  }
  return [...sequences.values()].filter(({ clouds, images }) => clouds.size > 0 || images.size > 0)
}

async function* readSequences(
  source: Source,
  sequences: readonly OdometrySequence[],
  request: LayoutRequest,
): AsyncGenerator<Drive> {
  const archive = new SourceArchive(source.files)
  const failures = new LabelFailures(request)
  const names = archive.names.find((name) => /(^|\/)semantic-kitti[^/]*\.yaml$/.test(name)) ?? null
  for (const sequence of sequences) {
    request.signal.throwIfAborted()
    const drive = await readSequence(archive, sequence, request)
    const hasLabels = request.options.annotations && rulesOf(request.annotationType).hasLabels
    const labels = (frames: readonly PlannedFrame[], tag: Tag) =>
      scanLabels(archive, sequence, names, { sensors: drive.sensors, frames }, tag, failures)
    yield { ...drive, ...(hasLabels && { labels }) }
  }
}

async function readSequence(archive: SourceArchive, files: OdometrySequence, request: LayoutRequest): Promise<Drive> {
  const { folder, images } = files
  const path = folder.slice(0, -1)
  const cameras = [...images.keys()].sort()
  const isPlaced = !isFlat(request.annotationType)
  const calibrationFile = `${folder}calib.txt`
  const check = new CalibrationCheck(request.fail)
  const isCalibrated = isPlaced && archive.has(calibrationFile)
  // The first camera's row is read even without its pictures: poses are those of that camera.
  const calibration = isCalibrated
    ? await readKittiCalibration(archive, calibrationFile, [...new Set(['image_0', ...cameras])], ROWS, check)
    : NO_CALIBRATION
  check.finish()
  if (isPlaced) warnUncalibrated(path, cameras, calibration, request)
  const lidarFromCamera = calibration.cameras.get('image_0')?.lidarFromCamera ?? null
  const posesFile = `${folder}poses.txt`
  const poses =
    lidarFromCamera && archive.has(posesFile)
      ? await readPoses(archive, posesFile, lidarFromCamera, request)
      : new Map()
  if (isPlaced && poses.size === 0)
    request.warn({ code: 'NO_POSES', message: `${path} has no poses: frames are not placed in a world`, source: path })
  const times = await readTimes(archive, `${folder}times.txt`, request)
  const sensors = kittiSensors(LIDAR, cameras, calibration)
  const frames = kittiStems(files).map((stem) =>
    kittiFrame(files, stem, sensors, {
      calibration,
      worldFromEgo: poses.get(Number(stem)) ?? null,
      timestampNs: times?.[Number(stem)] ?? null,
    }),
  )
  return { path, sensors, frames }
}

/**
 * Poses of the lidar from its first scan: lines are those of camera 0 from its first frame, 3 × 4 row by row, as
 * parse_poses of semantic-kitti-api turns them.
 */
async function readPoses(
  archive: SourceArchive,
  file: string,
  lidarFromCamera: Pose,
  { fail }: LayoutRequest,
): Promise<Map<number, Pose>> {
  const poses = new Map<number, Pose>()
  const check = new CalibrationCheck(fail)
  for (const [index, line] of (await archive.readText(file)).trimEnd().split('\n').entries()) {
    const field = `line ${index + 1}`
    const m = check.numbers(file, field, line.trim().split(/\s+/).map(Number), 12)
    const turn = m && [0, 1, 2, 4, 5, 6, 8, 9, 10].map((at) => m[at])
    if (!m || !turn || !check.rotation(file, field, turn)) continue
    const worldFromCamera = { position: { x: m[3], y: m[7], z: m[11] }, heading: quaternionFromMatrix(turn) }
    poses.set(index, composePoses(composePoses(lidarFromCamera, worldFromCamera), invertPose(lidarFromCamera)))
  }
  return poses
}

/** Seconds a line, as ns; null where they do not increase, which is reported. */
async function readTimes(archive: SourceArchive, file: string, { fail }: LayoutRequest): Promise<bigint[] | null> {
  if (!archive.has(file)) return null
  const times: bigint[] = []
  for (const [index, line] of (await archive.readText(file)).trimEnd().split('\n').entries()) {
    const seconds = line.trim() === '' ? Number.NaN : Number(line)
    const last = times.at(-1)
    const timeNs = seconds >= 0 && seconds < 9e9 ? BigInt(Math.round(seconds * 1e9)) : null
    if (timeNs === null || (last !== undefined && timeNs <= last)) {
      const expected = timeNs === null ? 'seconds' : `later than line ${index}`
      fail({ file, field: `line ${index + 1}`, type: 'INVALID_VALUE', expected, found: line.trim().slice(0, 40) })
      return null
    }
    times.push(timeNs)
  }
  return times
}

async function scanLabels(
  archive: SourceArchive,
  { labels }: OdometrySequence,
  names: string | null,
  of: { sensors: Drive['sensors']; frames: readonly PlannedFrame[] },
  tag: Tag,
  failures: LabelFailures,
): Promise<object | null> {
  const [frame] = of.frames
  const file = frame && labels.get(frame.frameId)
  if (!file) return null
  const own = archive.only([file.path, ...(names === null ? [] : [names])])
  const read = semanticKittiReader(SEMANTIC_KITTI_NAMES)
  return importedLabels((request) => read(own, request), tag, targetOf(of.sensors, of.frames), failures)
}
