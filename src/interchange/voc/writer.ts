import { isResultOf } from '../../formats/results/resultForm.ts'
import type { FlatShape } from '../../model/document/shape.ts'
import { shapeKind } from '../../model/shapes/flatShapes.ts'
import type { Archive, Spool } from '../core/archive.ts'
import { ownAttributeCount } from '../core/attributeCount.ts'
import { copyFile } from '../core/copyFile.ts'
import type { ExportJob, ExportSet } from '../core/exportSet.ts'
import type { Writer } from '../core/format.ts'
import { imageEnding } from '../core/imageNames.ts'
import { attributeText } from '../core/importedAttributes.ts'
import type { Losses } from '../core/losses.ts'
import { palettePng, rgbPng } from '../raster/png.ts'
import { type PaintedRegions, paintRegions } from '../raster/regions.ts'
import { dropRecord } from '../records/dropRecord.ts'
import { imageRecords, type ResultShape } from '../records/flatRecords.ts'
import { boxAround } from '../shapes/box.ts'
import { type PixelBox, type PixelSize, roundPx } from '../shapes/rings.ts'
import { maskArea } from '../shapes/runLengths.ts'
import { element, isXmlText, textElement } from '../xml/writeXml.ts'
import { VOID, vocColor, vocNumber } from './colors.ts'
import { vocName } from './names.ts'

/** Whether the pixels of a shape are in the segmentation, besides its box: it covers an area that is not a box. */
const isInPixels = ({ type }: FlatShape): boolean =>
  shapeKind({ type }).hasArea && type !== 'rectangle' && type !== 'rotated_rectangle'

interface VocObject {
  record: ResultShape
  box: PixelBox
}

export const writeVoc: Writer = async (set, archive, losses) => {
  const lists = new Map(
    set.splits.map((split): [string, { all: Spool; segmented: Spool }] => [
      split,
      { all: archive.spool(), segmented: archive.spool() },
    ]),
  )
  for await (const job of set.jobs()) {
    const list = lists.get(job.split)
    if (!list) throw new RangeError(`no split is called ${job.split}`)
    const isSegmented = await writeImage(job, set, archive, losses)
    list.all.write(`${job.name}\n`)
    if (isSegmented) list.segmented.write(`${job.name}\n`)
    await Promise.all([list.all.flush(), list.segmented.flush()])
  }
  for (const [split, { all, segmented }] of lists) {
    await archive.add(`ImageSets/Main/${split}.txt`, all.content())
    await archive.add(`ImageSets/Segmentation/${split}.txt`, segmented.content())
  }
  await archive.add('labelmap.txt', labelMap(set))
}

async function writeImage(job: ExportJob, set: ExportSet, archive: Archive, losses: Losses): Promise<boolean> {
  if (!isResultOf(job.document, 'image')) return false
  const [frame] = job.frames
  const [file] = frame.files
  const { image } = job.document.data
  const size = { widthPx: image.width, heightPx: image.height }
  losses.add('attribute_dropped', job, { count: ownAttributeCount(job.document.data) })
  const found = [...objectsOf(job, size, losses)]
  const painted = paintRegions(
    found.flatMap(({ record }) => (isInPixels(record.shape) ? [record] : [])),
    size,
  )
  const seen = new Set(painted.regions.flatMap(({ record, visiblePixels }) => (visiblePixels > 0 ? [record] : [])))
  for (const { record, counts, visiblePixels } of painted.regions)
    if (visiblePixels < maskArea(counts)) losses.add('overlap_covered', job, { frame: record.frameId })
  // Those with pixels come last, as they do when they are read back as masks.
  const isSeen = ({ record }: VocObject) => seen.has(record)
  const objects = [...found.filter((one) => !isSeen(one)), ...found.filter(isSeen)]
  const name = `${job.name}.${imageEnding(file)}`
  const names = set.classes.writtenNames(vocName)
  const parts = objects.map((object) => objectElement(object, names, job, losses))
  const xml = annotationElement(name, size, seen.size > 0, parts)
  await archive.add(`Annotations/${job.name}.xml`, `${xml}\n`, { job, frame })
  if (seen.size > 0) await writeSegmentation(painted, objects, { job, set, archive, size })
  if (set.includeFiles) await copyFile(archive, losses, `JPEGImages/${name}`, { job, frame, file })
  return seen.size > 0
}

function* objectsOf(job: ExportJob, size: PixelSize, losses: Losses): Generator<VocObject> {
  if (!isResultOf(job.document, 'image')) return
  for (const record of imageRecords(job.document)) {
    const { type } = record.shape
    const box = boxAround(record.shape, size)
    if (!box) dropRecord(losses, job, record)
    else {
      if (type !== 'rectangle') losses.add(`${type}_as_box`, job)
      yield { record, box }
    }
  }
}

const annotationElement = (name: string, size: PixelSize, isSegmented: boolean, objects: readonly string[]): string =>
  element('annotation', {}, [
    textElement('folder', 'JPEGImages'),
    textElement('filename', name),
    element('source', {}, [textElement('database', 'Fiducial')]),
    element('size', {}, [
      textElement('width', size.widthPx),
      textElement('height', size.heightPx),
      textElement('depth', 3),
    ]),
    textElement('segmented', isSegmented ? 1 : 0),
    ...objects,
  ])

/** Pixels are counted from 1 and the last one belongs to the box, as the devkit has it. */
function objectElement(
  { record, box }: VocObject,
  names: ReadonlyMap<string, string>,
  job: ExportJob,
  losses: Losses,
): string {
  const values: string[] = []
  for (const [name, { value }] of Object.entries(record.attributes)) {
    const text = attributeText(value)
    if (isXmlText(name) && isXmlText(text))
      values.push(element('attribute', {}, [textElement('name', name), textElement('value', text)]))
    else losses.add('attribute_dropped', job)
  }
  return element('object', {}, [
    textElement('name', names.get(record.label) ?? record.label),
    textElement('pose', 'Unspecified'),
    textElement('truncated', 0),
    textElement('difficult', 0),
    element('bndbox', {}, [
      textElement('xmin', roundPx(box.left + 1)),
      textElement('ymin', roundPx(box.top + 1)),
      textElement('xmax', box.right),
      textElement('ymax', box.bottom),
    ]),
    ...(values.length > 0 ? [element('attributes', {}, values)] : []),
  ])
}

/** The class of each pixel, and the object: its number is its place in the annotation, from 1. */
async function writeSegmentation(
  { pixels, regions }: PaintedRegions,
  objects: readonly VocObject[],
  { job, set, archive, size }: { job: ExportJob; set: ExportSet; archive: Archive; size: PixelSize },
): Promise<void> {
  const [frame] = job.frames
  const places = new Map(objects.map(({ record }, place) => [record, place]))
  const classes = [0, ...regions.map(({ record }) => vocNumber(set.classes.of(record.label).index))]
  const instances = [0, ...regions.map(({ record }) => vocNumber(places.get(record) ?? 0))]
  await archive.add(`SegmentationClass/${job.name}.png`, numberPng(pixels, classes, size), { job, frame })
  await archive.add(`SegmentationObject/${job.name}.png`, numberPng(pixels, instances, size), { job, frame })
}

const PALETTE = Array.from({ length: 256 }, (_, number) => vocColor(number))

/** Writes a palette if a byte can hold every number, otherwise the same colours without one. */
function numberPng(places: Uint32Array, numbers: readonly number[], size: PixelSize): Uint8Array {
  const values = Uint32Array.from(places, (place) => numbers[place])
  if (numbers.every((number) => number < VOID)) return palettePng(Uint8Array.from(values), size, PALETTE)
  return rgbPng(values, size, vocColor)
}

/** Writes the list of classes as CVAT and datumaro read it. */
function labelMap({ classes }: ExportSet): string {
  const names = classes.writtenNames(vocName)
  const rows = classes.list.map(({ name, index }) => `${names.get(name)}:${vocColor(vocNumber(index)).join(',')}::`)
  return `${['# label:color_rgb:parts:actions', 'background:0,0,0::', ...rows].join('\n')}\n`
}
