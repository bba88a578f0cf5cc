import { type Static, Type } from 'typebox'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'

const Id = Type.Union([Type.Number(), Type.String()])
const Size = Type.Integer({ minimum: 1 })

const Image = Type.Object({
  id: Id,
  file_name: Type.String(),
  width: Type.Optional(Size),
  height: Type.Optional(Size),
  coco_url: Type.Optional(Type.String()),
  attributes: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})

const Category = Type.Object({
  id: Id,
  name: Type.String(),
  keypoints: Type.Optional(Type.Array(Type.String())),
})

const Annotation = Type.Object({
  id: Type.Optional(Id),
  image_id: Id,
  category_id: Id,
  bbox: Type.Optional(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 })),
  segmentation: Type.Optional(
    Type.Union([
      Type.Array(Type.Array(Type.Number())),
      Type.Object({
        size: Type.Array(Size, { minItems: 2, maxItems: 2 }),
        counts: Type.Union([Type.String(), Type.Array(Type.Integer({ minimum: 0 }))]),
      }),
      Type.Null(),
    ]),
  ),
  keypoints: Type.Optional(Type.Array(Type.Number())),
  attributes: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})

/** The members of a COCO file that are read; others are left alone. */
export const CocoFile = Type.Object({
  images: Type.Array(Image),
  annotations: Type.Optional(Type.Array(Annotation)),
  categories: Type.Optional(Type.Array(Category)),
})

export type CocoImage = Static<typeof Image>
export type CocoAnnotation = Static<typeof Annotation>
export type CocoCategory = Static<typeof Category>

export const checkCoco = schemaCheck(CocoFile)
