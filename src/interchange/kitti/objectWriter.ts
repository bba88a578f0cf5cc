import { createCamera } from '../../geometry/camera.ts'
import { isProjectable } from '../../geometry/intrinsics.ts'
import { identityPose, relativePose } from '../../geometry/pose.ts'
import { readCloud, velodyneBin } from '../clouds/velodyneBin.ts'
import type { Archive, Spool } from '../core/archive.ts'
import { ownAttributeCount, valueCount } from '../core/attributeCount.ts'
import type { ExportFile, ExportFrame, ExportJob, ExportSensor } from '../core/exportSet.ts'
import { ExportError, type Writer } from '../core/format.ts'
import type { Losses } from '../core/losses.ts'
import { toPng } from '../core/toPng.ts'
import { boxesByFrame } from '../records/boxOrder.ts'
import {
  type BoxRecord,
  type BoxTrack,
  boxTracks,
  type ResultCuboid,
  type ResultRectangle,
} from '../records/boxRecords.ts'
import { bboxInside, kittiBox, pixelCentres } from './boxLine.ts'
import { calibrationText, hasDistortion } from './calibration.ts'
import { CAMERA_ONLY, kittiClass, labelLine } from './labelLine.ts'

interface Writing {
  archive: Archive
  losses: Losses
  includeFiles: boolean
  /** How each class is written. */
  types: ReadonlyMap<string, string>
  /** Numbers of frames by split. */
  sets: ReadonlyMap<string, Spool>
}

/** KITTI's object data set: a frame a number, over all jobs in their order, as one camera sees it. */
export const writeKittiObject: Writer = async (set, archive, losses) => {
  const sets = new Map(set.splits.map((split) => [split, archive.spool()]))
  const writing: Writing = {
    archive,
    losses,
    includeFiles: set.includeFiles,
    types: set.classes.writtenNames(kittiClass),
    sets,
  }
  let jobs = 0
  let number = 0
  let written = 0
  for await (const job of set.jobs()) {
    jobs++
    const camera = cameraOf(job, set.options.camera)
    if (!camera) {
      losses.add('uncalibrated_job_dropped', job)
      continue
    }
    written++
    if (camera.intrinsics && hasDistortion(camera.intrinsics)) losses.add('distortion_dropped', job)
    number = await writeJob(job, camera, number, writing)
    await sets.get(job.split)?.flush()
  }
  if (jobs > 0 && written === 0)
    throw new ExportError('NO_CALIBRATED_CAMERA', 'no chosen job has a calibrated camera, which KITTI needs')
  for (const [split, numbers] of sets) await archive.add(`ImageSets/${split}.txt`, numbers.content())
}

function cameraOf({ sensors }: ExportJob, wanted: unknown): ExportSensor | undefined {
  const calibrated = sensors.filter(({ intrinsics }) => intrinsics !== null && isProjectable(intrinsics))
  return wanted === undefined ? calibrated[0] : calibrated.find(({ id }) => id === wanted)
}

async function writeJob(job: ExportJob, camera: ExportSensor, first: number, writing: Writing): Promise<number> {
  const { losses } = writing
  if (job.document.type !== 'cuboid3d' && job.document.type !== 'cuboid3d_linked2d') return first
  const tracks = boxTracks(job.document)
  const byFrame = boxesByFrame(job.document)
  losses.add('attribute_dropped', job, { count: ownAttributeCount(job.document.data) })
  let number = first
  for (const frame of job.frames) {
    const records = byFrame.get(frame.frameId) ?? []
    const image = frame.files.find(({ sensorId }) => sensorId === camera.id)
    if (!image?.size || !image.commonFromSensor) {
      losses.add('frame_dropped', job, { frame })
      losses.add('record_dropped', job, { frame, count: records.length })
      continue
    }
    await writeFrame(job, { frame, image, camera, records, tracks }, String(number).padStart(6, '0'), writing)
    number++
  }
  return number
}

interface FrameToWrite {
  frame: ExportFrame
  image: ExportFile
  camera: ExportSensor
  records: readonly BoxRecord[]
  tracks: ReadonlyMap<string, BoxTrack>
}

async function writeFrame(job: ExportJob, given: FrameToWrite, name: string, writing: Writing): Promise<void> {
  const { frame, image, camera } = given
  const { archive, losses, includeFiles, sets } = writing
  const origin = { job, frame }
  const lines = [...linesOf(job, given, writing)]
  await archive.add(`training/label_2/${name}.txt`, lines.map((line) => `${line}\n`).join(''), origin)
  const lidar = lidarOf(job, frame)
  const { commonFromSensor } = image
  const cameraFromLidar =
    lidar?.commonFromSensor && commonFromSensor ? relativePose(commonFromSensor, lidar.commonFromSensor) : null
  if (camera.intrinsics)
    await archive.add(`training/calib/${name}.txt`, calibrationText(camera.intrinsics, cameraFromLidar), origin)
  sets.get(job.split)?.write(`${name}\n`)
  if (!includeFiles) return
  const cloud = await lidar?.open()
  if (cloud && lidar?.commonFromSensor) {
    const lidarFromCloud =
      job.pointCloudFrame === 'common' ? relativePose(lidar.commonFromSensor, identityPose) : identityPose
    await archive.add(`training/velodyne/${name}.bin`, velodyneBin(await readCloud(cloud), lidarFromCloud), origin)
  } else if (lidar) losses.add('file_deleted', job, { frame })
  const picture = await image.open()
  if (picture) await archive.add(`training/image_2/${name}.png`, await toPng(picture), origin)
  else losses.add('file_deleted', job, { frame })
}

/** The primary lidar of the frame, else its first. */
function lidarOf({ sensors }: ExportJob, { files }: ExportFrame): ExportFile | undefined {
  const clouds = files.filter(({ kind }) => kind === 'cloud')
  const primary = sensors.find((sensor) => sensor.primaryView && sensor.modality === 'lidar')
  return clouds.find(({ sensorId }) => sensorId === primary?.id) ?? clouds[0]
}

function* linesOf(job: ExportJob, given: FrameToWrite, { losses, types }: Writing): Generator<string> {
  const { frame, image, camera, records, tracks } = given
  if (!image.size || !image.commonFromSensor || !camera.intrinsics) return
  const view = createCamera(camera.intrinsics, image.commonFromSensor)
  const rectangles = records.filter((record): record is ResultRectangle => record.type === 'rectangle')
  for (const record of records) {
    if (record.type === 'rectangle' && record.sensorId !== camera.id) {
      losses.add('rectangle_dropped', job, { frame, trackId: record.trackId })
      continue
    }
    if (record.type === 'rectangle' && record.linkedId !== null) continue
    const box =
      record.type === 'cuboid'
        ? kittiBox(record, view, image.size, linkedTo(record, rectangles, camera.id))
        : cameraOnly(record, image.size)
    if (!box) {
      losses.add('outside_view_dropped', job, { frame, trackId: record.trackId })
      continue
    }
    if ('isTilted' in box && box.isTilted) losses.add('tilt_dropped', job, { frame, trackId: record.trackId })
    const values = valueCount(tracks.get(record.trackId)?.attributes ?? {}) + valueCount(record.attributes)
    losses.add('attribute_dropped', job, { frame, trackId: record.trackId, count: values })
    if (job.frames.length > 1) losses.add('track_dropped', job, { frame, trackId: record.trackId })
    yield labelLine(types.get(record.label) ?? record.label, box)
  }
}

const linkedTo = ({ id }: ResultCuboid, rectangles: readonly ResultRectangle[], cameraId: string) =>
  rectangles.find(({ linkedId, sensorId }) => linkedId === id && sensorId === cameraId)?.rectangle ?? null

function cameraOnly({ rectangle }: ResultRectangle, size: NonNullable<ExportFile['size']>) {
  return { ...CAMERA_ONLY, truncated: 0, occluded: 0, bbox: bboxInside(pixelCentres(rectangle, size), size) }
}
