import type { AttributeBody, SkeletonBody } from '../../../contract/tagParts.ts'
import type { ClassBody, ShownTag, TagBody } from '../../../contract/tags.ts'
import { ANNOTATION_TYPES, type AnnotationType, type GeometryKind } from '../../../model/annotationType.ts'
import { rulesOf } from '../../../model/annotationTypes/rulesOf.ts'
import { type AttributeValue, attributeFault } from '../../../model/attribute.ts'
import { MAX_INSTRUCTIONS_BYTES } from '../../../model/limits.ts'
import { isClassName, isColor } from '../../../model/tag.ts'
import { nextColor } from '../../kit/color.ts'
import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import { type RelationDraft, relationBody, relationDraft, relationFaultMessages } from './relationDraft.ts'

/** A row being edited; `key` holds its place in the list while names change. */
export interface AttributeDraft extends Pick<AttributeBody, 'name' | 'type' | 'per'> {
  key: number
  options: string[]
  required: boolean
  depends_on: NonNullable<AttributeBody['depends_on']> | null
  default: AttributeValue | null
}

/** The attributes on which the one at `index` may depend: earlier ones of the same scope, with a name. */
export const possibleParents = (attributes: readonly AttributeDraft[], index: number): AttributeDraft[] =>
  attributes.slice(0, index).filter(({ per, name }) => per === attributes[index].per && name.trim() !== '')

export interface ClassDraft {
  key: number
  /** null until it was saved once. */
  classId: string | null
  name: string
  color: string
  instantiable: boolean
  /** Empty: all that the operation knows. */
  geometries: GeometryKind[]
  defaultSize: { length: number; width: number; height: number } | null
  /** Keypoints and edges; null: keypoints are free. */
  skeleton: SkeletonBody | null
  /** The sigmas of key points, which the page does not change. */
  sigmas: number[] | null
  /** Faster motion is a finding; null: the usual limit. */
  maxSpeedMps: number | null
  maxTurnDps: number | null
  attributes: AttributeDraft[]
}

export interface TagDraft {
  name: string
  operation: AnnotationType
  review: NonNullable<TagBody['review']> | null
  instructions: string
  /** The rules for checking people. */
  checks: Pick<TagBody, 'gold' | 'training' | 'consensus'>
  /** How findings in the work are handled. */
  findings: Pick<TagBody, 'checks' | 'strict' | 'hold'>
  /** What this page does not edit: sent as it came, since PUT replaces all. */
  kept: Pick<TagBody, 'assist_wait_seconds'>
  classes: ClassDraft[]
  attributes: AttributeDraft[]
  relations: RelationDraft[]
}

let nextKey = 1

export const newAttribute = (per: AttributeBody['per']): AttributeDraft => ({
  key: nextKey++,
  name: '',
  type: 'select',
  options: [],
  required: false,
  default: null,
  depends_on: null,
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
  skeleton: null,
  sigmas: null,
  maxSpeedMps: null,
  maxTurnDps: null,
  attributes: [],
})

export const newTag = (): TagDraft => ({
  name: '',
  operation: ANNOTATION_TYPES[0],
  review: null,
  instructions: '',
  checks: {},
  findings: {},
  kept: {},
  classes: [newClass([])],
  attributes: [],
  relations: [],
})

const attributeDraft = (from: AttributeBody): AttributeDraft => ({
  ...from,
  key: nextKey++,
  options: from.options ?? [],
  required: from.required ?? false,
  default: from.default ?? null,
  depends_on: from.depends_on ?? null,
})

const checksOf = ({ gold, training, consensus }: ShownTag): TagDraft['checks'] => ({
  ...(gold && { gold }),
  ...(training && { training }),
  ...(consensus && { consensus }),
})

/** Those that are not the usual ones. */
const findingRulesOf = ({ checks = {}, strict, hold }: ShownTag): TagDraft['findings'] => ({
  ...(Object.keys(checks).length > 0 && { checks }),
  ...(strict && { strict }),
  ...(hold && hold !== 'ask' && { hold }),
})

export function draftOf(tag: ShownTag): TagDraft {
  const classes = tag.classes.map(classDraft)
  return {
    name: tag.tag,
    operation: tag.operation,
    review: tag.review ?? null,
    instructions: tag.instructions ?? '',
    checks: checksOf(tag),
    findings: findingRulesOf(tag),
    kept: tag.assist_wait_seconds ? { assist_wait_seconds: tag.assist_wait_seconds } : {},
    attributes: (tag.attributes ?? []).map(attributeDraft),
    relations: (tag.relations ?? []).map((from) => relationDraft(from, classes)),
    classes,
  }
}

const classDraft = (from: ShownTag['classes'][number]): ClassDraft => ({
  key: nextKey++,
  classId: from.class_id,
  name: from.name,
  color: from.color,
  instantiable: from.instantiable ?? true,
  geometries: from.geometries ?? [],
  defaultSize: from.default_size ?? null,
  skeleton: from.skeleton ?? null,
  sigmas: from.sigmas ?? null,
  maxSpeedMps: from.max_speed_mps ?? null,
  maxTurnDps: from.max_turn_dps ?? null,
  attributes: (from.attributes ?? []).map(attributeDraft),
})

/** Whether objects of the class may be keypoints. */
export const hasKeypoints = ({ geometries }: ClassDraft, operation: AnnotationType): boolean =>
  (geometries.length > 0 ? geometries : rulesOf(operation).geometries).includes('landmark')

/** Points have no objects that could be related. */
export const mayRelate = ({ operation }: TagDraft): boolean => !rulesOf(operation).hasLabels

const hasRelations = (draft: TagDraft): boolean => mayRelate(draft) && draft.relations.length > 0

/** The request; it leaves out a default that no longer fits its type. */
export function bodyOf(draft: TagDraft): TagBody {
  return {
    ...draft.kept,
    ...draft.checks,
    ...draft.findings,
    operation: draft.operation,
    classes: draft.classes.map((made) => classBody(made, draft.operation)),
    attributes: attributeBodies(draft.attributes),
    ...(hasRelations(draft) && { relations: draft.relations.map((one) => relationBody(one, draft.classes)) }),
    ...(draft.review === null ? {} : { review: draft.review }),
    ...(draft.instructions.trim() === '' ? {} : { instructions: draft.instructions }),
  }
}

function classBody(draft: ClassDraft, operation: AnnotationType): ClassBody {
  return {
    name: draft.name.trim(),
    color: draft.color,
    instantiable: draft.instantiable,
    ...(draft.geometries.length === 0 ? {} : { geometries: draft.geometries }),
    ...(draft.defaultSize === null ? {} : { default_size: draft.defaultSize }),
    ...(draft.skeleton === null || !hasKeypoints(draft, operation) ? {} : { skeleton: draft.skeleton }),
    ...(keepsSigmas(draft, operation) ? { sigmas: draft.sigmas } : {}),
    ...(draft.maxSpeedMps ? { max_speed_mps: draft.maxSpeedMps } : {}),
    ...(draft.maxTurnDps ? { max_turn_dps: draft.maxTurnDps } : {}),
    attributes: attributeBodies(draft.attributes),
  }
}

/** Sigmas go with the points that they are of. */
const keepsSigmas = (draft: ClassDraft, operation: AnnotationType): draft is ClassDraft & { sigmas: number[] } =>
  draft.sigmas !== null &&
  hasKeypoints(draft, operation) &&
  (draft.skeleton === null || draft.skeleton.points.length === draft.sigmas.length)

/** Leaves out a dependency on an attribute that is no longer before it, or was renamed. */
const attributeBodies = (drafts: readonly AttributeDraft[]): AttributeBody[] =>
  drafts.map((draft, index) => ({ ...attributeBody(draft), ...dependencyOf(drafts, index) }))

function dependencyOf(drafts: readonly AttributeDraft[], index: number): Pick<AttributeBody, 'depends_on'> {
  const { depends_on: dependency } = drafts[index]
  const isThere = possibleParents(drafts, index).some(({ name }) => name === dependency?.attribute)
  return dependency && isThere ? { depends_on: { ...dependency, attribute: dependency.attribute.trim() } } : {}
}

function attributeBody(draft: AttributeDraft): AttributeBody {
  const { key: _, default: value, depends_on: __, options, ...rest } = draft
  const chooses = draft.type === 'select' || draft.type === 'multiselect'
  const made = { ...rest, name: rest.name.trim(), ...(chooses ? { options } : {}) }
  const fits = value !== null && attributeFault({ ...draft, default: null }, value) === null
  return fits ? { ...made, default: typeof value === 'object' ? [...value] : value } : made
}

/** The faults that prevent saving the tag. */
export function faultsOf(draft: TagDraft): Message[] {
  const faults: Message[] = []
  if (draft.name.trim() === '') faults.push(msg('tagFault.noName'))
  if (new TextEncoder().encode(draft.instructions).length > MAX_INSTRUCTIONS_BYTES)
    faults.push(msg('tagFault.instructions'))
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
  const ofRelations = mayRelate(draft) ? relationFaultMessages(draft.relations, draft.classes) : []
  return [...faults, ...attributeFaults(draft.attributes, (attribute) => attribute), ...ofRelations]
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
    const { depends_on: dependency } = attribute
    if (dependency?.values.length === 0) faults.push(msg('tagFault.needsDependency', { title }))
    return faults
  })
}
