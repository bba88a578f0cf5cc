import { baseName } from '../core/entryNames.ts'
import { ImportError, type ImportedJob, type Reader, type ReadRequest, type SentArchive } from '../core/reader.ts'
import { readNames, readSentManifest } from '../core/sentManifest.ts'
import { type ReadObject, type ReadPlace, sizeOfImage, submittedImage } from '../records/submittedImage.ts'
import type { PixelSize } from '../shapes/rings.ts'
import { numberAttribute, readXml, type XmlElement } from '../xml/readXml.ts'
import { readAttributes } from './attributes.ts'
import { IMAGE_LABEL } from './meta.ts'
import { isShapeElement, readCvatShape } from './readShape.ts'

/** Reads every XML file of the archive as CVAT for images 1.1, image by image. */
export const readCvatImages: Reader = async function* (archive, request) {
  const classOf = readNames(await readSentManifest(archive, 'cvat_images'))
  for (const file of xmlFiles(archive)) {
    for await (const image of readXml(archive, file, { root: 'annotations', elements: ['image', 'track'] })) {
      if (image.name === 'image') yield importedImage(archive, file, image, classOf, request)
      else request.fail({ file, line: image.line, field: 'track', type: 'NOT_ALLOWED' })
    }
  }
}

/** @throws ImportError where there is none */
export function xmlFiles({ names }: SentArchive): string[] {
  const files = names.filter((name) => /\.xml$/i.test(name))
  if (files.length === 0) throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'there is no XML file')
  return files
}

export const labelOf = ({ attributes }: XmlElement): string => attributes.get('label') ?? ''

function importedImage(
  archive: SentArchive,
  file: string,
  image: XmlElement,
  classOf: (written: string) => string,
  request: ReadRequest,
): ImportedJob {
  const name = image.attributes.get('name') ?? ''
  const shapes = image.children.filter(isShapeElement)
  const place: ReadPlace = { file, line: image.line, field: name }
  return {
    file,
    referenceId: null,
    fileNames: [name],
    labels: new Set(shapes.map((shape) => classOf(labelOf(shape)))),
    sources: [archive.names.find((entry) => entry.endsWith(`/${name}`) || baseName(entry) === baseName(name)) ?? name],
    imageSize: sizeOf(image),
    async build(target, rename) {
      const size = sizeOfImage(target, sizeOf(image), place)
      const objects = shapes.map(
        (shape): ReadObject => ({
          label: classOf(labelOf(shape)),
          shape: readCvatShape(shape, size),
          values: readAttributes(shape),
          place: { file, line: shape.line, field: shape.name },
        }),
      )
      const tags = image.children.filter((child) => child.name === 'tag')
      for (const tag of tags.filter((one) => labelOf(one) !== IMAGE_LABEL))
        request.fail({ file, line: tag.line, field: `tag ${labelOf(tag)}`, type: 'NOT_ALLOWED' })
      const values = tags.filter((one) => labelOf(one) === IMAGE_LABEL).flatMap(readAttributes)
      return submittedImage(request, { objects, values, place }, size, rename)
    },
  }
}

function sizeOf(image: XmlElement): PixelSize | null {
  const [widthPx, heightPx] = [numberAttribute(image, 'width'), numberAttribute(image, 'height')]
  return widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : null
}
