import { Type } from 'typebox'
import { isResultOf } from '../../formats/results/resultForm.ts'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import type { Archive, Spool } from '../core/archive.ts'
import { ownAttributeCount } from '../core/attributeCount.ts'
import { BoxImport } from '../core/boxImport.ts'
import type { ExportJob, ExportSensor } from '../core/exportSet.ts'
import { ExportError, type Format, type Writer } from '../core/format.ts'
import type { Losses } from '../core/losses.ts'
import { ImportError, type ImportedJob, type Reader, type ReadRequest, type SentArchive } from '../core/reader.ts'
import { frameIdsByFile, readNames, readSentManifest, type SentJob } from '../core/sentManifest.ts'
import { stemOf, TargetFrames } from '../core/targetFrames.ts'
import { boxesByFrame } from '../records/boxOrder.ts'
import { boxTracks } from '../records/boxRecords.ts'
import { BOX_FORMAT_LOSSES } from '../shapes/shapeLosses.ts'
import { calibrationText } from './calibration.ts'
import {
  boxesInView,
  cameraFromLidar,
  cameraViews,
  copyView,
  type KittiView,
  labelCamera,
  noteLens,
} from './cameraView.ts'
import { importBoxes } from './importBoxes.ts'
import { kittiClass, labelLine } from './labelLine.ts'
import { readCalibration } from './readCalibration.ts'
import { readBoxLines } from './readLine.ts'
import { type KittiFrame, kittiRig } from './sentRig.ts'
import { readKittiTracking } from './trackingReader.ts'
import { writeKittiTracking } from './trackingWriter.ts'

interface Writing {
  archive: Archive
  losses: Losses
  includeFiles: boolean
  /** The spelling of each class. */
  types: ReadonlyMap<string, string>
  /** Numbers of frames by split. */
  sets: ReadonlyMap<string, Spool>
}

/** KITTI's object data set: a frame a number, over all jobs in their order, as one camera sees it. */
const writeKittiObject: Writer = async (set, archive, losses) => {
  const sets = new Map(set.splits.map((split) => [split, archive.spool()]))
  const types = set.classes.writtenNames(kittiClass)
  const writing: Writing = { archive, losses, includeFiles: set.includeFiles, types, sets }
  let jobs = 0
  let number = 0
  let written = 0
  for await (const job of set.jobs()) {
    jobs++
    const camera = labelCamera(job, set.options.camera)
    if (!camera) {
      losses.add('uncalibrated_job_dropped', job)
      continue
    }
    written++
    noteLens(job, camera, losses)
    number = await writeJob(job, camera, number, writing)
    await sets.get(job.split)?.flush()
  }
  if (jobs > 0 && written === 0)
    throw new ExportError('NO_CALIBRATED_CAMERA', 'no chosen job has a calibrated camera, which KITTI needs')
  for (const [split, numbers] of sets) await archive.add(`ImageSets/${split}.txt`, numbers.content())
}

async function writeJob(job: ExportJob, camera: ExportSensor, first: number, writing: Writing): Promise<number> {
  const { losses } = writing
  if (!isResultOf(job.document, 'boxes')) return first
  losses.add('attribute_dropped', job, { count: ownAttributeCount(job.document.data) })
  let number = first
  for (const view of cameraViews(job, camera, boxesByFrame(job.document), boxTracks(job.document), losses))
    await writeFrame(job, view, String(number++).padStart(6, '0'), writing)
  return number
}

async function writeFrame(job: ExportJob, view: KittiView, name: string, writing: Writing): Promise<void> {
  const { frame, camera } = view
  const { archive, losses, includeFiles, sets, types } = writing
  const origin = { job, frame }
  const lines: string[] = []
  for (const { record, box } of boxesInView(job, view, losses)) {
    if (job.frames.length > 1) losses.add('track_dropped', job, { frame, trackId: record.trackId })
    lines.push(`${labelLine(types.get(record.label) ?? record.label, box)}\n`)
  }
  await archive.add(`training/label_2/${name}.txt`, lines.join(''), origin)
  if (camera.intrinsics) {
    const calibration = calibrationText(camera.intrinsics, { cameraFromLidar: cameraFromLidar(job, view) })
    await archive.add(`training/calib/${name}.txt`, calibration, origin)
  }
  sets.get(job.split)?.write(`${name}\n`)
  if (!includeFiles) return
  const names = { cloud: `training/velodyne/${name}.bin`, picture: `training/image_2/${name}.png` }
  await copyView(job, view, names, writing)
}

const LABELS = /(?:^|\/)label_2\/[^/]+\.txt$/

/** Every label_2/*.txt is a frame; those that manifest.json says belong together are the frames of one job. */
export const readKittiObject: Reader = async function* (archive, request) {
  const files = archive.names.filter((name) => LABELS.test(name))
  const manifest = await readSentManifest(archive, 'kitti_object')
  if (files.length === 0 && !manifest)
    throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'the archive has no label_2/*.txt')
  const nameOf = readNames(manifest)
  const left = new Set(files)
  for (const job of manifest?.jobs ?? []) {
    const own = job.files.filter((file) => left.delete(file))
    if (own.length > 0) yield await importedJob(archive, own, job, nameOf, request)
  }
  for (const file of left) yield await importedJob(archive, [file], null, nameOf, request)
}

async function importedJob(
  archive: SentArchive,
  files: readonly string[],
  job: SentJob | null,
  nameOf: (written: string) => string,
  request: ReadRequest,
): Promise<ImportedJob> {
  const frames: { file: string; lines: Awaited<ReturnType<typeof readBoxLines>> }[] = []
  for (const file of files) frames.push({ file, lines: await readBoxLines(archive, file, 1, request) })
  const frameIds = job && frameIdsByFile(job)
  return {
    file: files[0],
    referenceId: job?.reference_id ?? null,
    fileNames: job ? [job.name] : [stemOf(files[0])],
    labels: new Set(frames.flatMap(({ lines }) => lines.map(({ box }) => nameOf(box.type)))),
    sources: files.map((file) => file.replace(/label_2\/([^/]+)\.txt$/, 'image_2/$1.png')),
    rig: async () => {
      const sent: KittiFrame[] = []
      for (const file of files)
        sent.push({
          frameId: frameIds?.get(file) ?? stemOf(file),
          cloud: file.replace(/label_2\/([^/]+)\.txt$/, 'velodyne/$1.bin'),
          image: file.replace(/label_2\/([^/]+)\.txt$/, 'image_2/$1.png'),
          worldFromEgo: null,
          calibration: await calibrationOf(archive, file),
        })
      return kittiRig(archive, sent)
    },
    async build(target, rename) {
      const into = new BoxImport(request.tag)
      const known = new TargetFrames(target)
      for (const [index, { file, lines }] of frames.entries()) {
        const frameId = frameIds?.get(file)
        const frame = frameId === undefined ? (known.byFile(file) ?? known.at(index)) : known.byId(frameId)
        if (!frame) {
          request.fail({ file, field: frameId ?? '', type: 'UNKNOWN' })
          continue
        }
        const calibration = await calibrationOf(archive, file)
        // Without tracks, each box is an object.
        const boxes = lines.flatMap(({ box }) => {
          const label = rename(nameOf(box.type))
          return label === null ? [] : [{ trackId: `${stemOf(file)}-${box.line}`, label, box }]
        })
        importBoxes(into, target, { file, frame, calibration, boxes, isOwn: job !== null }, request)
      }
      return into.data()
    },
  }
}

const calibrationOf = (archive: SentArchive, file: string) =>
  readCalibration(archive, file.replace(/label_2\/([^/]+)$/, 'calib/$1'))

const OPTIONS = Type.Object(
  { camera: Type.Optional(Type.String({ description: 'id of the camera; the first calibrated one where left out' })) },
  { additionalProperties: false },
)

/** Development kit readme of https://www.cvlibs.net/datasets/kitti/eval_object.php */
export const kittiObject: Format = {
  format: 'kitti_object',
  title: 'KITTI object',
  description:
    'Cuboids as one calibrated camera sees them, with calibration and clouds. Boxes stand upright; further lidars, tracks, attributes, lens distortion, polylines and key points are left out.',
  annotationTypes: typesWithResult('boxes'),
  version: '1',
  specUrl: 'https://www.cvlibs.net/datasets/kitti/eval_object.php',
  options: OPTIONS,
  losses: [
    'attribute_dropped',
    'cloud_dropped',
    'distortion_dropped',
    'frame_dropped',
    'keypoint3d_dropped',
    'outside_view_dropped',
    'polyline3d_dropped',
    'record_dropped',
    'rectangle_dropped',
    'tilt_dropped',
    'track_dropped',
    'uncalibrated_job_dropped',
  ],
  files: 'optional',
  tree: [
    'training/label_2/NNNNNN.txt',
    'training/calib/NNNNNN.txt',
    'training/velodyne/NNNNNN.bin',
    'training/image_2/NNNNNN.png',
    'ImageSets/SPLIT.txt',
  ],
  className: kittiClass,
  write: writeKittiObject,
  read: readKittiObject,
}

/** Development kit readme of https://www.cvlibs.net/datasets/kitti/eval_tracking.php */
export const kittiTracking: Format = {
  format: 'kitti_tracking',
  title: 'KITTI tracking',
  description:
    'Tracks of a sequence as one calibrated camera sees them, with calibration and the trajectory of the vehicle; for videos their boxes. Further lidars, attributes, lens distortion, tilt of cuboids, polylines and key points are left out.',
  annotationTypes: typesWithResult('video', 'boxes'),
  version: '1',
  specUrl: 'https://www.cvlibs.net/datasets/kitti/eval_tracking.php',
  options: OPTIONS,
  losses: [
    'attribute_dropped',
    'cloud_dropped',
    'distortion_dropped',
    'frame_dropped',
    'keypoint3d_dropped',
    'outside_view_dropped',
    'polyline3d_dropped',
    'record_dropped',
    'sensor_pose_dropped',
    'tilt_dropped',
    'uncalibrated_job_dropped',
    ...BOX_FORMAT_LOSSES,
  ],
  files: 'optional',
  tree: [
    'label_02/NAME.txt',
    'calib/NAME.txt',
    'oxts/NAME.txt',
    'velodyne/NAME/NNNNNN.bin',
    'image_02/NAME/NNNNNN.png',
    'evaluate_tracking.seqmap.SPLIT',
  ],
  className: kittiClass,
  write: writeKittiTracking,
  read: readKittiTracking,
}
