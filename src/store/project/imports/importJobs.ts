import type { Queryable } from '../../postgres/pools.ts'
import { namedRows } from '../../postgres/table.ts'

/** Jobs that an import has processed, by id; false: created by it, and still without its labels. */
export async function listImportJobs(
  db: Queryable,
  projectId: string,
  importId: string,
): Promise<Map<string, boolean>> {
  const rows = await namedRows<{ jobId: string; isDone: boolean }>(
    db,
    `select job_id, is_done from import_jobs where project_id = $1 and import_id = $2`,
    [projectId, importId],
  )
  return new Map(rows.map(({ jobId, isDone }) => [jobId, isDone]))
}

/** Notes that a job was made by the import, or has its labels now. */
export async function noteImportJobs(
  db: Queryable,
  projectId: string,
  importId: string,
  jobIds: readonly string[],
  isDone: boolean,
): Promise<void> {
  await db.query(
    `insert into import_jobs (project_id, import_id, job_id, is_done)
     select $1, $2, job_id, $4 from unnest($3::uuid[]) as given (job_id)
     on conflict (project_id, import_id, job_id) do update set is_done = excluded.is_done`,
    [projectId, importId, jobIds, isDone],
  )
}

/** A file of a job of the tag, to find the job by. */
export interface NamedFile {
  jobId: string
  field: string
  url: string
}

/** Files of all jobs of a tag whose data is there, in the order of job and field, after the given one. */
export async function namedFilesAfter(
  db: Queryable,
  projectId: string,
  tag: string,
  after: NamedFile | null,
  limit: number,
): Promise<NamedFile[]> {
  const rows = await namedRows<NamedFile>(
    db,
    `select a.job_id, a.field, a.url from job_assets a
       join jobs j on j.project_id = $1 and j.id = a.job_id and j.tag = $2 and j.data_deleted_at is null
     where a.project_id = $1 and ($3::uuid is null or (a.job_id, a.field) > ($3, $4))
     order by a.job_id, a.field limit $5`,
    [projectId, tag, after?.jobId ?? null, after?.field ?? null, limit],
  )
  return rows
}

/** Jobs of a tag whose data is there by reference_id, after the given one. */
export async function referencesAfter(
  db: Queryable,
  projectId: string,
  tag: string,
  after: string,
  limit: number,
): Promise<{ jobId: string; referenceId: string }[]> {
  const rows = await namedRows<{ jobId: string; referenceId: string }>(
    db,
    `select id as job_id, reference_id from jobs
     where project_id = $1 and tag = $2 and data_deleted_at is null and reference_id > $3
     order by reference_id limit $4`,
    [projectId, tag, after, limit],
  )
  return rows
}

/** Addresses of the files of these jobs. */
export async function filesOfJobs(db: Queryable, projectId: string, jobIds: readonly string[]): Promise<NamedFile[]> {
  const rows = await namedRows<NamedFile>(
    db,
    `select job_id, field, url from job_assets where project_id = $1 and job_id = any ($2::uuid[])
     order by job_id, field`,
    [projectId, jobIds],
  )
  return rows
}

export async function hasPrediction(db: Queryable, projectId: string, jobId: string): Promise<boolean> {
  const { rowCount } = await db.query('select 1 from predictions where project_id = $1 and job_id = $2', [
    projectId,
    jobId,
  ])
  return rowCount === 1
}

/** Whether jobs that an import may be for are at one of these stages: those that it made, and older ones of its tag. */
export async function hasJobsAt(
  db: Queryable,
  { projectId, importId, tag, createdAt }: { projectId: string; importId: string; tag: string; createdAt: Date },
  stages: readonly string[],
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from jobs j where j.project_id = $1 and j.tag = $3 and j.stage = any ($5)
       and (j.created_at <= $4 or exists (select 1 from import_jobs i
         where i.project_id = $1 and i.import_id = $2 and i.job_id = j.id)) limit 1`,
    [projectId, importId, tag, createdAt, stages],
  )
  return rowCount === 1
}
