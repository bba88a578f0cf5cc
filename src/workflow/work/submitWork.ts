import type { Stage } from '../../model/stage.ts'
import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { homeOf, type Job, type JobPlace } from '../../store/project/jobs/jobs.ts'
import { enqueueStep } from '../../store/project/jobs/steps.ts'
import { findProject } from '../../store/project/projects/projects.ts'
import { countSubmission } from '../../store/project/quality/sampling.ts'
import { addToSums } from '../../store/project/quality/sums.ts'
import { putPrediction, putSubmission } from '../../store/project/results/submissions.ts'
import { recordHeartbeat } from '../../store/project/work/activeTimes.ts'
import { submitAssignment } from '../../store/project/work/assignments.ts'
import { lockWork, markSubmitted, type Work } from '../../store/project/work/works.ts'
import { type Actor, workerOf } from '../actor.ts'
import { refuseBesidePeople, refuseSubmission } from '../policies/submissions.ts'
import { isConsensusCopy, submitByKey, submitCopy } from '../quality/consensus.ts'
import { isDisguisedAsConsensus, isGoldCopy, submitDisguisedGold } from '../quality/goldJobs.ts'
import { sumPlaceAt } from '../quality/reviewOutcome.ts'
import { needsReview } from '../quality/reviewSampling.ts'
import { otherVersion, wrongState } from '../refusal.ts'
import { moveJobs } from '../stage/moveJobs.ts'
import { lockedJob } from './lockedJob.ts'

/** Work that was checked and stored in files, ready to be named by a row. */
export interface StoredWork {
  documentSha256: string
  /** Point labels, for segmentation alone. */
  labelsSha256: string | null
  annotations: number
}

export interface SubmittedWork extends StoredWork {
  /** The version of the open document that these files hold; null when the work came as a whole, from a program. */
  workVersion: number | null
}

export interface Submitted {
  job: Job
  stage: Stage
  resultVersion: number
}

/**
 * Submits work on a job, by its holder or by a program, for review or for the result. The files were written before, so
 * that no lock waits for them; the rules are checked again under the lock.
 */
export function submitWork(pool: Pool, actor: Actor, at: JobPlace, work: SubmittedWork): Promise<Submitted> {
  return withTransaction(pool, async (db) => {
    const job = await lockedJob(db, at)
    await refuseSubmission(db, actor, job)
    const shared = await submitByKey(db, actor, job, work)
    if (shared) return { job: shared, stage: shared.stage, resultVersion: (job.resultVersion ?? 0) + 1 }
    if (work.workVersion !== null) await lockWorkAt(db, job, work.workVersion)
    if (actor.type === 'user') await recordHeartbeat(db, job, actor.userId, 'annotate')
    const resultVersion = (job.resultVersion ?? 0) + 1
    const by = workerOf(actor)
    const { submittedAt, activeMs } = await submitAssignment(db, job, 'annotate', by, work)
    await putSubmission(db, job.projectId, job.jobId, {
      version: resultVersion,
      documentSha256: work.documentSha256,
      labelsSha256: work.labelsSha256,
      annotations: work.annotations,
      ...by,
    })
    if (work.workVersion !== null) await markSubmitted(db, job, work.workVersion)
    const submissions = actor.type === 'user' ? await countSubmission(db, job, actor.userId) : null
    // Work that a review returned is still the same job: it only takes longer.
    const first = job.rejected ? {} : { jobs: 1, objects: work.annotations }
    await addToSums(db, sumPlaceAt(job, { userId: by.userId, submittedAt }), { ...first, activeMs })
    const undo = await undoTime(db, actor, job)
    const moveOn = async () => {
      if (isConsensusCopy(job)) return submitCopy(db, job, by, { work, submissions, ...undo })
      if (await isDisguisedAsConsensus(db, job)) return submitDisguisedGold(db, job, undo)
      const event = (await needsReview(db, job, submissions)) ? 'submit_for_review' : 'submit'
      return (await moveJobs(db, [{ job }], event, undo)).at(0)
    }
    const moved = await moveOn()
    if (!moved) throw wrongState('submit a result for', job.stage)
    if (isGoldCopy(job)) await enqueueStep(db, job, 'score_work', undo.undoSeconds)
    return { job: moved, stage: moved.stage, resultVersion }
  })
}

/** A person may take a submission back for as long as the project says; a program may not. */
async function undoTime(db: Queryable, actor: Actor, job: Job): Promise<{ undoSeconds?: number }> {
  const { undoSeconds = 0 } = (actor.type === 'user' && (await findProject(db, homeOf(job)))) || {}
  return undoSeconds > 0 ? { undoSeconds } : {}
}

/** Gives the annotator a pre-annotation; `alongside` writes its other rows in the same transaction. */
export function putJobPrediction(
  pool: Pool,
  at: JobPlace,
  work: StoredWork,
  alongside: (db: Queryable) => Promise<void> = async () => {},
): Promise<Job> {
  return withTransaction(pool, async (db) => {
    const job = await lockedJob(db, at)
    refuseBesidePeople(job, 'put a prediction to')
    await putPrediction(db, job.projectId, job.jobId, work)
    await alongside(db)
    return job
  })
}

/** The open document at exactly this version, locked against further saving. */
export async function lockWorkAt(db: Queryable, job: Job, version: number): Promise<Work> {
  const work = await lockWork(db, job)
  if (work?.version !== version) throw otherVersion(work?.version ?? 0)
  return work
}
