import { type Static, type TProperties, Type } from 'typebox'
import {
  type AnnotationType,
  FLAT_GEOMETRY_KINDS,
  type FlatGeometryKind,
  type SpaceGeometryKind,
} from '../../model/annotationType.ts'
import { SOURCES } from '../../model/document/document.ts'
import { spaceKind } from '../../model/shapes/spaceShapes.ts'
import { Corners } from './shapes/rectangle.ts'
import { Positive, Unit } from './shapes/wireShape.ts'
import { deliveredGeometry, IMAGE_GROUPS } from './wireShapes.ts'

// Objects stay open: within 1.x documents only gain keys, and readers of today must accept those of tomorrow.

const Id = Type.String({ minLength: 1 })
const Count = Type.Integer({ minimum: 0 })
const oneOf = <W extends string>(words: readonly W[]) => Type.Union(words.map((word) => Type.Literal(word)))

const Vec3 = Type.Object({ x: Type.Number(), y: Type.Number(), z: Type.Number() })
const Quaternion = Type.Object({
  w: Type.Number({ minimum: 0, maximum: 1.01 }),
  x: Type.Number(),
  y: Type.Number(),
  z: Type.Number(),
})
const Dimensions = Type.Object({ length: Positive, width: Positive, height: Positive })
/** As sent: nanoseconds in digits, or seconds. */
const timestamp = {
  timestamp: Type.Optional(Type.Union([Type.String({ pattern: '^\\d+$' }), Type.Number({ minimum: 0 })])),
}
const Color = Type.String({ pattern: '^rgb\\(\\d{1,3}, \\d{1,3}, \\d{1,3}\\)$' })
const Source = oneOf(SOURCES)
const AttributeValue = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())])
const Attributes = Type.Record(Type.String(), Type.Object({ value: AttributeValue }))
/** Present on a record that began as a suggestion. */
const assistance = {
  assistance: Type.Optional(
    Type.Object({
      assistant: Type.String(),
      version: Type.Union([Type.String(), Type.Null()]),
      score: Type.Union([Unit, Type.Null()]),
    }),
  ),
}
/** How well the annotators agree with a record that several people annotated. */
const agreement = { agreement: Type.Optional(Unit) }
/** Present on an object if the tag declares relations; `to` is the _id of an image's record, otherwise a track_id. */
const relations = { relations: Type.Optional(Type.Array(Type.Object({ name: Type.String(), to: Id }))) }

const ofClass = { label: Type.String(), class_id: Id }
/** The object's number within its class; earlier results have none. */
const number = { number: Type.Optional(Type.Integer({ minimum: 1 })) }

const imageRecord = (kind: FlatGeometryKind) =>
  Type.Object({
    _id: Id,
    type: Type.Literal(kind),
    ...ofClass,
    ...number,
    attributes: Attributes,
    ...deliveredGeometry(kind),
    source: Source,
    ...relations,
    ...assistance,
    ...agreement,
  })

const imageGroup = ({ name, kind, always }: (typeof IMAGE_GROUPS)[number]) => {
  const records = Type.Array(imageRecord(kind))
  return [name, always ? records : Type.Optional(records)] as const
}

const ImageData = Type.Object({
  image_url: Type.String(),
  image: Type.Object({
    width: Type.Integer({ minimum: 1 }),
    height: Type.Integer({ minimum: 1 }),
    exif_orientation: Type.Integer({ minimum: 1, maximum: 8 }),
    ...timestamp,
  }),
  coordinate_system: Type.Object({
    units: Type.Literal('normalized'),
    origin: Type.Literal('top_left'),
    x: Type.Literal('right'),
    y: Type.Literal('down'),
  }),
  image_attributes: Type.Optional(Attributes),
  annotations: Type.Object(Object.fromEntries(IMAGE_GROUPS.map(imageGroup))),
})

const tagAttributes = {
  job_attributes: Type.Optional(Attributes),
  frame_attributes: Type.Optional(Type.Record(Type.String(), Attributes)),
}

/** `held`: the geometry is that of an earlier frame, after the last one that was placed. */
const inFrame = { key_frame: Type.Boolean(), source: Source, held: Type.Optional(Type.Literal(true)) }

const videoTrack = (type: FlatGeometryKind) =>
  Type.Object({
    _id: Id,
    track_id: Id,
    type: Type.Literal(type),
    ...ofClass,
    ...number,
    attributes: Attributes,
    frames: Type.Record(
      Type.String(),
      Type.Object({
        _id: Id,
        type: Type.Literal(type),
        label: Type.String(),
        ...inFrame,
        hidden: Type.Boolean(),
        attributes: Attributes,
        ...deliveredGeometry(type),
        ...assistance,
        ...agreement,
      }),
    ),
    ...relations,
    ...assistance,
  })

const VideoData = Type.Object({
  coordinate_system: ImageData.properties.coordinate_system,
  ...tagAttributes,
  annotation_data: Type.Object({ annotations: Type.Array(Type.Union(FLAT_GEOMETRY_KINDS.map(videoTrack))) }),
  video_data: Type.Object({
    frames: Type.Array(
      Type.Object({
        frame_id: Type.String(),
        src: Type.String(),
        width: Type.Integer({ minimum: 1 }),
        height: Type.Integer({ minimum: 1 }),
        ...timestamp,
      }),
    ),
  }),
})

const Track = Type.Object({
  track_id: Id,
  ...ofClass,
  ...number,
  color: Color,
  stationary: Type.Boolean(),
  attributes: Attributes,
  first_frame_id: Type.String(),
  last_frame_id: Type.String(),
  ...relations,
})

const boxRecord = {
  _id: Id,
  track_id: Id,
  frame_id: Type.String(),
  sensor_id: Type.String(),
  ...ofClass,
  color: Color,
  ...inFrame,
  attributes: Attributes,
  ...assistance,
  ...agreement,
}

const CuboidRecord = Type.Object({
  ...boxRecord,
  type: Type.Literal('cuboid'),
  position: Vec3,
  heading: Quaternion,
  dimensions: Dimensions,
  point_count: Count,
})

const SpacePoint = Type.Object({
  ...Vec3.properties,
  name: Type.Optional(Type.String({ minLength: 1 })),
  visible: Type.Optional(Type.Boolean()),
})

const spaceRecord = (type: SpaceGeometryKind) =>
  Type.Object({
    ...boxRecord,
    type: Type.Literal(type),
    points: Type.Array(SpacePoint, { minItems: spaceKind(type).leastPoints }),
  })

const inCommonFrame = [CuboidRecord, spaceRecord('polyline3d'), spaceRecord('keypoint3d')] as const

const LinkedRecord = Type.Object({
  ...boxRecord,
  type: Type.Literal('rectangle'),
  linked_id: Type.Union([Id, Type.Null()]),
  coordinates: Corners,
  projected_coordinates: Type.Optional(Type.Union([Corners, Type.Null()])),
})

const commonCoordinates = {
  frame: Type.Literal('common'),
  reference: oneOf(['world', 'vehicle']),
  point_cloud_frame: Type.Optional(oneOf(['sensor', 'common'])),
  handedness: Type.Literal('right'),
  units: Type.Literal('meter'),
  quaternion: Type.Literal('hamilton_wxyz'),
  position: Type.Literal('center'),
  box_axes: Type.Object({
    x: Type.Literal('length_forward'),
    y: Type.Literal('width_left'),
    z: Type.Literal('height_up'),
  }),
}

const sensorData = { sensor_data: Type.Object({ frames: Type.Array(Type.Object({ frame_id: Type.String() })) }) }

const BoxData = Type.Object({
  coordinate_system: Type.Object(commonCoordinates),
  ...tagAttributes,
  annotation_data: Type.Object({ tracks: Type.Array(Track), annotations: Type.Array(Type.Union([...inCommonFrame])) }),
  ...sensorData,
})

const LinkedData = Type.Object({
  coordinate_system: Type.Object({
    ...commonCoordinates,
    image: Type.Object({
      units: Type.Literal('normalized'),
      origin: Type.Literal('top_left'),
      sizes: Type.Optional(Type.Record(Type.String(), Type.Object({ width: Positive, height: Positive }))),
    }),
  }),
  ...tagAttributes,
  annotation_data: Type.Object({
    tracks: Type.Array(Track),
    annotations: Type.Array(Type.Union([...inCommonFrame, LinkedRecord])),
  }),
  ...sensorData,
})

const SegmentationData = Type.Object({
  url: Type.String(),
  point_count: Count,
  ...timestamp,
  ...tagAttributes,
  legend: Type.Array(
    Type.Object({
      id: Id,
      text: Type.String(),
      value: Type.String(),
      label_key: Type.Integer({ minimum: 0, maximum: 2 ** 24 }),
      color: Color,
      class_id: Id,
      point_count: Count,
    }),
  ),
})

/** Present if several people annotated the job independently. */
const Consensus = Type.Object({
  annotators: Type.Integer({ minimum: 1 }),
  agreement: Type.Number({ minimum: 0, maximum: 1 }),
  outcome: Type.Union([Type.Literal('medoid'), Type.Literal('adjudicated')]),
})

/** Present if the work was reviewed. */
const Review = Type.Object({ outcome: Type.Union([Type.Literal('accepted'), Type.Literal('fixed')]) })

const documentOf = <T extends AnnotationType, D extends TProperties>(
  type: T,
  data: ReturnType<typeof Type.Object<D>>,
) =>
  Type.Object({
    type: Type.Literal(type),
    schema_version: Type.String({ pattern: '^1\\.\\d+$' }),
    job_id: Type.String(),
    reference_id: Type.String(),
    tag: Type.String(),
    metadata: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
    result_version: Type.Integer({ minimum: 1 }),
    data: Type.Object({
      ...data.properties,
      consensus: Type.Optional(Consensus),
      review: Type.Optional(Review),
    }),
  })

/** JSON Schemas (2020-12) of the result documents, by their `type`. */
export const resultSchemas = {
  image2d: documentOf('image2d', ImageData),
  video2d: documentOf('video2d', VideoData),
  cuboid3d: documentOf('cuboid3d', BoxData),
  cuboid3d_linked2d: documentOf('cuboid3d_linked2d', LinkedData),
  segmentation3d: documentOf('segmentation3d', SegmentationData),
} satisfies Record<AnnotationType, unknown>

export type ResultDocument = { [T in AnnotationType]: Static<(typeof resultSchemas)[T]> }[AnnotationType]
