import { type TSchema, Type } from 'typebox'
import { FLAT_GEOMETRY_KINDS, SPACE_GEOMETRY_KINDS } from '../../model/annotationType.ts'
import { type Fault, faultAt } from '../errors/fault.ts'
import { type SchemaCheck, schemaCheck } from '../json/schemaFailures.ts'
import { sentGeometry } from '../results/wireShapes.ts'

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

const IN_VIEWS = new Map<string, TSchema>([
  ...FLAT_GEOMETRY_KINDS.map((kind) => [kind, Type.Object(sentGeometry(kind))] as const),
  ...SPACE_GEOMETRY_KINDS.map((kind) => [kind, Type.Object({ points: SpacePoints })] as const),
])

const Placement = Type.Object({
  position: Type.Object({ x: Type.Number(), y: Type.Number(), z: Type.Number() }),
  heading: Type.Object({ w: Type.Number(), x: Type.Number(), y: Type.Number(), z: Type.Number() }),
  sizeOverride: Type.Union([Type.Object({ length: Metres, width: Metres, height: Metres }), Type.Null()]),
})

const CHECKS = new Map<unknown, SchemaCheck<TSchema>>([
  ...[...IN_VIEWS].map(([type, schema]) => [type, schemaCheck(schema)] as const),
  // A cuboid in space has no type: its path identifies it.
  [undefined, schemaCheck(Placement)],
])

/** What keeps JSON from being a shape: one of those in views by its `type`, or a cuboid's placement. */
export function shapeFailures(shape: object, field: string): Fault[] {
  const type = 'type' in shape ? shape.type : undefined
  const check = CHECKS.get(type)
  return check
    ? check.failures(shape, field)
    : [faultAt(`${field}.type`, 'INVALID_VALUE', [...IN_VIEWS.keys()].join(' or '), type)]
}
