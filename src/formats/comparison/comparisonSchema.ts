import { Type } from 'typebox'
import { Count, orNull, stringEnum } from '../json/schemas.ts'

const Share = Type.Number({ minimum: 0, maximum: 1 })
const orNone = orNull(Type.Number())

/** Figures that every kind of annotation has; each kind has more. */
const shapes = {
  tp: Count,
  only_a: Count,
  only_b: Count,
  precision: Share,
  recall: Share,
  f1: Share,
  mean_iou: orNone,
  pq: Type.Number(),
  sq: Type.Number(),
  rq: Share,
}
const tracks = {
  hota: Type.Optional(Type.Number()),
  deta: Type.Optional(Type.Number()),
  assa: Type.Optional(Type.Number()),
  idf1: Type.Optional(Type.Number()),
  mota: Type.Optional(Type.Number()),
  id_switches: Type.Optional(Count),
}
const ClassFigures = Type.Object({ ...shapes, ...tracks, iou: Type.Optional(Type.Number()) })
const AttributeAgreement = Type.Object({ n: Count, agreement: Share, alpha: orNone })

const Figures = Type.Object({
  ...shapes,
  ...tracks,
  weighted_pq: Type.Optional(Type.Number({ description: 'by the weights of the options' })),
  oks: Type.Optional(Type.Number({ description: 'mean of the matched landmarks' })),
  chamfer_px: Type.Optional(Type.Number({ description: 'mean of the matched lines' })),
  chamfer_m: Type.Optional(Type.Number({ description: 'mean of the matched polylines in space, metres' })),
  keypoint_m: Type.Optional(Type.Number({ description: 'mean of the matched key points in space, metres' })),
  mean_iou_bev: Type.Optional(orNone),
  ate: Type.Optional(orNone),
  ase: Type.Optional(orNone),
  aoe: Type.Optional(orNone),
  heading_flips: Type.Optional(Count),
  accuracy: Type.Optional(Share),
  miou: Type.Optional(Type.Number()),
  rectangles: Type.Optional(Type.Object({ ...shapes, by_class: Type.Record(Type.String(), Type.Object(shapes)) })),
  attributes: Type.Record(Type.String(), AttributeAgreement),
})

const Place = { frame_id: Type.Optional(Type.String()), sensor_id: Type.Optional(Type.String()) }
const Named = Type.Object({ _id: Type.String() })
const Pair = Type.Object({
  a: Named,
  b: Named,
  ...Place,
  label_a: Type.String(),
  label_b: Type.String(),
  iou: Type.Optional(Type.Number()),
  distance: Type.Optional(
    Type.Number({
      description: 'pixels between lines; metres between centres of cuboids, polylines and key points in space',
    }),
  ),
  oks: Type.Optional(Type.Number()),
  state: stringEnum('equal', 'moved', 'other_class'),
})
const Alone = Type.Object({ _id: Type.String(), ...Place, label: Type.String() })
const TrackName = orNull(Type.Object({ track_id: Type.String() }))

export const ComparisonAnswer = Type.Object(
  {
    score: Type.Number({ description: 'PQ of shapes and single clouds, HOTA of sequences, PQ or mIoU of points' }),
    approximate: Type.Boolean({ description: 'something was too large to be matched optimally in time' }),
    figures: Figures,
    by_class: Type.Record(Type.String(), ClassFigures),
    confusion: Type.Array(Type.Object({ a: orNull(Type.String()), b: orNull(Type.String()), count: Count })),
    pairs: Type.Array(Pair),
    only_a: Type.Array(Alone),
    only_b: Type.Array(Alone),
    tracks: Type.Array(
      Type.Object({
        a: TrackName,
        b: TrackName,
        label: Type.String(),
        frames_a: Count,
        frames_b: Count,
        frames_both: Count,
      }),
    ),
    next_page_token: orNull(Type.String()),
  },
  { title: 'JobComparison' },
)

const Document = Type.Union([
  stringEnum('result', 'prediction'),
  Type.Object({ result_version: Type.Integer({ minimum: 1 }) }),
  Type.Object({ data: Type.Object({}, { description: 'as in a submitted result' }) }),
])

const Band = Type.Array(orNone, { minItems: 2, maxItems: 2, description: 'from, to; null: without end' })

export const IgnoreOption = Type.Object(
  {
    labels: Type.Optional(Type.Array(Type.String())),
    hidden: Type.Optional(Type.Boolean()),
    distance_m: Type.Optional(Band),
    area_px: Type.Optional(Band),
    regions: Type.Optional(
      Type.Array(
        Type.Object({
          points: Type.Array(Type.Object({ x: Type.Number(), y: Type.Number() })),
          frame_id: Type.Optional(Type.String()),
          sensor_id: Type.Optional(Type.String()),
        }),
      ),
    ),
  },
  { title: 'IgnoreOption', description: 'what is left out of both documents' },
)

const Weight = Type.Number({ minimum: 0 })
const WeightsOption = Type.Object(
  {
    classes: Type.Optional(Type.Record(Type.String(), Weight)),
    missing: Type.Optional(Weight),
    extra: Type.Optional(Weight),
    other_class: Type.Optional(Weight),
    moved: Type.Optional(Share),
  },
  { title: 'WeightsOption', description: 'how much each kind of fault counts in figures.weighted_pq' },
)

export const CompareRequest = Type.Object(
  {
    a: Document,
    b: Document,
    options: Type.Optional(
      Type.Object({
        iou: Type.Optional(
          Type.Union([Share, Type.Record(Type.String(), Share)], {
            description: 'least overlap of a pair, or by label',
          }),
        ),
        distance_m: Type.Optional(
          Type.Number({
            description:
              'pairs of cuboids by the distance of their centres; greatest of polylines and key points in space (0.5)',
          }),
        ),
        by_class: Type.Optional(Type.Boolean()),
        oks: Type.Optional(Share),
        chamfer_px: Type.Optional(Type.Number()),
        ignore: Type.Optional(IgnoreOption),
        weights: Type.Optional(WeightsOption),
      }),
    ),
    page_token: Type.Optional(Type.String()),
  },
  { title: 'CompareRequest' },
)
