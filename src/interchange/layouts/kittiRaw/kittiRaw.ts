import { composePoses, type Pose } from '../../../geometry/pose.ts'
import { isFlat, rulesOf, typesWithResult } from '../../../model/annotationTypes/rulesOf.ts'
import type { Tag } from '../../../model/tag.ts'
import { BoxImport } from '../../core/boxImport.ts'
import { notedValues } from '../../core/importedAttributes.ts'
import { oxtsNumbers, oxtsPoses } from '../../kitti/oxts.ts'
import { readTracklets } from '../../kitti/tracklets.ts'
import { type Drive, sequencesOfDrives } from '../drive.ts'
import { LabelFailures } from '../importedLabels.ts'
import {
  kittiFrame,
  kittiSensors,
  kittiStems,
  type LidarCalibration,
  NO_CALIBRATION,
  warnUncalibrated,
} from '../kittiRig.ts'
import { type Layout, type LayoutRequest, type PlannedFrame, type Source, SourceError } from '../layout.ts'
import { folderName, SourceArchive, sourceFailureOf } from '../sourceArchive.ts'
import { readDayCalibration } from './calibration.ts'
import { type DriveFiles, driveFiles } from './driveFiles.ts'
import { readTimes } from './times.ts'

const LIDAR = 'velodyne_points'
const UNSYNCED = /_extract\/$/
/** Files that are read at the same time. */
const READS_AT_ONCE = 16

/** Drives of KITTI's raw data, synchronised and rectified: http://www.cvlibs.net/datasets/kitti/raw_data.php */
export const kittiRaw: Layout = {
  name: 'kitti_raw',
  annotationTypes: typesWithResult('image', 'video', 'boxes', 'points'),
  async detect(source) {
    const drives = driveFiles(source.files).filter(isRaw(source))
    if (drives.length === 0) return null
    const [{ folder, clouds, images }] = drives
    const sensors = [...(clouds.size > 0 ? [LIDAR] : []), ...images.keys()].join(', ')
    return `has ${drives.length === 1 ? 'the drive' : `${drives.length} drives such as`} ${folderName(folder, source)} of KITTI's raw data, with ${sensors}`
  },
  async *scan(source, request) {
    const drives = driveFiles(source.files)
    if (drives.length === 0)
      throw new SourceError('NOT_THIS_FORMAT', 'the source has no velodyne_points/data or image_0N/data of KITTI')
    yield* sequencesOfDrives(readDrives(source, drives, request), request)
  },
}

/** KITTI-360 has the same folders without receiver and calibration next to them. */
const isRaw = ({ files }: Source) => {
  const calibrated = new Set(
    files.flatMap(({ path }) => (path.endsWith('calib_cam_to_cam.txt') ? [path.slice(0, -20)] : [])),
  )
  return ({ folder, oxts }: DriveFiles) =>
    oxts.size > 0 || calibrated.has(folder) || calibrated.has(folder.replace(/[^/]*\/$/, ''))
}

async function* readDrives(source: Source, drives: readonly DriveFiles[], request: LayoutRequest) {
  const archive = new SourceArchive(source.files)
  const failures = new LabelFailures(request)
  for (const files of drives) {
    request.signal.throwIfAborted()
    if (UNSYNCED.test(files.folder))
      request.skip(
        files.folder.slice(0, -1),
        'is neither synchronised nor rectified: take the folder that ends in _sync',
      )
    else yield await readDrive(source, archive, files, request, failures)
  }
}

async function readDrive(
  source: Source,
  archive: SourceArchive,
  files: DriveFiles,
  request: LayoutRequest,
  failures: LabelFailures,
): Promise<Drive> {
  const { folder, images } = files
  const cameras = [...images.keys()].sort()
  const path = folder.slice(0, -1) || source.name
  const isPlaced = !isFlat(request.annotationType)
  const calibration = isPlaced ? await calibrationOf(archive, files, cameras, request) : NO_CALIBRATION
  const times = await firstTimes(archive, folder, [LIDAR, 'oxts', ...cameras], request)
  const stems = kittiStems(files)
  const known = isPlaced && calibration.egoFromLidar ? await readPoses(archive, files, request) : []
  const poses = posesOfFrames(known, stems, times, request.options.maxOffsetMs)
  if (isPlaced && poses.size === 0)
    request.warn({ code: 'NO_POSES', message: `${path} has no poses: frames are not placed in a world`, source: path })
  const sensors = kittiSensors(LIDAR, cameras, calibration)
  const frames = stems.map((stem) =>
    kittiFrame(files, stem, sensors, {
      calibration,
      worldFromEgo: poses.get(stem) ?? null,
      timestampNs: times?.[Number(stem)] ?? null,
    }),
  )
  const tracklets = `${folder}tracklet_labels.xml`
  const hasLabels = request.options.annotations && isPlaced && archive.has(tracklets)
  return {
    path,
    sensors,
    frames,
    ...(hasLabels && { labels: (of, tag) => trackletLabels(archive, tracklets, of, tag, failures) }),
  }
}

/** Next to the drives of a day, or in the drive itself. */
async function calibrationOf(
  archive: SourceArchive,
  { folder }: DriveFiles,
  cameras: readonly string[],
  request: LayoutRequest,
): Promise<LidarCalibration> {
  const day = folder.replace(/[^/]*\/$/, '')
  const calibration = await readDayCalibration(
    archive,
    archive.has(`${folder}calib_cam_to_cam.txt`) ? folder : day,
    cameras,
    request,
  )
  warnUncalibrated(folder.slice(0, -1) || 'the drive', cameras, calibration, request)
  return calibration
}

async function firstTimes(archive: SourceArchive, folder: string, sensors: readonly string[], request: LayoutRequest) {
  const file = sensors.map((sensor) => `${folder}${sensor}/timestamps.txt`).find((name) => archive.has(name))
  return file === undefined ? null : readTimes(archive, file, request)
}

interface KnownPose {
  /** The number of its frame. */
  index: number
  worldFromEgo: Pose
}

/** In the order of frames, from the place of the first one that the receiver knows. */
async function readPoses(archive: SourceArchive, { oxts }: DriveFiles, request: LayoutRequest): Promise<KnownPose[]> {
  const known: { index: number; row: number[] }[] = []
  const all = [...oxts].sort(([a], [b]) => (a < b ? -1 : 1))
  for (let first = 0; first < all.length; first += READS_AT_ONCE) {
    request.signal.throwIfAborted()
    const read = all.slice(first, first + READS_AT_ONCE).map(async ([stem, { path }]) => ({
      index: Number(stem),
      row: await readRow(archive, path, request),
    }))
    for (const { index, row } of await Promise.all(read)) if (row) known.push({ index, row })
  }
  const poses = oxtsPoses(known.map(({ row }) => row))
  return known.map(({ index }, at) => ({ index, worldFromEgo: poses[at] }))
}

/** A frame without a pose gets the nearest one if it is between others, or near enough in time. */
function posesOfFrames(
  known: readonly KnownPose[],
  stems: readonly string[],
  times: readonly bigint[] | null,
  maxOffsetMs: number,
): Map<string, Pose> {
  const isNear = (a: number, b: number) => {
    const [one, other] = [times?.[a], times?.[b]]
    return one !== undefined && other !== undefined && Math.abs(Number(one - other)) <= maxOffsetMs * 1e6
  }
  const poses = new Map<string, Pose>()
  let next = 0
  for (const stem of stems) {
    const index = Number(stem)
    while (next < known.length && known[next].index < index) next++
    const [before, after] = [known[next - 1], known[next]]
    const nearest = !before || (after && after.index - index < index - before.index) ? after : before
    if (nearest && (nearest.index === index || (before && after) || isNear(nearest.index, index)))
      poses.set(stem, nearest.worldFromEgo)
  }
  return poses
}

async function readRow(archive: SourceArchive, file: string, { fail }: LayoutRequest): Promise<number[] | null> {
  try {
    const text = await archive.readText(file)
    const row = oxtsNumbers(text)
    if (row && Math.abs(row[0]) < 90 && Math.abs(row[1]) <= 180) return row
    const expected = 'latitude, longitude, altitude, roll, pitch and yaw'
    fail({ file, field: 'line 1', type: 'INVALID_VALUE', expected, found: text.trim().slice(0, 80) })
  } catch (error) {
    fail(sourceFailureOf(error))
  }
  return null
}

async function trackletLabels(
  archive: SourceArchive,
  file: string,
  frames: readonly PlannedFrame[],
  tag: Tag,
  failures: LabelFailures,
): Promise<object | null> {
  if (rulesOf(tag.annotationType).shapes === 'none') return null
  const byNumber = new Map(frames.map((frame) => [Number(frame.frameId), frame]))
  const classOf = failures.classOf(tag, file)
  const { fail } = failures.readRequest(tag)
  const into = new BoxImport(tag)
  let track = 0
  try {
    for await (const { label, dimensions, firstFrame, poses } of readTracklets(archive, file, fail)) {
      const trackId = String(track++)
      const name = classOf(label)
      if (name === null) continue
      for (const [index, { lidarFromBox, occluded, truncated }] of poses.entries()) {
        const frame = byNumber.get(firstFrame + index)
        const lidar = frame?.files.find(({ sensorId }) => sensorId === LIDAR)
        if (!frame || !lidar) continue
        const noted = Object.entries({ occluded, truncated }).filter(([, value]) => value !== null)
        const attributes = notedValues(tag, name, noted)
        const commonFromBox = composePoses(lidar.commonFromSensor, lidarFromBox)
        const head = { label: name, trackId, frameId: frame.frameId, attributes }
        for (const lost of into.cuboid({ ...head, commonFromBox, dimensions })) fail({ file, type: 'UNKNOWN', lost })
      }
    }
  } catch (error) {
    failures.end(error)
    return null
  }
  return into.data()
}
