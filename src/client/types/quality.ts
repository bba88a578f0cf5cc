/**
 * Figures for the records of reviewed work: what was submitted compared with what was accepted. Attributes have only
 * `n` and `agreement`.
 */
export interface QualityFigures {
  tp?: number
  /** Missing from the submission. */
  only_a?: number
  /** Too many in it. */
  only_b?: number
  precision?: number | null
  recall?: number | null
  f1?: number | null
  pq?: number | null
  n?: number
  agreement?: number | null
}

interface GoldFigures {
  /** Jobs; of a class those that have it, of an attribute values compared. */
  n: number
  /** Mean; PQ of a class, the part that is equal of an attribute. */
  score: number | null
  /** null for a class or an attribute, which jobs do not pass. */
  passed: number | null
}

export interface QualityRow {
  /** A day, tag, class or attribute, or the id of a person; null: work of API keys. */
  key: string | null
  /** The name of a person, for managers who are signed in. */
  name?: string | null
  jobs: number
  /** As they were submitted first; of people, tags and days. */
  objects?: number
  /** People: until they submitted. Reviewers: until they decided. */
  active_seconds?: number
  review?: { accepted: number; fixed: number; rejected: number; score: number | null }
  /** For reviewers: withdrawn verdicts. */
  overturned?: number
  /** Only for the operator and managers. */
  gold?: GoldFigures & { training: GoldFigures }
  consensus?: { n: number; agreement: number | null }
  /** At least 10 scored jobs: fewer say too little to compare rows with one another. */
  ranked?: boolean
  /** By figure (`review`, `gold`, `consensus`, or `precision`, `recall`, `agreement`), with 95 % confidence. */
  intervals: Record<string, { low: number; high: number } | null>
  by_figure: QualityFigures
}

/** A person's quality in one class. */
export interface PersonClassFigures extends Pick<QualityRow, 'jobs' | 'intervals' | 'by_figure'> {
  /** null: work of API keys. */
  user_id: string | null
  name?: string | null
  class: string
  /** Has at least 10 jobs. */
  ranked: boolean
}

/** A person's submissions of one UTC day. */
export interface PersonDayFigures {
  /** null: work of API keys. */
  user_id: string | null
  name?: string | null
  day: string
  jobs: number
  objects: number
  active_seconds: number
}

/** How well two people agree on jobs that they annotated independently. */
export interface PersonPair {
  a: string
  b: string
  name_a?: string | null
  name_b?: string | null
  jobs: number
  /** Mean score of their documents compared. */
  agreement: number
  /** Has at least 10 jobs. */
  ranked: boolean
  interval: { low: number; high: number } | null
}

export interface ClassConfusion {
  /** null: no record. */
  a: string | null
  b: string | null
  count: number
}

/** A job with known ground truth; only for the operator and managers. */
export interface GoldJobRow {
  job_id: string
  reference_id: string
  tag: string
  created_at: string
  /** The number of people who received a copy. */
  given: number
  mean_score: number | null
  /** Most of the people who are good at other gold fail it. */
  questioned: boolean
  good_people: { had: number; failed: number }
  /** Classes or attributes of the tag have changed since. */
  older_tag_version: boolean
}

/** The outcome of the quality checks of one job. */
export interface JobQualityRecord {
  /** For a person's copy of a gold job; only for the operator and managers. */
  gold?: { score: number | null; passed: boolean | null; source_job_id: string } | null
  reviews: { outcome: 'accepted' | 'fixed' | 'rejected'; score: number | null; overturned?: boolean }[]
  consensus: {
    wanted: number
    /** People who have submitted. */
    n: number
    waiting_for: 'people' | null
    agreement: number | null
    pairs: { a: string; b: string; score: number }[]
    outcome: 'medoid' | 'adjudicated' | 'open'
    alpha: Record<string, number | null>
  } | null
}

/** A verdict that a person says is wrong; for the operator and managers alone. */
export interface ContestRow {
  contest_id: string
  job_id: string
  reference_id: string
  tag: string
  comment: string
  opened_at: string
  state: 'open' | 'upheld' | 'dismissed'
  answer: string | null
  decided_at: string | null
  user_id: string
  name?: string | null
  kind: 'gold' | 'review'
  /** For gold: the job that has the ground truth. */
  source_job_id: string | null
  score_before: number | null
  /** The current score. */
  score: number | null
}

/** Work that a check found wanting. */
export interface WorstWork {
  /** As managers open it: of gold the person's copy. */
  job_id: string
  reference_id: string
  tag: string
  source: 'review' | 'gold' | 'consensus'
  at: string
  /** Documents that show it over each other: `/jobs/{job_id}#over=…&over=…`; null: not for this person. */
  over: [string, string] | null
  score: number
}

/** An object of the job that differs from the accepted work or the ground truth. */
export interface WorstObject extends Omit<WorstWork, 'score'> {
  label: string
  state: 'moved' | 'other_class' | 'missing' | 'extra'
  /** 0 to 1; 0 unless it was only moved. */
  likeness: number
  /** From 0; null: points. */
  frame: number | null
  /** null: it is extra, and so not in the accepted work. */
  track_id: string | null
}
