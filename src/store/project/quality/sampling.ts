import { randomBytes } from 'node:crypto'
import type { Queryable } from '../../postgres/pools.ts'
import { bigint, bool, bytea, Table } from '../../postgres/table.ts'
import { homeOf, type Job, type JobPlace } from '../jobs/jobs.ts'

export const SAMPLING_SECRETS = new Table('sampling_secrets', { secret: bytea })
export const REVIEW_DRAWS = new Table('review_draws', { reviewed: bool })
export const SUBMISSION_COUNTS = new Table('submission_counts', { submissions: bigint })

/** The secret that draws jobs of a project for this purpose; created at the first request. */
export async function samplingSecret(
  db: Queryable,
  projectId: string,
  kind: 'review' | 'gold' | 'consensus',
): Promise<Buffer> {
  await db.query('insert into sampling_secrets (project_id, kind, secret) values ($1, $2, $3) on conflict do nothing', [
    projectId,
    kind,
    randomBytes(32),
  ])
  const { rows } = await db.query<{ secret: Buffer }>(
    'select secret from sampling_secrets where project_id = $1 and kind = $2',
    [projectId, kind],
  )
  return rows[0].secret
}

/** The earlier draw for the job; null: none yet. */
export async function findReviewDraw(db: Queryable, { projectId, jobId }: JobPlace): Promise<boolean | null> {
  const { rows } = await db.query<{ reviewed: boolean }>(
    'select reviewed from review_draws where project_id = $1 and job_id = $2',
    [projectId, jobId],
  )
  return rows[0]?.reviewed ?? null
}

export async function putReviewDraw(db: Queryable, { projectId, jobId }: JobPlace, reviewed: boolean): Promise<void> {
  await db.query('insert into review_draws (project_id, job_id, reviewed) values ($1, $2, $3) on conflict do nothing', [
    projectId,
    jobId,
    reviewed,
  ])
}

/** Counts a submission of a person, or takes one back (-1); answers how many there are of the tag with it. */
export async function countSubmission(db: Queryable, job: Job, userId: string, by: 1 | -1 = 1): Promise<number> {
  const { rows } = await db.query<{ submissions: number }>(
    `insert into submission_counts as c (project_id, tag, user_id, submissions) values ($1, $2, $3, $4)
     on conflict (project_id, tag, user_id) do update set submissions = greatest(0, c.submissions + $4)
     returning submissions`,
    [homeOf(job), job.tag, userId, by],
  )
  return rows[0].submissions
}
