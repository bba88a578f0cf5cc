import { isResultOf } from '../../formats/results/resultForm.ts'
import { IMAGE_GROUPS } from '../../formats/results/wireShapes.ts'
import { rasterizeRings } from '../../geometry/rasterizeRings.ts'
import type { Piece } from '../core/archive.ts'
import { copyFile } from '../core/copyFile.ts'
import type { ExportJob } from '../core/exportSet.ts'
import type { Writer } from '../core/format.ts'
import { imageEnding } from '../core/imageNames.ts'
import type { Losses } from '../core/losses.ts'
import { DEFAULT_SPLIT } from '../core/splits.ts'
import { dropRecord } from '../records/dropRecord.ts'
import { imageRecords, type ResultShape } from '../records/flatRecords.ts'
import { skeletonOf } from '../records/keypointName.ts'
import { type PixelSize, pixelRings } from '../shapes/rings.ts'
import { element, emptyTag, type XmlAttributes, xmlSafe } from '../xml/writeXml.ts'
import { attributeElements } from './attributes.ts'
import { cvatMeta, IMAGE_LABEL } from './meta.ts'
import { type CvatShape, cvatShape } from './shapeElement.ts'

export const CVAT_FILE = 'annotations.xml'
export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n<version>1.1</version>\n'

/** One file for all images; they are counted in its head, so they wait on the disk. */
export const writeCvatImages: Writer = async (set, archive, losses) => {
  const images = archive.spool()
  const names = set.classes.writtenNames(xmlSafe)
  let count = 0
  for await (const job of set.jobs()) {
    if (!isResultOf(job.document, 'image')) continue
    const [frame] = job.frames
    const [file] = frame.files
    const name = `${job.name}.${imageEnding(file)}`
    const { width, height } = job.document.data.image
    const subset: XmlAttributes = job.split === DEFAULT_SPLIT ? {} : { subset: job.split }
    images.write(
      `${element('image', { id: count++, name, ...subset, width, height }, [...partsOf(job, names, losses)])}\n`,
    )
    archive.note(CVAT_FILE, { job, frame })
    await images.flush()
    if (set.includeFiles) await copyFile(archive, losses, `images/${name}`, { job, frame, file })
  }
  const meta = cvatMeta(set, { name: 'Fiducial', size: count, mode: 'annotation' })
  async function* content(): AsyncGenerator<Piece> {
    yield `${XML_HEAD}${meta}\n`
    yield* images.content()
    yield '</annotations>\n'
  }
  await archive.add(CVAT_FILE, content())
}

function* partsOf(job: ExportJob, names: ReadonlyMap<string, string>, losses: Losses): Generator<string> {
  if (!isResultOf(job.document, 'image')) return
  const { image, image_attributes: values = {} } = job.document.data
  const own = attributeElements(values)
  losses.add('attribute_dropped', job, { count: own.dropped })
  if (own.elements.length > 0) yield element('tag', { label: IMAGE_LABEL, source: 'manual' }, own.elements)
  const size = { widthPx: image.width, heightPx: image.height }
  const written = IMAGE_GROUPS.map((): string[] => [])
  for (const record of imageRecords(job.document)) {
    const shape = shapeOf(record, job, size, losses)
    if (!shape) continue
    const { elements, dropped } = attributeElements(record.attributes)
    losses.add('attribute_dropped', job, { count: dropped })
    const attributes = {
      label: names.get(record.label) ?? record.label,
      source: 'manual',
      occluded: 0,
      ...shape.attributes,
      z_order: 0,
    }
    const place = IMAGE_GROUPS.findIndex(({ kind }) => kind === shape.readAs)
    written[place].push(element(shape.tag, attributes, [...shape.points.map(pointElement), ...elements]))
  }
  yield* written.flat()
}

export const pointElement = (attributes: XmlAttributes): string => emptyTag('points', attributes)

/** Counts what a record loses. A polygon with several rings becomes a mask: CVAT's polygons have no holes. */
function shapeOf(record: ResultShape, job: ExportJob, size: PixelSize, losses: Losses): CvatShape | null {
  const { shape } = record
  const isMask = shape.type === 'polygon' && shape.rings.length > 1
  const counts = isMask ? rasterizeRings(pixelRings(shape, size) ?? [], size) : null
  const skeleton = skeletonOf(job.tag, record.label)
  const written = cvatShape(counts ? { type: 'mask', ...size, counts } : shape, size, skeleton)
  if (!written) dropRecord(losses, job, record)
  else if (written.readAs !== shape.type) losses.add(`${shape.type}_as_${written.readAs}`, job)
  losses.add('keypoint_dropped', job, { count: written?.pointsLost ?? 0 })
  return written
}
