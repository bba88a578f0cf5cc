import type { Queryable } from '../../postgres/pools.ts'
import type { Job } from './jobs.ts'

/**
 * Removes what a finished job holds of its customer's data, in the caller's transaction: payload, assets, documents,
 * results, callback bodies. The job's row and its ledger row stay. Answers the files that it named.
 */
export async function removeJobData(db: Queryable, job: Job): Promise<string[]> {
  const of = [job.projectId, job.jobId]
  const { rows } = await db.query<{ sha256: string | null }>(
    `select sha256 from job_assets where project_id = $1 and job_id = $2
     union select value from job_assets, jsonb_each_text(derived) where project_id = $1 and job_id = $2 and key <> 'display_type'
     union select unnest(tiles) from job_assets where project_id = $1 and job_id = $2
     union select document_sha256 from submissions where project_id = $1 and job_id = $2
     union select labels_sha256 from submissions where project_id = $1 and job_id = $2
     union select document_sha256 from predictions where project_id = $1 and job_id = $2
     union select labels_sha256 from predictions where project_id = $1 and job_id = $2
     union select document_sha256 from assignments where project_id = $1 and job_id = $2
     union select labels_sha256 from assignments where project_id = $1 and job_id = $2
     union select document_sha256 from reviews where project_id = $1 and job_id = $2
     union select labels_sha256 from reviews where project_id = $1 and job_id = $2
     union select sha256 from attachments where project_id = $1 and job_id = $2
     union select e.sha256 from exports e join export_jobs j on j.project_id = $1 and j.export_id = e.id
       where e.project_id = $1 and j.job_id = $2`,
    of,
  )
  const files = rows.map((row) => row.sha256).filter((sha256) => sha256 !== null)
  const tables = ['job_payloads', 'job_assets', 'submissions', 'predictions', 'attachments']
  const ofPeople = ['works', 'work_snapshots', 'work_operations', 'work_drafts', 'issues', 'issue_comments']
  for (const table of [...tables, ...ofPeople]) {
    await db.query(`delete from ${table} where project_id = $1 and job_id = $2`, of)
  }
  await db.query(
    'update reviews set document_sha256 = null, labels_sha256 = null where project_id = $1 and job_id = $2',
    of,
  )
  await db.query(
    'update assignments set document_sha256 = null, labels_sha256 = null where project_id = $1 and job_id = $2',
    of,
  )
  // Archives that hold the data go with it; the exports stay in the list.
  await db.query(
    `update exports set sha256 = null where project_id = $1
       and id in (select export_id from export_jobs where project_id = $1 and job_id = $2)`,
    of,
  )
  await strip(db, job)
  // The next download of such a URL has to fetch it again.
  await db.query('delete from fetched_urls where project_id = $1 and sha256 = any($2)', [job.projectId, files])
  await db.query('update jobs set data_deleted_at = now(), error = null where project_id = $1 and id = $2', of)
  return files
}

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
