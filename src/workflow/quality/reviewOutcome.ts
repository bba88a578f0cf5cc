import type { Queryable } from '../../store/postgres/pools.ts'
import { homeOf, type Job } from '../../store/project/jobs/jobs.ts'
import { findAgreed } from '../../store/project/quality/consensus.ts'
import { addToReviewer } from '../../store/project/quality/reviewerSums.ts'
import { dropScoredWork } from '../../store/project/quality/scoredWork.ts'
import { addToSums, type SumPlace } from '../../store/project/quality/sums.ts'
import { findSubmitted, type SubmittedAssignment } from '../../store/project/work/assignments.ts'

export type ReviewOutcome = 'accepted' | 'fixed' | 'rejected'

export const reviewOutcomeOf = ({
  decision,
  fixed,
}: {
  decision: 'accept' | 'reject'
  fixed: boolean
}): ReviewOutcome => (decision === 'reject' ? 'rejected' : fixed ? 'fixed' : 'accepted')

type Placed = Pick<Job, 'projectId' | 'jobId' | 'tag' | 'origin'>

/** The reviewed work of a version; for several people, the one on which they agreed. `name`: that of its document. */
export async function submittedWork(db: Queryable, job: Placed, version: number) {
  const submitted = await findSubmitted(db, job, version)
  if (submitted) return { ...submitted, name: `submission-${submitted.number}` }
  const agreed = version === 1 ? await findAgreed(db, job) : null
  return agreed?.submittedAt ? { ...agreed, submittedAt: agreed.submittedAt, name: `candidate-${agreed.letter}` } : null
}

/** Where work for a version is summed: on the day it was submitted, for who submitted it. */
export async function sumPlaceOf(db: Queryable, job: Placed, version: number): Promise<SumPlace | null> {
  const submitted = await submittedWork(db, job, version)
  return submitted && sumPlaceAt(job, submitted)
}

/** The same of work that was submitted just now. */
export const sumPlaceAt = (
  job: Placed,
  { userId, submittedAt }: Pick<SubmittedAssignment, 'userId' | 'submittedAt'>,
): SumPlace => ({ projectId: homeOf(job), submittedAt, tag: job.tag, userId })

/** Adds a decision to the sums, in its transaction. What was accepted unchanged scores 1; a fix is scored later. */
export async function countOutcome(
  db: Queryable,
  job: Job,
  outcome: ReviewOutcome,
  { reviewerId, activeMs }: { reviewerId: string | null; activeMs: number },
): Promise<void> {
  const of = { projectId: homeOf(job), tag: job.tag, at: new Date() }
  if (reviewerId) await addToReviewer(db, { ...of, userId: reviewerId }, { [outcome]: 1, active_ms: activeMs })
  if (outcome === 'accepted') await dropScoredWork(db, { ...job, source: 'review' })
  const place = await sumPlaceOf(db, job, (job.resultVersion ?? 0) + 1)
  if (!place) return
  await addToSums(db, place, { [outcome]: 1, ...(outcome === 'accepted' && { scored: 1, scoreSum: 1 }) })
}
