import type { AuditActor } from '../../model/audit.ts'
import { mayDo } from '../../model/permissions.ts'
import { WORK_AT, workKindAt } from '../../model/stage.ts'
import { hasChecks } from '../../model/tag.ts'
import { headOfQueue, lockNext, mayTake } from '../../store/cluster/work/queue.ts'
import type { QueueOf } from '../../store/cluster/work/queueConditions.ts'
import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit } from '../../store/project/audit/audit.ts'
import { homeOf, type Job, type JobPlace } from '../../store/project/jobs/jobs.ts'
import { findTag } from '../../store/project/tags/tags.ts'
import { startHeartbeats } from '../../store/project/work/activeTimes.ts'
import { openAssignment } from '../../store/project/work/assignments.ts'
import { isOwnWork } from '../../store/project/work/ownWork.ts'
import { beginWork, findBase, hasSavedWork } from '../../store/project/work/works.ts'
import type { Person } from '../actor.ts'
import { isHeldByOther } from '../policies/leases.ts'
import { endConsensus, isConsensusCopy, openConsensusCopy, reclaimPlace } from '../quality/consensus.ts'
import { substituteGold } from '../quality/goldJobs.ts'
import { leaseLost, nextOnly, notReserved, wrongState } from '../refusal.ts'
import { moveJobs } from '../stage/moveJobs.ts'
import { lockedJob } from './lockedJob.ts'

/** What of the queue is open to the person, and how long a lease lasts. */
export interface ClaimOptions {
  queue: QueueOf
  leaseSeconds: number
  /** Aborted when the caller has gone: nothing is claimed for them then. */
  signal?: AbortSignal
}

/** How many jobs one call looks at. Each that it passes over ends a tag, or a job, for the person. */
const MAX_PASSED = 25

/**
 * The job that comes first for the person, in their hands now; null when nothing waits for them.
 * @param like a part of the queue: of jobs that come equally first, one of these
 */
export async function claimNext(
  pool: Pool,
  person: Person,
  options: ClaimOptions,
  like?: QueueOf,
): Promise<Job | null> {
  const alike = like && (await comesFirst(pool, like, options.queue))
  return (
    (alike ? await claimFirstOf(pool, person, { ...options, queue: like }) : null) ??
    claimFirstOf(pool, person, options)
  )
}

/** Whether no job of the whole comes before those of its part, but for its age. */
async function comesFirst(pool: Pool, part: QueueOf, whole: QueueOf): Promise<boolean> {
  const [first, ofPart] = await Promise.all([headOfQueue(pool, whole), headOfQueue(pool, part)])
  return first !== null && ofPart !== null && first.rank >= ofPart.rank && first.priorityWeight <= ofPart.priorityWeight
}

async function claimFirstOf(pool: Pool, person: Person, options: ClaimOptions): Promise<Job | null> {
  for (let passed = 0; passed < MAX_PASSED; passed++) {
    const found = await claimFirst(pool, person, options)
    if (found !== 'passed') return found
  }
  return null
}

/**
 * One job of the queue, in a separate transaction: what a passed job leaves behind (the person is paused, the manager
 * gets a notice) is committed whatever the next one brings.
 */
function claimFirst(
  pool: Pool,
  person: Person,
  { queue, leaseSeconds, signal }: ClaimOptions,
): Promise<Job | 'passed' | null> {
  return withTransaction(
    pool,
    async (db) => {
      const job = await lockNext(db, queue)
      if (!job) return null
      const given = await substituteGold(db, person, job)
      // Otherwise the person waits with this tag: the queue has no more of it for them.
      const placed = given && (await openConsensusCopy(db, person, given))
      return placed ? hold(db, person, placed, leaseSeconds) : 'passed'
    },
    { signal },
  )
}

/** This very job. */
export function claimJob(
  pool: Pool,
  person: Person,
  at: JobPlace,
  { queue, leaseSeconds, signal }: ClaimOptions,
): Promise<Job> {
  return withTransaction(
    pool,
    async (db) => {
      const job = await lockedJob(db, at)
      if (isHeldByOther(person, job, Date.now())) throw await leaseLost(db, job)
      if (WORK_AT[job.stage] === undefined) throw wrongState('take', job.stage)
      if (!(await mayTake(db, job, queue))) throw notReserved(job.stage)
      if (await isByNextOnly(db, person, job)) throw nextOnly(job.stage)
      const placed = await openConsensusCopy(db, person, job)
      if (!placed) throw wrongState('take', job.stage)
      return hold(db, person, placed, leaseSeconds)
    },
    { signal },
  )
}

/** Annotators do not choose new work of a tag that checks them. */
async function isByNextOnly(db: Queryable, { role, userId }: Person, job: Job): Promise<boolean> {
  if (mayDo(role, 'review') || job.annotatorId === userId) return false
  const tag = await findTag(db, homeOf(job), job.tag)
  return tag !== null && hasChecks(tag)
}

/** A manager takes the job from any holder. */
export function takeOver(pool: Pool, person: Person, by: AuditActor, at: JobPlace, leaseSeconds: number): Promise<Job> {
  return withTransaction(pool, async (db) => {
    const job = await lockedJob(db, at)
    if (WORK_AT[job.stage] === undefined) throw wrongState('take over', job.stage)
    if (WORK_AT[job.stage] === 'review' && (await isOwnWork(db, job, person.userId))) throw notReserved(job.stage)
    await recordAudit(db, by, {
      projectId: job.projectId,
      action: 'job.take_over',
      object: job.jobId,
      before: { holder: job.holderId },
      after: { holder: person.userId },
    })
    await endConsensus(db, job.projectId, [job.jobId])
    return hold(db, person, job, leaseSeconds)
  })
}

async function hold(db: Queryable, person: Person, job: Job, seconds: number): Promise<Job> {
  const { userId } = person
  if (isConsensusCopy(job)) await reclaimPlace(db, person, job)
  const kind = workKindAt(job.stage)
  const worker = kind === 'review' ? { reviewerId: userId } : { annotatorId: userId }
  const change = { ...worker, ...(await newestTag(db, job)) }
  const [held] = await moveJobs(db, [{ job, change }], 'claim', { lease: { userId, seconds } })
  if (!held) throw wrongState('take', job.stage)
  await openAssignment(db, held, kind, userId, held.heldUntil)
  await beginWork(db, held)
  await startHeartbeats(db, held, userId, kind)
  return held
}

/**
 * A job that no one has started is worked on by the tag as it is now, so that a class added meanwhile is there. One that
 * has a document, or a starting point that was checked by its version, keeps that.
 */
async function newestTag(db: Queryable, job: Job): Promise<{ tagVersion?: number }> {
  if (job.annotatorId !== null || job.resultVersion !== null) return {}
  const tag = await findTag(db, homeOf(job), job.tag)
  if (!tag || tag.version === job.tagVersion || tag.annotationType !== job.annotationType) return {}
  const isStarted = (await findBase(db, job)) !== null || (await hasSavedWork(db, job))
  return isStarted ? {} : { tagVersion: tag.version }
}
