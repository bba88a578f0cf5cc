import { type Static, type TSchema, Type } from 'typebox'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { baseName } from '../core/entryNames.ts'

/** Some tools write null for a missing member. */
const orNothing = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const Attributes = orNothing(Type.Record(Type.String(), Type.Unknown()))
const Id = Type.Union([Type.Number(), Type.String()])
const Size = Type.Integer({ minimum: 1 })

const Image = Type.Object({
  id: Id,
  file_name: orNothing(Type.String()),
  width: orNothing(Type.Number()),
  height: orNothing(Type.Number()),
  coco_url: orNothing(Type.String()),
  attributes: Attributes,
})

const Category = Type.Object({
  id: Id,
  name: Type.String(),
  keypoints: orNothing(Type.Array(Type.String())),
})

const Annotation = Type.Object({
  id: Type.Optional(Id),
  image_id: Id,
  category_id: Id,
  /** Has four numbers, or none. */
  bbox: orNothing(Type.Array(Type.Number(), { maxItems: 4 })),
  segmentation: orNothing(
    Type.Union([
      Type.Array(Type.Array(Type.Number())),
      Type.Object({
        size: Type.Array(Size, { minItems: 2, maxItems: 2 }),
        counts: Type.Union([Type.String(), Type.Array(Type.Integer({ minimum: 0 }))]),
      }),
    ]),
  ),
  keypoints: orNothing(Type.Array(Type.Number())),
  iscrowd: orNothing(Type.Union([Type.Boolean(), Type.Number()])),
  attributes: Attributes,
})

export type CocoImage = Static<typeof Image>
export type CocoAnnotation = Static<typeof Annotation>
export type CocoCategory = Static<typeof Category>

/** LVIS names images by their addresses alone. */
export const nameOfImage = ({ file_name, coco_url }: CocoImage): string | null =>
  file_name ?? (coco_url ? baseName(coco_url) : null)

export const checkCocoImage = schemaCheck(Image)
export const checkCocoAnnotation = schemaCheck(Annotation)
export const checkCocoCategories = schemaCheck(Type.Array(Category))
