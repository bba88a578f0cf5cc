import { Type } from 'typebox'
import { Count, Id, orNull, stringEnum, Time } from '../../formats/json/schemas.ts'
import { SCORE_SOURCES } from '../../model/quality.ts'

const orNone = orNull(Type.Number())

const ReviewSums = Type.Object({
  accepted: Count,
  fixed: Count,
  rejected: Count,
  score: orNull(Type.Number({ description: 'mean over accepted and fixed work: how much of it was submitted so' })),
})

const Scored = {
  n: Type.Integer({ minimum: 0, description: 'jobs; of a class those that have it, of an attribute values compared' }),
  score: orNone,
  passed: orNull(Type.Integer({ minimum: 0, description: 'null: of a class or an attribute' })),
}
/** Of gold jobs; for the operator and managers alone. */
export const GoldSums = Type.Object({ ...Scored, training: Type.Object(Scored) })

const ConsensusSums = Type.Object({ n: Count, agreement: orNone })

const Interval = orNull(Type.Object({ low: Type.Number(), high: Type.Number() }))

const Intervals = Type.Object(
  {
    review: Type.Optional(Interval),
    gold: Type.Optional(Interval),
    consensus: Type.Optional(Interval),
    precision: Type.Optional(Interval),
    recall: Type.Optional(Interval),
    agreement: Type.Optional(Interval),
  },
  { description: 'where the true value of a score or share lies with 95 % confidence; null: nothing to say it by' },
)

const ByFigure = Type.Object({
  tp: Type.Optional(Count),
  only_a: Type.Optional(Count),
  only_b: Type.Optional(Count),
  precision: Type.Optional(orNone),
  recall: Type.Optional(orNone),
  f1: Type.Optional(orNone),
  pq: Type.Optional(orNone),
  n: Type.Optional(Count),
  agreement: Type.Optional(orNone),
})

export const QualityRows = Type.Object({
  rows: Type.Array(
    Type.Object({
      key: orNull(Type.String({ description: 'null: work of API keys' })),
      name: Type.Optional(orNull(Type.String({ description: 'of a person, for managers' }))),
      jobs: Count,
      objects: Type.Optional(
        Type.Integer({ minimum: 0, description: 'as submitted first; by person, tag and day of submission' }),
      ),
      active_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'of people until they submitted, or of a reviewer until they decided',
        }),
      ),
      review: Type.Optional(ReviewSums),
      overturned: Type.Optional(Type.Integer({ minimum: 0, description: 'of a reviewer: verdicts withdrawn later' })),
      gold: Type.Optional(GoldSums),
      consensus: Type.Optional(ConsensusSums),
      ranked: Type.Optional(
        Type.Boolean({ description: 'at least 10 scored jobs: fewer say too little to compare rows with one another' }),
      ),
      intervals: Intervals,
      by_figure: ByFigure,
    }),
  ),
})

const Person = {
  user_id: orNull(Type.String({ format: 'uuid', description: 'null: work of API keys' })),
  name: Type.Optional(orNull(Type.String({ description: 'for managers' }))),
}

const ranked = Type.Boolean({ description: 'at least 10 jobs: fewer say too little to compare them with others' })

export const PersonClasses = Type.Object({
  cells: Type.Array(
    Type.Object({ ...Person, class: Type.String(), jobs: Count, ranked, intervals: Intervals, by_figure: ByFigure }),
  ),
})

export const PersonDays = Type.Object({
  cells: Type.Array(
    Type.Object({
      ...{ ...Person, day: Type.String({ description: 'UTC day of submission' }), jobs: Count },
      objects: Type.Integer({ minimum: 0, description: 'as submitted first' }),
      active_seconds: Type.Integer({ minimum: 0, description: 'until they submitted' }),
    }),
    { description: 'at most 50,000, the newest first' },
  ),
})

export const PairsAnswer = Type.Object({
  pairs: Type.Array(
    Type.Object({
      ...{ a: Id, b: Id },
      ...{ name_a: Person.name, name_b: Person.name },
      jobs: Type.Integer({ minimum: 0, description: 'that both annotated independently' }),
      agreement: Type.Number({ description: 'mean score of their documents compared' }),
      ranked,
      interval: Interval,
    }),
  ),
})

export const ConfusionAnswer = Type.Object({
  confusion: Type.Array(
    Type.Object({ a: orNull(Type.String()), b: orNull(Type.String({ description: 'null: nothing' })), count: Count }),
  ),
})

const worst = {
  job_id: Id,
  reference_id: Type.String(),
  tag: Type.String(),
  source: stringEnum(...SCORE_SOURCES),
  at: Time,
  over: orNull(
    Type.Array(Type.String(), {
      minItems: 2,
      maxItems: 2,
      description: 'documents that show it over each other: /jobs/{job_id}#over=…&over=…; null: not for this person',
    }),
  ),
}

export const WorstAnswer = Type.Object({
  jobs: Type.Array(Type.Object({ ...worst, score: Type.Number() })),
  objects: Type.Array(
    Type.Object({
      ...worst,
      label: Type.String(),
      state: stringEnum('moved', 'other_class', 'missing', 'extra'),
      likeness: Type.Number({ description: '0 to 1; 0 unless it was only moved' }),
      frame: orNull(Type.Integer({ description: 'from 0; null: points' })),
      track_id: orNull(Type.String({ description: 'null: extra, in no accepted work' })),
    }),
  ),
})

export const JobQuality = Type.Object({
  gold: Type.Optional(
    orNull(
      Type.Object({ score: orNone, passed: orNull(Type.Boolean()), source_job_id: Type.String({ format: 'uuid' }) }),
    ),
  ),
  reviews: Type.Array(
    Type.Object({
      outcome: stringEnum('accepted', 'fixed', 'rejected'),
      score: orNone,
      overturned: Type.Optional(Type.Boolean({ description: 'withdrawn after it was contested' })),
    }),
  ),
  consensus: orNull(
    Type.Object({
      wanted: Count,
      n: Type.Integer({ minimum: 0, description: 'people who have submitted' }),
      waiting_for: orNull(stringEnum('people')),
      agreement: orNull(Type.Number({ description: 'mean score over all pairs, when the last one has submitted' })),
      pairs: Type.Array(
        Type.Object(
          { a: Type.String(), b: Type.String(), score: Type.Number() },
          { description: 'letters of candidates, or ids of people and keys for those who may see them' },
        ),
      ),
      outcome: stringEnum('medoid', 'adjudicated', 'open'),
      alpha: Type.Record(Type.String(), orNone, { description: "Krippendorff's α by attribute" }),
    }),
  ),
})

/** Without anything that says how many jobs or records were checked: who could count them could tell gold apart. */
export const OwnQuality = Type.Object({
  days: Type.Array(Type.Object({ day: Type.String(), jobs: Count, score: orNone })),
  classes: Type.Array(
    Type.Object({
      key: Type.String(),
      by_figure: Type.Object(
        { precision: orNone, recall: orNone, f1: orNone, pq: orNone },
        { description: 'rounded to hundredths' },
      ),
    }),
  ),
})
