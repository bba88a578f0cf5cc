import { Type } from 'typebox'
import { isResultOf } from '../../formats/results/resultForm.ts'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import { ownAttributeCount, valueCount } from '../core/attributeCount.ts'
import { copyFile } from '../core/copyFile.ts'
import type { ExportJob } from '../core/exportSet.ts'
import { ExportError, type Format, type Writer } from '../core/format.ts'
import { imageEnding } from '../core/imageNames.ts'
import { JsonTable } from '../core/jsonTable.ts'
import type { Losses } from '../core/losses.ts'
import { greyPng } from '../raster/png.ts'
import {
  countRegionLosses,
  countWithoutArea,
  type PaintedRegions,
  paintRegions,
  REGION_LOSSES,
} from '../raster/regions.ts'
import { imageRecords } from '../records/flatRecords.ts'
import type { PixelSize } from '../shapes/rings.ts'

/** 0 is background, a class is its place + 1, instances are numbered in each image from 1. */
const writeMasks: Writer = async (set, archive, losses) => {
  const images = new JsonTable(archive)
  const classes = set.classes.list.map(({ name, index, tagClass }) => ({ id: index + 1, name, color: tagClass.color }))
  for await (const job of set.jobs()) {
    if (!isResultOf(job.document, 'image')) continue
    const [frame] = job.frames
    const [file] = frame.files
    const { image } = job.document.data
    const size = { widthPx: image.width, heightPx: image.height }
    const painted = paintRegions(imageRecords(job.document), size)
    countLosses(job, painted, losses)
    const classIds = painted.regions.map(({ record }) => set.classes.of(record.label).index + 1)
    const instances = numbered(painted)
    await archive.add(`class/${job.name}.png`, labelPng(painted.pixels, [0, ...classIds], size), { job, frame })
    await archive.add(`instance/${job.name}.png`, labelPng(painted.pixels, instances, size), { job, frame })
    const seen = painted.regions.flatMap(({ visiblePixels }, i) =>
      visiblePixels > 0 ? [{ instance: instances[i + 1], class_id: classIds[i], pixels: visiblePixels }] : [],
    )
    images.add({ name: job.name, split: job.split, width: image.width, height: image.height, instances: seen })
    await images.flush()
    if (set.includeFiles)
      await copyFile(archive, losses, `images/${job.split}/${job.name}.${imageEnding(file)}`, { job, frame, file })
  }
  async function* description() {
    yield `{"background":0,"classes":${JSON.stringify(classes)},"images":`
    yield* images.content()
    yield '}\n'
  }
  await archive.add('classes.json', description())
}

/** By place of the region, from 1: its number among those that are seen; 0 for others. */
function numbered({ regions }: PaintedRegions): number[] {
  let count = 0
  return [0, ...regions.map(({ visiblePixels }) => (visiblePixels > 0 ? ++count : 0))]
}

const MAX_16_BITS = 65_535

/** 16 bits where a number needs them. @throws ExportError for numbers that need more */
function labelPng(places: Uint32Array, numbers: readonly number[], size: PixelSize): Uint8Array {
  const largest = numbers.reduce((most, number) => Math.max(most, number), 0)
  if (largest > MAX_16_BITS)
    throw new ExportError('TOO_MANY_OBJECTS', `masks have 16 bits: ${largest} objects in one image do not fit`)
  const values = largest > 255 ? new Uint16Array(places.length) : new Uint8Array(places.length)
  for (let i = 0; i < places.length; i++) values[i] = numbers[places[i]]
  return greyPng(values, size)
}

/** The format cannot hold attributes, nor records without area. */
function countLosses(job: ExportJob, painted: PaintedRegions, losses: Losses): void {
  if (!isResultOf(job.document, 'image')) return
  countRegionLosses(painted, job, losses)
  losses.add('attribute_dropped', job, { count: ownAttributeCount(job.document.data) })
  for (const { record, visiblePixels } of painted.regions)
    losses.add('attribute_dropped', job, { count: visiblePixels > 0 ? valueCount(record.attributes) : 0 })
  countWithoutArea(imageRecords(job.document), job, losses)
}

/** Images of labels, as scikit-image and others take them. */
export const masks: Format = {
  format: 'masks',
  title: 'Masks',
  description: 'Two grey PNG files an image: the class of each pixel, and its instance. Later objects lie on top.',
  annotationTypes: typesWithResult('image'),
  version: '1',
  specUrl: 'https://scikit-image.org/docs/stable/user_guide/tutorial_segmentation.html',
  options: Type.Object({}, { additionalProperties: false }),
  losses: REGION_LOSSES,
  files: 'optional',
  firstClassNumber: 1,
  tree: ['images/SPLIT/NAME.jpg', 'class/NAME.png', 'instance/NAME.png', 'classes.json'],
  write: writeMasks,
}
