import { type Attribute, type AttributeValue, attributeFault, isAttributeValue } from '../../model/attribute.ts'
import type { Tag } from '../../model/tag.ts'

/** Attributes as they are submitted, and the names of those that the class does not have or cannot hold. */
export interface ImportedAttributes {
  attributes: Record<string, { value: AttributeValue }>
  unknown: string[]
}

/**
 * Takes the values that a class of the tag knows. Formats that only carry text give numbers and booleans as text: those
 * are read where the attribute asks for them.
 */
export function attributesFor(
  known: readonly Attribute[],
  values: Iterable<readonly [string, unknown]>,
): ImportedAttributes {
  const byName = new Map(known.map((attribute) => [attribute.name, attribute]))
  const attributes: ImportedAttributes['attributes'] = {}
  const unknown: string[] = []
  for (const [name, given] of values) {
    const attribute = byName.get(name)
    const value = attribute && valueFor(attribute, given)
    if (value === undefined) unknown.push(name)
    else
      Object.defineProperty(attributes, name, {
        value: { value },
        enumerable: true,
        configurable: true,
        writable: true,
      })
  }
  return { attributes, unknown }
}

function valueFor(attribute: Attribute, given: unknown): AttributeValue | undefined {
  const value = typeof given === 'string' ? readText(attribute, given) : given
  return attributeFault(attribute, value) === null && isAttributeValue(value) ? value : undefined
}

function readText({ type }: Attribute, text: string): unknown {
  switch (type) {
    case 'number':
      return text.trim() === '' ? text : Number(text)
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'multiselect':
      return choicesOf(text)
    default:
      return text
  }
}

/** A list of JSON, or choices between commas. */
function choicesOf(text: string): unknown {
  if (text === '') return []
  if (!text.startsWith('[')) return text.split(',')
  try {
    return JSON.parse(text)
  } catch {
    return text.split(',')
  }
}

/** A value for formats that only carry text, as `attributesFor` reads it. */
export function attributeText(value: AttributeValue): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const isPlain = value.length > 0 && value.every((choice) => choice !== '' && !/^\[|,/.test(choice))
  return isPlain || value.length === 0 ? value.join(',') : JSON.stringify(value)
}

/**
 * Turns the notes of a format at every object, such as `difficult` or `is_crowd`, into values where the class has an
 * attribute of that name. Otherwise it passes on only notes that say something, to be reported: data sets write 0 at
 * every object.
 */
export function notedValues(
  tag: Tag,
  label: string | null,
  noted: Iterable<readonly [string, unknown]>,
): (readonly [string, unknown])[] {
  const known = new Set(label === null ? [] : attributesOfClass(tag, label).map(({ name }) => name))
  return [...noted].filter(([name, value]) => known.has(name) || saysSomething(value))
}

/** Members that are not read, if they say something. */
export const unreadMembers = (value: object, read: ReadonlySet<string>): [string, unknown][] =>
  Object.entries(value).filter(([name, one]) => !read.has(name) && saysSomething(one))

const BLANK_NOTES: ReadonlySet<unknown> = new Set([undefined, null, false, 0, '', '0'])

/** Whether a note says something. */
export const saysSomething = (value: unknown): boolean =>
  !BLANK_NOTES.has(value) && !(typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** The attributes of a class, by its name. */
export const attributesOfClass = (tag: Tag, className: string): readonly Attribute[] =>
  tag.classes.find(({ name }) => name === className)?.attributes ?? []
