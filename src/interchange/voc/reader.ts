import type { FlatShape } from '../../model/document/shape.ts'
import { baseName, isImageName, withSlashes } from '../core/entryNames.ts'
import { notedValues, saysSomething } from '../core/importedAttributes.ts'
import { ImportError, type ImportedJob, type Reader, type ReadRequest, type SentArchive } from '../core/reader.ts'
import { readNames, readSentManifest } from '../core/sentManifest.ts'
import { stemOf } from '../core/targetFrames.ts'
import { pngSize, pngValues } from '../raster/png.ts'
import { countsByValue } from '../raster/regions.ts'
import { type ReadObject, sizeOfImage, submittedImage } from '../records/submittedImage.ts'
import { maskFrom, rectangleFrom } from '../shapes/fromPixels.ts'
import type { PixelSize } from '../shapes/rings.ts'
import { childOf, childText, readXml, type XmlElement } from '../xml/readXml.ts'
import { numberOfColor, VOID, vocNumber } from './colors.ts'

/** An image each XML file, with the pixels of its objects where there is a segmentation. */
export const readVoc: Reader = async function* (archive, request) {
  const manifest = await readSentManifest(archive, 'voc')
  const files = archive.names.filter((name) => /\.xml$/i.test(name))
  if (files.length === 0 && !manifest)
    throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'there is no XML file with annotations')
  const images = new Map(archive.names.filter(isImageName).map((name) => [baseName(name), name]))
  const classOf = readNames(manifest)
  for (const file of files) {
    const [annotation] = await elementsOf(archive, file, request, files.length === 1)
    if (annotation) yield importedImage(archive, file, annotation, { images, classOf, request })
  }
}

/** A broken file among others is reported; alone it is the data set. */
async function elementsOf(
  archive: SentArchive,
  file: string,
  request: ReadRequest,
  isOnly: boolean,
): Promise<XmlElement[]> {
  const found: XmlElement[] = []
  try {
    for await (const one of readXml(archive, file, { root: 'annotation', elements: ['annotation'] })) found.push(one)
  } catch (error) {
    if (!(error instanceof ImportError) || isOnly) throw error
    request.fail(error.failure)
  }
  return found
}

interface Reading {
  /** Entries of images by their last part. */
  images: ReadonlyMap<string, string>
  classOf: (written: string) => string
  request: ReadRequest
}

function importedImage(
  archive: SentArchive,
  file: string,
  annotation: XmlElement,
  { images, classOf, request }: Reading,
): ImportedJob {
  const objects = annotation.children.filter(({ name }) => name === 'object')
  const labelOf = (object: XmlElement) => nameIn(object, classOf, request)
  const fileName = withSlashes(childText(annotation, 'filename') || baseName(file))
  const image = images.get(baseName(fileName))
  return {
    file,
    referenceId: null,
    fileNames: [...new Set([fileName, baseName(file)])],
    labels: new Set(objects.map(labelOf)),
    sources: image === undefined ? [] : [image],
    imageSize: sizeOf(annotation),
    async build(target, rename) {
      const size = sizeOfImage(target, sizeOf(annotation), { file }, request)
      const masks = await masksOf(archive, file, size, request)
      for (const number of masks.keys())
        if (!objects.some((_, place) => vocNumber(place) === number))
          request.fail({ file: segmentationOf(file), field: `object ${number}`, type: 'UNKNOWN' })
      const read = objects.map((object, place): ReadObject => {
        const label = rename(labelOf(object))
        const shape = masks.get(vocNumber(place)) ?? boxOf(object, size)
        reportInside(object, file, request)
        return { label, shape, values: valuesOf(object, label, request), place: { file, line: object.line } }
      })
      reportBeside(annotation, file, request)
      return submittedImage(request, { objects: read, values: [], place: { file } }, size)
    },
  }
}

/** Space around a name is a matter of layout, unless a class is called so. */
function nameIn(object: XmlElement, classOf: (written: string) => string, { tag }: ReadRequest): string {
  const written = classOf(childOf(object, 'name')?.text ?? '')
  return tag.classes.some(({ name }) => name === written) ? written : written.trim()
}

function boxOf(object: XmlElement, size: PixelSize): FlatShape | null {
  const box = childOf(object, 'bndbox')
  const number = (name: string) => Number((box && childText(box, name)) || Number.NaN)
  return rectangleFrom(
    { left: number('xmin') - 1, top: number('ymin') - 1, right: number('xmax'), bottom: number('ymax') },
    size,
  )
}

/** Elements of an object that are read. */
const READ = new Set(['name', 'bndbox', 'attributes', 'pose', 'truncated', 'difficult', 'occluded'])
/** Elements of the file that are read, or that say where its image came from. */
const READ_OF_FILE = new Set(['filename', 'size', 'object', 'folder', 'path', 'source', 'owner', 'segmented'])

/** Reports parts, outlines and other nested elements; plain texts become values. */
function reportInside(object: XmlElement, file: string, { fail }: ReadRequest): void {
  for (const { name, line } of object.children.filter((child) => !READ.has(child.name) && child.children.length > 0))
    fail({ file, line, field: name, type: 'NOT_ALLOWED', lost: name })
}

function reportBeside(annotation: XmlElement, file: string, { fail }: ReadRequest): void {
  for (const { name, line, text, children } of annotation.children)
    if (!READ_OF_FILE.has(name) && (saysSomething(text.trim()) || children.length > 0))
      fail({ file, line, field: name, type: 'NOT_ALLOWED', lost: name })
}

/** The side from which an object is seen. */
const POSE = 'pose'

/** Notes of VOC at every object. */
const NOTED = ['truncated', 'difficult', 'occluded']

function valuesOf(object: XmlElement, label: string | null, { tag }: ReadRequest): (readonly [string, unknown])[] {
  const given = (childOf(object, 'attributes')?.children ?? []).map(
    (one) => [childOf(one, 'name')?.text ?? '', childOf(one, 'value')?.text ?? ''] as const,
  )
  const own = new Set(given.map(([name]) => name))
  const noted = NOTED.filter((name) => !own.has(name)).flatMap((name) => {
    const text = childText(object, name)
    return text === undefined ? [] : [[name, text === '1'] as const]
  })
  const pose = childText(object, POSE)?.trim()
  const isSaid = pose !== undefined && pose !== '' && pose !== 'Unspecified' && !own.has(POSE)
  const more = object.children.flatMap(({ name, text, children }) =>
    READ.has(name) || own.has(name) || children.length > 0 ? [] : [[name, text.trim()] as const],
  )
  return [...given, ...notedValues(tag, label, [...noted, ...(isSaid ? [[POSE, pose] as const] : []), ...more])]
}

function sizeOf(annotation: XmlElement): PixelSize | null {
  const size = childOf(annotation, 'size')
  const [widthPx, heightPx] = [Number(size && childText(size, 'width')), Number(size && childText(size, 'height'))]
  return widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : null
}

const segmentationOf = (file: string): string =>
  file.replace(/(^|\/)[^/]*$/, `$1${stemOf(file)}.png`).replace(/(^|\/)Annotations\//, '$1SegmentationObject/')

/** By number of the instance. A segmentation that cannot be read is reported, and the boxes are taken. */
async function masksOf(
  archive: SentArchive,
  file: string,
  size: PixelSize,
  { fail }: ReadRequest,
): Promise<ReadonlyMap<number, FlatShape>> {
  const masks = new Map<number, FlatShape>()
  const name = segmentationOf(file)
  if (!archive.has(name)) {
    const classes = name.replace('SegmentationObject/', 'SegmentationClass/')
    if (archive.has(classes)) fail({ file: classes, type: 'NOT_ALLOWED', lost: 'SegmentationClass' })
    return masks
  }
  const bytes = await archive.read(name)
  const found = pngSize(bytes)
  if (found?.widthPx !== size.widthPx || found.heightPx !== size.heightPx) {
    fail({ file: name, field: 'size', type: 'INVALID_VALUE' })
    return masks
  }
  try {
    const { values, isColor } = pngValues(bytes)
    for (const [value, counts] of countsByValue(values, size)) {
      const number = isColor ? numberOfColor(value) : value
      const mask = number === VOID ? null : maskFrom(counts, size)
      if (mask) masks.set(number, mask)
    }
  } catch {
    fail({ file: name, type: 'INVALID_VALUE' })
  }
  return masks
}
