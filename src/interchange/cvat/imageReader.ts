import { EntryIndex } from '../core/entryNames.ts'
import { unreadMembers } from '../core/importedAttributes.ts'
import { ImportError, type ImportedJob, type Reader, type ReadRequest, type SentArchive } from '../core/reader.ts'
import { readNames, readSentManifest } from '../core/sentManifest.ts'
import { sentKeypoints } from '../records/sentKeypoints.ts'
import { type ReadObject, type ReadPlace, sizeOfImage, submittedImage } from '../records/submittedImage.ts'
import type { PixelSize } from '../shapes/rings.ts'
import { numberAttribute, readXml, type XmlElement } from '../xml/readXml.ts'
import { readAttributes } from './attributes.ts'
import { IMAGE_LABEL } from './meta.ts'
import { type CvatOrigin, reportInside, valuesOfShape } from './notes.ts'
import { isShapeElement, pointNames, readCvatShape } from './readShape.ts'

/** Reads every XML file of the archive as CVAT for images 1.1, image by image. */
export const readCvatImages: Reader = async function* (archive, request) {
  const manifest = await readSentManifest(archive, 'cvat_images')
  const entries = new EntryIndex(archive)
  for (const file of xmlFiles(archive)) {
    for await (const image of readXml(archive, file, { root: 'annotations', elements: ['image', 'track'] })) {
      const origin = { file, isOwn: manifest !== null, classOf: readNames(manifest) }
      if (image.name === 'image') yield importedImage(entries, image, origin, request)
      else request.fail({ file, line: image.line, field: 'track', type: 'NOT_ALLOWED' })
    }
  }
}

/** @throws ImportError if there are none */
export function xmlFiles({ names }: SentArchive): string[] {
  const files = names.filter((name) => /\.xml$/i.test(name))
  if (files.length === 0) throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'there is no XML file')
  return files
}

export const labelOf = ({ attributes }: XmlElement): string => attributes.get('label') ?? ''

/** Attributes of an image that are read. The split is that of the data set; exports make their own. */
const READ = new Set(['id', 'name', 'width', 'height', 'subset', 'task_id'])

function importedImage(entries: EntryIndex, image: XmlElement, origin: CvatOrigin, request: ReadRequest): ImportedJob {
  const { file, classOf } = origin
  const name = image.attributes.get('name') ?? ''
  const shapes = image.children.filter(isShapeElement)
  const place: ReadPlace = { file, line: image.line, field: name }
  return {
    file,
    referenceId: null,
    fileNames: [name],
    labels: new Set(shapes.map((shape) => classOf(labelOf(shape)))),
    sources: [entries.find(name) ?? name],
    imageSize: sizeOf(image),
    async build(target, rename) {
      const size = sizeOfImage(target, sizeOf(image), place, request)
      const objects = shapes.map((shape): ReadObject => {
        reportInside(shape, request, origin)
        const label = rename(classOf(labelOf(shape)))
        const place = { file, line: shape.line, field: shape.name }
        return {
          label,
          shape: readCvatShape(shape, size, sentKeypoints(pointNames(shape), label, place, request)),
          values: valuesOfShape(shape, label, request, origin),
          place,
        }
      })
      const tags = image.children.filter((child) => child.name === 'tag')
      for (const tag of tags.filter((one) => labelOf(one) !== IMAGE_LABEL))
        request.fail({ file, line: tag.line, field: `tag ${labelOf(tag)}`, type: 'NOT_ALLOWED', lost: 'tag' })
      for (const { name, line } of image.children.filter((child) => child.name !== 'tag' && !isShapeElement(child)))
        request.fail({ file, line, field: name, type: 'NOT_ALLOWED', lost: name })
      for (const [name] of unreadMembers(Object.fromEntries(image.attributes), READ))
        request.fail({ ...place, field: `${place.field}.${name}`, type: 'NOT_ALLOWED', lost: name })
      const values = tags.filter((one) => labelOf(one) === IMAGE_LABEL).flatMap(readAttributes)
      return submittedImage(request, { objects, values, place }, size)
    },
  }
}

function sizeOf(image: XmlElement): PixelSize | null {
  const [widthPx, heightPx] = [numberAttribute(image, 'width'), numberAttribute(image, 'height')]
  return widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : null
}
