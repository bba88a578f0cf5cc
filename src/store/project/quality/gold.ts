import type { Queryable } from '../../postgres/pools.ts'
import { double, int, namedRows, nullable, type RowOf, Table, text, timestamp, uuid } from '../../postgres/table.ts'
import type { Job, JobPlace } from '../jobs/jobs.ts'

export const GOLD_JOBS = new Table('gold_jobs', {
  job_id: uuid,
  tag: text,
  tag_version: int,
  document_sha256: text,
  labels_sha256: nullable(text),
  created_at: timestamp,
  given: int,
  scored: int,
  score_sum: double,
})
type GoldRow = RowOf<typeof GOLD_JOBS>

/** The ground truth of a job, stored in files. */
export interface Truth {
  documentSha256: string
  labelsSha256: string | null
}

/** Makes a job gold, or replaces its ground truth; earlier scores belong to the old one. */
export async function putGold(db: Queryable, job: Job, truth: Truth, madeBy: string | null): Promise<void> {
  await db.query(
    `insert into gold_jobs as g (project_id, job_id, tag, tag_version, document_sha256, labels_sha256, made_by)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (project_id, job_id) do update set tag = excluded.tag, tag_version = excluded.tag_version,
       document_sha256 = excluded.document_sha256, labels_sha256 = excluded.labels_sha256, made_by = excluded.made_by,
       ended_at = null, scored = 0, score_sum = 0`,
    [job.projectId, job.jobId, job.tag, job.tagVersion, truth.documentSha256, truth.labelsSha256, madeBy],
  )
}

/** The job is no longer used as gold; false if it was not. */
export async function endGold(db: Queryable, { projectId, jobId }: JobPlace): Promise<boolean> {
  const { rowCount } = await db.query(
    'update gold_jobs set ended_at = now() where project_id = $1 and job_id = $2 and ended_at is null',
    [projectId, jobId],
  )
  return rowCount === 1
}

export async function isGold(db: Queryable, { projectId, jobId }: JobPlace): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from gold_jobs where project_id = $1 and job_id = $2 and ended_at is null',
    [projectId, jobId],
  )
  return rowCount === 1
}

/** The ground truth, locked until the transaction ends, so that no one replaces it meanwhile. */
export async function lockTruth(db: Queryable, { projectId, jobId }: JobPlace): Promise<Truth | null> {
  const { rows } = await db.query<Pick<GoldRow, 'document_sha256' | 'labels_sha256'>>(
    'select document_sha256, labels_sha256 from gold_jobs where project_id = $1 and job_id = $2 for update',
    [projectId, jobId],
  )
  return rows[0] ? { documentSha256: rows[0].document_sha256, labelsSha256: rows[0].labels_sha256 } : null
}

export async function findTruth(db: Queryable, { projectId, jobId }: JobPlace): Promise<Truth | null> {
  const { rows } = await db.query<Pick<GoldRow, 'document_sha256' | 'labels_sha256'>>(
    'select document_sha256, labels_sha256 from gold_jobs where project_id = $1 and job_id = $2',
    [projectId, jobId],
  )
  return rows[0] ? { documentSha256: rows[0].document_sha256, labelsSha256: rows[0].labels_sha256 } : null
}

/**
 * A gold job of the tag for this person: one that they never had, nor annotated, reviewed or made gold themselves. Jobs
 * with suggestions come first if the replaced job has suggestions, and otherwise those without; then those that were
 * given to the fewest people, so that all are used evenly. null: the person has had all of them.
 */
export async function pickGold(
  db: Queryable,
  { projectId, tag, uncertainty }: Pick<Job, 'projectId' | 'tag' | 'uncertainty'>,
  userId: string,
): Promise<string | null> {
  const { rows } = await db.query<Pick<GoldRow, 'job_id'>>(
    `select g.job_id from gold_jobs g join jobs j on j.project_id = $1 and j.id = g.job_id
     where g.project_id = $1 and g.tag = $2 and g.ended_at is null and g.made_by is distinct from $3
       and not exists (select 1 from gold_given h
         where h.project_id = $1 and h.job_id = g.job_id and h.user_id = $3)
       and not exists (select 1 from assignments a
         where a.project_id = $1 and a.job_id = g.job_id and a.user_id = $3)
     order by (j.uncertainty >= 0) = $4 desc, g.given, md5($3 || g.job_id::text) limit 1`,
    [projectId, tag, userId, uncertainty !== null],
  )
  return rows[0]?.job_id ?? null
}

/** Gold jobs without a prediction of an assistant. */
export async function listUnpredicted(db: Queryable, projectId: string): Promise<{ jobId: string; tag: string }[]> {
  const rows = await namedRows<{ jobId: string; tag: string }>(
    db,
    `select g.job_id, g.tag from gold_jobs g join jobs j on j.project_id = $1 and j.id = g.job_id
     where g.project_id = $1 and g.ended_at is null and j.uncertainty < 0`,
    [projectId],
  )
  return rows
}

/** A row of the list of gold jobs. */
export interface GoldJob {
  jobId: string
  referenceId: string
  tag: string
  createdAt: Date
  given: number
  meanScore: number | null
  isOfOlderTag: boolean
}

/**
 * Gold jobs in the order of creation, after one of them; one more than a page, to know whether there is a next page.
 */
export async function listGold(
  db: Queryable,
  projectId: string,
  { jobId, after, limit }: { jobId?: string; after: { createdAt: Date; jobId: string } | null; limit: number },
): Promise<GoldJob[]> {
  const { rows } = await db.query<GoldRow & { reference_id: string; is_old: boolean }>(
    `select g.job_id, g.tag, g.created_at, g.given, g.scored, g.score_sum, j.reference_id, t.version > g.tag_version as is_old
     from gold_jobs g join jobs j on j.project_id = $1 and j.id = g.job_id
       join tags t on t.project_id = $1 and t.tag = g.tag
     where g.project_id = $1 and g.ended_at is null
       and ($2::timestamptz is null or (date_trunc('milliseconds', g.created_at), g.job_id) > ($2, $3::uuid))
       and ($5::uuid is null or g.job_id = $5)
     order by date_trunc('milliseconds', g.created_at), g.job_id limit $4`,
    [projectId, after?.createdAt ?? null, after?.jobId ?? null, limit + 1, jobId ?? null],
  )
  return rows.map((row) => ({
    jobId: row.job_id,
    referenceId: row.reference_id,
    tag: row.tag,
    createdAt: row.created_at,
    given: row.given,
    meanScore: row.scored === 0 ? null : row.score_sum / row.scored,
    isOfOlderTag: row.is_old,
  }))
}
