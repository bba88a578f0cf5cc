// Made of src/contract by `npm run clients`: do not edit.

export interface QualityFigures {
  tp?: number
  only_a?: number
  only_b?: number
  precision?: number | null
  recall?: number | null
  f1?: number | null
  pq?: number | null
  n?: number
  agreement?: number | null
}

export interface PersonClassFigures {
  /** Null: work of API keys. */
  user_id: string | null
  /** For managers. */
  name?: string | null
  class: string
  jobs: number
  /** At least 10 jobs: fewer say too little to compare them with others. */
  ranked: boolean
  /** Where the true value of a score or share lies with 95 % confidence; null: nothing to say it by. */
  intervals: {
    review?: { low: number; high: number } | null
    gold?: { low: number; high: number } | null
    consensus?: { low: number; high: number } | null
    precision?: { low: number; high: number } | null
    recall?: { low: number; high: number } | null
    agreement?: { low: number; high: number } | null
  }
  by_figure: QualityFigures
}

export interface PersonDayFigures {
  /** Null: work of API keys. */
  user_id: string | null
  /** For managers. */
  name?: string | null
  /** UTC day of submission. */
  day: string
  jobs: number
  /** As submitted first. */
  objects: number
  /** Until they submitted. */
  active_seconds: number
}

export interface PersonPair {
  a: string
  b: string
  /** For managers. */
  name_a?: string | null
  /** For managers. */
  name_b?: string | null
  /** That both annotated independently. */
  jobs: number
  /** Mean score of their documents compared. */
  agreement: number
  /** At least 10 jobs: fewer say too little to compare them with others. */
  ranked: boolean
  interval: { low: number; high: number } | null
}

export interface QualityRow {
  /** Null: work of API keys. */
  key: string | null
  /** The name of a person, for managers. */
  name?: string | null
  jobs: number
  /** As submitted first; by person, tag and day of submission. */
  objects?: number
  /** The time of people until they submitted, or of a reviewer until they decided. */
  active_seconds?: number
  review?: { accepted: number; fixed: number; rejected: number; score: number | null }
  /** Verdicts of a reviewer that were withdrawn later. */
  overturned?: number
  gold?: {
    n: number
    score: number | null
    passed: number | null
    training: { n: number; score: number | null; passed: number | null }
  }
  consensus?: { n: number; agreement: number | null }
  /** At least 10 scored jobs: fewer say too little to compare rows with one another. */
  ranked?: boolean
  /** Where the true value of a score or share lies with 95 % confidence; null: nothing to say it by. */
  intervals: {
    review?: { low: number; high: number } | null
    gold?: { low: number; high: number } | null
    consensus?: { low: number; high: number } | null
    precision?: { low: number; high: number } | null
    recall?: { low: number; high: number } | null
    agreement?: { low: number; high: number } | null
  }
  by_figure: QualityFigures
}

export interface ClassConfusion {
  a: string | null
  /** Null: nothing. */
  b: string | null
  count: number
}

export interface WorstObject {
  job_id: string
  reference_id: string
  tag: string
  source: 'review' | 'gold' | 'consensus'
  /** ISO 8601 with a numeric offset. */
  at: string
  /** Documents that show it over each other: /jobs/{job_id}#over=…&over=…; null: not for this person. */
  over: string[] | null
  label: string
  state: 'moved' | 'other_class' | 'missing' | 'extra'
  /** 0 to 1; 0 unless it was only moved. */
  likeness: number
  /** From 0; null: points. */
  frame: number | null
  /** Null: extra, in no accepted work. */
  track_id: string | null
}

export interface WorstWork {
  job_id: string
  reference_id: string
  tag: string
  source: 'review' | 'gold' | 'consensus'
  /** ISO 8601 with a numeric offset. */
  at: string
  /** Documents that show it over each other: /jobs/{job_id}#over=…&over=…; null: not for this person. */
  over: string[] | null
  score: number
}

export interface JobQualityRecord {
  gold?: { score: number | null; passed: boolean | null; source_job_id: string } | null
  reviews: { outcome: 'accepted' | 'fixed' | 'rejected'; score: number | null; overturned?: boolean }[]
  consensus: {
    wanted: number
    n: number
    waiting_for: 'people' | null
    agreement: number | null
    pairs: { a: string; b: string; score: number }[]
    outcome: 'medoid' | 'adjudicated' | 'open'
    alpha: Record<string, number | null>
  } | null
}
