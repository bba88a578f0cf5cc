import { type TSchema, Type } from 'typebox'
import type { ViewShape } from '../../model/document/shape.ts'
import { type Fault, faultAt } from '../errors/fault.ts'
import { type SchemaCheck, schemaCheck } from '../json/schemaFailures.ts'

const Size = Type.Number({ minimum: 0 })
const Count = Type.Integer({ minimum: 0 })
const ImagePoint = Type.Object({ x: Type.Number(), y: Type.Number() })
const Points = Type.Array(ImagePoint)
const Metres = Type.Number({ exclusiveMinimum: 0 })

const SpacePoints = Type.Array(
  Type.Object({
    x: Type.Number(),
    y: Type.Number(),
    z: Type.Number(),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    visible: Type.Optional(Type.Boolean()),
  }),
)

const IN_VIEWS: Readonly<Record<ViewShape['type'], TSchema>> = {
  rectangle: Type.Object({ left: Type.Number(), top: Type.Number(), right: Type.Number(), bottom: Type.Number() }),
  rotated_rectangle: Type.Object({ center: ImagePoint, widthPx: Size, heightPx: Size, rotationRad: Type.Number() }),
  ellipse: Type.Object({ center: ImagePoint, radiusXPx: Size, radiusYPx: Size, rotationRad: Type.Number() }),
  polygon: Type.Object({ rings: Type.Array(Points) }),
  line: Type.Object({ points: Points }),
  landmark: Type.Object({
    points: Type.Array(
      Type.Object({ x: Type.Number(), y: Type.Number(), label: Type.Integer(), visible: Type.Boolean() }),
    ),
  }),
  mask: Type.Object({ heightPx: Count, widthPx: Count, counts: Type.Array(Count) }),
  cuboid: Type.Object({ points: Points }),
  polyline3d: Type.Object({ points: SpacePoints }),
  keypoint3d: Type.Object({ points: SpacePoints }),
}

const Placement = Type.Object({
  position: Type.Object({ x: Type.Number(), y: Type.Number(), z: Type.Number() }),
  heading: Type.Object({ w: Type.Number(), x: Type.Number(), y: Type.Number(), z: Type.Number() }),
  sizeOverride: Type.Union([Type.Object({ length: Metres, width: Metres, height: Metres }), Type.Null()]),
})

const CHECKS = new Map<unknown, SchemaCheck<TSchema>>([
  ...Object.entries(IN_VIEWS).map(([type, schema]) => [type, schemaCheck(schema)] as const),
  // A cuboid in space has no type: its path identifies it.
  [undefined, schemaCheck(Placement)],
])

/** What keeps JSON from being a shape: one of those in views by its `type`, or a cuboid's placement. */
export function shapeFailures(shape: object, field: string): Fault[] {
  const type = 'type' in shape ? shape.type : undefined
  const check = CHECKS.get(type)
  return check
    ? check.failures(shape, field)
    : [faultAt(`${field}.type`, 'INVALID_VALUE', Object.keys(IN_VIEWS).join(' or '), type)]
}
