import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { homeOf, type Job, type JobPlace } from '../../store/project/jobs/jobs.ts'
import { enqueueScoring } from '../../store/project/jobs/steps.ts'
import { tellPeople } from '../../store/project/notifications/notifications.ts'
import { findConsensus, setOutcome } from '../../store/project/quality/consensus.ts'
import { addReview, type Review } from '../../store/project/results/reviews.ts'
import { findSubmission, putSubmission } from '../../store/project/results/submissions.ts'
import { recordHeartbeat } from '../../store/project/work/activeTimes.ts'
import { settleAssignment, submitAssignment } from '../../store/project/work/assignments.ts'
import { markSubmitted } from '../../store/project/work/works.ts'
import { type Actor, workerOf } from '../actor.ts'
import { refuseReview, refuseSilentRejection } from '../policies/reviews.ts'
import { countOutcome, reviewOutcomeOf } from '../quality/reviewOutcome.ts'
import { undecided, wrongState } from '../refusal.ts'
import { moveJobs } from '../stage/moveJobs.ts'
import { lockedJob } from './lockedJob.ts'
import { lockWorkAt, type StoredWork } from './submitWork.ts'

export interface Decision {
  decision: 'accept' | 'reject'
  comment: string | null
  /** The document as the reviewer saw it, stored in files; null of a program, which decides without opening it. */
  work: (StoredWork & { workVersion: number }) | null
}

/** Decides a review, of a person who holds it or of a program. Accepting what the reviewer changed is a fix. */
export function decideReview(pool: Pool, actor: Actor, at: JobPlace, made: Decision): Promise<Job> {
  return withTransaction(pool, async (db) => {
    const job = await lockedJob(db, at)
    await refuseSilentRejection(db, actor, job, made)
    await refuseReview(db, actor, job)
    const work = made.work && (await reviewedWork(db, job, made.work, made.decision))
    if (actor.type === 'user') await recordHeartbeat(db, job, actor.userId, 'review')
    const by = workerOf(actor)
    const { documentSha256 = null, labelsSha256 = null } = work ?? {}
    const reviewed = { documentSha256, labelsSha256, annotations: null }
    const { activeMs } = await submitAssignment(db, job, 'review', by, reviewed)
    await settleAssignment(db, job, made.decision === 'accept' ? 'accepted' : 'rejected')
    const version = (job.resultVersion ?? 0) + 1
    const outcome = reviewOutcomeOf({ decision: made.decision, fixed: work?.fixed ?? false })
    const number = await addReview(db, job.projectId, job.jobId, {
      version,
      score: outcome === 'accepted' ? 1 : null,
      decision: made.decision,
      comment: made.comment,
      ...by,
      ...(work ? { work } : {}),
    })
    await countOutcome(db, job, outcome, { reviewerId: by.userId, activeMs })
    // What it says of classes and attributes is worked out afterwards: large documents take their time.
    if (outcome !== 'rejected') await enqueueScoring(db, job, { version, number })
    const event = await decideConsensus(db, job, made.decision)
    const [moved] = await moveJobs(db, [{ job }], event)
    if (!moved) throw wrongState('review', job.stage)
    if (event === 'reject') await tellOfReturn(db, moved)
    return moved
  })
}

/** Notify for private copies too; otherwise people could tell them from real jobs. */
function tellOfReturn(db: Queryable, job: Job): Promise<void> {
  const { jobId, annotatorId, tag, referenceId } = job
  const told = { projectId: homeOf(job), jobId, tag, subject: referenceId, kind: 'work_returned' } as const
  return tellPeople(db, annotatorId === null ? [] : [annotatorId], told)
}

/** What a decision means for work of several people: rejected, one decides by all of their documents. */
async function decideConsensus(
  db: Queryable,
  job: Job,
  decision: Decision['decision'],
): Promise<Decision['decision'] | 'adjudicate'> {
  const outcome = job.resultVersion === null ? (await findConsensus(db, job))?.result?.outcome : undefined
  if (outcome === 'open' && decision === 'reject') throw undecided(job.stage)
  if (outcome === 'open') await setOutcome(db, job, 'adjudicated')
  if (outcome !== 'medoid' || decision === 'accept') return decision
  await setOutcome(db, job, 'open')
  return 'adjudicate'
}

/** Stores the document that was decided on; if the reviewer changed it, it replaces the submission. */
async function reviewedWork(
  db: Queryable,
  job: Job,
  { workVersion, ...stored }: StoredWork & { workVersion: number },
  decision: Decision['decision'],
): Promise<NonNullable<Review['work']>> {
  const now = await lockWorkAt(db, job, workVersion)
  const fixed = decision === 'accept' && now.version > now.submittedVersion
  if (fixed) {
    const version = (job.resultVersion ?? 0) + 1
    // Still the annotator's work, as far as it matters who may review it.
    const before = await findSubmission(db, job.projectId, job.jobId, version)
    const by = { keyId: before?.keyId ?? null, userId: before?.userId ?? null }
    await putSubmission(db, job.projectId, job.jobId, { version, ...stored, ...by })
    await markSubmitted(db, job, now.version)
  }
  return { documentSha256: stored.documentSha256, labelsSha256: stored.labelsSha256, fixed }
}
