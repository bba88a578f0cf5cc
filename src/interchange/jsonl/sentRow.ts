import { type Static, Type } from 'typebox'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { sentGeometry } from '../../formats/results/wireShapes.ts'
import { FLAT_GEOMETRY_KINDS, SPACE_GEOMETRY_KINDS } from '../../model/annotationType.ts'

const Text = Type.String()
const maybe = <S extends Parameters<typeof Type.Optional>[0]>(type: S) => Type.Optional(Type.Union([type, Type.Null()]))
const number = maybe(Type.Number())

/** The columns that are read; others are left alone. */
export const SentRow = Type.Object({
  reference_id: Text,
  type: Text,
  frame_id: maybe(Text),
  sensor_id: maybe(Text),
  track_id: maybe(Text),
  record_id: maybe(Text),
  label: maybe(Text),
  attributes: maybe(Text),
  x: number,
  y: number,
  z: number,
  length: number,
  width: number,
  height: number,
  qw: number,
  qx: number,
  qy: number,
  qz: number,
  image_width: maybe(Type.Integer({ minimum: 1 })),
  image_height: maybe(Type.Integer({ minimum: 1 })),
  geometry: maybe(Text),
  hidden: maybe(Type.Boolean()),
  key_frame: maybe(Type.Boolean()),
  source: maybe(Text),
  relations: maybe(Text),
})
export type SentRow = Static<typeof SentRow> & { line: number }
export const checkRow = schemaCheck(SentRow)

const Unit = Type.Number()
/** `geometry` with its type, as rows spell shapes. */
const RowShape = Type.Union(
  FLAT_GEOMETRY_KINDS.map((kind) => Type.Object({ type: Type.Literal(kind), ...sentGeometry(kind) })),
)
export const checkShape = schemaCheck(RowShape)

export const checkSentRelations = schemaCheck(Type.Array(Type.Object({ name: Text, to: Text })))

/** `geometry` of a box on a camera. */
export const checkRectangle = schemaCheck(
  Type.Object({ left: Unit, top: Unit, right: Unit, bottom: Unit, linked_id: maybe(Text) }),
)

/** `geometry` of a polyline or of key points in the common frame. */
export const checkSpace = schemaCheck(
  Type.Object({
    type: Type.Union(SPACE_GEOMETRY_KINDS.map((kind) => Type.Literal(kind))),
    points: Type.Array(
      Type.Object({
        x: Unit,
        y: Unit,
        z: Unit,
        name: Type.Optional(Text),
        visible: Type.Optional(Type.Boolean()),
      }),
    ),
  }),
)
