import { type Static, Type } from 'typebox'
import { type Fault, faultAt } from '../../formats/errors/fault.ts'
import { optionalOrNull, orNull, stringEnum } from '../../formats/json/schemas.ts'
import {
  ATTRIBUTE_TYPES,
  type Attribute,
  type AttributeDependency,
  attributeFault,
  isAttributeValue,
} from '../../model/attribute.ts'
import { settingsBody } from '../http/settingsBody.ts'

const VALUE_WORDS = 'a value of the type, of its options where it has them'

const DependencyBody = settingsBody({
  attribute: Type.String({ description: 'one before it in the list, of the same `per`' }),
  values: Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
    minItems: 1,
    maxItems: 1000,
    description: 'it is asked for where that one has one of these',
  }),
})

const attribute = <const W extends string[]>(...per: W) =>
  settingsBody({
    name: Type.String({ minLength: 1, maxLength: 256 }),
    type: stringEnum(...ATTRIBUTE_TYPES),
    options: optionalOrNull(Type.Array(Type.String({ minLength: 1 }), { uniqueItems: true })),
    required: optionalOrNull(Type.Boolean()),
    default: Type.Optional(Type.Unknown()),
    per: stringEnum(...per),
    depends_on: Type.Optional(orNull(DependencyBody)),
  })

export const ObjectAttribute = attribute('object', 'frame')
export const TagAttribute = attribute('job', 'frame')
type AttributeSent = Static<typeof ObjectAttribute | typeof TagAttribute>

export const ShownAttribute = Type.Object({
  name: Type.String(),
  type: stringEnum(...ATTRIBUTE_TYPES),
  options: Type.Array(Type.String()),
  required: Type.Boolean(),
  default: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String()), Type.Null()]),
  per: stringEnum('object', 'frame', 'job'),
  depends_on: Type.Optional(DependencyBody),
})

export function attributeFailures(sent: readonly AttributeSent[], field: string, failures: Fault[]): void {
  const before = new Map<string, Attribute>()
  sent.forEach((one, index) => {
    const here = `${field}[${index}]`
    if (before.has(one.name)) failures.push(faultAt(`${here}.name`, 'DUPLICATE', 'each name once', one.name))
    const made = storedAttribute(one)
    const chooses = made.type === 'select' || made.type === 'multiselect'
    if (chooses && made.options.length === 0)
      failures.push(faultAt(`${here}.options`, 'MISSING', 'at least one option', one.options))
    const fault = one.default == null ? null : attributeFault(made, one.default)
    if (fault) failures.push(faultAt(`${here}.default`, fault, VALUE_WORDS, one.default))
    if (made.dependsOn) dependencyFailures(made, made.dependsOn, before, `${here}.depends_on`, failures)
    before.set(one.name, made)
  })
}

/** On one before it alone, so that nothing depends on itself by a way round, and people answer from top to bottom. */
function dependencyFailures(
  { per }: Attribute,
  { attribute, values }: AttributeDependency,
  before: ReadonlyMap<string, Attribute>,
  field: string,
  failures: Fault[],
): void {
  const other = before.get(attribute)
  if (other?.per !== per) {
    const names = [...before.values()].filter((one) => one.per === per).map(({ name }) => name)
    const expected = `an attribute per ${per} before it: ${names.join(' or ') || 'there is none'}`
    failures.push(faultAt(`${field}.attribute`, 'INVALID_VALUE', expected, attribute))
    return
  }
  values.forEach((value, i) => {
    const fault = attributeFault(other, other.type === 'multiselect' ? [value] : value)
    if (fault) failures.push(faultAt(`${field}.values[${i}]`, fault, VALUE_WORDS, value))
  })
}

export function storedAttribute(sent: AttributeSent): Attribute {
  return {
    name: sent.name,
    type: sent.type,
    options: sent.options ?? [],
    required: sent.required ?? false,
    default: isAttributeValue(sent.default) ? sent.default : null,
    per: sent.per,
    ...(sent.depends_on && { dependsOn: { ...sent.depends_on } }),
  }
}

export const shownAttribute = ({ dependsOn, ...attribute }: Attribute): Static<typeof ShownAttribute> => ({
  ...attribute,
  options: [...attribute.options],
  default: typeof attribute.default === 'object' && attribute.default ? [...attribute.default] : attribute.default,
  ...(dependsOn && { depends_on: { attribute: dependsOn.attribute, values: [...dependsOn.values] } }),
})
