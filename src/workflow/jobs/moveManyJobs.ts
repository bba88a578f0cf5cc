import type { AuditActor } from '../../model/audit.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { forgetAssets } from '../../store/project/jobs/assets.ts'
import { type Job, setPriorityWeight } from '../../store/project/jobs/jobs.ts'
import { forgetGivenUp, reprioritiseSteps } from '../../store/project/jobs/steps.ts'
import { endAssignments } from '../../store/project/work/assignments.ts'
import { addReopenings } from '../../store/project/work/reopenings.ts'
import { isAssemblyGivenUp } from '../policies/jobs.ts'
import { endConsensus } from '../quality/consensus.ts'
import { moveJobs } from '../stage/moveJobs.ts'

/*
 * What managers do to jobs of one project, in as many statements for hundreds as for one. The caller has locked them and
 * refused those in which it may not happen.
 */

const idsOf = (jobs: readonly Job[]): string[] => jobs.map(({ jobId }) => jobId)
const candidates = (jobs: readonly Job[]) => jobs.map((job) => ({ job }))

export async function cancelJobs(db: Queryable, projectId: string, jobs: readonly Job[]): Promise<Job[]> {
  const jobIds = idsOf(jobs)
  await endConsensus(db, projectId, jobIds)
  await endAssignments(db, projectId, jobIds, 'cancelled')
  return moveJobs(db, candidates(jobs), 'cancel')
}

export async function reopenJobs(
  db: Queryable,
  projectId: string,
  jobs: readonly Job[],
  by: Pick<AuditActor, 'type' | 'id'>,
  reason: string | null,
): Promise<Job[]> {
  const moved = await moveJobs(db, candidates(jobs), 'reopen')
  await addReopenings(db, projectId, idsOf(moved), by, reason)
  return moved
}

/** If assembling the result was given up, that step is repeated, with the accepted work. */
export async function retryJobs(db: Queryable, projectId: string, jobs: readonly Job[]): Promise<Job[]> {
  const assembled = jobs.filter(isAssemblyGivenUp)
  const failed = jobs.filter((job) => !isAssemblyGivenUp(job))
  await forgetGivenUp(db, projectId, idsOf(assembled))
  // The files fetched for the failed attempt may be exactly what was wrong.
  await forgetAssets(db, projectId, idsOf(failed))
  const again = (some: readonly Job[]) => some.map((job) => ({ job, change: { error: null } }))
  return [...(await moveJobs(db, again(assembled), 'retry_assembly')), ...(await moveJobs(db, again(failed), 'retry'))]
}

/** Changes the weight of jobs and of their waiting tasks. */
export async function prioritiseJobs(
  db: Queryable,
  projectId: string,
  jobIds: readonly string[],
  weight: number,
): Promise<Job[]> {
  await reprioritiseSteps(db, projectId, jobIds, weight)
  return setPriorityWeight(db, projectId, jobIds, weight)
}
