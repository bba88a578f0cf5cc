import { isoTime } from '../../formats/isoTime.ts'
import type { WorkKind } from '../../model/stage.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { listProjects } from '../../store/cluster/projects/projectList.ts'
import type { QueueOf } from '../../store/cluster/work/queue.ts'
import { findJob, type Job } from '../../store/project/jobs/jobs.ts'
import type { Holder } from '../../store/project/work/lease.ts'
import { queueFor } from '../../workflow/policies/queue.ts'
import { personOf } from '../http/actor.ts'
import { noSuchJob } from '../http/apiError.ts'
import { mayNot, seesProject } from '../http/sessionCheck.ts'
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

/** What of the queue is open to this person, of the project, tag and kind that they ask for. */
export async function queueOf(
  { context }: WorkbenchParts,
  session: Session,
  { projectId, tag, kind }: { projectId?: string; tag?: string; kind?: WorkKind } = {},
): Promise<QueueOf> {
  const seen =
    session.role === 'admin' ? (await listProjects(context.pool)).map((project) => project.projectId) : session.projects
  const only = projectId?.toLowerCase()
  const projectIds = [...seen].filter((id) => only === undefined || id === only)
  if (only !== undefined && projectIds.length === 0) throw mayNot()
  return queueFor(personOf(session), projectIds, { kind: kind ?? null, tag: tag ?? null })
}

export const leaseOf = (holder: Holder | null) => holder && { ...holder, heldUntil: isoTime(holder.heldUntil) }
