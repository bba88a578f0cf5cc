import { ImportError, type ImportedJob, type Reader, type ReadRequest, type SentArchive } from '../core/reader.ts'
import { readJson } from '../core/readJson.ts'
import { type ReadObject, sizeOfImage, submittedImage } from '../records/submittedImage.ts'
import { ROTATION } from './annotation.ts'
import { type CocoAnnotation, type CocoCategory, type CocoImage, checkCoco } from './dataset.ts'
import { readCocoShapes } from './readShape.ts'

interface CocoData {
  file: string
  images: Map<string, CocoImage>
  /** By image. */
  annotations: Map<string, CocoAnnotation[]>
  categories: Map<string, CocoCategory>
}

/** Reads every JSON file of the archive that has the members of COCO; images of several files are joined by name. */
export const readCoco: Reader = async function* (archive, request) {
  const names = archive.names.filter((name) => /\.json$/i.test(name) && !/(^|\/)(manifest|losses)\.json$/.test(name))
  const byFile = new Map<string, { data: CocoData; image: CocoImage }[]>()
  let found = 0
  for (const name of names) {
    const data = await readData(archive, name, request, names.length === 1)
    if (!data) continue
    found++
    for (const image of data.images.values()) {
      const parts = byFile.get(image.file_name)
      if (parts) parts.push({ data, image })
      else byFile.set(image.file_name, [{ data, image }])
    }
  }
  if (found === 0)
    throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'no JSON file has images and annotations')
  for (const [fileName, parts] of byFile) yield importedImage(fileName, parts, request)
}

async function readData(
  archive: SentArchive,
  name: string,
  request: ReadRequest,
  isOnly: boolean,
): Promise<CocoData | null> {
  let file: Awaited<ReturnType<typeof readJson<typeof checkCoco.schema>>>
  try {
    file = await readJson(archive, name, checkCoco)
  } catch (error) {
    if (!(error instanceof ImportError) || isOnly) throw error
    request.fail(error.failure)
    return null
  }
  const annotations = new Map<string, CocoAnnotation[]>()
  const data: CocoData = {
    file: name,
    images: new Map(file.images.map((image) => [String(image.id), image])),
    annotations,
    categories: new Map((file.categories ?? []).map((category) => [String(category.id), category])),
  }
  for (const [index, annotation] of (file.annotations ?? []).entries()) {
    const imageId = String(annotation.image_id)
    const isKnown = data.images.has(imageId) && data.categories.has(String(annotation.category_id))
    if (!isKnown) {
      const field = `annotations[${index}].${data.images.has(imageId) ? 'category_id' : 'image_id'}`
      request.fail({ file: name, field, type: 'UNKNOWN' })
      continue
    }
    const list = annotations.get(imageId)
    if (list) list.push(annotation)
    else annotations.set(imageId, [annotation])
  }
  return data
}

function importedImage(
  fileName: string,
  parts: readonly { data: CocoData; image: CocoImage }[],
  request: ReadRequest,
): ImportedJob {
  const { file } = parts[0].data
  const categoryOf = (data: CocoData, annotation: CocoAnnotation) => data.categories.get(String(annotation.category_id))
  const all = parts.flatMap(({ data, image }) =>
    (data.annotations.get(String(image.id)) ?? []).map((annotation) => ({
      annotation,
      category: categoryOf(data, annotation),
    })),
  )
  return {
    file,
    referenceId: null,
    fileNames: [fileName],
    labels: new Set(all.flatMap(({ category }) => (category ? [category.name] : []))),
    sources: [parts[0].image.coco_url ?? fileName],
    imageSize: sizeOf(parts[0].image),
    async build(target, rename) {
      const size = sizeOfImage(target, sizeOf(parts[0].image), { file, field: fileName })
      const objects = all.flatMap(({ annotation, category }): ReadObject[] => {
        if (!category) return []
        const shapes = readCocoShapes(annotation, category, size)
        const values = Object.entries(annotation.attributes ?? {}).filter(([name]) => name !== ROTATION)
        const object = { label: category.name, values, place: { file, field: `annotation ${annotation.id}` } }
        return (shapes.length > 0 ? shapes : [null]).map((shape) => ({ ...object, shape }))
      })
      const values = Object.entries(parts[0].image.attributes ?? {})
      return submittedImage(request, { objects, values, place: { file, field: fileName } }, size, rename)
    },
  }
}

const sizeOf = ({ width, height }: CocoImage) => (width && height ? { widthPx: width, heightPx: height } : null)
