import { isResultOf } from '../../formats/results/resultForm.ts'
import { shapeKind } from '../../model/shapes/flatShapes.ts'
import type { Archive, Piece, Spool } from '../core/archive.ts'
import { copyFile } from '../core/copyFile.ts'
import type { ExportJob, ExportSet } from '../core/exportSet.ts'
import { imageEnding } from '../core/imageNames.ts'
import type { Losses } from '../core/losses.ts'
import { StableIds } from '../core/stableIds.ts'
import { boundsOf, type PixelSize } from '../shapes/rings.ts'
import { bboxOf, cocoAttributes, crowdOf, keypointsOf, plainAttributes } from './annotation.ts'
import { COCO_INFO, cocoCategories, KeypointOrder, orderedKeypoints } from './keypointOrder.ts'
import { isRunLengths, type OrderedRecord, orderedRecords } from './order.ts'

/** One split in the making. Key points wait until it is known which labels their classes have. */
interface OpenSplit {
  images: Spool
  annotations: Spool
  keypoints: Spool
}

export async function writeCoco(set: ExportSet, archive: Archive, losses: Losses): Promise<void> {
  const splits = new Map<string, OpenSplit>()
  for (const split of set.splits)
    splits.set(split, { images: archive.spool(), annotations: archive.spool(), keypoints: archive.spool() })
  const writing = { set, archive, losses, ids: new StableIds(), order: new KeypointOrder(set, 1) }
  for await (const job of set.jobs()) {
    const split = splits.get(job.split)
    if (!split) throw new RangeError(`no split is called ${job.split}`)
    await writeJob(job, split, writing)
    for (const spool of Object.values(split)) await spool.flush()
  }
  for (const [name, split] of splits) await writeSplit(name, split, writing)
}

interface Writing {
  set: ExportSet
  archive: Archive
  losses: Losses
  ids: StableIds
  order: KeypointOrder
}

async function writeJob(job: ExportJob, split: OpenSplit, writing: Writing): Promise<void> {
  const { set, archive, losses, ids } = writing
  if (!isResultOf(job.document, 'image')) return
  const [frame] = job.frames
  const [file] = frame.files
  const { width, height } = job.document.data.image
  const fileName = `${job.name}.${imageEnding(file)}`
  const attributes = plainAttributes(job.document.data.image_attributes ?? {})
  const image = {
    id: ids.take(JSON.stringify([job.referenceId])),
    file_name: fileName,
    width,
    height,
    coco_url: file.url,
    ...(Object.keys(attributes).length > 0 && { attributes }),
  }
  append(split.images, image)
  const place = { job, imageId: image.id, size: { widthPx: width, heightPx: height } }
  let index = 0
  for (const written of orderedRecords(job, place.size, losses)) writeRecord(written, place, index++, split, writing)
  for (const name of namesOf(set)) archive.note(`annotations/${name}_${job.split}.json`, { job, frame })
  if (set.includeFiles) await copyFile(archive, losses, `images/${job.split}/${fileName}`, { job, frame, file })
}

interface RecordPlace {
  job: ExportJob
  imageId: number
  size: PixelSize
}

function writeRecord(
  { record, geometry }: OrderedRecord,
  place: RecordPlace,
  index: number,
  split: OpenSplit,
  writing: Writing,
): void {
  const { losses, ids, set } = writing
  const { job, imageId, size } = place
  const { shape } = record
  if (shapeKind(shape).isCurved) losses.add(`${shape.type}_as_polygon`, job)
  if (shape.type === 'polygon' && isRunLengths(geometry)) losses.add('polygon_as_mask', job)
  const { attributes, taken } = cocoAttributes(record, job.tag)
  if (taken) losses.add('rotation_dropped', job)
  const head = {
    id: ids.takePart(imageId, index),
    image_id: imageId,
    category_id: set.classes.of(record.label).index + 1,
    iscrowd: crowdOf(record),
  }
  if (shape.type === 'landmark') {
    const { keypoints, repeated } = keypointsOf(shape, size)
    losses.add('keypoint_dropped', job, { count: repeated })
    writing.order.note(head.category_id, keypoints)
    const bbox = bboxOf(boundsOf(keypoints.map(([, x, y]) => ({ x, y }))))
    const area = bbox[2] * bbox[3]
    split.keypoints.write(`${JSON.stringify({ ...head, bbox, area, segmentation: [], attributes, keypoints })}\n`)
    return
  }
  if (!geometry) return
  const { id, image_id, category_id, iscrowd } = head
  const { bbox, area, segmentation } = geometry
  // Written out: of millions of rows, joining objects costs more than their text.
  append(split.annotations, { id, image_id, category_id, iscrowd, bbox, area, segmentation, attributes })
}

/** Adds a row to a list of JSON. */
export const append = (spool: Spool, row: object): void =>
  spool.write(`${spool.count === 0 ? '' : ','}\n${JSON.stringify(row)}`)

const isSeparate = (set: ExportSet): boolean => set.options.keypoints === 'separate'

const namesOf = (set: ExportSet): string[] => (isSeparate(set) ? ['instances', 'person_keypoints'] : ['instances'])

async function writeSplit(name: string, split: OpenSplit, { set, archive, order }: Writing): Promise<void> {
  const begin = `{${COCO_INFO},"categories":[\n${cocoCategories(set, order)}\n],"images":[`
  const separate = isSeparate(set)
  async function* file(parts: readonly AsyncIterable<Piece>[]): AsyncGenerator<Piece> {
    yield begin
    yield* split.images.content()
    yield '\n],"annotations":['
    for (const part of parts) yield* part
    yield '\n]}\n'
  }
  const keypoints = orderedKeypoints(split.keypoints, order, separate || split.annotations.count === 0)
  const instances = split.annotations.content()
  await archive.add(`annotations/instances_${name}.json`, file(separate ? [instances] : [instances, keypoints]))
  if (separate) await archive.add(`annotations/person_keypoints_${name}.json`, file([keypoints]))
}
