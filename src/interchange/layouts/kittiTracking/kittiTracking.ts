import type { Pose } from '../../../geometry/pose.ts'
import { isFlat, rulesOf, typesWithResult } from '../../../model/annotationTypes/rulesOf.ts'
import { oxtsNumbers, oxtsPoses } from '../../kitti/oxts.ts'
import { readKittiTracking } from '../../kitti/trackingReader.ts'
import { CalibrationCheck } from '../calibrationCheck.ts'
import { type Drive, sequencesOfDrives } from '../drive.ts'
import { LabelFailures } from '../importedLabels.ts'
import { kittiLabels } from '../kittiLabels.ts'
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

const FILE = /^(.*\/)?(velodyne|image_0[0-3])\/([^/]+)\/(\d{6})\.(bin|png|jpe?g)$/
const TEXT = /^(.*\/)?(calib|label_02)\/([^/]+)\.txt$/
const LIDAR = 'velodyne'
const ROWS = { cameraFromLidar: 'Tr_velo_cam', rectify: 'R_rect', lidarFromEgo: 'Tr_imu_velo' }

interface TrackingSequence {
  /** With `/` at its end. */
  folder: string
  name: string
  clouds: Map<string, SourceFile>
  images: Map<string, Map<string, SourceFile>>
}

/** KITTI's tracking benchmark: each sequence is a job. https://www.cvlibs.net/datasets/kitti/eval_tracking.php */
export const kittiTrackingLayout: Layout = {
  name: 'kitti_tracking',
  annotationTypes: typesWithResult('image', 'video', 'boxes', 'points'),
  async detect(source) {
    const described = new Set(
      source.files.flatMap(({ path }) => {
        const found = TEXT.exec(path)
        return found ? [`${found[1] ?? ''}${found[3]}`] : []
      }),
    )
    const all = trackingSequences(source).filter(({ folder, name }) => described.has(`${folder}${name}`))
    if (all.length === 0) return null
    return `has ${all.length === 1 ? 'the sequence' : `${all.length} sequences such as`} ${folderName(`${all[0].folder}${all[0].name}`, source)} of KITTI's tracking benchmark, with calib or label_02`
  },
  async *scan(source, request) {
    const sequences = trackingSequences(source)
    if (sequences.length === 0)
      throw new SourceError('NOT_THIS_FORMAT', 'the source has no velodyne/NNNN or image_02/NNNN of KITTI')
    yield* sequencesOfDrives(readSequences(source, sequences, request), request)
  },
}

function trackingSequences({ files }: Source): TrackingSequence[] {
  const sequences = new Map<string, TrackingSequence>()
  for (const file of files) {
    const [, folder = '', kind, name, stem, ending] = FILE.exec(file.path) ?? []
    if (name === undefined || (kind === LIDAR) !== (ending === 'bin')) continue
    const key = `${folder}${name}`
    const found = sequences.get(key) ?? { folder, name, clouds: new Map(), images: new Map() }
    sequences.set(key, found)
    if (kind === LIDAR) found.clouds.set(stem, file)
    else found.images.set(kind, (found.images.get(kind) ?? new Map<string, SourceFile>()).set(stem, file))
  }
  return [...sequences.values()]
}

async function* readSequences(
  source: Source,
  sequences: readonly TrackingSequence[],
  request: LayoutRequest,
): AsyncGenerator<Drive> {
  const archive = new SourceArchive(source.files)
  const failures = new LabelFailures(request)
  for (const sequence of sequences) {
    request.signal.throwIfAborted()
    yield await readSequence(archive, sequence, request, failures)
  }
}

async function readSequence(
  archive: SourceArchive,
  files: TrackingSequence,
  request: LayoutRequest,
  failures: LabelFailures,
): Promise<Drive> {
  const { folder, name, images } = files
  const path = `${folder}${name}`
  const cameras = [...images.keys()].sort()
  const isPlaced = !isFlat(request.annotationType)
  const calibrationFile = `${folder}calib/${name}.txt`
  const check = new CalibrationCheck(request.fail)
  const calibration =
    isPlaced && archive.has(calibrationFile)
      ? await readKittiCalibration(archive, calibrationFile, cameras, ROWS, check)
      : NO_CALIBRATION
  check.finish()
  const oxts = `${folder}oxts/${name}.txt`
  const poses =
    calibration.egoFromLidar && archive.has(oxts) ? await readPoses(archive, oxts, request) : new Map<number, Pose>()
  if (isPlaced) warnUncalibrated(path, cameras, calibration, request)
  if (isPlaced && poses.size === 0)
    request.warn({ code: 'NO_POSES', message: `${path} has no poses: frames are not placed in a world`, source: path })
  const sensors = kittiSensors(LIDAR, cameras, calibration)
  const frames = kittiStems(files).map((stem) =>
    kittiFrame(files, stem, sensors, {
      calibration,
      worldFromEgo: poses.get(Number(stem)) ?? null,
      timestampNs: null,
    }),
  )
  const label = `${folder}label_02/${name}.txt`
  const { shapes, hasFrames } = rulesOf(request.annotationType)
  const hasLabels = request.options.annotations && hasFrames && shapes !== 'none' && archive.has(label)
  return {
    path,
    sensors,
    frames,
    ...(hasLabels && {
      labels: async (of, tag) => {
        try {
          const own = archive.only([label, calibrationFile])
          const chosen = own.withText(label, labelsOfFrames(await archive.readText(label), of))
          return await kittiLabels(readKittiTracking, chosen, chosen.names, { sensors, frames: of }, tag, failures)
        } catch (error) {
          failures.end(error)
          return null
        }
      },
    }),
  }
}

/** The lines of some frames, with the place of the frame for its number; others are blank, so that lines keep theirs. */
function labelsOfFrames(text: string, frames: readonly PlannedFrame[]): string {
  const places = new Map(frames.map(({ frameId }, index) => [Number(frameId), index]))
  const lines = text.split('\n').map((line) => {
    const numbered = /^\s*(\d{1,9})(\s.*)$/.exec(line)
    if (!numbered) return line
    const place = places.get(Number(numbered[1]))
    return place === undefined ? '' : `${place}${numbered[2]}`
  })
  return lines.join('\n')
}

/** worldFromEgo by the number of the frame; lines that cannot be read are reported. */
async function readPoses(
  archive: SourceArchive,
  file: string,
  { fail }: LayoutRequest,
): Promise<ReadonlyMap<number, Pose>> {
  const known: { frame: number; row: number[] }[] = []
  for (const [frame, line] of (await archive.readText(file)).trimEnd().split('\n').entries()) {
    const row = oxtsNumbers(line)
    if (row && Math.abs(row[0]) < 90) known.push({ frame, row })
    else {
      const expected = 'latitude, longitude, altitude, roll, pitch and yaw'
      fail({ file, field: `line ${frame + 1}`, type: 'INVALID_VALUE', expected, found: line.slice(0, 80) })
    }
  }
  const poses = oxtsPoses(known.map(({ row }) => row))
  return new Map(known.map(({ frame }, index) => [frame, poses[index]]))
}
