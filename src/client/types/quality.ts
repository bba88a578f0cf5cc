/** Of records of reviewed work: what was submitted against what was accepted. Of attributes `n` and `agreement` alone. */
export interface QualityFigures {
  tp?: number
  /** Missing from what was submitted. */
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
  /** null: of a class or an attribute, which no job passes. */
  passed: number | null
}

export interface QualityRow {
  /** A day, tag, class or attribute, or the id of a person; null: work of API keys. */
  key: string | null
  /** Of a person, for managers who are signed in. */
  name?: string | null
  jobs: number
  /** As they were submitted first; of people, tags and days. */
  objects?: number
  /** Of people until they submitted, or of a reviewer until they decided. */
  active_seconds?: number
  review?: { accepted: number; fixed: number; rejected: number; score: number | null }
  /** Of a reviewer: verdicts that were withdrawn. */
  overturned?: number
  /** For the operator and managers alone. */
  gold?: GoldFigures & { training: GoldFigures }
  consensus?: { n: number; agreement: number | null }
  /** At least 10 scored jobs: fewer say too little to compare rows with one another. */
  ranked?: boolean
  /** By figure (`review`, `gold`, `consensus`, or `precision`, `recall`, `agreement`), with 95 % confidence. */
  intervals: Record<string, { low: number; high: number } | null>
  by_figure: QualityFigures
}

/** How good a person is at a class. */
export interface PersonClassFigures extends Pick<QualityRow, 'jobs' | 'intervals' | 'by_figure'> {
  /** null: work of API keys. */
  user_id: string | null
  name?: string | null
  class: string
  /** At least 10 jobs. */
  ranked: boolean
}

/** What a person submitted on a UTC day. */
export interface PersonDayFigures {
  /** null: work of API keys. */
  user_id: string | null
  name?: string | null
  day: string
  jobs: number
  objects: number
  active_seconds: number
}

/** How well two people agree who annotated the same jobs independently. */
export interface PersonPair {
  a: string
  b: string
  name_a?: string | null
  name_b?: string | null
  jobs: number
  /** Mean score of their documents compared. */
  agreement: number
  /** At least 10 jobs. */
  ranked: boolean
  interval: { low: number; high: number } | null
}

export interface ClassConfusion {
  /** null: nothing. */
  a: string | null
  b: string | null
  count: number
}

/** A job whose truth is known; for the operator and managers alone. */
export interface GoldJobRow {
  job_id: string
  reference_id: string
  tag: string
  created_at: string
  /** People who had a copy of it. */
  given: number
  mean_score: number | null
  /** Most of the people who are good at other gold fail it. */
  questioned: boolean
  good_people: { had: number; failed: number }
  /** Classes or attributes of the tag have changed since. */
  older_tag_version: boolean
}

/** What checks made of one job. */
export interface JobQualityRecord {
  /** Of a person's copy of a gold job; for the operator and managers alone. */
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
  /** Of gold: the job whose truth it is. */
  source_job_id: string | null
  score_before: number | null
  /** As it is now. */
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

/** One of its objects that differs from what was accepted, or from the truth. */
export interface WorstObject extends Omit<WorstWork, 'score'> {
  label: string
  state: 'moved' | 'other_class' | 'missing' | 'extra'
  /** 0 to 1; 0 unless it was only moved. */
  likeness: number
  /** From 0; null: points. */
  frame: number | null
  /** null: it is extra, and so in no accepted work. */
  track_id: string | null
}
