import { type TSchema, Type } from 'typebox'
import type { FlatShape } from '../../model/document/shape.ts'
import type { Failure } from '../errors/codes.ts'
import { type SchemaCheck, schemaCheck } from '../json/schemaFailures.ts'

const Size = Type.Number({ minimum: 0 })
const Count = Type.Integer({ minimum: 0 })
const ImagePoint = Type.Object({ x: Type.Number(), y: Type.Number() })
const Points = Type.Array(ImagePoint)
const Metres = Type.Number({ exclusiveMinimum: 0 })

const FLAT: Readonly<Record<FlatShape['type'], TSchema>> = {
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
}

const Placement = Type.Object({
  position: Type.Object({ x: Type.Number(), y: Type.Number(), z: Type.Number() }),
  heading: Type.Object({ w: Type.Number(), x: Type.Number(), y: Type.Number(), z: Type.Number() }),
  sizeOverride: Type.Union([Type.Object({ length: Metres, width: Metres, height: Metres }), Type.Null()]),
})

const CHECKS = new Map<unknown, SchemaCheck<TSchema>>([
  ...Object.entries(FLAT).map(([type, schema]) => [type, schemaCheck(schema)] as const),
  // A cuboid in space has no type: its path says what it is.
  [undefined, schemaCheck(Placement)],
])

/** What keeps JSON from being a shape: one of the flat ones by its `type`, or a cuboid's placement. */
export function shapeFailures(shape: object, field: string): Failure[] {
  const type = 'type' in shape ? shape.type : undefined
  return CHECKS.get(type)?.failures(shape, field) ?? [{ field: `${field}.type`, type: 'INVALID_VALUE' }]
}
