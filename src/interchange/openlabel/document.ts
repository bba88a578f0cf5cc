import { type Static, Type } from 'typebox'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'

const Text = Type.String()
const named = <S extends Parameters<typeof Type.Optional>[0]>(val: S) =>
  Type.Optional(Type.Array(Type.Object({ name: Type.String(), val })))

const values = {
  boolean: named(Type.Boolean()),
  num: named(Type.Number()),
  text: named(Text),
  vec: named(Type.Array(Type.Union([Type.Number(), Text]))),
}

const geometry = <S extends Parameters<typeof Type.Optional>[0]>(val: S) =>
  Type.Optional(
    Type.Array(
      Type.Object({
        name: Text,
        val,
        coordinate_system: Type.Optional(Text),
        attributes: Type.Optional(Type.Object(values)),
        hidden: Type.Optional(Type.Boolean()),
      }),
    ),
  )
const numbers = (minItems: number, maxItems = minItems) => Type.Array(Type.Number(), { minItems, maxItems })

const inSpace = {
  name: Text,
  coordinate_system: Type.Optional(Text),
  attributes: Type.Optional(Type.Object(values)),
}

const ObjectData = Type.Object({
  ...values,
  cuboid: geometry(Type.Union([numbers(9, 10), Type.Null()])),
  bbox: geometry(numbers(4)),
  rbbox: geometry(numbers(5)),
  binary: geometry(Text),
  poly3d: Type.Optional(
    Type.Array(
      Type.Object({
        ...inSpace,
        val: Type.Array(Type.Number()),
        closed: Type.Boolean(),
        points: Type.Optional(
          Type.Array(Type.Object({ name: Type.Optional(Text), visible: Type.Optional(Type.Boolean()) })),
        ),
      }),
    ),
  ),
  point3d: Type.Optional(
    Type.Array(
      Type.Object({
        ...inSpace,
        val: numbers(3),
        point_name: Type.Optional(Text),
        visible: Type.Optional(Type.Boolean()),
      }),
    ),
  ),
  poly2d: Type.Optional(
    Type.Array(
      Type.Object({
        name: Text,
        val: Type.Array(Type.Union([Type.Number(), Text])),
        mode: Text,
        closed: Type.Boolean(),
        attributes: Type.Optional(Type.Object(values)),
        hidden: Type.Optional(Type.Boolean()),
      }),
    ),
  ),
  point2d: Type.Optional(
    Type.Array(
      Type.Object({
        name: Text,
        val: numbers(2),
        id: Type.Optional(Type.Integer()),
        visible: Type.Optional(Type.Boolean()),
        attributes: Type.Optional(Type.Object(values)),
        hidden: Type.Optional(Type.Boolean()),
      }),
    ),
  ),
})
export type SentObjectData = Static<typeof ObjectData>

const Agents = Type.Array(Type.Object({ uid: Text, type: Type.Optional(Text) }))

const Context = Type.Object({
  type: Type.Optional(Text),
  context_data: Type.Optional(Type.Object(values)),
})

/** The members that are read; others are left alone. */
const OpenLabelFile = Type.Object({
  openlabel: Type.Object({
    metadata: Type.Object({ schema_version: Text }),
    coordinate_systems: Type.Optional(
      Type.Record(
        Text,
        Type.Object({
          type: Type.Optional(Text),
          parent: Text,
          pose_wrt_parent: Type.Optional(Type.Unknown()),
        }),
      ),
    ),
    streams: Type.Optional(
      Type.Record(
        Text,
        Type.Object({
          type: Type.Optional(Text),
          stream_properties: Type.Optional(Type.Record(Text, Type.Unknown())),
        }),
      ),
    ),
    contexts: Type.Optional(Type.Record(Text, Context)),
    objects: Type.Optional(
      Type.Record(Text, Type.Object({ name: Text, type: Text, object_data: Type.Optional(ObjectData) })),
    ),
    relations: Type.Optional(
      Type.Record(
        Text,
        Type.Object({ type: Text, rdf_subjects: Type.Optional(Agents), rdf_objects: Type.Optional(Agents) }),
      ),
    ),
    frames: Type.Optional(
      Type.Record(
        Text,
        Type.Object({
          frame_properties: Type.Optional(
            Type.Object({
              frame_id: Type.Optional(Text),
              timestamp: Type.Optional(Type.Unknown()),
              transforms: Type.Optional(Type.Record(Text, Type.Unknown())),
              streams: Type.Optional(Type.Record(Text, Type.Object({ uri: Type.Optional(Text) }))),
            }),
          ),
          contexts: Type.Optional(Type.Record(Text, Context)),
          objects: Type.Optional(Type.Record(Text, Type.Object({ object_data: Type.Optional(ObjectData) }))),
        }),
      ),
    ),
  }),
})

export type SentOpenLabel = Static<typeof OpenLabelFile>['openlabel']
export const checkOpenLabel = schemaCheck(OpenLabelFile)
