import type { Queryable } from '../../postgres/pools.ts'
import { copyPredictions } from '../assistants/suggestions.ts'
import { JOB_COLUMNS, type Job, type JobColumns, type JobPlace, jobOf } from './jobs.ts'

/** A private copy: its place, its id, and the time since which it appears to wait. */
export interface NewCopy {
  spaceId: string
  jobId: string
  createdAt: Date
  /** The batch of the job that it replaces. */
  batchId?: string
  /** The shown part of that job's assignment. */
  assigned?: Pick<Job, 'assignedUser' | 'assignedGroup' | 'deadline'>
}

/**
 * Makes a private copy of a job, ready to be annotated. Its payload, files and pre-annotation stay with the origin.
 * null: the person has a copy of it already.
 */
export async function copyJob(db: Queryable, origin: JobPlace, copy: NewCopy): Promise<Job | null> {
  const { rows } = await db.query<JobColumns>(
    `insert into jobs (project_id, id, batch_id, position, reference_id, tag, tag_version, operation, stage,
       priority_weight, frames, payload_sha256, kept_sensors, warnings, point_cloud_frame, cloud_frame_reason, created_at, metadata,
       origin_project, origin_job, assigned_user, assigned_group, deadline, uncertainty)
     select $3, $4, coalesce($6::uuid, batch_id), coalesce($10::bigint, position), reference_id, tag, tag_version, operation, 'queued', priority_weight, frames,
       payload_sha256, kept_sensors, warnings, point_cloud_frame, cloud_frame_reason, $5, metadata, project_id, id, $7::uuid, $8, $9::timestamptz,
       uncertainty
     from jobs where project_id = $1 and id = $2
     on conflict do nothing returning ${JOB_COLUMNS}`,
    [
      origin.projectId,
      origin.jobId,
      copy.spaceId,
      copy.jobId,
      copy.createdAt,
      copy.batchId ?? null,
      copy.assigned?.assignedUser ?? null,
      copy.assigned?.assignedGroup ?? null,
      copy.assigned?.deadline ?? null,
      copy.batchId === undefined ? null : await freePosition(db, copy.spaceId, copy.batchId),
    ],
  )
  if (!rows[0]) return null
  await copyPredictions(db, origin, { projectId: copy.spaceId, ...copy })
  return jobOf(rows[0])
}

/** Below those of jobs: copies that have the batch of their origin have its position too. The caller holds the space. */
async function freePosition(db: Queryable, spaceId: string, batchId: string): Promise<number> {
  const { rows } = await db.query<{ position: number }>(
    'select coalesce(least(0, min(position)), 0) - 1 as position from jobs where project_id = $1 and batch_id = $2',
    [spaceId, batchId],
  )
  return rows[0].position
}
