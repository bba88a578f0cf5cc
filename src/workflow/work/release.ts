import { listSilent } from '../../store/cluster/work/silentLeases.ts'
import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import type { Job, JobPlace } from '../../store/project/jobs/jobs.ts'
import { endAssignments } from '../../store/project/work/assignments.ts'
import { lockSilent } from '../../store/project/work/lease.ts'
import { addSkip } from '../../store/project/work/skips.ts'
import { hasSavedWork } from '../../store/project/work/works.ts'
import type { Person } from '../actor.ts'
import { isHeldByOther, isHolder, mayRelease } from '../policies/leases.ts'
import { isConsensusCopy, leavePlace } from '../quality/consensus.ts'
import { leaseLost } from '../refusal.ts'
import { moveJobs } from '../stage/moveJobs.ts'
import { lockedJob } from './lockedJob.ts'

/** Ends the lease; saved work stays. A job that no one holds stays unchanged. */
export function releaseJob(pool: Pool, person: Person, at: JobPlace): Promise<void> {
  return withTransaction(pool, async (db) => {
    const job = await lockedJob(db, at)
    if (!mayRelease(person, job)) throw await leaseLost(db, job)
    if (job.holderId !== null) await endLease(db, job)
  })
}

/** Releases the job with a reason; it is not offered to this person again for a day. */
export function skipJob(pool: Pool, person: Person, at: JobPlace, reason: string): Promise<void> {
  return withTransaction(pool, async (db) => {
    const job = await lockedJob(db, at)
    if (isHeldByOther(person, job, Date.now())) throw await leaseLost(db, job)
    await addSkip(db, job, person.userId, reason)
    if (isHolder(person, job)) await (isConsensusCopy(job) ? giveUpCopy(db, job) : endLease(db, job))
  })
}

/**
 * Ends the leases of people who were silent for too long. Each job in a transaction of the job's project; a job that
 * another process has locked is passed over. Answers how many.
 */
export async function expireLeases(pool: Pool): Promise<number> {
  let ended = 0
  for (const { projectId, jobId } of await listSilent(pool)) {
    await withTransaction(pool, async (db) => {
      const job = await lockSilent(db, projectId, jobId)
      if (!job) return
      await endLease(db, job)
      ended++
    })
  }
  return ended
}

/** A person gets a job that several annotate once, also when they skip it. */
async function giveUpCopy(db: Queryable, copy: Job): Promise<void> {
  await leavePlace(db, copy)
  await moveJobs(db, [{ job: copy }], 'cancel')
  await endAssignments(db, copy.projectId, [copy.jobId], 'released')
}

async function endLease(db: Queryable, job: Job): Promise<void> {
  if (isConsensusCopy(job)) await leavePlace(db, job)
  // A rejected or reopened job has work in it by definition.
  const isUntouched = !job.rejected && job.resultVersion === null && !(await hasSavedWork(db, job))
  const untouched = isUntouched ? [{ job, change: { annotatorId: null } }] : []
  const [released] = await moveJobs(db, untouched, 'release_untouched')
  if (released) await endAssignments(db, job.projectId, [job.jobId], 'released')
  else await moveJobs(db, [{ job }], 'release')
}
