import type { Queryable } from '../../postgres/pools.ts'
import { namedRows } from '../../postgres/table.ts'
import type { IngestPlace } from './ingests.ts'

/** A job that has a reference_id which an ingest wants. */
export interface HeldReference {
  referenceId: string
  jobId: string
  /** Of the data, where an ingest made it. */
  contentSha256: Buffer | null
  /** Made by this ingest. */
  isOwn: boolean
}

/** The jobs that have these reference_ids. */
export async function heldReferences(
  db: Queryable,
  { projectId, ingestId }: IngestPlace,
  referenceIds: readonly string[],
): Promise<HeldReference[]> {
  const rows = await namedRows<HeldReference>(
    db,
    `select j.reference_id, j.id as job_id, m.content_sha256, coalesce(m.is_own, false) as is_own
     from jobs j left join lateral (
       select i.content_sha256, i.ingest_id = $2 as is_own from ingest_jobs i
       where i.project_id = $1 and i.job_id = j.id limit 1) m on true
     where j.project_id = $1 and j.reference_id = any($3)`,
    [projectId, ingestId, referenceIds],
  )
  return rows
}

/** Notes jobs that the ingest made, with the hash of their data. */
export async function noteIngestJobs(
  db: Queryable,
  { projectId, ingestId }: IngestPlace,
  made: readonly { jobId: string; contentSha256: Buffer }[],
): Promise<void> {
  await db.query(
    `insert into ingest_jobs (project_id, ingest_id, job_id, content_sha256)
     select $1, $2, job_id, content from unnest($3::uuid[], $4::bytea[]) as given (job_id, content)`,
    [projectId, ingestId, made.map(({ jobId }) => jobId), made.map(({ contentSha256 }) => contentSha256)],
  )
}

/** Whether a job that the ingest made is at one of these stages. */
export async function hasIngestJobAt(
  db: Queryable,
  { projectId, ingestId }: IngestPlace,
  stages: readonly string[],
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from ingest_jobs i join jobs j on j.project_id = $1 and j.id = i.job_id and j.stage = any($3)
     where i.project_id = $1 and i.ingest_id = $2 limit 1`,
    [projectId, ingestId, stages],
  )
  return rowCount === 1
}

/** A job whose files could not be used: what was wrong with which field, and its body. */
export interface FailedJob {
  jobId: string
  failures: readonly { field: string; type: string }[]
  body: Buffer | null
}

/** Jobs of the ingest that failed, at most `limit`, after one of them. */
export async function failedIngestJobs(
  db: Queryable,
  { projectId, ingestId }: IngestPlace,
  after: string | null,
  limit: number,
): Promise<FailedJob[]> {
  const rows = await namedRows<FailedJob>(
    db,
    `select j.id as job_id, coalesce(j.error -> 'meta_data' -> 'failures', '[]') as failures, p.body
     from ingest_jobs i join jobs j on j.project_id = $1 and j.id = i.job_id and j.error is not null
       left join job_payloads p on p.project_id = $1 and p.job_id = j.id
     where i.project_id = $1 and i.ingest_id = $2 and ($3::uuid is null or j.id > $3) order by j.id limit $4`,
    [projectId, ingestId, after, limit],
  )
  return rows
}
