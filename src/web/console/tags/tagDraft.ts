import type { AttributeBody, ClassBody, Geometry, Operation, Tag, TagBody } from '../../../client/types/admin.ts'
import { type AttributeValue, attributeFault } from '../../../model/attribute.ts'
import { isClassName, isColor } from '../../../model/tag.ts'
import { nextColor } from '../../kit/color.ts'
import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'

/** A row being edited; `key` holds its place in the list while names change. */
export interface AttributeDraft extends Required<Omit<AttributeBody, 'default'>> {
  key: number
  default: AttributeValue | null
}

export interface ClassDraft {
  key: number
  /** null until it was saved once. */
  classId: string | null
  name: string
  color: string
  instantiable: boolean
  /** Empty: all that the operation knows. */
  geometries: Geometry[]
  defaultSize: { length: number; width: number; height: number } | null
  attributes: AttributeDraft[]
}

export interface TagDraft {
  name: string
  operation: Operation
  review: NonNullable<TagBody['review']> | null
  instructions: string
  classes: ClassDraft[]
  attributes: AttributeDraft[]
}

let nextKey = 1

export const newAttribute = (per: AttributeBody['per']): AttributeDraft => ({
  key: nextKey++,
  name: '',
  type: 'select',
  options: [],
  required: false,
  default: null,
  per,
})

export const newClass = (used: readonly string[]): ClassDraft => ({
  key: nextKey++,
  classId: null,
  name: '',
  color: nextColor(used),
  instantiable: true,
  geometries: [],
  defaultSize: null,
  attributes: [],
})

export const newTag = (): TagDraft => ({
  name: '',
  operation: 'image2d',
  review: null,
  instructions: '',
  classes: [newClass([])],
  attributes: [],
})

const attributeDraft = (from: AttributeBody): AttributeDraft => ({
  ...from,
  key: nextKey++,
  options: from.options ?? [],
  required: from.required ?? false,
  default: from.default ?? null,
})

export const draftOf = (tag: Tag): TagDraft => ({
  name: tag.tag,
  operation: tag.operation,
  review: tag.review ?? null,
  instructions: tag.instructions ?? '',
  attributes: (tag.attributes ?? []).map(attributeDraft),
  classes: tag.classes.map((from) => ({
    key: nextKey++,
    classId: from.class_id,
    name: from.name,
    color: from.color,
    instantiable: from.instantiable ?? true,
    geometries: from.geometries ?? [],
    defaultSize: from.default_size ?? null,
    attributes: (from.attributes ?? []).map(attributeDraft),
  })),
})

/** What is sent; a default that does not fit its type any more is left out. */
export function bodyOf(draft: TagDraft): TagBody {
  return {
    operation: draft.operation,
    classes: draft.classes.map(classBody),
    attributes: draft.attributes.map(attributeBody),
    ...(draft.review === null ? {} : { review: draft.review }),
    ...(draft.instructions.trim() === '' ? {} : { instructions: draft.instructions }),
  }
}

function classBody(draft: ClassDraft): ClassBody {
  return {
    name: draft.name.trim(),
    color: draft.color,
    instantiable: draft.instantiable,
    ...(draft.geometries.length === 0 ? {} : { geometries: draft.geometries }),
    ...(draft.defaultSize === null ? {} : { default_size: draft.defaultSize }),
    attributes: draft.attributes.map(attributeBody),
  }
}

function attributeBody(draft: AttributeDraft): AttributeBody {
  const { key: _, default: value, options, ...rest } = draft
  const chooses = draft.type === 'select' || draft.type === 'multiselect'
  const made = { ...rest, name: rest.name.trim(), ...(chooses ? { options } : {}) }
  const fits = value !== null && attributeFault({ ...draft, default: null }, value) === null
  return fits ? { ...made, default: typeof value === 'object' ? [...value] : value } : made
}

/** What must be fixed before the tag can be saved. */
export function faultsOf(draft: TagDraft): Message[] {
  const faults: Message[] = []
  if (draft.name.trim() === '') faults.push(msg('tagFault.noName'))
  if (draft.classes.length === 0) faults.push(msg('tagFault.noClass'))
  const seen = new Set<string>()
  draft.classes.forEach((made, index) => {
    const name = made.name.trim()
    const title = name === '' ? msg('tagFault.class', { number: index + 1 }) : msg('tagFault.classNamed', { name })
    if (name === '') faults.push(msg('tagFault.needsName', { title }))
    else if (!isClassName(name)) faults.push(msg('tagFault.hash', { title }))
    else if (seen.has(name)) faults.push(msg('tagFault.duplicate', { title }))
    seen.add(name)
    if (!isColor(made.color)) faults.push(msg('tagFault.needsColor', { title }))
    if (made.defaultSize && Object.values(made.defaultSize).some((edge) => !(edge > 0)))
      faults.push(msg('tagFault.size', { title }))
    faults.push(...attributeFaults(made.attributes, (inner) => msg('tagFault.within', { outer: title, inner })))
  })
  return [...faults, ...attributeFaults(draft.attributes, (attribute) => attribute)]
}

function attributeFaults(attributes: readonly AttributeDraft[], titleOf: (attribute: Message) => Message): Message[] {
  const seen = new Set<string>()
  return attributes.flatMap((attribute, index) => {
    const name = attribute.name.trim()
    const title = titleOf(
      name === '' ? msg('tagFault.attribute', { number: index + 1 }) : msg('tagFault.attributeNamed', { name }),
    )
    const faults: Message[] = []
    if (name === '') faults.push(msg('tagFault.needsName', { title }))
    else if (seen.has(name)) faults.push(msg('tagFault.duplicate', { title }))
    seen.add(name)
    const chooses = attribute.type === 'select' || attribute.type === 'multiselect'
    if (chooses && attribute.options.length === 0) faults.push(msg('tagFault.needsOptions', { title }))
    return faults
  })
}
