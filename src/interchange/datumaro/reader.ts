import { ROTATION } from '../coco/annotation.ts'
import { attributesOfClass } from '../core/importedAttributes.ts'
import { ImportError, type ImportedJob, type Reader, type ReadRequest, type SentArchive } from '../core/reader.ts'
import { readJson } from '../core/readJson.ts'
import { type ReadObject, sizeOfImage, submittedImage } from '../records/submittedImage.ts'
import type { PixelSize } from '../shapes/rings.ts'
import { checkDatumaro, type DatumaroAnnotation, type DatumaroData, type DatumaroItem } from './dataset.ts'
import { readDatumaroShape } from './readShape.ts'

/** Every JSON file with items, a subset each. */
export const readDatumaro: Reader = async function* (archive, request) {
  const files = archive.names.filter((name) => /\.json$/i.test(name) && !/(^|\/)(manifest|losses)\.json$/.test(name))
  if (files.length === 0)
    throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'there is no JSON file with items')
  for (const file of files) {
    const data = await dataOf(archive, file)
    for (const item of data.items) yield importedItem(archive, file, item, data, request)
  }
}

async function dataOf(archive: SentArchive, file: string): Promise<DatumaroData> {
  try {
    return await readJson(archive, file, checkDatumaro)
  } catch (error) {
    if (!(error instanceof ImportError) || error.failure.type === 'ENCODING') throw error
    const isOther = error.failure.field === 'items' || error.failure.field?.startsWith('categories')
    throw isOther ? new ImportError({ ...error.failure, type: 'NOT_THIS_FORMAT' }, error.message) : error
  }
}

function importedItem(
  archive: SentArchive,
  file: string,
  item: DatumaroItem,
  { categories }: DatumaroData,
  request: ReadRequest,
): ImportedJob {
  const { annotations = [] } = item
  const names = categories.label?.labels ?? []
  const labelOf = ({ label_id: id }: DatumaroAnnotation) =>
    (id === undefined || id === null ? '' : names[id]?.name) ?? ''
  const keypoints = new Map(categories.points?.items.map(({ label_id: id, labels }) => [id, labels]))
  const fileName = item.image?.path ?? `${item.id}.jpg`
  const place = (annotation: DatumaroAnnotation) => ({ file, field: `${item.id} annotation ${annotation.id ?? ''}` })
  return {
    file,
    referenceId: null,
    fileNames: [fileName, `${item.id}.jpg`],
    labels: new Set(annotations.map(labelOf)),
    sources: [archive.names.find((name) => name.endsWith(`/${fileName}`)) ?? fileName],
    imageSize: sizeOf(item),
    async build(target, rename) {
      const size = sizeOfImage(target, sizeOf(item), { file, field: item.id })
      const objects = annotations.map((annotation): ReadObject => {
        const label = labelOf(annotation)
        const order = keypoints.get(annotation.label_id ?? -1) ?? []
        return {
          label,
          shape: readDatumaroShape(annotation, order, size),
          values: valuesOf(annotation, rename(label), request),
          place: place(annotation),
        }
      })
      const values = Object.entries(item.attr ?? {})
      return submittedImage(request, { objects, values, place: { file, field: item.id } }, size, rename)
    },
  }
}

/** What datumaro itself notes of objects; a class may have an attribute of that name. */
const NOTED = new Set([ROTATION, 'is_crowd', 'occluded', 'outside', 'keyframe', 'track_id', 'score'])

function valuesOf({ attributes }: DatumaroAnnotation, label: string | null, { tag }: ReadRequest): [string, unknown][] {
  const known = new Set(label === null ? [] : attributesOfClass(tag, label).map(({ name }) => name))
  return Object.entries(attributes ?? {}).filter(([name]) => !NOTED.has(name) || known.has(name))
}

function sizeOf({ image }: DatumaroItem): PixelSize | null {
  const [heightPx, widthPx] = image?.size ?? [0, 0]
  return widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : null
}
