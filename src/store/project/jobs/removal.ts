import type { Queryable } from '../../postgres/pools.ts'
import { releaseFiles } from '../files/fileUses.ts'
import type { Job } from './jobs.ts'

/**
 * inputs: the data that the customer sent and everything derived from it. results: everything that people and programs
 * made of the job.
 */
export const DATA_KINDS = ['inputs', 'results'] as const
export type DataKind = (typeof DATA_KINDS)[number]

/**
 * Removes what a finished job holds of its customer's data, in the caller's transaction. The job's row and its ledger
 * row stay. Answers the files that it named, which are noted as released too.
 */
export async function removeJobData(
  db: Queryable,
  job: Job,
  kinds: readonly DataKind[] = DATA_KINDS,
): Promise<string[]> {
  const files = await releaseArchives(db, job)
  if (kinds.includes('inputs')) files.push(...(await removeInputs(db, job)))
  if (kinds.includes('results')) files.push(...(await removeResults(db, job)))
  await db.query(
    `insert into released_files (project_id, sha256) select $1, unnest($2::text[])
     on conflict (project_id, sha256) do update set released_at = excluded.released_at`,
    [job.projectId, [...new Set(files)].sort()],
  )
  await db.query(
    'update jobs set data_deleted_at = coalesce(data_deleted_at, (select now())), error = null where project_id = $1 and id = $2',
    [job.projectId, job.jobId],
  )
  return files
}

async function removeInputs(db: Queryable, job: Job): Promise<string[]> {
  const of = [job.projectId, job.jobId]
  const { rows } = await db.query<Named>(
    `select sha256 from job_assets where project_id = $1 and job_id = $2
     union select value from job_assets, jsonb_each_text(derived) where project_id = $1 and job_id = $2 and key <> 'display_type'
     union select unnest(tiles) from job_assets where project_id = $1 and job_id = $2
     union select unnest(array[document_sha256, labels_sha256]) from predictions where project_id = $1 and job_id = $2`,
    of,
  )
  const files = namedIn(rows)
  for (const table of ['job_payloads', 'job_assets', 'predictions']) {
    await db.query(`delete from ${table} where project_id = $1 and job_id = $2`, of)
  }
  files.push(...(await releaseFiles(db, job.projectId, { kind: 'job', id: job.jobId })))
  // The next download of such a URL has to fetch it again.
  await db.query('delete from fetched_urls where project_id = $1 and sha256 = any($2)', [job.projectId, files])
  await db.query('update jobs set inputs_deleted_at = now() where project_id = $1 and id = $2', of)
  return files
}

const OF_PEOPLE = ['works', 'work_snapshots', 'work_operations', 'work_drafts', 'issues', 'issue_comments', 'gold_jobs']
const OF_ASSISTANTS = ['assistant_suggestions', 'assistant_runs']

async function removeResults(db: Queryable, job: Job): Promise<string[]> {
  const of = [job.projectId, job.jobId]
  const { rows } = await db.query<Named>(
    `select unnest(array[document_sha256, labels_sha256]) as sha256 from submissions where project_id = $1 and job_id = $2
     union select unnest(array[document_sha256, labels_sha256]) from assignments where project_id = $1 and job_id = $2
     union select unnest(array[document_sha256, labels_sha256]) from reviews where project_id = $1 and job_id = $2
     union select unnest(array[document_sha256, labels_sha256]) from work_snapshots where project_id = $1 and job_id = $2
     union select unnest(array[document_sha256, labels_sha256]) from gold_jobs where project_id = $1 and job_id = $2
     union select sha256 from attachments where project_id = $1 and job_id = $2`,
    of,
  )
  for (const table of ['submissions', ...OF_PEOPLE, ...OF_ASSISTANTS]) {
    await db.query(`delete from ${table} where project_id = $1 and job_id = $2`, of)
  }
  for (const table of ['reviews', 'assignments']) {
    await db.query(
      `update ${table} set document_sha256 = null, labels_sha256 = null where project_id = $1 and job_id = $2`,
      of,
    )
  }
  await db.query('update attachments set sha256 = null where project_id = $1 and job_id = $2', of)
  await strip(db, job)
  await db.query(
    'update jobs set results_deleted_at = now(), result_attachment = null where project_id = $1 and id = $2',
    of,
  )
  return namedIn(rows)
}

/** Archives that hold the data go with it; the exports stay in the list. */
async function releaseArchives(db: Queryable, job: Job): Promise<string[]> {
  const of = [job.projectId, job.jobId]
  const { rows } = await db.query<Named>(
    `select e.sha256 from exports e join export_jobs j on j.project_id = $1 and j.export_id = e.id
     where e.project_id = $1 and j.job_id = $2`,
    of,
  )
  await db.query(
    `update exports set sha256 = null where project_id = $1
       and id in (select export_id from export_jobs where project_id = $1 and job_id = $2)`,
    of,
  )
  return namedIn(rows)
}

interface Named {
  sha256: string | null
}

const namedIn = (rows: readonly Named[]): string[] => rows.flatMap(({ sha256 }) => sha256 ?? [])

/** The feed keeps its announcements, without the results that small ones carried. */
async function strip(db: Queryable, job: Job): Promise<void> {
  const of = [job.projectId, job.jobId]
  const { rows } = await db.query<{ position: number; body: Buffer }>(
    'select position, body from events where project_id = $1 and job_id = $2',
    of,
  )
  for (const { position, body } of rows) {
    const told = JSON.parse(body.toString('utf8'))
    for (const annotation of told.annotations) delete annotation.result?.data
    await db.query('update events set body = $3 where project_id = $1 and position = $2', [
      job.projectId,
      position,
      Buffer.from(JSON.stringify(told)),
    ])
  }
}
