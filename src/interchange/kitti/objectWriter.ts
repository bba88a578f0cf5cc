import type { Archive, Spool } from '../core/archive.ts'
import { ownAttributeCount } from '../core/attributeCount.ts'
import type { ExportJob, ExportSensor } from '../core/exportSet.ts'
import { ExportError, type Writer } from '../core/format.ts'
import type { Losses } from '../core/losses.ts'
import { boxesByFrame } from '../records/boxOrder.ts'
import { boxTracks } from '../records/boxRecords.ts'
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
import { kittiClass, labelLine } from './labelLine.ts'

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
export const writeKittiObject: Writer = async (set, archive, losses) => {
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
  if (job.document.type !== 'cuboid3d' && job.document.type !== 'cuboid3d_linked2d') return first
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
