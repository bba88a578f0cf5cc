import { createCamera } from '../../geometry/camera.ts'
import { isProjectable } from '../../geometry/intrinsics.ts'
import { identityPose, type Pose, relativePose } from '../../geometry/pose.ts'
import { mainCloud, otherClouds } from '../clouds/cloudPose.ts'
import { readCloud, velodyneBin } from '../clouds/velodyneBin.ts'
import type { Archive } from '../core/archive.ts'
import { valueCount } from '../core/attributeCount.ts'
import type { ExportFile, ExportFrame, ExportJob, ExportSensor } from '../core/exportSet.ts'
import type { Losses } from '../core/losses.ts'
import { toPng } from '../core/toPng.ts'
import type { BoxRecord, BoxTrack, ResultCuboid, ResultRectangle } from '../records/boxRecords.ts'
import { bboxInside, type KittiBox, kittiBox, pixelCentres } from './boxLine.ts'
import { hasDistortion } from './calibration.ts'
import { CAMERA_ONLY } from './labelLine.ts'

/** The camera of the labels: the requested one, otherwise the first calibrated one. */
export function labelCamera({ sensors }: ExportJob, wanted: unknown): ExportSensor | undefined {
  const calibrated = sensors.filter(({ intrinsics }) => intrinsics !== null && isProjectable(intrinsics))
  return wanted === undefined ? calibrated[0] : calibrated.find(({ id }) => id === wanted)
}

export function noteLens(job: ExportJob, { intrinsics }: ExportSensor, losses: Losses): void {
  if (intrinsics && hasDistortion(intrinsics)) losses.add('distortion_dropped', job)
}

/** One frame as the camera of the labels sees it. */
export interface KittiView {
  frame: ExportFrame
  image: ExportFile
  camera: ExportSensor
  records: readonly BoxRecord[]
  tracks: ReadonlyMap<string, BoxTrack>
}

/** The frames that the camera has; other frames are counted with their content. */
export function* cameraViews(
  job: ExportJob,
  camera: ExportSensor,
  byFrame: ReadonlyMap<string, readonly BoxRecord[]>,
  tracks: KittiView['tracks'],
  losses: Losses,
): Generator<KittiView & { index: number }> {
  for (const [index, frame] of job.frames.entries()) {
    const records = byFrame.get(frame.frameId) ?? []
    const image = frame.files.find(({ sensorId }) => sensorId === camera.id)
    if (image?.size && image.commonFromSensor) yield { index, frame, image, camera, records, tracks }
    else {
      losses.add('frame_dropped', job, { frame })
      losses.add('record_dropped', job, { frame, count: records.length })
    }
  }
}

/** The boxes that the camera sees, as KITTI writes them. */
export function* boxesInView(
  job: ExportJob,
  { frame, image, camera, records, tracks }: KittiView,
  losses: Losses,
): Generator<{ record: BoxRecord; box: Omit<KittiBox, 'isTilted'> }> {
  if (!image.size || !image.commonFromSensor || !camera.intrinsics) return
  const view = createCamera(camera.intrinsics, image.commonFromSensor)
  const rectangles = records.filter((record): record is ResultRectangle => record.type === 'rectangle')
  for (const record of records) {
    const place = { frame, trackId: record.trackId }
    const values = valueCount(tracks.get(record.trackId)?.attributes ?? {}) + valueCount(record.attributes)
    if (record.type !== 'cuboid' && record.type !== 'rectangle') {
      losses.add(`${record.type}_dropped`, job, place)
      losses.add('attribute_dropped', job, { ...place, count: values })
      continue
    }
    if (record.type === 'rectangle' && record.sensorId !== camera.id) {
      losses.add('rectangle_dropped', job, place)
      continue
    }
    if (record.type === 'rectangle' && record.linkedId !== null) continue
    const box =
      record.type === 'cuboid'
        ? kittiBox(record, view, image.size, linkedTo(record, rectangles, camera.id))
        : cameraOnly(record, image.size)
    if (!box) {
      losses.add('outside_view_dropped', job, place)
      continue
    }
    if ('isTilted' in box && box.isTilted) losses.add('tilt_dropped', job, place)
    losses.add('attribute_dropped', job, { ...place, count: values })
    yield { record, box }
  }
}

const linkedTo = ({ id }: ResultCuboid, rectangles: readonly ResultRectangle[], cameraId: string) =>
  rectangles.find(({ linkedId, sensorId }) => linkedId === id && sensorId === cameraId)?.rectangle ?? null

function cameraOnly({ rectangle }: ResultRectangle, size: NonNullable<ExportFile['size']>) {
  const bbox = bboxInside(pixelCentres(rectangle, size), size)
  const isEmpty = bbox[0] >= bbox[2] || bbox[1] >= bbox[3]
  return isEmpty ? null : { ...CAMERA_ONLY, truncated: 0, occluded: 0, bbox }
}

export function cameraFromLidar(job: ExportJob, { frame, image }: KittiView): Pose | null {
  const lidar = mainCloud(job, frame.files)
  return lidar?.commonFromSensor && image.commonFromSensor
    ? relativePose(image.commonFromSensor, lidar.commonFromSensor)
    : null
}

export function lidarFromEgo(job: ExportJob, frame: ExportFrame): Pose | null {
  const lidar = mainCloud(job, frame.files)
  return lidar?.commonFromSensor && frame.worldFromEgo ? relativePose(lidar.commonFromSensor, frame.worldFromEgo) : null
}

/** Copies the cloud, in the lidar's frame, and the image; `cloud` and `picture` are names of entries. */
export async function copyView(
  job: ExportJob,
  { frame, image }: KittiView,
  names: { cloud: string; picture: string },
  { archive, losses }: { archive: Archive; losses: Losses },
): Promise<void> {
  const origin = { job, frame }
  const lidar = mainCloud(job, frame.files)
  const cloud = await lidar?.open()
  if (cloud && lidar?.commonFromSensor) {
    const lidarFromCloud =
      job.pointCloudFrame === 'common' ? relativePose(lidar.commonFromSensor, identityPose) : identityPose
    await archive.add(names.cloud, velodyneBin(await readCloud(cloud), lidarFromCloud), origin)
  } else if (lidar) losses.add('file_deleted', job, { frame })
  losses.add('cloud_dropped', job, { frame, count: otherClouds(job, frame.files).length })
  const picture = await image.open()
  if (picture) await archive.add(names.picture, await toPng(picture), origin)
  else losses.add('file_deleted', job, { frame })
}
