import { isResultOf } from '../../formats/results/resultForm.ts'
import { shapeKind } from '../../model/shapes/flatShapes.ts'
import {
  bboxOf,
  type CocoGeometry,
  cocoAttributes,
  cocoGeometry,
  crowdOf,
  keypointsOf,
  plainAttributes,
} from '../coco/annotation.ts'
import { COCO_INFO, cocoCategories, KeypointOrder, orderedKeypoints } from '../coco/keypointOrder.ts'
import { isRunLengths } from '../coco/order.ts'
import { append } from '../coco/writer.ts'
import type { Archive, Piece, Spool } from '../core/archive.ts'
import { copyFile } from '../core/copyFile.ts'
import type { ExportFrame, ExportJob, ExportSet } from '../core/exportSet.ts'
import type { Writer } from '../core/format.ts'
import { imageEnding } from '../core/imageNames.ts'
import type { Losses } from '../core/losses.ts'
import { StableIds } from '../core/stableIds.ts'
import { dropRecord } from '../records/dropRecord.ts'
import { type FlatTrack, type ResultShape, videoTracks, type WireAttributes } from '../records/flatRecords.ts'
import { boundsOf, type PixelSize } from '../shapes/rings.ts'

interface OpenSplit {
  videos: Spool
  images: Spool
  tracks: Spool
  annotations: Spool
  keypoints: Spool
}

interface Writing {
  set: ExportSet
  archive: Archive
  losses: Losses
  ids: StableIds
  order: KeypointOrder
}

/** COCO with a list of videos and of tracks, as TAO and CocoVID have them. */
export const writeCocoVideo: Writer = async (set, archive, losses) => {
  const splits = new Map<string, OpenSplit>()
  for (const split of set.splits) {
    const [videos, images, tracks] = [archive.spool(), archive.spool(), archive.spool()]
    splits.set(split, { videos, images, tracks, annotations: archive.spool(), keypoints: archive.spool() })
  }
  const writing = { set, archive, losses, ids: new StableIds(), order: new KeypointOrder(set, 1) }
  for await (const job of set.jobs()) {
    const split = splits.get(job.split)
    if (!split) throw new RangeError(`no split is called ${job.split}`)
    await writeVideo(job, split, writing)
    for (const spool of Object.values(split)) await spool.flush()
  }
  for (const [name, split] of splits)
    await archive.add(fileOf(name), content(split, cocoCategories(set, writing.order), writing.order))
}

const fileOf = (split: string) => `annotations/instances_${split}.json`

async function* content(split: OpenSplit, categories: string, order: KeypointOrder): AsyncGenerator<Piece> {
  yield `{${COCO_INFO},"categories":[\n${categories}\n],"videos":[`
  yield* split.videos.content()
  yield '\n],"images":['
  yield* split.images.content()
  yield '\n],"tracks":['
  yield* split.tracks.content()
  yield '\n],"annotations":['
  yield* split.annotations.content()
  yield* orderedKeypoints(split.keypoints, order, split.annotations.count === 0)
  yield '\n]}\n'
}

interface OpenFrame {
  frame: ExportFrame
  imageId: number
  size: PixelSize
}

async function writeVideo(job: ExportJob, split: OpenSplit, writing: Writing): Promise<void> {
  const { set, archive, losses, ids } = writing
  if (!isResultOf(job.document, 'video')) return
  const { data } = job.document
  const [{ width, height }] = data.video_data.frames
  const videoId = ids.take(JSON.stringify([job.referenceId]))
  const ofJob = attributesMember(data.job_attributes)
  append(split.videos, { id: videoId, name: job.name, width, height, length: job.frames.length, ...ofJob })
  const frames = new Map<string, OpenFrame>()
  for (const [index, frame] of job.frames.entries()) {
    const [file] = frame.files
    const fileName = `${job.name}/${String(index).padStart(6, '0')}.${imageEnding(file)}`
    const imageId = ids.take(JSON.stringify([job.referenceId, frame.frameId]))
    const { width: widthPx, height: heightPx } = data.video_data.frames[index]
    frames.set(frame.frameId, { frame, imageId, size: { widthPx, heightPx } })
    append(split.images, {
      id: imageId,
      video_id: videoId,
      frame_id: index,
      frame_index: index,
      frame_name: frame.frameId,
      file_name: fileName,
      width: widthPx,
      height: heightPx,
      coco_url: file.url,
      ...(frame.timestampNs !== null && { timestamp_ns: String(frame.timestampNs) }),
      ...attributesMember(data.frame_attributes?.[frame.frameId]),
    })
    archive.note(fileOf(job.split), { job, frame })
    if (set.includeFiles) await copyFile(archive, losses, `images/${job.split}/${fileName}`, { job, frame, file })
  }
  for (const track of videoTracks(job.document)) writeTrack(track, { job, videoId, frames }, split, writing)
}

function attributesMember(values: WireAttributes = {}): object {
  const attributes = plainAttributes(values)
  return Object.keys(attributes).length > 0 ? { attributes } : {}
}

interface VideoPlace {
  job: ExportJob
  videoId: number
  frames: ReadonlyMap<string, OpenFrame>
}

function writeTrack(track: FlatTrack, { job, videoId, frames }: VideoPlace, split: OpenSplit, writing: Writing): void {
  const { set, losses, ids } = writing
  const categoryId = set.classes.of(track.label).index + 1
  const trackId = ids.take(JSON.stringify([job.referenceId, 'track', track.trackId]))
  let count = 0
  for (const record of track.records.values()) {
    const open = frames.get(record.frameId)
    const place = { trackId: track.trackId, frame: record.frameId }
    const geometry = open ? cocoGeometry(record, open.size, job.tag) : null
    if (!open || (!geometry && record.shape.type !== 'landmark')) {
      dropRecord(losses, job, record, place)
      continue
    }
    count++
    const { attributes, taken } = cocoAttributes(record, job.tag)
    if (taken) losses.add('rotation_dropped', job, place)
    countChanges(record, geometry, job, losses)
    const row = {
      id: ids.take(JSON.stringify([job.referenceId, track.trackId, record.frameId])),
      image_id: open.imageId,
      video_id: videoId,
      category_id: categoryId,
      track_id: trackId,
      instance_id: trackId,
      iscrowd: crowdOf(record),
      occluded: record.hidden,
      keyframe: record.keyFrame,
    }
    if (record.shape.type !== 'landmark') {
      append(split.annotations, { ...row, ...geometry, attributes })
      continue
    }
    const { keypoints, repeated } = keypointsOf(record.shape, open.size)
    losses.add('keypoint_dropped', job, { ...place, count: repeated })
    writing.order.note(categoryId, keypoints)
    const bbox = bboxOf(boundsOf(keypoints.map(([, x, y]) => ({ x, y }))))
    const area = bbox[2] * bbox[3]
    split.keypoints.write(`${JSON.stringify({ ...row, bbox, area, segmentation: [], attributes, keypoints })}\n`)
  }
  if (count > 0) append(split.tracks, { id: trackId, category_id: categoryId, video_id: videoId, name: track.trackId })
}

function countChanges(
  { shape, trackId, frameId }: ResultShape,
  geometry: CocoGeometry | null,
  job: ExportJob,
  losses: Losses,
): void {
  const place = { trackId: trackId ?? '', frame: frameId }
  if (shapeKind(shape).isCurved) losses.add(`${shape.type}_as_polygon`, job, place)
  if (shape.type === 'polygon' && isRunLengths(geometry)) losses.add('polygon_as_mask', job, place)
}
