// Made of src/contract by `npm run clients`: do not edit.

export interface Truth {
  from?: 'result' | 'submission'
  /** With `submission`: id of the copy; what was submitted on it is the truth. */
  job_id?: string
  /** As in a submitted result. */
  data?: Record<string, unknown>
}

export interface GoldJobRow {
  job_id: string
  reference_id: string
  tag: string
  /** ISO 8601 with a numeric offset. */
  created_at: string
  given: number
  mean_score: number | null
  /** Most of the people who are good at other gold fail it. */
  questioned: boolean
  good_people: { had: number; failed: number }
  /** Classes or attributes of the tag have changed since. */
  older_tag_version: boolean
}
