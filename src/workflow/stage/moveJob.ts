import type { Queryable } from '../../store/postgres/pools.ts'
import { count } from '../../store/project/batches/batches.ts'
import { announce } from '../../store/project/callbacks/announce.ts'
import { type JobChange, writeJob } from '../../store/project/jobs/jobChange.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { enqueueStep } from '../../store/project/jobs/steps.ts'
import { recordStep } from '../../store/project/progress/progress.ts'
import { charge } from '../../store/project/results/usage.ts'
import { endLeases } from '../../store/project/work/assignments.ts'
import { countChange } from './countsOf.ts'
import { EVENTS, type EventName, type StageEvent, stageAfter } from './events.ts'

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
  if (effects.lease === 'ended') await endLeases(db, moved)
  if (effects.task) await enqueueStep(db, moved, effects.task, change.undoSeconds)
  // A private copy is work that no customer knows of.
  if (moved.origin) return moved
  if (moved.stage !== job.stage) await recordStep(db, job, moved, effects.rework ?? false)
  const counts = countChange(job, moved)
  if (counts) await count(db, job.projectId, job.batchId, counts)
  // After the counters: every transaction takes the batch's row before the project's.
  if (effects.charges) await charge(db, moved)
  if (effects.announces && announced !== null) {
    const { projectId, jobId, batchId, callbackUrl } = moved
    await announce(db, {
      ...{ projectId, jobId, batchId, callbackUrl },
      status: effects.announces,
      body: Buffer.from(announced),
    })
  }
  return moved
}

function needed<Fact>(fact: Fact | undefined, event: EventName, what: string): Fact {
  if (fact === undefined) throw new Error(`${event} needs ${what}`)
  return fact
}
