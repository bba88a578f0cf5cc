import type { Queryable } from '../postgres/pools.ts'

export interface Review {
  version: number
  decision: 'accept' | 'reject'
  comment: string | null
  keyId: string | null
  userId: string | null
}

/** Numbered from 1 within a version; the caller holds the job's row. */
export async function addReview(db: Queryable, projectId: string, jobId: string, review: Review): Promise<void> {
  await db.query(
    `insert into reviews (project_id, job_id, version, number, decision, comment, key_id, user_id)
     select $1, $2, $3, coalesce(max(number), 0) + 1, $4, $5, $6, $7 from reviews
     where project_id = $1 and job_id = $2 and version = $3`,
    [projectId, jobId, review.version, review.decision, review.comment, review.keyId, review.userId],
  )
}
