import { memberPath } from '../../json/text.ts'
import type { GeometryKind } from '../../model/annotationType.ts'
import {
  type Attribute,
  type AttributeScope,
  type AttributeValue,
  attributeFault,
  isAsked,
  isAttributeValue,
  unanswered,
} from '../../model/attribute.ts'
import { type ShapeSource, SOURCES } from '../../model/document/document.ts'
import type { FlatShape } from '../../model/document/shape.ts'
import { strangeLabels } from '../../model/skeleton.ts'
import { geometriesOf, openClasses, type TagClass } from '../../model/tag.ts'
import { wordsFor } from '../errors/fault.ts'
import { orOf } from '../json/schemaWords.ts'
import { FailureList } from './failureList.ts'
import type { JobContext } from './jobContext.ts'
import { isJsonObject, type JsonObject, optional, own, readString, readWord } from './read.ts'
import { SubmittedNumbers } from './submissionNumbers.ts'
import { SubmittedRelations } from './submissionRelations.ts'

export interface SubmissionOptions {
  /** Makes ids that are missing and needed immediately. */
  newId: () => string
  /** The source of records that do not state one. */
  defaultSource: ShapeSource
  /** For results of earlier times: the tag may have gained, lost and archived classes and attributes since. */
  isEarlierResult?: boolean
  /** Relations that do not fit are left out and reported here; if absent, they are faults. */
  onRelationLeftOut?: (field: string, name: string) => void
  /** Receives the path of each record; `sensorId` is null for records in the common frame. */
  onRecord?: (trackId: string, sensorId: string | null, frame: number, path: string) => void
  /** Required attributes may be missing: a person answers them later. */
  mayLeaveUnanswered?: boolean
}

export interface GivenAttributes {
  values: Map<string, AttributeValue>
  /** Names whose value was refused already. */
  faulty: ReadonlySet<string>
}

/** The shared state of all readers of a submission: the job, the faults so far, and the ids seen. */
export class SubmissionContext {
  readonly job: JobContext
  readonly options: SubmissionOptions
  readonly failures = new FailureList()
  readonly relations: SubmittedRelations
  readonly numbers: SubmittedNumbers
  readonly frameIndexes: ReadonlyMap<string, number>
  private readonly classes: ReadonlyMap<string, TagClass>
  private readonly recordIds = new Set<string>()

  constructor(job: JobContext, options: SubmissionOptions) {
    this.job = job
    this.options = options
    this.relations = new SubmittedRelations(job.tag, this.failures, options.onRelationLeftOut)
    // Earlier results, suggestions and imports are read again under other classes than those they were numbered in.
    const isOwn = !options.isEarlierResult && !options.mayLeaveUnanswered && !options.onRelationLeftOut
    this.numbers = new SubmittedNumbers(this.failures, isOwn ? 'refused' : 'replaced')
    this.frameIndexes = new Map(job.frames.map((frame, index) => [frame.frameId, index]))
    this.classes = new Map(
      // Open classes come last: they win over archived ones with the same name.
      [...(options.isEarlierResult ? job.tag.classes : []), ...openClasses(job.tag)].map((c) => [c.name, c]),
    )
  }

  classNamed(name: string): TagClass | undefined {
    return this.classes.get(name)
  }

  /** The allowed names of classes, for messages. */
  get classWords(): string {
    return `a class of the tag: ${orOf(openClasses(this.job.tag).map(({ name }) => name))}`
  }

  /** The class that `label` names. A given class_id or color is ignored, since the service sets them. */
  readClass(record: JsonObject, path: string): TagClass | null {
    const label = readString(record, 'label', path, this.failures)
    if (label === null) return null
    const found = this.classes.get(label)
    if (!found) this.failures.add(`${path}.label`, 'UNKNOWN', wordsFor(this.classWords, label))
    return found ?? null
  }

  checkGeometry(tagClass: TagClass, geometry: GeometryKind, path: string): void {
    const allowed = geometriesOf(this.job.tag, tagClass)
    if (allowed.includes(geometry)) return
    this.failures.add(`${path}.type`, 'NOT_ALLOWED', wordsFor(allowed.join(' or '), geometry))
  }

  /** Keypoints have to be those of the class's skeleton, each once. */
  checkSkeleton(tagClass: TagClass, shape: FlatShape | null, path: string): void {
    const { skeleton } = tagClass
    if (shape?.type !== 'landmark' || !skeleton || this.options.isEarlierResult) return
    for (const label of strangeLabels(skeleton, shape)) {
      const expected = `each of 1 to ${skeleton.points.length} at most once`
      this.failures.add(`${path}.points`, 'INVALID_VALUE', wordsFor(expected, label))
    }
  }

  /** An id that may be left out: null then. */
  readId(record: JsonObject, key: string, path: string): string | null {
    const id = optional(record, key)
    if (id === undefined) return null
    if (typeof id === 'string' && id !== '') return id
    const type = typeof id === 'string' ? 'INVALID_VALUE' : 'INVALID_TYPE'
    this.failures.add(memberPath(path, key), type, wordsFor('text that is not empty', id))
    return null
  }

  /** `_id` of a record: given once in the whole result, or left out. */
  readRecordId(record: JsonObject, path: string): string | null {
    const id = this.readId(record, '_id', path)
    // A submitted record counts as placed: its id distinguishes it from keys that edits compute, which have none.
    if (id === null) return optional(record, 'source') === 'interpolated' ? this.options.newId() : null
    if (this.recordIds.has(id)) this.failures.add(`${path}._id`, 'DUPLICATE', wordsFor('each _id once', id))
    this.recordIds.add(id)
    return id
  }

  readSource(record: JsonObject, path: string): ShapeSource {
    return readWord(record, 'source', SOURCES, this.options.defaultSource, path, this.failures)
  }

  /** Values of `holder[key]`, of which those of other scopes do not belong here. Required ones have to be there. */
  readAttributes(
    holder: JsonObject,
    key: string,
    path: string,
    attributes: readonly Attribute[],
    scopes: readonly AttributeScope[],
  ): Map<string, AttributeValue> {
    const read = this.readGivenAttributes(holder, key, path, attributes, scopes)
    this.requireAttributes(read, attributes, scopes, memberPath(path, key))
    return read.values
  }

  requireAttributes(
    read: GivenAttributes,
    attributes: readonly Attribute[],
    scopes: readonly AttributeScope[],
    path: string,
  ): void {
    if (this.options.isEarlierResult || this.options.mayLeaveUnanswered) return
    this.refuseUnasked(read, attributes, scopes, path)
    for (const scope of scopes) {
      for (const name of unanswered(attributes, scope, read.values)) {
        if (!read.faulty.has(name))
          this.failures.add(memberPath(path, name), 'MISSING', wordsFor('a value, as the tag requires one', undefined))
      }
    }
  }

  private refuseUnasked(
    { values, faulty }: GivenAttributes,
    attributes: readonly Attribute[],
    scopes: readonly AttributeScope[],
    path: string,
  ): void {
    for (const attribute of attributes) {
      const { name, per, dependsOn } = attribute
      if (!dependsOn || !values.has(name) || !scopes.includes(per) || faulty.has(dependsOn.attribute)) continue
      if (isAsked(attribute, attributes, values)) continue
      const expected = `only where ${dependsOn.attribute} is ${dependsOn.values.join(' or ')}`
      this.failures.add(memberPath(path, name), 'NOT_ALLOWED', wordsFor(expected, values.get(name)))
    }
  }

  readGivenAttributes(
    holder: JsonObject,
    key: string,
    path: string,
    attributes: readonly Attribute[],
    scopes: readonly AttributeScope[],
  ): GivenAttributes {
    const values = new Map<string, AttributeValue>()
    const faulty = new Set<string>()
    const given = optional(holder, key)
    if (given === undefined) return { values, faulty }
    const field = memberPath(path, key)
    if (!isJsonObject(given)) {
      this.failures.add(field, 'INVALID_TYPE', wordsFor('an object', given))
      return { values, faulty: new Set(attributes.map((a) => a.name)) }
    }
    for (const name of Object.keys(given)) {
      const attribute = attributes.find((a) => a.name === name)
      if (!attribute && this.options.isEarlierResult) continue
      if (!attribute) {
        this.failures.add(memberPath(field, name), 'UNKNOWN', wordsFor(namesOf(attributes, scopes), name))
      } else if (!scopes.includes(attribute.per)) {
        this.failures.add(
          memberPath(field, name),
          'NOT_ALLOWED',
          wordsFor(`an attribute per ${scopes.join(' or ')}`, `${name} per ${attribute.per}`),
        )
      } else {
        const value = this.readAttributeValue(attribute, given[name], memberPath(field, name))
        if (value === 'faulty') faulty.add(name)
        else if (value !== null) values.set(name, value.value)
      }
    }
    return { values, faulty }
  }

  private readAttributeValue(
    attribute: Attribute,
    wrapped: unknown,
    path: string,
  ): { value: AttributeValue } | 'faulty' | null {
    if (!isJsonObject(wrapped)) {
      this.failures.add(path, 'INVALID_TYPE', wordsFor('an object {value}', wrapped))
      return 'faulty'
    }
    const value = own(wrapped, 'value')
    if (value === null) return null
    const fault = value === undefined ? 'MISSING' : attributeFault(attribute, value)
    if (fault === null && isAttributeValue(value)) return { value }
    this.failures.add(`${path}.value`, fault ?? 'INVALID_TYPE', wordsFor(attributeWords(attribute), value))
    return 'faulty'
  }
}

function namesOf(attributes: readonly Attribute[], scopes: readonly AttributeScope[]): string {
  const names = attributes.filter(({ per }) => scopes.includes(per)).map(({ name }) => name)
  return names.length > 0 ? names.join(' or ') : 'no attribute'
}

/** The allowed values of an attribute, for messages. */
function attributeWords({ type, options }: Attribute): string {
  if (type === 'number') return 'a finite number'
  if (type === 'boolean') return 'true or false'
  if (type === 'text') return 'text'
  const words = (options ?? []).join(' or ')
  return type === 'select' ? words : `a list of ${words}`
}
