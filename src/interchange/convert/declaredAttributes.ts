import { Type } from 'typebox'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { stringEnum } from '../../formats/json/schemas.ts'
import { ATTRIBUTE_TYPES, type Attribute } from '../../model/attribute.ts'
import type { Tag } from '../../model/tag.ts'

const Declared = Type.Object({
  name: Type.String(),
  type: stringEnum(...ATTRIBUTE_TYPES),
  options: Type.Optional(Type.Array(Type.String())),
  per: stringEnum('object', 'frame', 'job'),
})

const Attributes = Type.Optional(Type.Array(Declared))

const TagFile = Type.Object({
  attributes: Attributes,
  classes: Type.Array(Type.Object({ name: Type.String(), attributes: Attributes })),
})

/** The members of a tag's body that say of what type attributes are; others are left alone. */
export const checkTagFile = schemaCheck(TagFile)

export type TagFile = Type.Static<typeof TagFile>

/** The tag with the attributes that a file declares for its classes; a data set does not require any. */
export function withDeclared(tag: Tag, { attributes, classes }: TagFile): Tag {
  const declared = new Map(classes.map((one) => [one.name, attributesOf(one.attributes)]))
  return {
    ...tag,
    attributes: attributesOf(attributes),
    classes: tag.classes.map((one) => ({ ...one, attributes: declared.get(one.name) ?? [] })),
  }
}

const attributesOf = (given: TagFile['attributes'] = []): Attribute[] =>
  given.map(({ name, type, options = [], per }) => ({ name, type, options, per, required: false, default: null }))
