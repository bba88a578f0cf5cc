import { type Static, type TSchema, Type } from 'typebox'
import { MAX_SENSORS_PER_FRAME } from '../../model/limits.ts'
import { optionalOrNull, stringEnum } from '../json/schemas.ts'

/**
 * Shapes of a job body (spec 2.4 to 2.8). Real clients send `null` for an optional key, so every optional key may be
 * null. Keys that are not named here belong to the customer and are stored.
 */

export const Url = Type.String({ description: 'http or https; s3:// where the project has an access rule for it' })

export const Position = Type.Object(
  { x: Type.Number(), y: Type.Number(), z: Type.Number() },
  { title: 'Position', description: 'metres' },
)
export const Heading = Type.Object(
  { w: Type.Number(), x: Type.Number(), y: Type.Number(), z: Type.Number() },
  { title: 'Heading', description: 'quaternion of norm 1 ± 0.01' },
)
export const PoseBody = Type.Object({ position: Position, heading: Heading }, { title: 'PoseBody' })

const EgoPose = Type.Unsafe<Partial<Static<typeof PoseBody>> | null>({
  type: ['object', 'null'],
  description: 'pose of the vehicle in the world; {} or null when it is not known',
  properties: { position: Position, heading: Heading },
})

export const INTRINSIC_NUMBERS = [
  'cx',
  'cy',
  'cX',
  'cY',
  'fx',
  'fy',
  'k1',
  'k2',
  'k3',
  'k4',
  'p1',
  'p2',
  'skew',
] as const

const OptionalNumber = optionalOrNull(Type.Number())
const intrinsicNumbers = Object.fromEntries(INTRINSIC_NUMBERS.map((name) => [name, OptionalNumber])) as Record<
  (typeof INTRINSIC_NUMBERS)[number],
  typeof OptionalNumber
>

export const Intrinsics = Type.Object(
  {
    ...intrinsicNumbers,
    scale_factor: optionalOrNull(
      Type.Number({ exclusiveMinimum: 0, description: 'how many times larger the original image is' }),
    ),
    camera_model: optionalOrNull(stringEnum('brown_conrady', 'fisheye')),
  },
  { title: 'Intrinsics', additionalProperties: true },
)

export const PointLayoutBody = Type.Object(
  {
    fields: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      minItems: 3,
      maxItems: 64,
      description: 'names of the numbers of a point, in their order; x, y and z are among them',
      examples: [['x', 'y', 'z', 'intensity']],
    }),
    type: stringEnum('float32', 'float64'),
  },
  {
    title: 'PointLayout',
    description:
      'how files of a lidar hold their points where they have no header (.bin of KITTI and nuScenes); little-endian. ' +
      'Files that say themselves what they are do not need it',
  },
)

export const SensorMeta = Type.Object(
  {
    id: Type.String({ minLength: 1 }),
    name: optionalOrNull(Type.String()),
    modality: optionalOrNull(stringEnum('lidar', 'camera')),
    primary_view: optionalOrNull(Type.Boolean()),
    state: optionalOrNull(stringEnum('editable', 'non_editable')),
    intrinsics: optionalOrNull(Intrinsics),
    camera_model: optionalOrNull(stringEnum('brown_conrady', 'fisheye')),
    point_layout: optionalOrNull(PointLayoutBody),
  },
  { title: 'SensorMeta' },
)

const FrameSensor = Type.Object(
  { sensor_id: Type.String(), data_url: Url, sensor_pose: PoseBody },
  { title: 'FrameSensor' },
)
const FrameSensors = (sensor: TSchema) => Type.Array(sensor, { minItems: 1, maxItems: MAX_SENSORS_PER_FRAME })
const SensorMetaList = Type.Array(SensorMeta, { minItems: 1 })
const CloudFrame = optionalOrNull(stringEnum('sensor', 'common', 'auto'))

const FrameId = Type.String({ minLength: 1 })

/** Accepts any value: one of neither form is stored, with a warning. */
const Timestamp = Type.Optional(
  Type.Unknown({
    description:
      'nanoseconds as a string of digits, or seconds as a number, increasing from frame to frame; anything else is ignored with the warning TIMESTAMP_IGNORED',
    examples: ['1700000000100000000', 1700000000.1],
  }),
)

/** Accepts any value: it is kept as sent, and not read. */
const metadata = Type.Optional(Type.Unknown({ description: 'yours: stored with the data, and not read' }))

/** Schemas of `data`, by the shape that was sent. `maxFrames` is a setting of the service; null: not said. */
export function dataSchemas(maxFrames: number | null) {
  const bounds = { minItems: 1, ...(maxFrames !== null && { maxItems: maxFrames }) }
  const frames = <S extends TSchema>(frame: S) => Type.Array(frame, bounds)
  return {
    image: Type.Object({ image_url: Url, timestamp: Timestamp, metadata }, { title: 'ImageData' }),
    video: Type.Object(
      {
        video_data: Type.Object({ frames: frames(Type.Object({ frame_id: FrameId, src: Url, timestamp: Timestamp })) }),
        metadata,
      },
      { title: 'VideoData' },
    ),
    frames: Type.Object(
      {
        sensor_data: Type.Object({
          frames: frames(
            Type.Object({
              frame_id: FrameId,
              timestamp: Timestamp,
              ego_pose: Type.Optional(EgoPose),
              sensors: FrameSensors(FrameSensor),
            }),
          ),
          sensor_meta: Type.Optional(SensorMetaList),
          point_cloud_frame: CloudFrame,
        }),
        metadata,
      },
      { title: 'SensorFusionData' },
    ),
    cloud: Type.Object(
      {
        sensor_data: Type.Object({
          sensors: FrameSensors(FrameSensor),
          timestamp: Timestamp,
          ego_pose: Type.Optional(EgoPose),
          sensor_meta: Type.Optional(SensorMetaList),
          point_cloud_frame: CloudFrame,
        }),
        metadata,
      },
      { title: 'SegmentationData' },
    ),
    // Real clients send a video as frames of one camera; its poses, modality and intrinsics then mean nothing.
    cameraVideo: Type.Object(
      {
        sensor_data: Type.Object({
          frames: frames(
            Type.Object({
              frame_id: FrameId,
              timestamp: Timestamp,
              sensors: Type.Array(Type.Object({ sensor_id: Type.String(), data_url: Url }), {
                minItems: 1,
                maxItems: 1,
              }),
            }),
          ),
          sensor_meta: Type.Optional(Type.Unsafe<unknown[] | null>({ type: ['array', 'null'] })),
        }),
        metadata,
      },
      { title: 'CameraVideoData' },
    ),
  }
}

export type DataShape = keyof ReturnType<typeof dataSchemas>

/** Any value passes: metadata outside the limits is left out with a warning. */
export const Metadata = Type.Unsafe<unknown>({
  description:
    'at most 20 keys of 64 characters; values are numbers, booleans and strings of 256 characters. Jobs are found by ' +
    'metadata.KEY, and it comes back with the result',
})

/** All keys except `data`. A wrong `data` is reported separately, since its code differs. */
export const JobEnvelope = Type.Object({
  reference_id: Type.String({ minLength: 1, maxLength: 256, description: 'permanently unique in the project' }),
  tag: Type.String({ minLength: 1 }),
  batch_id: optionalOrNull(Type.String({ format: 'uuid', description: "absent: the project's default batch" })),
  priority_weight: optionalOrNull(Type.Integer({ minimum: 1, maximum: 10, default: 5 })),
  callback_url: optionalOrNull(Url),
  metadata: Type.Optional(Metadata),
  prediction: optionalOrNull(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: 'a starting point for the annotator, shaped like a submitted result',
    }),
  ),
})

/** The whole body, for the documentation. */
export function jobBodySchema(maxFrames: number | null) {
  const shapes = dataSchemas(maxFrames)
  const data = Type.Union([shapes.image, shapes.video, shapes.frames, shapes.cloud])
  return Type.Object({ ...JobEnvelope.properties, data }, { title: 'JobBody' })
}
