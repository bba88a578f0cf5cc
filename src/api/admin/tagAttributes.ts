import type { Static } from 'typebox'
import type { ObjectAttribute, ShownAttribute, TagAttribute } from '../../contract/tagParts.ts'
import { type Fault, faultAt } from '../../formats/errors/fault.ts'
import { type Attribute, type AttributeDependency, attributeFault, isAttributeValue } from '../../model/attribute.ts'

const VALUE_WORDS = 'a value of the type, of its options where it has them'

type AttributeSent = Static<typeof ObjectAttribute | typeof TagAttribute>

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

/**
 * An attribute may only depend on an earlier one, so that there are no cycles, and people answer from top to bottom.
 */
function dependencyFailures(
  { per }: Attribute,
  { attribute: attributeMembers, values }: AttributeDependency,
  before: ReadonlyMap<string, Attribute>,
  field: string,
  failures: Fault[],
): void {
  const other = before.get(attributeMembers)
  if (other?.per !== per) {
    const names = [...before.values()].filter((one) => one.per === per).map(({ name }) => name)
    const expected = `an attribute per ${per} before it: ${names.join(' or ') || 'there is none'}`
    failures.push(faultAt(`${field}.attribute`, 'INVALID_VALUE', expected, attributeMembers))
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

export const shownAttribute = ({ dependsOn, ...attributeMembers }: Attribute): Static<typeof ShownAttribute> => ({
  ...attributeMembers,
  options: [...attributeMembers.options],
  default:
    typeof attributeMembers.default === 'object' && attributeMembers.default
      ? [...attributeMembers.default]
      : attributeMembers.default,
  ...(dependsOn && { depends_on: { attribute: dependsOn.attribute, values: [...dependsOn.values] } }),
})
