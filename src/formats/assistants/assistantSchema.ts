import { type TSchema, Type } from 'typebox'
import { PROMPTS, VERBS, type Verb } from '../../model/assistants/assistant.ts'
import { orNull, stringEnum } from '../json/schemas.ts'
import { ASSIST_INPUTS } from './assistInputs.ts'

const Score = Type.Optional(orNull(Type.Number({ minimum: 0, maximum: 1 })))
const Data = Type.Object({}, { description: 'as handed in for a job of this operation' })
const Point = Type.Object({ x: Type.Number({ minimum: 0, maximum: 1 }), y: Type.Number({ minimum: 0, maximum: 1 }) })
const XYZ = Type.Object({ x: Type.Number(), y: Type.Number(), z: Type.Number() })
const Outline = Type.Array(Point, { minItems: 3 })

const Job = Type.Object({
  job_id: Type.String(),
  reference_id: Type.String(),
  tag: Type.String(),
  operation: Type.String(),
  data: Type.Object({}, { description: 'as submitted, each URL a signed one of the same file' }),
  classes: Type.Array(Type.Object({ name: Type.String() })),
  attributes: Type.Array(Type.Object({ name: Type.String() })),
  files: Type.Array(
    Type.Object({
      field: Type.String(),
      url: Type.String(),
      media_type: Type.String(),
      width: Type.Optional(Type.Integer()),
      height: Type.Optional(Type.Integer()),
      point_count: Type.Optional(Type.Integer()),
    }),
  ),
})

const ADDED: Partial<Record<Verb, Record<string, TSchema>>> = {
  fit: {
    points: Type.Array(Type.Tuple([Type.Number(), Type.Number(), Type.Number()]), {
      description: 'common frame, metres',
    }),
  },
  track: {
    frames: Type.Array(
      Type.Object({ frame_id: Type.String(), files: Type.Array(Type.Object({ url: Type.String() })) }),
    ),
    objects: Type.Array(Type.Object({})),
  },
}

const ANSWERS: Readonly<Record<Verb, TSchema>> = {
  predict: Type.Object({
    data: Data,
    scores: Type.Optional(
      Type.Union([Type.Array(orNull(Type.Number())), Type.Record(Type.String(), orNull(Type.Number()))], {
        description: 'one a record in document order, or by _id',
      }),
    ),
  }),
  segment: Type.Object({
    polygon: Type.Optional(Outline),
    polygons: Type.Optional(Type.Array(Outline)),
    mask: Type.Optional(
      Type.Object({
        size: Type.Tuple([Type.Integer(), Type.Integer()], { description: '[height, width]' }),
        counts: Type.Array(Type.Integer(), { description: 'uncompressed COCO run lengths' }),
      }),
    ),
    box: Type.Optional(Type.Object({}, { description: '{x, y, width, height}, normalised' })),
    score: Score,
  }),
  fit: Type.Object({
    cuboid: orNull(
      Type.Object({
        position: XYZ,
        heading: Type.Intersect([Type.Object({ w: Type.Number() }), XYZ]),
        dimensions: Type.Object({ length: Type.Number(), width: Type.Number(), height: Type.Number() }),
      }),
    ),
    score: Score,
  }),
  track: Type.Object({
    records: Type.Array(Type.Object({}, { description: 'as handed in, by track_id' })),
    stopped_at: Type.Optional(
      Type.Array(Type.Object({ track_id: Type.String(), frame_id: Type.String(), reason: Type.String() })),
    ),
  }),
  label_points: Type.Object({
    runs: Type.Array(
      Type.Object({
        first: Type.Integer({ minimum: 0 }),
        count: Type.Integer({ minimum: 1 }),
        label: Type.String({ description: 'name of a class, #n for instances' }),
        score: Score,
      }),
    ),
  }),
  review: Type.Object({
    findings: Type.Array(
      Type.Object({
        text: Type.String(),
        severity: stringEnum('info', 'warning', 'error'),
        track_id: Type.Optional(Type.String()),
        frame_id: Type.Optional(Type.String()),
        sensor_id: Type.Optional(Type.String()),
        place: Type.Optional(Type.Unknown()),
        score: Score,
      }),
    ),
  }),
}

const head = (verb: string) => ({
  verb: Type.Literal(verb),
  request_id: Type.String(),
  project_id: Type.String(),
  assistant: Type.String(),
})

const requestOf = (verb: Verb) =>
  Type.Object({
    ...head(verb),
    session: Type.Optional(Type.String()),
    job: Job,
    document: Data,
    input: Type.Object({ ...ASSIST_INPUTS[verb].properties, ...ADDED[verb] }),
  })

const Description = Type.Object({
  name: Type.Optional(Type.String()),
  version: Type.Optional(Type.String()),
  verbs: Type.Array(Type.String()),
  operations: Type.Optional(Type.Array(Type.String())),
  classes: Type.Optional(Type.Array(Type.String())),
  prompts: Type.Optional(Type.Array(stringEnum(...PROMPTS))),
})

/** JSON Schema (2020-12) of what assistants are asked and answer: `$defs` VERB_request and VERB_answer. */
export function assistantSchema(): object {
  const verbs = VERBS.flatMap((verb) => [
    [`${verb}_request`, requestOf(verb)],
    [`${verb}_answer`, ANSWERS[verb]],
  ])
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Requests to assistants and their answers',
    $defs: {
      describe_request: Type.Object(head('describe')),
      describe_answer: Description,
      ...Object.fromEntries(verbs),
    },
  }
}
