import { type Static, Type } from 'typebox'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import type { FlatShape } from '../../model/document/shape.ts'
import { hasRotation, ROTATION } from '../coco/annotation.ts'
import { EntryIndex } from '../core/entryNames.ts'
import { notedValues, unreadMembers } from '../core/importedAttributes.ts'
import { jsonEntries } from '../core/jsonEntries.ts'
import { ImportError, type ImportedJob, type Reader, type ReadRequest } from '../core/reader.ts'
import { readJsonOutline, readJsonPart } from '../core/readJson.ts'
import { readSentManifest } from '../core/sentManifest.ts'
import { type SentKeypoints, sentKeypoints } from '../records/sentKeypoints.ts'
import { type ReadObject, sizeOfImage, submittedImage } from '../records/submittedImage.ts'
import {
  cuboidFrom,
  ellipseFrom,
  landmarkFrom,
  lineFrom,
  maskFrom,
  polygonFrom,
  rectangleFrom,
  turnedBoxFrom,
} from '../shapes/fromPixels.ts'
import type { PixelSize, PixelVertex } from '../shapes/rings.ts'
import { expandRuns } from '../shapes/runLengths.ts'
import { CUBOID_ORDER } from './annotation.ts'

const Numbers = Type.Array(Type.Number())

const Annotation = Type.Object({
  id: Type.Optional(Type.Number()),
  type: Type.String(),
  label_id: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  attributes: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  bbox: Type.Optional(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 })),
  points: Type.Optional(Type.Union([Numbers, Type.Array(Numbers)])),
  visibility: Type.Optional(Numbers),
  rle: Type.Optional(
    Type.Object({ counts: Type.String(), size: Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }) }),
  ),
})

const Item = Type.Object({
  id: Type.String(),
  /** Each is checked alone. */
  annotations: Type.Optional(Type.Array(Type.Unknown())),
  attr: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  image: Type.Optional(
    Type.Object({
      path: Type.Optional(Type.String()),
      size: Type.Optional(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 })),
    }),
  ),
})

const Categories = Type.Object({
  label: Type.Optional(Type.Object({ labels: Type.Array(Type.Object({ name: Type.String() })) })),
  points: Type.Optional(
    Type.Object({
      items: Type.Array(Type.Object({ label_id: Type.Integer(), labels: Type.Array(Type.String()) })),
    }),
  ),
})

type DatumaroCategories = Static<typeof Categories>
type SentItem = Static<typeof Item>
type DatumaroAnnotation = Static<typeof Annotation>

const checkDatumaroCategories = schemaCheck(Categories)
const checkItem = schemaCheck(Item)
const checkDatumaroAnnotation = schemaCheck(Annotation)

/**
 * The shape of an annotation; null if it has none. `isRotationOwn`: its class has an attribute called `rotation`, which
 * is unrelated to the shape.
 */
function readDatumaroShape(
  annotation: DatumaroAnnotation,
  labels: SentKeypoints,
  size: PixelSize,
  isRotationOwn: boolean,
): FlatShape | null {
  const numbers = (annotation.points ?? []).flat()
  const points = Array.from(
    { length: Math.floor(numbers.length / 2) },
    (_, i): PixelVertex => ({
      x: numbers[2 * i],
      y: numbers[2 * i + 1],
    }),
  )
  const degrees = isRotationOwn ? null : annotation.attributes?.[ROTATION]
  const radians = typeof degrees === 'number' ? (degrees * Math.PI) / 180 : null
  switch (annotation.type) {
    case 'bbox': {
      if (!annotation.bbox) return null
      const [left, top, width, height] = annotation.bbox
      const box = { left, top, right: left + width, bottom: top + height }
      return radians === null ? rectangleFrom(box, size) : turnedBoxFrom(box, radians, size)
    }
    case 'ellipse': {
      if (points.length !== 2) return null
      const [a, b] = points
      const centre = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
      return ellipseFrom(centre, { x: (b.x - a.x) / 2, y: (b.y - a.y) / 2 }, radians ?? 0, size)
    }
    case 'polygon':
      return polygonFrom([points], size)
    case 'polyline':
      return lineFrom(points, size)
    case 'cuboid_2d': {
      if (points.length !== CUBOID_ORDER.length) return null
      const corners = points.map((_, i) => points[CUBOID_ORDER.indexOf(i)])
      return cuboidFrom(corners, size)
    }
    case 'points':
      return landmarkOf(points, annotation.visibility ?? [], labels, size)
    case 'mask': {
      const { counts = '', size: [heightPx, widthPx] = [] } = annotation.rle ?? {}
      const runs = heightPx === size.heightPx && widthPx === size.widthPx ? expandRuns(counts) : null
      return runs ? maskFrom(runs, size) : null
    }
    default:
      return null
  }
}

/** Those with visibility 0 are absent. */
const landmarkOf = (
  points: readonly PixelVertex[],
  visibility: readonly number[],
  labels: SentKeypoints,
  size: PixelSize,
) =>
  landmarkFrom(
    points.flatMap((point, i) => {
      const seen = visibility[i] ?? 2
      const label = seen === 0 ? null : labels.labelOf(i)
      return label === null ? [] : [{ ...point, label, visible: seen === 2 }]
    }),
    size,
  )

/** Every JSON file with items, a subset each. */
export const readDatumaro: Reader = async function* (archive, request) {
  const files = archive.names.filter((name) => /\.json$/i.test(name) && !/(^|\/)(manifest|losses)\.json$/.test(name))
  if (files.length === 0)
    throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, 'there is no JSON file with items')
  const set = { entries: new EntryIndex(archive), isOwn: (await readSentManifest(archive, 'datumaro')) !== null }
  for (const file of files) {
    const outline = await readJsonOutline(archive, file)
    const items = outline.list('items')
    if (!items || !outline.has('categories')) throw notThisFormat(file, items ? 'categories' : 'items')
    const place = { name: file, field: 'categories' }
    const categories = readJsonPart(place, checkDatumaroCategories, () => outline.member('categories'))
    for (const { value, index } of jsonEntries(items, { name: file, field: 'items' }, checkItem, request.fail)) {
      const annotations = annotationsOf(value, { file, field: `items[${index}].annotations` }, request)
      yield importedItem(set, file, { ...value, annotations }, categories, request)
    }
  }
}

const notThisFormat = (file: string, field: string) =>
  new ImportError({ file, field, type: 'NOT_THIS_FORMAT' }, `${file}: ${field} are missing`)

/** Those that fit; the others are reported. */
function annotationsOf(
  { annotations = [] }: SentItem,
  { file, field }: { file: string; field: string },
  { fail }: ReadRequest,
): DatumaroAnnotation[] {
  return annotations.filter((annotation, index): annotation is DatumaroAnnotation => {
    if (checkDatumaroAnnotation.accepts(annotation)) return true
    const place = `${field}[${index}]`
    const [fault] = checkDatumaroAnnotation.failures(annotation, place)
    fail({ file, field: fault?.field ?? place, type: fault?.type ?? 'INVALID_VALUE' })
    return false
  })
}

interface DatumaroItem extends SentItem {
  annotations: DatumaroAnnotation[]
}

interface SentSet {
  entries: EntryIndex
  /** Whether we wrote the archive: its notes next to the attributes then mean nothing. */
  isOwn: boolean
}

function importedItem(
  { entries, isOwn }: SentSet,
  file: string,
  item: DatumaroItem,
  categories: DatumaroCategories,
  request: ReadRequest,
): ImportedJob {
  const { annotations } = item
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
    sources: [entries.find(fileName) ?? fileName],
    imageSize: sizeOf(item),
    async build(target, rename) {
      const size = sizeOfImage(target, sizeOf(item), { file, field: item.id }, request)
      for (const [name] of unreadMembers(item, READ_OF_ITEM))
        request.fail({ file, field: `${item.id}.${name}`, type: 'NOT_ALLOWED', lost: name })
      const objects = annotations.map((annotation): ReadObject => {
        const label = rename(labelOf(annotation))
        const names = keypoints.get(annotation.label_id ?? -1) ?? []
        const labels = sentKeypoints(names, label, place(annotation), request)
        return {
          label,
          shape: readDatumaroShape(annotation, labels, size, hasRotation(request.tag, label)),
          values: valuesOf(annotation, label, isOwn, request),
          place: place(annotation),
        }
      })
      const values = Object.entries(item.attr ?? {})
      return submittedImage(request, { objects, values, place: { file, field: item.id } }, size)
    },
  }
}

/** Notes of datumaro itself; a class may have an attribute of that name. */
const NOTED = new Set(['is_crowd', 'occluded', 'outside', 'keyframe', 'track_id', 'score'])

/** Members of an annotation that are read; the others become notes. */
const READ = new Set(['id', 'type', 'label_id', 'attributes', 'bbox', 'points', 'visibility', 'rle'])
/** Members of an item that are read. */
const READ_OF_ITEM = new Set(['id', 'annotations', 'attr', 'image', 'media'])

function valuesOf(annotation: DatumaroAnnotation, label: string | null, isOwn: boolean, { tag }: ReadRequest) {
  const given = Object.entries(annotation.attributes ?? {})
  const isNoted = ([name]: readonly [string, unknown]) => NOTED.has(name)
  const own = given.filter((value) => !isNoted(value) && (value[0] !== ROTATION || hasRotation(tag, label)))
  const names = new Set(given.map(([name]) => name))
  const members = isOwn ? unreadMembers(annotation, READ) : Object.entries(annotation)
  const more = members.filter(([name]) => !READ.has(name) && !names.has(name))
  return [...own, ...notedValues(tag, label, [...given.filter(isNoted), ...more])]
}

function sizeOf({ image }: SentItem): PixelSize | null {
  const [heightPx, widthPx] = image?.size ?? [0, 0]
  return widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : null
}
