import { isResultOf } from '../../formats/results/resultForm.ts'
import { bboxOf, plainAttributes } from '../coco/annotation.ts'
import { COCO_INFO } from '../coco/keypointOrder.ts'
import { append } from '../coco/writer.ts'
import type { Archive, Piece, Spool } from '../core/archive.ts'
import { copyFile } from '../core/copyFile.ts'
import type { ExportJob, ExportSet } from '../core/exportSet.ts'
import type { Writer } from '../core/format.ts'
import { imageEnding } from '../core/imageNames.ts'
import type { Losses } from '../core/losses.ts'
import { StableIds } from '../core/stableIds.ts'
import { type RgbBytes, rgbPng } from '../raster/png.ts'
import {
  countRegionLosses,
  countsByValue,
  countWithoutArea,
  type PaintedRegions,
  paintRegions,
} from '../raster/regions.ts'
import { imageRecords } from '../records/flatRecords.ts'
import type { PixelSize } from '../shapes/rings.ts'
import { maskBounds } from '../shapes/runLengths.ts'

interface OpenSplit {
  images: Spool
  annotations: Spool
}

/** Each pixel belongs to one segment, whose id is its colour: id = R + 256 G + 256² B. */
export const writeCocoPanoptic: Writer = async (set, archive, losses) => {
  const splits = new Map(
    set.splits.map((split): [string, OpenSplit] => [split, { images: archive.spool(), annotations: archive.spool() }]),
  )
  const ids = new StableIds()
  for await (const job of set.jobs()) {
    const split = splits.get(job.split)
    if (!split) throw new RangeError(`no split is called ${job.split}`)
    await writeImage(job, split, { set, archive, losses, ids })
    for (const spool of Object.values(split)) await spool.flush()
  }
  for (const [name, split] of splits) await archive.add(fileOf(name), content(split, set))
}

const fileOf = (split: string) => `annotations/panoptic_${split}.json`

interface Writing {
  set: ExportSet
  archive: Archive
  losses: Losses
  ids: StableIds
}

async function writeImage(job: ExportJob, split: OpenSplit, { set, archive, losses, ids }: Writing): Promise<void> {
  if (!isResultOf(job.document, 'image')) return
  const { image, image_attributes: values = {} } = job.document.data
  const [frame] = job.frames
  const [file] = frame.files
  const size = { widthPx: image.width, heightPx: image.height }
  const painted = paintRegions(imageRecords(job.document), size)
  countRegionLosses(painted, job, losses)
  countWithoutArea(imageRecords(job.document), job, losses)
  const id = ids.take(JSON.stringify([job.referenceId]))
  const fileName = `${job.name}.${imageEnding(file)}`
  const attributes = plainAttributes(values)
  append(split.images, {
    id,
    file_name: fileName,
    width: image.width,
    height: image.height,
    coco_url: file.url,
    ...(Object.keys(attributes).length > 0 && { attributes }),
  })
  const segments = segmentsOf(painted, size, (label) => set.classes.of(label).index + 1)
  append(split.annotations, { image_id: id, file_name: `${job.name}.png`, segments_info: segments })
  archive.note(fileOf(job.split), { job, frame })
  const png = rgbPng(painted.pixels, size, colorOfId)
  await archive.add(`panoptic_${job.split}/${job.name}.png`, png, { job, frame })
  if (set.includeFiles) await copyFile(archive, losses, `images/${job.split}/${fileName}`, { job, frame, file })
}

const colorOfId = (id: number): RgbBytes => [id & 0xff, (id >> 8) & 0xff, (id >> 16) & 0xff]

/** Segments by their visible pixels: area and box of what is not covered. */
function segmentsOf({ pixels, regions }: PaintedRegions, size: PixelSize, categoryOf: (label: string) => number) {
  const visible = countsByValue(pixels, size)
  return regions.flatMap(({ record, visiblePixels }, index) => {
    const bounds = maskBounds(visible.get(index + 1) ?? [], size.heightPx)
    if (!bounds) return []
    const attributes = plainAttributes(record.attributes)
    return [
      {
        id: index + 1,
        category_id: categoryOf(record.label),
        area: visiblePixels,
        bbox: bboxOf(bounds),
        iscrowd: 0,
        ...(Object.keys(attributes).length > 0 && { attributes }),
      },
    ]
  })
}

async function* content({ images, annotations }: OpenSplit, { classes }: ExportSet): AsyncGenerator<Piece> {
  const categories = classes.list.map(({ name, index, tagClass }) => {
    const color = tagClass.color.match(/\d+/g)?.map(Number) ?? [0, 0, 0]
    return JSON.stringify({ id: index + 1, name, supercategory: '', isthing: 1, color })
  })
  yield `{${COCO_INFO},"categories":[\n${categories.join(',\n')}\n],"images":[`
  yield* images.content()
  yield '\n],"annotations":['
  yield* annotations.content()
  yield '\n]}\n'
}
