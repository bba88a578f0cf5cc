import type { WorkKind } from '../../../model/stage.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { bigint, int, nullable, type RowOf, Table, text, timestamp, uuid } from '../../postgres/table.ts'
import type { Job } from '../jobs/jobs.ts'

export const ASSIGNMENTS = new Table('assignments', {
  assignment_no: int,
  user_id: nullable(uuid),
  document_sha256: nullable(text),
  labels_sha256: nullable(text),
  ended_at: nullable(timestamp),
})

export const ACTIVITY = new Table('assignments', { active_ms: bigint })

type At = Pick<Job, 'projectId' | 'jobId'>

/** SQL over an assignment `a`: the person holds the job, has work in it, or has submitted it. */
export const HAS_HELD = "(a.outcome is null or a.outcome in ('submitted', 'accepted', 'rejected'))"

/** `isOver`: work that was taken from the person counts too. */
export async function hasHeld(
  db: Queryable,
  { projectId, jobId }: At,
  userId: string,
  isOver = false,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from assignments a where a.project_id = $1 and a.job_id = $2 and a.user_id = $3
       and a.purpose in ('annotate', 'review', 'consensus') and ($4 or ${HAS_HELD}) limit 1`,
    [projectId, jobId, userId, isOver],
  )
  return rowCount === 1
}

/** A person or a key; exactly one of them. */
export interface Worker {
  userId: string | null
  keyId: string | null
}

export interface AssignedWork {
  documentSha256: string | null
  labelsSha256: string | null
  annotations: number | null
}

const nextVersion = (job: Job): number => (job.resultVersion ?? 0) + 1

/**
 * Gives the job to a person for a purpose, or back to them; what others had open for it is passed on. The caller holds
 * the job's row, which keeps the numbers apart.
 */
export async function openAssignment(
  db: Queryable,
  job: Job,
  purpose: WorkKind,
  userId: string,
  heldUntil: Date | null,
): Promise<void> {
  await endOthers(db, job, purpose, userId)
  await db.query(
    `insert into assignments (project_id, job_id, assignment_no, purpose, user_id, version, held_until, last_beat_at)
     select $1, $2, coalesce(max(assignment_no), 0) + 1, $3, $4::uuid, $5::int, $6::timestamptz, now()
     from assignments where project_id = $1 and job_id = $2
     on conflict (project_id, job_id, user_id, purpose) where outcome is null do update set
       version = excluded.version, held_until = excluded.held_until, last_beat_at = excluded.last_beat_at`,
    [job.projectId, job.jobId, purpose, userId, nextVersion(job), heldUntil],
  )
}

/** Ends what others than this person (null: all) had open for the purpose. */
async function endOthers(db: Queryable, at: At, purpose: WorkKind, userId: string | null): Promise<void> {
  await db.query(
    `update assignments set outcome = 'passed_on', ended_at = now(), held_until = null
     where project_id = $1 and job_id = $2 and purpose = $3 and outcome is null and user_id is distinct from $4`,
    [at.projectId, at.jobId, purpose, userId],
  )
}

/** No one holds the jobs any more; open work stays open. */
export async function endLeases(db: Queryable, projectId: string, jobIds: readonly string[]): Promise<void> {
  await db.query(
    `update assignments set held_until = null
     where project_id = $1 and job_id = any ($2) and outcome is null and held_until is not null`,
    [projectId, jobIds],
  )
}

/** Ends everything that is open on the jobs. */
export async function endAssignments(
  db: Queryable,
  projectId: string,
  jobIds: readonly string[],
  outcome: 'released' | 'cancelled',
): Promise<void> {
  await db.query(
    `update assignments set outcome = $3, ended_at = now(), held_until = null
     where project_id = $1 and job_id = any ($2) and outcome is null`,
    [projectId, jobIds, outcome],
  )
}

/**
 * Ends a worker's assignment with what they submitted; what others had open for the purpose is passed on. Work that a
 * program sends was never open. Answers when it was submitted, and how long they were active in it.
 */
export async function submitAssignment(
  db: Queryable,
  job: Job,
  purpose: WorkKind,
  { userId, keyId }: Worker,
  work: AssignedWork,
): Promise<Pick<SubmittedAssignment, 'submittedAt'> & { activeMs: number }> {
  const { documentSha256, labelsSha256, annotations } = work
  const submitted = [nextVersion(job), documentSha256, labelsSha256, annotations]
  const { rows: ended } = await db.query<RowOf<typeof ACTIVITY> & { user_id: string | null; ended_at: Date }>(
    `update assignments set ended_at = now(), held_until = null,
       outcome = case when user_id = $4 then 'submitted' else 'passed_on' end,
       version = case when user_id = $4 then $5 else version end,
       document_sha256 = case when user_id = $4 then $6 else document_sha256 end,
       labels_sha256 = case when user_id = $4 then $7 else labels_sha256 end,
       annotations = case when user_id = $4 then $8 else annotations end
     where project_id = $1 and job_id = $2 and purpose = $3 and outcome is null
     returning user_id, ended_at, active_ms`,
    [job.projectId, job.jobId, purpose, userId, ...submitted],
  )
  const own = ended.find((row) => userId !== null && row.user_id === userId)
  if (own) return { submittedAt: own.ended_at, activeMs: own.active_ms }
  const { rows } = await db.query<{ ended_at: Date }>(
    `insert into assignments (project_id, job_id, assignment_no, purpose, user_id, key_id, version, outcome,
       document_sha256, labels_sha256, annotations, ended_at)
     select $1, $2, coalesce(max(assignment_no), 0) + 1, $3, $4::uuid, $5::uuid, $6::int, 'submitted', $7, $8, $9::bigint, now()
     from assignments where project_id = $1 and job_id = $2 returning ended_at`,
    [job.projectId, job.jobId, purpose, userId, keyId, ...submitted],
  )
  return { submittedAt: rows[0].ended_at, activeMs: 0 }
}

/** What this person submitted last is open again, as if it had not been. Answers what it was. */
export async function reopenAssignment(
  db: Queryable,
  job: Job,
  userId: string,
): Promise<{ objects: number; activeMs: number }> {
  const { rows } = await db.query<RowOf<typeof ACTIVITY> & { objects: number }>(
    `update assignments a set outcome = null, ended_at = null, held_until = $4, document_sha256 = null,
       labels_sha256 = null, annotations = null, last_beat_at = now()
     from (
       select assignment_no, coalesce(annotations, 0)::bigint as objects from assignments
       where project_id = $1 and job_id = $2 and user_id = $3 and purpose = 'annotate' and outcome = 'submitted'
       order by assignment_no desc limit 1
     ) last
     where a.project_id = $1 and a.job_id = $2 and a.assignment_no = last.assignment_no
     returning a.active_ms, last.objects`,
    [job.projectId, job.jobId, userId, job.heldUntil],
  )
  return { objects: rows[0]?.objects ?? 0, activeMs: rows[0]?.active_ms ?? 0 }
}

/** Writes what a review decided to the work that was submitted last. */
export async function settleAssignment(db: Queryable, job: Job, outcome: 'accepted' | 'rejected'): Promise<void> {
  await db.query(
    `update assignments set outcome = $4
     where project_id = $1 and job_id = $2 and version = $3 and purpose = 'annotate' and outcome = 'submitted'`,
    [job.projectId, job.jobId, nextVersion(job), outcome],
  )
}

/** The submitted work of annotators for a version. */
export interface SubmittedAssignment {
  /** Within the job. */
  number: number
  userId: string | null
  documentSha256: string | null
  labelsSha256: string | null
  submittedAt: Date
}

/** The last work that was submitted for a version; null: there is none. */
export async function findSubmitted(db: Queryable, at: At, version: number): Promise<SubmittedAssignment | null> {
  const { rows } = await db.query<RowOf<typeof ASSIGNMENTS>>(
    `select ${ASSIGNMENTS.list()} from assignments
     where project_id = $1 and job_id = $2 and version = $3 and purpose = 'annotate' and ended_at is not null
       and outcome in ('submitted', 'accepted', 'rejected')
     order by assignment_no desc limit 1`,
    [at.projectId, at.jobId, version],
  )
  const row = rows[0]
  if (!row?.ended_at) return null
  const { assignment_no: number, user_id: userId, document_sha256: documentSha256, labels_sha256: labelsSha256 } = row
  return { number, userId, documentSha256, labelsSha256, submittedAt: row.ended_at }
}
