import { eventBody } from '../../formats/callback/callbackBody.ts'
import type { CallbackEventName, ProjectEventName } from '../../model/callbackEvent.ts'
import type { Stage } from '../../model/stage.ts'
import { enqueue } from '../../store/cluster/tasks/enqueue.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { type CountChange, count, findBatch } from '../../store/project/batches/batches.ts'
import { type Announcement, announce } from '../../store/project/callbacks/announce.ts'
import { changeJobs, type JobChange, type StageChange } from '../../store/project/jobs/jobChange.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { tellManagers } from '../../store/project/notifications/notifications.ts'
import { type JobStep, recordSteps } from '../../store/project/progress/progress.ts'
import { chargeAll } from '../../store/project/results/usage.ts'
import { endLeases } from '../../store/project/work/assignments.ts'
import { addCounts, countChange } from './countsOf.ts'
import { EVENTS, type EventName, type StageEvent, stageAfter } from './events.ts'

/** Events about jobs in progress that projects may subscribe to. */
const EVENT_AT: Readonly<Partial<Record<Stage, ProjectEventName>>> = {
  queued: 'job.queued',
  in_review: 'job.in_review',
}

/** The events for jobs that changed their stage, as their project subscribes to them. */
function stateEvents(asked: readonly CallbackEventName[], moved: readonly Job[]): Announcement[] {
  return moved.flatMap(({ projectId, batchId, jobId, referenceId, callbackUrl, stage }) => {
    const status = EVENT_AT[stage]
    if (!status || !asked.includes(status)) return []
    const ids = { project_id: projectId, batch_id: batchId, job_id: jobId, reference_id: referenceId }
    const body = Buffer.from(eventBody(status, new Date(), ids))
    return [{ projectId, jobId, batchId, callbackUrl, status, body }]
  })
}

/** Tells managers that batches of a project are complete, and answers the events for customers who ask for them. */
async function completeBatches(
  db: Queryable,
  projectId: string,
  asked: readonly CallbackEventName[],
  completed: readonly string[],
): Promise<Announcement[]> {
  const status = 'batch.completed'
  const events: Announcement[] = []
  for (const batchId of completed) {
    const { name = null, isDefault = true, callbackUrl = null } = (await findBatch(db, projectId, batchId)) ?? {}
    // The default batch gets jobs for as long as the project lasts, so its end means nothing.
    if (!isDefault) await tellManagers(db, { projectId, kind: 'batch_completed', subject: name })
    if (!asked.includes(status)) continue
    const body = Buffer.from(eventBody(status, new Date(), { project_id: projectId, batch_id: batchId }))
    events.push({ projectId, jobId: batchId, batchId, callbackUrl, status, body })
  }
  return events
}

/** A job that an event happens to, and what the event brings. */
export interface JobMove {
  job: Job
  /** Columns such as the error of a failure: the same ones for each job of a call. */
  change?: JobChange
  /** The callback body; needed by events that are announced. */
  body?: string
}

/** What an event brings for all jobs of a call. */
export interface EventFacts extends Pick<StageChange, 'undoSeconds'> {
  /** Who holds the jobs from now on; needed by events that give a lease. */
  lease?: { userId: string; seconds: number }
}

/**
 * Moves jobs of one project by an event, in the caller's transaction on jobs that the caller has locked, and writes with
 * the stage everything that follows from it: lease, counters, progress, task, ledger, announcement. Answers those that
 * moved, as they are now; of a job in whose stage the event may not happen nothing is written. An event that is
 * announced is the last of its transaction.
 */
export async function moveJobs(
  db: Queryable,
  moves: readonly JobMove[],
  event: EventName,
  facts: EventFacts = {},
): Promise<Job[]> {
  const moved: Moved[] = []
  for (const [stage, some] of Map.groupBy(moves, ({ job }) => stageAfter(job.stage, event))) {
    if (stage !== null) moved.push(...(await moveTo(db, stage, some, event, facts)))
  }
  // Private copies are work that no customer knows of.
  const known = moved.filter(({ after }) => after.origin === null)
  if (known.length > 0) await follow(db, event, known)
  return moved.map(({ after }) => after)
}

type Moved = JobStep & Pick<JobMove, 'body'>

async function moveTo(
  db: Queryable,
  stage: Job['stage'],
  moves: readonly JobMove[],
  event: EventName,
  { lease, undoSeconds }: EventFacts,
): Promise<Moved[]> {
  const { projectId } = moves[0].job
  const effects: StageEvent = EVENTS[event]
  const { rejected, task: kind, rework: isRework = false } = effects
  const ends = effects.lease === 'ended'
  const given = ends ? null : effects.lease && needed(lease, event, 'a holder')
  const written = await changeJobs(db, projectId, { stage, rejected, lease: given, undoSeconds }, moves)
  const moved = moves.flatMap(({ job: before, body }) => {
    const after = written.get(before.jobId)
    return after ? [{ before, after, body, isRework }] : []
  })
  const held = ends ? moved.filter(({ before }) => before.holderId !== null) : []
  if (held.length > 0) await endLeases(db, projectId, jobIdsOf(held))
  const delayMs = (undoSeconds ?? 0) * 1000
  const tasks = moved.map(({ after: { jobId, priorityWeight: priority } }) => ({ subjectId: jobId, priority }))
  if (kind)
    await enqueue(
      db,
      tasks.map((task) => ({ projectId, kind, delayMs, ...task })),
    )
  return moved
}

const jobIdsOf = (moved: readonly JobStep[]): string[] => moved.map(({ after }) => after.jobId)

/** Writes what follows for the project of the jobs. */
async function follow(db: Queryable, event: EventName, moved: readonly Moved[]): Promise<void> {
  const { announces, charges }: StageEvent = EVENTS[event]
  const { projectId } = moved[0].after
  const jobs = moved.map(({ after }) => after)
  const steps = moved.filter(({ before, after }) => before.stage !== after.stage)
  const asked = steps.length > 0 ? await recordSteps(db, projectId, steps) : []
  const completed = await countAll(db, projectId, moved)
  // After the counters: every transaction takes the batch's row before the project's.
  if (charges) await chargeAll(db, projectId, jobs)
  await announce(db, [
    ...(announces ? moved.map((one) => announcementOf(one, announces, event)) : []),
    ...stateEvents(
      asked,
      steps.map(({ after }) => after),
    ),
    ...(await completeBatches(db, projectId, asked, completed)),
  ])
}

function announcementOf({ after, body }: Moved, status: CallbackEventName, event: EventName): Announcement {
  const { projectId, jobId, batchId, callbackUrl } = after
  const sent = Buffer.from(needed(body, event, 'a callback body'))
  return { projectId, jobId, batchId, callbackUrl, status, body: sent }
}

/** Counts each batch once, in one order everywhere. Answers those whose last job ended with this. */
async function countAll(db: Queryable, projectId: string, moved: readonly JobStep[]) {
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
