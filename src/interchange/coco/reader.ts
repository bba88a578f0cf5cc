import type { JsonList } from '../../json/jsonOutline.ts'
import { baseName, withSlashes } from '../core/entryNames.ts'
import { notedValues, unreadMembers } from '../core/importedAttributes.ts'
import { firstEntry } from '../core/jsonEntries.ts'
import { ImportError, type ImportedJob, type Reader, type ReadRequest, type SentArchive } from '../core/reader.ts'
import { readJsonOutline } from '../core/readJson.ts'
import { sentKeypoints } from '../records/sentKeypoints.ts'
import { type ReadObject, sizeOfImage, submittedImage } from '../records/submittedImage.ts'
import { CROWD_ATTRIBUTES, hasRotation, ROTATION } from './annotation.ts'
import { CocoFile, imageOfResult } from './cocoFile.ts'
import { type CocoAnnotation, type CocoImage, nameOfImage } from './dataset.ts'
import { isRing, readCocoShapes } from './readShape.ts'

/** The part of one of the data set's files that is about one image. */
interface ImagePart {
  file: CocoFile
  image: CocoImage
}

/** All files of a data set together, which are joined by the names of their images, are held as bytes. */
const MAX_SET_BYTES = 768 * 1024 * 1024

/**
 * Reads every JSON file of the archive that has the members of COCO, and lists of results about the images of such a
 * file. Images of several files are joined by name, unless each file has images in its own folder.
 */
export const readCoco: Reader = async function* (archive, request) {
  const byFile = new Map<string, ImagePart[]>()
  for (const file of await filesOf(archive, request))
    for (const image of file.images.values()) {
      const name = entryOf(nameOf(image), file.name, archive) ?? nameOf(image)
      const parts = byFile.get(name)
      if (parts) parts.push({ file, image })
      else byFile.set(name, [{ file, image }])
    }
  const times = new Map<string, number>()
  for (const [{ image }] of byFile.values()) times.set(nameOf(image), (times.get(nameOf(image)) ?? 0) + 1)
  for (const [entry, parts] of byFile) {
    const name = nameOf(parts[0].image)
    const names = times.get(name) === 1 ? [name, withSlashes(name), entry] : [entry, name, withSlashes(name)]
    yield importedImage(names, parts, request)
  }
}

const nameOf = (image: CocoImage): string => nameOfImage(image) ?? ''

/** The image in the folder of the file that names it: other folders may have images of the same name. */
function entryOf(fileName: string, file: string, archive: SentArchive): string | null {
  const entry = file.slice(0, file.length - baseName(file).length) + withSlashes(fileName)
  return archive.has(entry) ? entry : null
}

async function filesOf(archive: SentArchive, request: ReadRequest): Promise<CocoFile[]> {
  const names = archive.names.filter((name) => /\.json$/i.test(name) && !/(^|\/)(manifest|losses)\.json$/.test(name))
  const files: CocoFile[] = []
  const results: { name: string; byteLength: number; list: JsonList }[] = []
  let bytes = 0
  for (const name of names) {
    try {
      const outline = await readJsonOutline(archive, name)
      const list = outline.wholeList()
      if (list) results.push({ name, byteLength: outline.byteLength, list })
      else files.push(CocoFile.read(name, outline, request.fail))
      bytes += outline.byteLength
    } catch (error) {
      if (!(error instanceof ImportError) || names.length === 1) throw error
      request.fail(error.failure)
    }
    if (bytes > MAX_SET_BYTES)
      throw new ImportError({ file: name, type: 'ARCHIVE_TOO_LARGE' }, `COCO files of more than ${MAX_SET_BYTES} bytes`)
  }
  const detected = results.map((result) => {
    const file = CocoFile.readResults(result, files, request.fail)
    return file ?? refuseList(result)
  })
  if (files.length === 0)
    throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'no JSON file has images and annotations')
  return [...files, ...detected]
}

function refuseList({ name, list }: { name: string; list: JsonList }): never {
  if (imageOfResult(firstEntry(list, name)) === null)
    throw new ImportError(
      { file: name, type: 'NOT_THIS_FORMAT' },
      `${name} is a list, but not one of COCO results, whose entries have an "image_id": COCO is an object with "images", ` +
        '"annotations" and "categories"',
    )
  throw new ImportError(
    { file: name, field: 'images', type: 'MISSING' },
    `${name} is a list of COCO results, which does not name its images and classes: put the file with the "images" and ` +
      '"categories" that it is about beside it in the archive ("annotations" may be empty)',
  )
}

/** `names` are those of its file; the first is one that no other image has. */
function importedImage(names: readonly string[], parts: readonly ImagePart[], request: ReadRequest): ImportedJob {
  const [{ file: firstFile, image }] = parts
  const file = firstFile.name
  const [fileName] = names
  return {
    file,
    referenceId: null,
    fileNames: [...new Set(names)],
    labels: new Set(parts.flatMap((part) => [...part.file.labelsOf(part.image)])),
    sources: [image.coco_url ?? withSlashes(fileName)],
    imageSize: sizeOf(image),
    async build(target, rename) {
      const size = sizeOfImage(target, sizeOf(image), { file, field: fileName }, request)
      const all = parts.flatMap((part) => part.file.annotationsOf(part.image))
      const objects = all.flatMap(({ annotation, category }): ReadObject[] => {
        const label = rename(category.name)
        reportUnread(annotation, request, file)
        const isRotationOwn = hasRotation(request.tag, label)
        const place = { file, field: `annotation ${annotation.id}` }
        const labels = sentKeypoints(category.keypoints ?? [], label, place, request)
        const shapes = readCocoShapes(annotation, { size, isRotationOwn, labels, label, place, request })
        const given = Object.entries(annotation.attributes ?? {})
        const own = given.filter(([name]) => (name !== ROTATION || isRotationOwn) && !CROWD_NAMES.has(name))
        const values = [...own, ...crowdValues(annotation, label, request), ...otherMembers(annotation, label, request)]
        const object = { label, values, place }
        return (shapes.length > 0 ? shapes : [null]).map((shape) => ({ ...object, shape }))
      })
      for (const { file: sent, image: one } of parts)
        for (const [name] of unreadMembers(one, READ_OF_IMAGE))
          request.fail({ file: sent.name, field: `${fileName}.${name}`, type: 'NOT_ALLOWED', lost: name })
      const values = Object.entries(image.attributes ?? {})
      return submittedImage(request, { objects, values, place: { file, field: fileName } }, size)
    },
  }
}

/** A ring needs three corners. */
function reportUnread({ id, segmentation }: CocoAnnotation, { fail }: ReadRequest, file: string): void {
  if (!Array.isArray(segmentation)) return
  for (const [index, ring] of segmentation.entries())
    if (!isRing(ring)) fail({ file, field: `annotation ${id}.segmentation[${index}]`, type: 'INVALID_VALUE' })
}

const CROWD_NAMES: ReadonlySet<string> = new Set(CROWD_ATTRIBUTES)

/** `iscrowd` is a value of the class's attribute of that name; without one it is reported where it is set. */
function crowdValues({ attributes, iscrowd }: CocoAnnotation, label: string | null, { tag }: ReadRequest) {
  const given = Object.entries(attributes ?? {}).filter(([name]) => CROWD_NAMES.has(name))
  if (given.length > 0 || !iscrowd) return notedValues(tag, label, given)
  const known = CROWD_ATTRIBUTES.filter((name) => notedValues(tag, label, [[name, null]]).length > 0)
  return (known.length > 0 ? known : (['iscrowd'] as const)).map((name) => [name, true] as const)
}

/** Told by the shape or by other members. */
const READ_MEMBERS: ReadonlySet<string> = new Set([
  'id',
  'image_id',
  'category_id',
  'bbox',
  'segmentation',
  'keypoints',
  'iscrowd',
  'attributes',
  'area',
  'num_keypoints',
])

/** Members of an image that are read, or that say where it came from and who may use it. */
const READ_OF_IMAGE: ReadonlySet<string> = new Set([
  'id',
  'file_name',
  'width',
  'height',
  'coco_url',
  'attributes',
  'license',
  'flickr_url',
  'date_captured',
  'path',
  'url',
  'dataset_id',
])

/** What tools add to the members of COCO, such as `score`. */
const otherMembers = (annotation: CocoAnnotation, label: string | null, { tag }: ReadRequest) =>
  notedValues(
    tag,
    label,
    Object.entries(annotation).filter(([name]) => !READ_MEMBERS.has(name)),
  )

const sizeOf = ({ width, height }: CocoImage) =>
  width && height && width > 0 && height > 0 ? { widthPx: Math.round(width), heightPx: Math.round(height) } : null
