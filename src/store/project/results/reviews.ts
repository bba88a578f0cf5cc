import type { Queryable } from '../../postgres/pools.ts'
import { bool, double, int, nullable, type RowOf, Table, text, textOf, timestamp } from '../../postgres/table.ts'

export interface Review {
  version: number
  decision: 'accept' | 'reject'
  comment: string | null
  /**
   * The share of the accepted work that was submitted unchanged; null for a rejection, and for a fix until it is
   * computed.
   */
  score: number | null
  keyId: string | null
  userId: string | null
  /**
   * The work at the time of the decision, and whether the reviewer had changed it; a key decides without opening it.
   */
  work?: { documentSha256: string; labelsSha256: string | null; fixed: boolean }
}

/** Answers its number, from 1 within a version; the caller holds the job's row. */
export async function addReview(db: Queryable, projectId: string, jobId: string, review: Review): Promise<number> {
  const { rows } = await db.query<{ number: number }>(
    `insert into reviews (project_id, job_id, version, number, decision, comment, key_id, user_id, document_sha256,
       labels_sha256, fixed, score)
     select $1, $2, $3, coalesce(max(number), 0) + 1, $4, $5, $6, $7, $8, $9, $10, $11::float8 from reviews
     where project_id = $1 and job_id = $2 and version = $3
     returning number`,
    [
      projectId,
      jobId,
      review.version,
      review.decision,
      review.comment,
      review.keyId,
      review.userId,
      review.work?.documentSha256 ?? null,
      review.work?.labelsSha256 ?? null,
      review.work?.fixed ?? false,
      review.score,
    ],
  )
  return rows[0].number
}

export interface ReviewEntry {
  /** Over all versions of the result, from 1. */
  number: number
  version: number
  decision: 'accept' | 'reject'
  comment: string | null
  fixed: boolean
  score: number | null
  /** Withdrawn after the annotator contested it. */
  overturned: boolean
  userName: string | null
  documentSha256: string | null
  labelsSha256: string | null
  createdAt: Date
}

export const REVIEWS = new Table('reviews', {
  version: int,
  decision: textOf<ReviewEntry['decision']>(),
  comment: nullable(text),
  fixed: bool,
  score: nullable(double),
  overturned: bool,
  document_sha256: nullable(text),
  labels_sha256: nullable(text),
  created_at: timestamp,
})

/** The last decision about this version of the result; null: none yet. */
export async function lastDecision(
  db: Queryable,
  { projectId, jobId }: { projectId: string; jobId: string },
  version: number,
): Promise<Review['decision'] | null> {
  const { rows } = await db.query<Pick<RowOf<typeof REVIEWS>, 'decision'>>(
    'select decision from reviews where project_id = $1 and job_id = $2 and version = $3 order by number desc limit 1',
    [projectId, jobId, version],
  )
  return rows[0]?.decision ?? null
}

/** All reviews of a job in order. */
export async function listReviews(db: Queryable, projectId: string, jobId: string): Promise<ReviewEntry[]> {
  const { rows } = await db.query<RowOf<typeof REVIEWS> & { user_name: string | null }>(
    `select ${REVIEWS.list('r')}, coalesce(u.name, u.email) as user_name
     from reviews r left join users u on u.id = r.user_id
     where r.project_id = $1 and r.job_id = $2 order by r.version, r.number`,
    [projectId, jobId],
  )
  return rows.map((row, index) => ({
    number: index + 1,
    version: row.version,
    decision: row.decision,
    comment: row.comment,
    fixed: row.fixed,
    score: row.score,
    overturned: row.overturned,
    userName: row.user_name,
    documentSha256: row.document_sha256,
    labelsSha256: row.labels_sha256,
    createdAt: row.created_at,
  }))
}

/** What a fix turned out to be worth; false: it was known already. */
export async function setReviewScore(
  db: Queryable,
  at: { projectId: string; jobId: string; version: number; number: number },
  score: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update reviews set score = $5
     where project_id = $1 and job_id = $2 and version = $3 and number = $4 and score is null`,
    [at.projectId, at.jobId, at.version, at.number, score],
  )
  return rowCount === 1
}
