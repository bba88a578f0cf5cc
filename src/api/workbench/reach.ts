import type { WorkConflict } from '../../formats/workbench/work.ts'
import { mayDo } from '../../model/permissions.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { listProjects } from '../../store/cluster/projects/projectList.ts'
import type { QueueOf } from '../../store/cluster/work/queue.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { findJob, type Job, lockJob } from '../../store/project/jobs/jobs.ts'
import { findHolder, type Holder } from '../../store/project/work/lease.ts'
import { isoTime } from '../customer/record.ts'
import { ApiError, noSuchJob } from '../http/apiError.ts'
import { seesProject } from '../people/sessionCheck.ts'
import type { Workbench } from './parts.ts'

/** The project of a job that this person may see; 404 for any other, whether it exists or not. */
export async function reachProject(workbench: Workbench, session: Session, jobId: string): Promise<string> {
  const projectId = await workbench.projectOfJob(jobId)
  if (!projectId || !seesProject(session, projectId)) throw noSuchJob()
  return projectId
}

export async function reachJob(workbench: Workbench, session: Session, jobId: string): Promise<Job> {
  const projectId = await reachProject(workbench, session, jobId)
  const job = await findJob(workbench.context.pool, projectId, jobId)
  if (!job) throw noSuchJob()
  return job
}

/** The job, locked in the caller's transaction. */
export async function reachLocked(workbench: Workbench, db: Queryable, session: Session, jobId: string): Promise<Job> {
  const job = await lockJob(db, await reachProject(workbench, session, jobId), jobId)
  if (!job) throw noSuchJob()
  return job
}

/** What of the queue is open to this person. */
export async function queueOf(workbench: Workbench, session: Session): Promise<QueueOf> {
  const projectIds =
    session.role === 'admin'
      ? (await listProjects(workbench.context.pool)).map((project) => project.projectId)
      : [...session.projects]
  return {
    userId: session.userId,
    projectIds,
    tag: null,
    annotate: mayDo(session.role, 'annotate'),
    review: mayDo(session.role, 'review'),
  }
}

export const leaseOf = (holder: Holder | null) => holder && { ...holder, heldUntil: isoTime(holder.heldUntil) }

const conflict = (message: string, meta: WorkConflict) => new ApiError('CONFLICT', message, { meta: { ...meta } })

export const otherVersion = (version: number) =>
  conflict('the document was changed meanwhile: open the job again', { reason: 'VERSION', version })

/** The refusal for work on a job that this person does not hold: it says who does. */
export async function leaseLost(db: Queryable, job: Pick<Job, 'projectId' | 'jobId'>): Promise<ApiError> {
  const now = await findJob(db, job.projectId, job.jobId)
  if (!now) return noSuchJob()
  const holder = leaseOf(await findHolder(db, job.projectId, job.jobId))
  const message = holder ? `${holder.name} has this job in hand` : 'this job is not in your hands'
  return conflict(message, { reason: 'LEASE_LOST', holder, stage: now.stage })
}

export const failedChecks = (findings: Extract<WorkConflict, { reason: 'CHECKS' }>['findings']) =>
  conflict(`${findings.length} findings have to be put right first`, { reason: 'CHECKS', findings })
