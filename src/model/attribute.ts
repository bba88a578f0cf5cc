export const ATTRIBUTE_TYPES = ['select', 'multiselect', 'number', 'text', 'boolean'] as const
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number]

/** What a value belongs to. On a class: object or frame. On the tag itself: job or frame. */
export type AttributeScope = 'object' | 'frame' | 'job'

export type AttributeValue = string | number | boolean | readonly string[]

/** Values by name. A map, since any string may be a name and `__proto__` must not be special. */
export type AttributeValues = ReadonlyMap<string, AttributeValue>

export const NO_ATTRIBUTES: AttributeValues = new Map()

/**
 * The attribute is asked only if another attribute of the same scope has one of these values (with several values: any
 * of them).
 */
export interface AttributeDependency {
  attribute: string
  values: readonly (string | number | boolean)[]
}

export interface Attribute {
  name: string
  type: AttributeType
  /** Choices of select and multiselect, in order; empty for the other types. */
  options: readonly string[]
  required: boolean
  /** What the editor starts with. Never filled in silently for machines. */
  default: AttributeValue | null
  per: AttributeScope
  /** Absent: it is always asked for. */
  dependsOn?: AttributeDependency
}

export const isAttributeValue = (value: unknown): value is AttributeValue =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((one) => typeof one === 'string'))

export type ValueFault = 'INVALID_TYPE' | 'INVALID_VALUE'

/** The fault of a value for this attribute; null if it is valid. */
export function attributeFault(attribute: Attribute, value: unknown): ValueFault | null {
  switch (attribute.type) {
    case 'boolean':
      return typeof value === 'boolean' ? null : 'INVALID_TYPE'
    case 'number':
      if (typeof value !== 'number') return 'INVALID_TYPE'
      return Number.isFinite(value) ? null : 'INVALID_VALUE'
    case 'text':
      return typeof value === 'string' ? null : 'INVALID_TYPE'
    case 'select':
      if (typeof value !== 'string') return 'INVALID_TYPE'
      return attribute.options.includes(value) ? null : 'INVALID_VALUE'
    case 'multiselect':
      if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) return 'INVALID_TYPE'
      return value.every((item) => attribute.options.includes(item)) && new Set(value).size === value.length
        ? null
        : 'INVALID_VALUE'
  }
}

/** The defaults of these attributes, by name. */
export const defaultValues = (attributes: readonly Attribute[]): AttributeValues =>
  new Map(attributes.flatMap(({ name, default: value }) => (value === null ? [] : [[name, value] as const])))

/** An empty text or an empty choice does not answer a required question. */
export function isAnswered(value: AttributeValue | undefined): boolean {
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
}

/**
 * Whether an attribute is asked, given the other values. An attribute that depends on one that is not asked is not
 * asked either, whatever value is still stored.
 */
export function isAsked({ dependsOn }: Attribute, attributes: readonly Attribute[], values: AttributeValues): boolean {
  if (!dependsOn) return true
  const other = attributes.find(({ name }) => name === dependsOn.attribute)
  // The order of the list prevents cycles; an attribute that was removed can no longer be answered.
  if (!other || !isAsked(other, attributes, values)) return false
  const value = values.get(other.name)
  const given: readonly unknown[] = Array.isArray(value) ? value : [value]
  return given.some((one) => dependsOn.values.some((wanted) => wanted === one))
}

/** Names of the required attributes of this scope that `values` leaves open. */
export function unanswered(attributes: readonly Attribute[], per: AttributeScope, values: AttributeValues): string[] {
  const isOpen = (a: Attribute) => a.per === per && a.required && !isAnswered(values.get(a.name))
  return attributes.filter((a) => isOpen(a) && isAsked(a, attributes, values)).map((a) => a.name)
}
