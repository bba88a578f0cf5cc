import { type Static, Type } from 'typebox'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'

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

export type DatumaroCategories = Static<typeof Categories>
export type SentItem = Static<typeof Item>
export type DatumaroAnnotation = Static<typeof Annotation>

export const checkDatumaroCategories = schemaCheck(Categories)
export const checkItem = schemaCheck(Item)
export const checkDatumaroAnnotation = schemaCheck(Annotation)
