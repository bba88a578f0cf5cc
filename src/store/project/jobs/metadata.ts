import type { JobMetadata } from '../../../model/jobMetadata.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { JOB_COLUMNS, type Job, type JobColumns, jobOf } from './jobs.ts'

/** Replaces the metadata of a job that the caller has locked, and its index entries. Returns the changed job. */
export async function replaceMetadata(db: Queryable, job: Job, metadata: JobMetadata): Promise<Job> {
  const { projectId, jobId, position } = job
  const keys = [projectId, jobId, position]
  await db.query(
    `delete from job_metadata m using jobs j, json_each_text(j.metadata) e
     where j.project_id = $1 and j.id = $2 and m.project_id = $1 and m.key = e.key and m.value = e.value
       and m.created_at = j.created_at and m.position = $3 and m.job_id = $2`,
    keys,
  )
  const { rows } = await db.query<JobColumns>(
    `update jobs set metadata = $3 where project_id = $1 and id = $2 returning ${JOB_COLUMNS}`,
    [projectId, jobId, JSON.stringify(metadata)],
  )
  await db.query(
    `insert into job_metadata (project_id, key, value, created_at, position, job_id)
     select j.project_id, e.key, e.value, j.created_at, j.position, j.id from jobs j, json_each_text(j.metadata) e
     where j.project_id = $1 and j.id = $2`,
    [projectId, jobId],
  )
  return jobOf(rows[0])
}
