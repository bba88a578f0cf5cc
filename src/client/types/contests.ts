// Made of src/contract by `npm run clients`: do not edit.

export interface ContestRow {
  contest_id: string
  job_id: string
  reference_id: string
  tag: string
  comment: string
  /** ISO 8601 with a numeric offset. */
  opened_at: string
  state: 'open' | 'upheld' | 'dismissed'
  answer: string | null
  /** ISO 8601 with a numeric offset. */
  decided_at: string | null
  user_id: string
  name?: string | null
  kind: 'gold' | 'review'
  /** The job whose truth the gold is. */
  source_job_id: string | null
  score_before: number | null
  /** As it is now. */
  score: number | null
}
