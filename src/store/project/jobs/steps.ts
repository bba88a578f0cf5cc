import type { Queryable } from '../../postgres/pools.ts'
import type { PlainTaskKind, TaskKind, TaskPayload } from '../../taskKinds.ts'
import type { Job } from './jobs.ts'

/** Adds the task of a job's next step, in the caller's transaction. */
export async function enqueueStep(
  db: Queryable,
  job: Pick<Job, 'projectId' | 'jobId' | 'priorityWeight'>,
  kind: PlainTaskKind,
  afterSeconds = 0,
): Promise<void> {
  await db.query(
    `insert into tasks (project_id, kind, subject_id, priority, due_at)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
    [job.projectId, kind, job.jobId, job.priorityWeight, afterSeconds],
  )
}

/** Takes back a step that is not due yet, if there is one. */
export async function withdrawStep(
  db: Queryable,
  job: Pick<Job, 'projectId' | 'jobId'>,
  kind: TaskKind,
): Promise<void> {
  await db.query('delete from tasks where project_id = $1 and subject_id = $2 and kind = $3 and due_at > now()', [
    job.projectId,
    job.jobId,
    kind,
  ])
}

/** Requests the figures of a review, in its transaction; after everything that a customer waits for. */
export async function enqueueScoring(
  db: Queryable,
  { projectId, jobId }: Pick<Job, 'projectId' | 'jobId'>,
  review: TaskPayload<'score_review'>,
): Promise<void> {
  await db.query(
    "insert into tasks (project_id, kind, subject_id, payload, priority) values ($1, 'score_review', $2, $3, 1)",
    [projectId, jobId, JSON.stringify(review)],
  )
}

/** Applies the new weight to the waiting tasks of the jobs. */
export async function reprioritiseSteps(
  db: Queryable,
  projectId: string,
  jobIds: readonly string[],
  weight: number,
): Promise<void> {
  await db.query('update tasks set priority = $3 where project_id = $1 and subject_id = any ($2)', [
    projectId,
    jobIds,
    weight,
  ])
}

/** Deletes the abandoned steps of jobs: they are done again, or no longer needed. */
export async function forgetGivenUp(db: Queryable, projectId: string, jobIds: readonly string[]): Promise<void> {
  await db.query('delete from failed_tasks where project_id = $1 and subject_id = any ($2)', [projectId, jobIds])
}
