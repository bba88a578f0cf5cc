import { isoTime } from '../../formats/isoTime.ts'
import { mayDo } from '../../model/permissions.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { listProjects } from '../../store/cluster/projects/projectList.ts'
import type { QueueOf } from '../../store/cluster/work/queue.ts'
import { findJob, type Job } from '../../store/project/jobs/jobs.ts'
import type { Holder } from '../../store/project/work/lease.ts'
import { noSuchJob } from '../http/apiError.ts'
import { seesProject } from '../http/sessionCheck.ts'
import type { WorkbenchParts } from './parts.ts'

/** The project of a job that this person may see; 404 for any other, whether it exists or not. */
export async function reachProject(workbench: WorkbenchParts, session: Session, jobId: string): Promise<string> {
  const projectId = await workbench.projectOfJob(jobId)
  if (!projectId || !seesProject(session, projectId)) throw noSuchJob()
  return projectId
}

export async function reachJob(workbench: WorkbenchParts, session: Session, jobId: string): Promise<Job> {
  const projectId = await reachProject(workbench, session, jobId)
  const job = await findJob(workbench.context.pool, projectId, jobId)
  if (!job) throw noSuchJob()
  return job
}

/** What of the queue is open to this person. */
export async function queueOf(workbench: WorkbenchParts, session: Session): Promise<QueueOf> {
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
