import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import type { Job, JobPlace } from '../../store/project/jobs/jobs.ts'
import { withdrawStep } from '../../store/project/jobs/steps.ts'
import { countSubmission } from '../../store/project/quality/sampling.ts'
import { addToSums } from '../../store/project/quality/sums.ts'
import { lastDecision } from '../../store/project/results/reviews.ts'
import { startHeartbeats } from '../../store/project/work/activeTimes.ts'
import { reopenAssignment } from '../../store/project/work/assignments.ts'
import type { Person } from '../actor.ts'
import { isUndoable } from '../policies/submissions.ts'
import { isConsensusCopy, undoCopy } from '../quality/consensus.ts'
import { sumPlaceOf } from '../quality/reviewOutcome.ts'
import { wrongState } from '../refusal.ts'
import { moveJobs } from '../stage/moveJobs.ts'
import { lockedJob } from './lockedJob.ts'

/** Gives a submission back to the person who sent it, while the project's time for that lasts. */
export function undoSubmission(pool: Pool, person: Person, at: JobPlace, leaseSeconds: number): Promise<Job> {
  return withTransaction(pool, async (db) => {
    const job = await lockedJob(db, at)
    const tooLate = () => wrongState('take back the submission of', job.stage)
    if (!(await isUndoable(db, person, job))) throw tooLate()
    // It is due when the time to undo is over, by the same clock: no worker can have claimed it.
    await withdrawStep(db, job, 'assemble')
    await withdrawStep(db, job, 'score_work')
    if (isConsensusCopy(job)) await undoCopy(db, person, job)
    const wasRejected = (await lastDecision(db, job, (job.resultVersion ?? 0) + 1)) === 'reject'
    const lease = { userId: person.userId, seconds: leaseSeconds }
    const event = wasRejected ? 'undo_resubmit' : 'undo_submit'
    const [moved] = await moveJobs(db, [{ job }], event, { lease })
    if (!moved) throw tooLate()
    await countSubmission(db, job, person.userId, -1)
    const place = await sumPlaceOf(db, job, (job.resultVersion ?? 0) + 1)
    const { objects, activeMs } = await reopenAssignment(db, moved, person.userId)
    const first = wasRejected ? {} : { jobs: -1, objects: -objects }
    if (place) await addToSums(db, place, { ...first, activeMs: -activeMs })
    await startHeartbeats(db, moved, person.userId, 'annotate')
    return moved
  })
}
