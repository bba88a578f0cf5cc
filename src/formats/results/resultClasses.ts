import type { Attribute, AttributeType } from '../../model/attribute.ts'
import type { TagClass } from '../../model/tag.ts'
import { isJsonObject, type JsonObject, own } from './read.ts'

/** Records of images and boxes, tracks of videos. */
export function recordsIn(data: JsonObject): JsonObject[] {
  const groups = own(data, 'annotations')
  const holder = own(data, 'annotation_data')
  const ofImage = isJsonObject(groups) ? Object.keys(groups).flatMap((name) => listIn(groups, name)) : []
  return [...ofImage, ...listIn(holder, 'annotations'), ...listIn(holder, 'tracks')]
}

/** The objects of a list by its name; empty if it is not a list. */
export function listIn(holder: unknown, key: string): JsonObject[] {
  const list = isJsonObject(holder) ? own(holder, key) : undefined
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}

/** Classes that result documents name, with the attributes whose values they hold. */
export function classesIn(both: readonly JsonObject[]): TagClass[] {
  const attributes = new Map<string, Map<string, Attribute>>()
  for (const record of both.flatMap(recordsIn)) {
    const label = own(record, 'label')
    if (typeof label !== 'string') continue
    const known = attributes.get(label) ?? new Map<string, Attribute>()
    attributes.set(label, known)
    const frames = own(record, 'frames')
    const shown = isJsonObject(frames) ? Object.values(frames).filter(isJsonObject) : []
    const perObject = own(record, 'frame_id') === undefined ? 'object' : 'frame'
    addAttributes(known, record, perObject)
    for (const one of shown) addAttributes(known, one, 'frame')
  }
  return [...attributes].map(([name, known]) => ({
    classId: name,
    name,
    color: '',
    instantiable: true,
    geometries: null,
    defaultSize: null,
    archived: false,
    attributes: [...known.values()],
  }))
}

/** Attributes of the job itself and of its frames whose values a document holds. */
export function ownAttributesIn(data: JsonObject): Attribute[] {
  const known = new Map<string, Attribute>()
  addAttributes(known, { attributes: own(data, 'image_attributes') }, 'job')
  addAttributes(known, { attributes: own(data, 'job_attributes') }, 'job')
  const frames = own(data, 'frame_attributes')
  for (const attributes of isJsonObject(frames) ? Object.values(frames) : [])
    addAttributes(known, { attributes }, 'frame')
  return [...known.values()]
}

function addAttributes(known: Map<string, Attribute>, record: JsonObject, per: Attribute['per']): void {
  const given = own(record, 'attributes')
  if (!isJsonObject(given)) return
  for (const [name, holder] of Object.entries(given)) {
    const value = isJsonObject(holder) ? own(holder, 'value') : undefined
    const type = typeOf(value)
    if (type === null) continue
    const before = known.get(name)
    const options = Array.isArray(value) ? value.filter((choice) => typeof choice === 'string') : []
    const all = [...new Set([...(before?.options ?? []), ...options])]
    known.set(name, { name, type, options: all, required: false, default: null, per: before?.per ?? per })
  }
}

function typeOf(value: unknown): AttributeType | null {
  if (Array.isArray(value)) return 'multiselect'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return 'number'
  return typeof value === 'string' ? 'text' : null
}
