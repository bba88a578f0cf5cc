import { type Static, Type } from 'typebox'
import { Count, Id, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import { QUALITY_KEYS, SCORE_SOURCES } from '../model/quality.ts'
import { endpoint } from './endpoint.ts'
import { textParameter } from './words.ts'

const scoreOrNull = orNull(Type.Number())

const ReviewSums = Type.Object({
  accepted: Count,
  fixed: Count,
  rejected: Count,
  score: orNull(Type.Number({ description: 'mean over accepted and fixed work: how much of it was submitted so' })),
})

const scoredMembers = {
  n: Type.Integer({ minimum: 0, description: 'jobs; of a class those that have it, of an attribute values compared' }),
  score: scoreOrNull,
  passed: orNull(Type.Integer({ minimum: 0, description: 'null: of a class or an attribute' })),
}

/** The figures of gold jobs are for the operator and managers alone. */
const GoldSums = Type.Object({ ...scoredMembers, training: Type.Object(scoredMembers) })

const ConsensusSums = Type.Object({ n: Count, agreement: scoreOrNull })

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

const ByFigure = Type.Object(
  {
    tp: Type.Optional(Count),
    only_a: Type.Optional(Count),
    only_b: Type.Optional(Count),
    precision: Type.Optional(scoreOrNull),
    recall: Type.Optional(scoreOrNull),
    f1: Type.Optional(scoreOrNull),
    pq: Type.Optional(scoreOrNull),
    n: Type.Optional(Count),
    agreement: Type.Optional(scoreOrNull),
  },
  { title: 'QualityFigures' },
)

const QualityRow = Type.Object(
  {
    key: orNull(Type.String({ description: 'null: work of API keys' })),
    name: Type.Optional(orNull(Type.String({ description: 'the name of a person, for managers' }))),
    jobs: Count,
    objects: Type.Optional(
      Type.Integer({ minimum: 0, description: 'as submitted first; by person, tag and day of submission' }),
    ),
    active_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'the time of people until they submitted, or of a reviewer until they decided',
      }),
    ),
    review: Type.Optional(ReviewSums),
    overturned: Type.Optional(
      Type.Integer({ minimum: 0, description: 'verdicts of a reviewer that were withdrawn later' }),
    ),
    gold: Type.Optional(GoldSums),
    consensus: Type.Optional(ConsensusSums),
    ranked: Type.Optional(
      Type.Boolean({ description: 'at least 10 scored jobs: fewer say too little to compare rows with one another' }),
    ),
    intervals: Intervals,
    by_figure: ByFigure,
  },
  { title: 'QualityRow' },
)

export type QualityRow = Static<typeof QualityRow>

const QualityRows = Type.Object({
  rows: Type.Array(QualityRow),
})

const personMembers = {
  user_id: orNull(Type.String({ format: 'uuid', description: 'null: work of API keys' })),
  name: Type.Optional(orNull(Type.String({ description: 'for managers' }))),
}

const ranked = Type.Boolean({ description: 'at least 10 jobs: fewer say too little to compare them with others' })

const PersonClassFigures = Type.Object(
  {
    ...personMembers,
    class: Type.String(),
    jobs: Count,
    ranked,
    intervals: Intervals,
    by_figure: ByFigure,
  },
  { title: 'PersonClassFigures' },
)

export type PersonClassFigures = Static<typeof PersonClassFigures>

const PersonClasses = Type.Object({
  cells: Type.Array(PersonClassFigures),
})

const PersonDayFigures = Type.Object(
  {
    ...personMembers,
    day: Type.String({ description: 'UTC day of submission' }),
    jobs: Count,
    objects: Type.Integer({ minimum: 0, description: 'as submitted first' }),
    active_seconds: Type.Integer({ minimum: 0, description: 'until they submitted' }),
  },
  { title: 'PersonDayFigures' },
)

export type PersonDayFigures = Static<typeof PersonDayFigures>

const PersonDays = Type.Object({
  cells: Type.Array(PersonDayFigures, { description: 'at most 50,000, the newest first' }),
})

const PersonPair = Type.Object(
  {
    a: Id,
    b: Id,
    name_a: personMembers.name,
    name_b: personMembers.name,
    jobs: Type.Integer({ minimum: 0, description: 'that both annotated independently' }),
    agreement: Type.Number({ description: 'mean score of their documents compared' }),
    ranked,
    interval: Interval,
  },
  { title: 'PersonPair' },
)

export type PersonPair = Static<typeof PersonPair>

const PairsAnswer = Type.Object({
  pairs: Type.Array(PersonPair),
})

const ClassConfusion = Type.Object(
  { a: orNull(Type.String()), b: orNull(Type.String({ description: 'null: nothing' })), count: Count },
  { title: 'ClassConfusion' },
)

export type ClassConfusion = Static<typeof ClassConfusion>

const ConfusionAnswer = Type.Object({
  confusion: Type.Array(ClassConfusion),
})

const worstMembers = {
  job_id: Id,
  reference_id: Type.String(),
  tag: Type.String(),
  source: stringEnum(...SCORE_SOURCES),
  at: Time,
  over: orNull(
    Type.Unsafe<[string, string]>(
      Type.Array(Type.String(), {
        minItems: 2,
        maxItems: 2,
        description: 'documents that show it over each other: /jobs/{job_id}#over=…&over=…; null: not for this person',
      }),
    ),
  ),
}

const WorstWork = Type.Object({ ...worstMembers, score: Type.Number() }, { title: 'WorstWork' })

export type WorstWork = Static<typeof WorstWork>

const WorstObject = Type.Object(
  {
    ...worstMembers,
    label: Type.String(),
    state: stringEnum('moved', 'other_class', 'missing', 'extra'),
    likeness: Type.Number({ description: '0 to 1; 0 unless it was only moved' }),
    frame: orNull(Type.Integer({ description: 'from 0; null: points' })),
    track_id: orNull(Type.String({ description: 'null: extra, in no accepted work' })),
  },
  { title: 'WorstObject' },
)

export type WorstObject = Static<typeof WorstObject>

const WorstAnswer = Type.Object({
  jobs: Type.Array(WorstWork),
  objects: Type.Array(WorstObject),
})

const JobQuality = Type.Object(
  {
    gold: Type.Optional(
      orNull(
        Type.Object({
          score: scoreOrNull,
          passed: orNull(Type.Boolean()),
          source_job_id: Type.String({ format: 'uuid' }),
        }),
      ),
    ),
    reviews: Type.Array(
      Type.Object({
        outcome: stringEnum('accepted', 'fixed', 'rejected'),
        score: scoreOrNull,
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
        alpha: Type.Record(Type.String(), scoreOrNull, { description: "Krippendorff's α by attribute" }),
      }),
    ),
  },
  { title: 'JobQualityRecord' },
)

export type JobQuality = Static<typeof JobQuality>

/** It has nothing that says how many jobs or records were checked: people who count them could recognise gold. */
const OwnQuality = Type.Object({
  days: Type.Array(Type.Object({ day: Type.String(), jobs: Count, score: scoreOrNull })),
  classes: Type.Array(
    Type.Object({
      key: Type.String(),
      by_figure: Type.Object(
        { precision: scoreOrNull, recall: scoreOrNull, f1: scoreOrNull, pq: scoreOrNull },
        { description: 'rounded to hundredths' },
      ),
    }),
  ),
})

export const FigureRange = Type.Object({
  from: textParameter('day or time, in UTC; left out: 30 days before `to`'),
  to: textParameter('day or time that ends the range; left out: now, today included'),
  tag: textParameter('work of this tag alone'),
})

export const FigureRangeOfPerson = Type.Object({
  ...FigureRange.properties,
  user_id: Type.Optional({ ...Id, description: 'work of this person alone; for keys and managers' }),
})

const MOST_WORST = 100

export const qualityEndpoints = {
  listQualityClasses: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/quality/classes'],
    access: { key: 'read', session: 'manageProjects' },
    tag: 'results',
    summary: 'Figures of each person by class',
    query: FigureRangeOfPerson,
    answer: PersonClasses,
  }),
  listQualityDays: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/quality/days'],
    access: { key: 'read', session: 'manageProjects' },
    tag: 'results',
    summary: 'What each person submitted by UTC day',
    query: FigureRangeOfPerson,
    answer: PersonDays,
  }),
  listQualityPairs: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/quality/pairs'],
    access: { key: 'read', session: 'manageProjects' },
    tag: 'results',
    summary: 'How well each two people agree on the jobs that both annotated independently',
    query: FigureRangeOfPerson,
    answer: PairsAnswer,
  }),
  listQuality: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/quality'],
    access: { key: 'read', session: 'seeQuality' },
    tag: 'results',
    summary: 'Quality figures of submitted work, by person, class, tag, attribute or UTC day of submission',
    query: Type.Object({ ...FigureRangeOfPerson.properties, by: Type.Optional(stringEnum(...QUALITY_KEYS)) }),
    answer: QualityRows,
  }),
  listConfusion: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/quality/confusion'],
    access: { key: 'read', session: 'seeQuality' },
    tag: 'results',
    summary: 'Confusion matrix: classes of accepted (a) against submitted (b) records',
    query: FigureRangeOfPerson,
    answer: ConfusionAnswer,
  }),
  listWorstWork: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/quality/worst'],
    access: { key: 'read', session: 'seeQuality' },
    tag: 'results',
    summary: 'The work with the lowest scores, and the objects that differ most',
    query: Type.Object({
      ...FigureRangeOfPerson.properties,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_WORST })),
    }),
    answer: WorstAnswer,
  }),
  getJobQuality: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/jobs/:jid/quality'],
    access: { key: 'read', session: 'seeQuality' },
    tag: 'results',
    summary: 'Review results of a job',
    answer: JobQuality,
  }),
  getOwnQuality: endpoint({
    method: 'GET',
    paths: ['/api/me/quality'],
    access: { session: 'signed-in' },
    tag: 'pages',
    summary: 'Quality of your own work, up to yesterday',
    alsoAnswers: { 404: 'there is no such project' },
    query: Type.Object({ ...FigureRange.properties, project_id: Type.String({ format: 'uuid' }) }),
    answer: OwnQuality,
  }),
}
