import { type Static, Type } from 'typebox'
import { schemaCheck } from '../json/schemaFailures.ts'
import { stringEnum } from '../json/schemas.ts'

const Share = Type.Number({ minimum: 0, maximum: 1 })
const Text = Type.String({ minLength: 1 })
const Box = Type.Object({ x: Share, y: Share, width: Share, height: Share })
const XY = Type.Object({ x: Type.Number(), y: Type.Number() })

/** The input of each verb. */
export const ASSIST_INPUTS = {
  predict: Type.Object({}),
  segment: Type.Object({
    frame_id: Type.Optional(Text),
    sensor_id: Type.Optional(Text),
    label: Text,
    geometry: Type.Optional(stringEnum('polygon', 'mask')),
    crop: Type.Optional(Box),
    sequence: Type.Optional(Type.Integer({ minimum: 0 })),
    prompts: Type.Object({
      points: Type.Optional(
        Type.Array(Type.Object({ x: Share, y: Share, positive: Type.Boolean() }), { maxItems: 1000 }),
      ),
      box: Type.Optional(Box),
      text: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
  }),
  fit: Type.Object({
    frame_id: Text,
    label: Text,
    gesture: Type.Object({
      from: XY,
      to: XY,
      corners: Type.Optional(
        Type.Array(XY, { minItems: 4, maxItems: 4, description: 'the corners of a rectangle around the object' }),
      ),
    }),
  }),
  track: Type.Object({
    track_ids: Type.Array(Text, { minItems: 1, maxItems: 1000 }),
    from: Text,
    to: Text,
  }),
  label_points: Type.Object({
    prompts: Type.Object({
      points: Type.Array(Type.Object({ index: Type.Integer({ minimum: 0 }), label: Text }), { maxItems: 10_000 }),
    }),
  }),
  review: Type.Object({}),
} as const

const checkSegment = schemaCheck(ASSIST_INPUTS.segment)
const checkFit = schemaCheck(ASSIST_INPUTS.fit)

/** Prompts of an input of `segment` that was checked. */
export function promptsOf(input: unknown): Static<typeof ASSIST_INPUTS.segment>['prompts'] {
  if (checkSegment.accepts(input)) return input.prompts
  throw new Error('an input of segment was not checked')
}

/** The gesture of an input of `fit` that was checked. */
export function gestureOf(input: unknown): Static<typeof ASSIST_INPUTS.fit>['gesture'] {
  if (checkFit.accepts(input)) return input.gesture
  throw new Error('an input of fit was not checked')
}
