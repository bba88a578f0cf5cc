import { isoTime } from '../../formats/isoTime.ts'
import type { WorkKind } from '../../model/stage.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { checkedAmong } from '../../store/cluster/projects/checkedProjects.ts'
import { listProjectIds } from '../../store/cluster/projects/projectList.ts'
import { listSpaces, spaceWithJob } from '../../store/cluster/work/privateSpaces.ts'
import type { QueueOf } from '../../store/cluster/work/queueConditions.ts'
import { findJob, homeOf, type Job } from '../../store/project/jobs/jobs.ts'
import type { Holder } from '../../store/project/work/lease.ts'
import { seesEveryJob } from '../../workflow/policies/figures.ts'
import { projectsSeenBy, seesProject } from '../../workflow/policies/people.ts'
import { queueFor } from '../../workflow/policies/queue.ts'
import type { ApiContext } from '../context.ts'
import { placeFor, seesOwnJobsOnly } from '../customer/reachedJob.ts'
import { personOf } from '../http/actor.ts'
import { noSuchJob } from '../http/apiError.ts'
import { mayNot } from '../http/sessionCheck.ts'
import type { WorkbenchContext } from './workbenchContext.ts'

/** The project of a job that this person may see; 404 for any other, whether it exists or not. */
export async function authorizeProject(
  workbench: WorkbenchContext,
  session: Session,
  jobId: string,
  late?: { isLate: boolean },
): Promise<string> {
  return placeFor(workbench.context, session, await seenPlace(workbench, session, jobId), jobId, late)
}

/** The same for who wants to take the job: a job that they see none of yet as well. */
export async function authorizeClaim(workbench: WorkbenchContext, session: Session, jobId: string): Promise<string> {
  const found = await seenPlace(workbench, session, jobId)
  return (await spaceWithJob(workbench.context.pool, session.userId, jobId)) ?? found
}

async function seenPlace(workbench: WorkbenchContext, session: Session, jobId: string): Promise<string> {
  const projectId = await workbench.projectOfJob(jobId, projectsSeenBy(session))
  const projects = workbench.context.projects
  if (!projectId || !seesProject(session, (await projects.get(projectId)).project.projectId)) throw noSuchJob()
  return projectId
}

export const authorizeJob = (workbench: WorkbenchContext, session: Session, jobId: string): Promise<Job> =>
  jobIn(workbench, session, jobId)

/** The same for work that may come after the job was taken from the person: the answer says so, and the work is kept as a draft. */
export const authorizeLateJob = (workbench: WorkbenchContext, session: Session, jobId: string): Promise<Job> =>
  jobIn(workbench, session, jobId, { isLate: true })

async function jobIn(
  workbench: WorkbenchContext,
  session: Session,
  jobId: string,
  late?: { isLate: boolean },
): Promise<Job> {
  const projectId = await authorizeProject(workbench, session, jobId, late)
  const job = await findJob(workbench.context.pool, projectId, jobId)
  if (!job) throw noSuchJob()
  return job
}

/** What of the queue is open to this person, of the project, tag and kind that they ask for. */
export async function queueOf(
  { context }: WorkbenchContext,
  session: Session,
  { projectId, tag, kind }: { projectId?: string; tag?: string; kind?: WorkKind } = {},
): Promise<QueueOf> {
  const seen = projectsSeenBy(session) ?? (await listProjectIds(context.pool))
  const only = projectId?.toLowerCase()
  const projectIds = [...seen].filter((id) => only === undefined || id === only)
  if (only !== undefined && projectIds.length === 0) throw mayNot()
  const all = seesEveryJob(session, true)
  const spaces = await listSpaces(context.pool, projectIds, { userId: session.userId, all })
  const listedIds = await listedAmong(context, session, projectIds)
  return queueFor(
    personOf(session),
    { projectIds: [...projectIds, ...spaces], listedIds, statements: context.across.queue },
    { kind: kind ?? null, tag: tag ?? null },
  )
}

/** Projects whose waiting jobs the person may see before they take one: asked at once, since there may be thousands. */
async function listedAmong({ pool }: ApiContext, reader: Session, projectIds: readonly string[]): Promise<string[]> {
  if (seesEveryJob(reader, true)) return [...projectIds]
  const checked = await checkedAmong(pool, projectIds)
  return projectIds.filter((id) => seesEveryJob(reader, checked.has(id)))
}

export const leaseOf = (holder: Holder | null) => holder && { ...holder, heldUntil: isoTime(holder.heldUntil) }

/** Whether the person sees times of a job by their day alone, so as not to tell jobs that check them from others. */
export const seesByDay = ({ context }: WorkbenchContext, session: Session, job: Job): Promise<boolean> =>
  seesOwnJobsOnly(context, session, homeOf(job))
