import { type Static, type TProperties, Type } from 'typebox'
import { Count, orNull } from '../json/schemas.ts'
import { IgnoreOption } from './comparisonSchema.ts'

const orNone = orNull(Type.Number())

const setOf = <Figures extends TProperties>(figures: Figures) => ({
  map: orNone,
  interval: orNull(Type.Object({ low: Type.Number(), high: Type.Number() })),
  by_class: Type.Record(
    Type.String(),
    Type.Object({
      truth: Count,
      found: Count,
      ...figures,
      curve: Type.Array(Type.Object({ recall: Type.Number(), precision: Type.Number(), score: Type.Number() })),
    }),
  ),
})

const Images = Type.Object(
  setOf({
    ap: orNone,
    ap50: orNone,
    ap75: orNone,
    ap_small: orNone,
    ap_medium: orNone,
    ap_large: orNone,
    ar1: orNone,
    ar10: orNone,
    ar100: orNone,
  }),
  { description: 'boxes, areas and masks, as COCO evaluates them' },
)
const Space = Type.Object(
  {
    nds: orNone,
    ...setOf({
      ap: orNone,
      ap_by_distance_m: orNull(Type.Record(Type.String(), Type.Number())),
      ate: orNone,
      ase: orNone,
      aoe: orNone,
    }),
  },
  { description: 'cuboids, as nuScenes evaluates them; nds weighs three errors' },
)

export const EvaluationAnswer = Type.Object(
  {
    assistant: Type.String(),
    version: orNull(Type.String()),
    jobs: Type.Integer({ minimum: 0, description: 'that were evaluated: the newest' }),
    jobs_total: Type.Integer({ minimum: 0, description: 'that have a result and were predicted by this version' }),
    images: orNull(Images),
    space: orNull(Space),
    left_out: Type.Integer({ minimum: 0, description: 'records without an area or a volume' }),
  },
  { title: 'AssistantEvaluation' },
)

export type AssistantEvaluation = Static<typeof EvaluationAnswer>

export const MOST_EVALUATED = 1000

export const EvaluationRequest = Type.Object(
  {
    version: Type.Optional(
      Type.String({ description: 'the version of the assistant; the present one where left out' }),
    ),
    tag: Type.Optional(Type.String()),
    jobs: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_EVALUATED, description: 'at most so many; 200' })),
    ignore: Type.Optional(IgnoreOption),
  },
  { title: 'EvaluationRequest' },
)
