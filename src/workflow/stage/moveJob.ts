import type { CallbackEventName } from '../../model/callbackEvent.ts'
import { enqueue } from '../../store/cluster/tasks/enqueue.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { type CountChange, count } from '../../store/project/batches/batches.ts'
import { type Announcement, announceAll } from '../../store/project/callbacks/announce.ts'
import { type GroupChange, type JobChange, writeJob, writeJobsOfProject } from '../../store/project/jobs/jobChange.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { enqueueStep } from '../../store/project/jobs/steps.ts'
import { type JobStep, recordSteps } from '../../store/project/progress/progress.ts'
import { chargeAll } from '../../store/project/results/usage.ts'
import { endLeases } from '../../store/project/work/assignments.ts'
import { addCounts, countChange } from './countsOf.ts'
import { EVENTS, type EventName, type StageEvent, stageAfter } from './events.ts'
import { completeBatches, stateEvents } from './stateEvents.ts'

/** What comes with an event beside its name. */
export interface EventFacts {
  /** Columns that the event itself brings, such as the error of a failure. */
  change?: Omit<JobChange, 'stage' | 'lease' | 'rejected'>
  /** Who holds the job from now on; needed by events that give a lease. */
  lease?: { userId: string; seconds: number }
  /** The callback body; needed by events that are announced. */
  body?: string
}

/**
 * Moves a job, in the caller's transaction on a job that the caller has locked, and writes with the stage everything
 * that follows from it: lease, counters, progress, task, ledger, announcement. Answers the job as it is now; null when the event
 * may not happen in its stage, and then nothing was written.
 */
export async function moveJob(
  db: Queryable,
  job: Job,
  event: EventName,
  { change = {}, lease, body }: EventFacts = {},
): Promise<Job | null> {
  const stage = stageAfter(job.stage, event)
  if (stage === null) return null
  const effects: StageEvent = EVENTS[event]
  const given = effects.lease === 'given' ? needed(lease, event, 'a holder') : null
  const announced = effects.announces ? needed(body, event, 'a callback body') : null
  const moved = await writeJob(db, job, {
    ...change,
    stage,
    ...(effects.lease === undefined ? {} : { lease: given }),
    ...(effects.rejected === undefined ? {} : { rejected: effects.rejected }),
  })
  if (effects.lease === 'ended' && job.holderId !== null) await endLeases(db, job.projectId, [job.jobId])
  if (effects.task) await enqueueStep(db, moved, effects.task, change.undoSeconds)
  // A private copy is work that no customer knows of.
  if (moved.origin) return moved
  const asked = await recordMoves(db, job.projectId, [{ before: job, after: moved, isRework: effects.rework ?? false }])
  const counts = countChange(job, moved)
  const isBatchDone = counts !== null && (await count(db, job.projectId, job.batchId, counts))
  await announceAll(db, [
    ...(effects.announces && announced !== null ? [announcementOf(moved, effects.announces, announced)] : []),
    ...(moved.stage === job.stage ? [] : stateEvents(asked, [moved])),
    ...(await completeBatches(db, job.projectId, asked, isBatchDone ? [job.batchId] : [])),
  ])
  return moved
}

function announcementOf(
  { projectId, jobId, batchId, callbackUrl }: Job,
  status: NonNullable<StageEvent['announces']>,
  body: string,
): Announcement {
  return { projectId, jobId, batchId, callbackUrl, status, body: Buffer.from(body) }
}

/** Events that many jobs come by at once: wherever they come from, they lead to one stage, and give no lease. */
export type GroupEvent =
  | 'start_validation'
  | 'resume_validation'
  | 'pass_validation'
  | 'fail'
  | 'complete'
  | 'retry'
  | 'retry_assembly'
  | 'reopen'
  | 'cancel'

/**
 * `moveJob` for many jobs of one project by the same event, in a handful of statements. Answers those that moved, as
 * they are now; of the others nothing was written. An event that is announced is the last of its transaction.
 */
export async function moveJobs(
  db: Queryable,
  projectId: string,
  event: GroupEvent,
  candidates: readonly { job: Job; change?: GroupChange; body?: string }[],
): Promise<Job[]> {
  const effects: StageEvent = EVENTS[event]
  const may = candidates.filter(({ job }) => stageAfter(job.stage, event) !== null)
  const [first] = may
  const stage = first ? stageAfter(first.job.stage, event) : null
  if (stage === null) return []
  const isFreed = effects.lease === 'ended'
  const changes = may.map(({ job, change = {} }) => ({ job, change }))
  const written = await writeJobsOfProject(db, projectId, { stage, isFreed }, changes)
  const moved = may.flatMap(({ job, body }) => {
    const after = written.get(job.jobId)
    return after ? [{ before: job, after, body, isRework: effects.rework ?? false }] : []
  })
  const held = isFreed ? moved.filter(({ before }) => before.holderId !== null) : []
  if (held.length > 0) await endLeases(db, projectId, jobIdsOf(held))
  const { task: kind } = effects
  if (kind)
    await enqueue(
      db,
      moved.map(({ after: { jobId, priorityWeight } }) => ({
        projectId,
        kind,
        subjectId: jobId,
        priority: priorityWeight,
      })),
    )
  // Private copies are work that no customer knows of.
  const known = moved.filter(({ after }) => after.origin === null)
  if (known.length > 0) await followAll(db, projectId, event, known)
  return moved.map(({ after }) => after)
}

const jobIdsOf = (moved: readonly JobStep[]): string[] => moved.map(({ after }) => after.jobId)

/** Writes what follows from an event that jobs of one project came by. */
async function followAll(
  db: Queryable,
  projectId: string,
  event: GroupEvent,
  moved: readonly (JobStep & { body: string | undefined })[],
): Promise<void> {
  const { announces, charges }: StageEvent = EVENTS[event]
  const jobs = moved.map(({ after }) => after)
  const asked = await recordMoves(db, projectId, moved)
  const completed = await countAll(db, projectId, moved)
  // After the counters: every transaction takes the batch's row before the project's.
  if (charges) await chargeAll(db, projectId, jobs)
  await announceAll(db, [
    ...(announces
      ? moved.map(({ after, body }) => announcementOf(after, announces, needed(body, event, 'a callback body')))
      : []),
    ...stateEvents(asked, jobs),
    ...(await completeBatches(db, projectId, asked, completed)),
  ])
}

/** Records the steps of those that came to another stage. Answers the events that the project asks for. */
async function recordMoves(db: Queryable, projectId: string, moved: readonly JobStep[]): Promise<CallbackEventName[]> {
  const steps = moved.filter(({ before, after }) => before.stage !== after.stage)
  return steps.length > 0 ? recordSteps(db, projectId, steps) : []
}

/** Each batch once, in one order everywhere. Answers those whose last job ended with this. */
async function countAll(db: Queryable, projectId: string, moved: readonly { before: Job; after: Job }[]) {
  const sums = new Map<string, CountChange>()
  for (const { before, after } of moved) {
    const change = countChange(before, after)
    if (change) sums.set(after.batchId, addCounts(sums.get(after.batchId) ?? {}, change))
  }
  const completed: string[] = []
  for (const [batchId, change] of [...sums].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (await count(db, projectId, batchId, change)) completed.push(batchId)
  }
  return completed
}

function needed<Fact>(fact: Fact | undefined, event: EventName, what: string): Fact {
  if (fact === undefined) throw new Error(`${event} needs ${what}`)
  return fact
}
