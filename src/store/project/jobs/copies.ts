import type { Queryable } from '../../postgres/pools.ts'
import { JOB_COLUMNS, type Job, type JobColumns, type JobPlace, jobOf } from './jobs.ts'

/** A private copy: where it lies, under which id, and since when it seems to wait. */
export interface NewCopy {
  spaceId: string
  jobId: string
  createdAt: Date
}

/**
 * Makes a job of a person's own out of another one, as it waits to be annotated. Its payload, files and starting point
 * stay with the origin. null: the person has a copy of it already.
 */
export async function copyJob(db: Queryable, origin: JobPlace, copy: NewCopy): Promise<Job | null> {
  const { rows } = await db.query<JobColumns>(
    `insert into jobs (project_id, id, batch_id, position, reference_id, tag, tag_version, operation, stage,
       priority_weight, frames, payload_sha256, kept_sensors, warnings, point_cloud_frame, created_at, metadata,
       origin_project, origin_job)
     select $3, $4, batch_id, position, reference_id, tag, tag_version, operation, 'queued', priority_weight, frames,
       payload_sha256, kept_sensors, warnings, point_cloud_frame, $5, metadata, project_id, id
     from jobs where project_id = $1 and id = $2
     on conflict do nothing returning ${JOB_COLUMNS}`,
    [origin.projectId, origin.jobId, copy.spaceId, copy.jobId, copy.createdAt],
  )
  return rows[0] ? jobOf(rows[0]) : null
}
