import { isResultOf } from '../../formats/results/resultForm.ts'
import type { Archive, Spool } from '../core/archive.ts'
import { ownAttributeCount, valueCount } from '../core/attributeCount.ts'
import { copyFile } from '../core/copyFile.ts'
import type { ExportJob, ExportSensor } from '../core/exportSet.ts'
import { ExportError, type Writer } from '../core/format.ts'
import { imageEnding } from '../core/imageNames.ts'
import type { Losses } from '../core/losses.ts'
import { movedFrames } from '../core/movedFrames.ts'
import { boxesByFrame } from '../records/boxOrder.ts'
import { boxTracks } from '../records/boxRecords.ts'
import { dropRecord } from '../records/dropRecord.ts'
import { videoTracks } from '../records/flatRecords.ts'
import { boxAround } from '../shapes/box.ts'
import type { PixelBox } from '../shapes/rings.ts'
import { bboxInside } from './boxLine.ts'
import { trackingCalibrationText } from './calibration.ts'
import {
  boxesInView,
  cameraFromLidar,
  cameraViews,
  copyView,
  type KittiView,
  labelCamera,
  lidarFromEgo,
  noteLens,
} from './cameraView.ts'
import { CAMERA_ONLY, kittiClass, labelLine } from './labelLine.ts'
import { oxtsLines } from './oxts.ts'

interface Writing {
  archive: Archive
  losses: Losses
  includeFiles: boolean
  types: ReadonlyMap<string, string>
  /** Sequences with their lengths, by split. */
  sequences: ReadonlyMap<string, Spool>
}

/** KITTI's value for "most of the object is hidden". */
const LARGELY_OCCLUDED = 2

/** KITTI's tracking data set: a sequence a job, tracks counted as they appear. */
export const writeKittiTracking: Writer = async (set, archive, losses) => {
  const sequences = new Map(set.splits.map((split) => [split, archive.spool()]))
  const types = set.classes.writtenNames(kittiClass)
  const writing: Writing = { archive, losses, includeFiles: set.includeFiles, types, sequences }
  let uncalibrated = 0
  let written = 0
  for await (const job of set.jobs()) {
    const camera = labelCamera(job, set.options.camera)
    if (isResultOf(job.document, 'video')) await writeVideo(job, writing)
    else if (camera) await writeCuboids(job, camera, writing)
    else {
      losses.add('uncalibrated_job_dropped', job)
      uncalibrated++
      continue
    }
    written++
    const last = String(job.frames.length).padStart(6, '0')
    sequences.get(job.split)?.write(`${job.name} empty 000000 ${last}\n`)
    await sequences.get(job.split)?.flush()
  }
  if (uncalibrated > 0 && written === 0)
    throw new ExportError('NO_CALIBRATED_CAMERA', 'no chosen job has a calibrated camera, which KITTI needs')
  for (const [split, lines] of sequences) await archive.add(`evaluate_tracking.seqmap.${split}`, lines.content())
}

const labelName = ({ name }: ExportJob): string => `label_02/${name}.txt`

/** Frame and track before what a line of the object data set says. */
class TrackLines {
  readonly #numbers = new Map<string, number>()
  readonly #lines: { frame: number; track: number; text: string }[] = []

  /** Tracks are counted from 0 as they appear. */
  add(frame: number, trackId: string, line: string): void {
    const track = this.#numbers.get(trackId) ?? this.#numbers.size
    this.#numbers.set(trackId, track)
    this.#lines.push({ frame, track, text: `${frame} ${track} ${line}\n` })
  }

  text(): string {
    const sorted = this.#lines.sort((a, b) => a.frame - b.frame || a.track - b.track)
    return sorted.map(({ text }) => text).join('')
  }
}

async function writeCuboids(job: ExportJob, camera: ExportSensor, writing: Writing): Promise<void> {
  const { archive, losses, types, includeFiles } = writing
  if (!isResultOf(job.document, 'boxes')) return
  noteLens(job, camera, losses)
  losses.add('attribute_dropped', job, { count: ownAttributeCount(job.document.data) })
  const lines = new TrackLines()
  const views = [...cameraViews(job, camera, boxesByFrame(job.document), boxTracks(job.document), losses)]
  for (const view of views)
    for (const { record, box } of boxesInView(job, view, losses))
      lines.add(view.index, record.trackId, labelLine(types.get(record.label) ?? record.label, box))
  await archive.add(labelName(job), lines.text(), { job })
  for (const frame of job.frames) archive.note(labelName(job), { job, frame })
  await writeRig(job, camera, views, writing)
  if (!includeFiles) return
  for (const view of views) {
    const number = String(view.index).padStart(6, '0')
    const names = { cloud: `velodyne/${job.name}/${number}.bin`, picture: `image_02/${job.name}/${number}.png` }
    await copyView(job, view, names, writing)
  }
}

/** Calibration, and the way of the vehicle where it is known. */
async function writeRig(
  job: ExportJob,
  { intrinsics }: ExportSensor,
  views: readonly KittiView[],
  { archive, losses }: Writing,
): Promise<void> {
  const poses = views.map((view) => ({
    cameraFromLidar: cameraFromLidar(job, view),
    lidarFromEgo: lidarFromEgo(job, view.frame),
  }))
  const [rig = { cameraFromLidar: null, lidarFromEgo: null }] = poses
  losses.add('sensor_pose_dropped', job, { count: movedFrames(poses.flatMap((pose) => pose.cameraFromLidar ?? [])) })
  if (intrinsics && views.length > 0)
    await archive.add(`calib/${job.name}.txt`, trackingCalibrationText(intrinsics, rig), { job })
  const egos = job.frames.flatMap(({ worldFromEgo }) => (worldFromEgo ? [worldFromEgo] : []))
  if (egos.length === job.frames.length && egos.length > 0)
    await archive.add(`oxts/${job.name}.txt`, oxtsLines(egos), { job })
}

async function writeVideo(job: ExportJob, { archive, losses, types, includeFiles }: Writing): Promise<void> {
  if (!isResultOf(job.document, 'video')) return
  losses.add('attribute_dropped', job, { count: ownAttributeCount(job.document.data) })
  const tracks = [...videoTracks(job.document)]
  const lines = new TrackLines()
  for (const [index, frame] of job.frames.entries()) {
    const [file] = frame.files
    for (const { trackId, label, attributes, records } of tracks) {
      const record = records.get(frame.frameId)
      if (!record) continue
      const place = { trackId, frame }
      const { type } = record.shape
      const box = file.size && boxAround(record.shape, file.size)
      const bbox = box && file.size && bboxInside(centresOf(box), file.size)
      // Between the centres of pixels, no part of it may be left.
      if (!bbox || bbox[0] >= bbox[2] || bbox[1] >= bbox[3]) {
        dropRecord(losses, job, record, place)
        continue
      }
      if (type !== 'rectangle') losses.add(`${type}_as_box`, job, place)
      const values = valueCount(attributes) + valueCount(record.frameAttributes)
      losses.add('attribute_dropped', job, { ...place, count: values })
      const occluded = record.hidden ? LARGELY_OCCLUDED : 0
      const written = { ...CAMERA_ONLY, truncated: 0, occluded, bbox }
      lines.add(index, trackId, labelLine(types.get(label) ?? label, written))
    }
  }
  await archive.add(labelName(job), lines.text(), { job })
  for (const [index, frame] of job.frames.entries()) {
    archive.note(labelName(job), { job, frame })
    const [file] = frame.files
    const name = `image_02/${job.name}/${String(index).padStart(6, '0')}.${imageEnding(file)}`
    if (includeFiles) await copyFile(archive, losses, name, { job, frame, file })
  }
}

const centresOf = ({ left, top, right, bottom }: PixelBox) => ({
  minU: left - 0.5,
  minV: top - 0.5,
  maxU: right - 0.5,
  maxV: bottom - 0.5,
})
