import { randomUUID } from 'node:crypto'
import type { AuditActor } from '../../model/audit.ts'
import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit } from '../../store/project/audit/audit.ts'
import { findJob, homeOf, type Job, lockJobs } from '../../store/project/jobs/jobs.ts'
import { addNotice, closeNotices } from '../../store/project/notices/notices.ts'
import { tellPeople } from '../../store/project/notifications/notifications.ts'
import {
  addContest,
  type Contest,
  closeContest,
  findVerdict,
  type GivenVerdict,
  hasSubmitted,
  listContests,
  overturn,
} from '../../store/project/quality/contests.ts'
import { findGiven, type GivenGold } from '../../store/project/quality/goldGiven.ts'
import { addToReviewer } from '../../store/project/quality/reviewerSums.ts'
import { dropScoredWork } from '../../store/project/quality/scoredWork.ts'
import { addToSums } from '../../store/project/quality/sums.ts'
import { findTag } from '../../store/project/tags/tags.ts'
import { WorkflowRefusal } from '../refusal.ts'
import { isConsensusCopy } from './consensus.ts'
import { isDisguisedAsConsensus } from './goldJobs.ts'
import { reviewOutcomeOf, sumPlaceOf } from './reviewOutcome.ts'

/**
 * A person appeals the verdict on their work. It looks the same for gold, so that they need not know which job is gold.
 */
export function openContest(pool: Pool, job: Job, userId: string, comment: string): Promise<string> {
  return withTransaction(pool, async (db) => {
    const projectId = homeOf(job)
    const given = await findGiven(db, projectId, job.jobId)
    if ((await hasNoVerdict(db, job, given)) || !(await hasSubmitted(db, job, userId))) {
      throw new WorkflowRefusal('JOB_STATE', 'only work that you have submitted can be contested', {
        meta: { reason: 'NOT_SUBMITTED' },
      })
    }
    const verdict = given ? null : await findVerdict(db, job, null)
    const id = randomUUID()
    const isNew = await addContest(db, {
      projectId,
      id,
      userId,
      tag: job.tag,
      comment,
      at: { projectId: job.projectId, jobId: job.jobId },
      kind: given ? 'gold' : 'review',
      review: verdict && { version: verdict.version, number: verdict.number },
      scoreBefore: given ? given.score : (verdict?.score ?? null),
    })
    if (!isNew) {
      throw new WorkflowRefusal('JOB_STATE', 'you have contested this job already', {
        meta: { reason: 'CONTESTED_ALREADY' },
      })
    }
    await addNotice(db, projectId, { kind: 'contest_opened', userId, tag: job.tag })
    return id
  })
}

/** Consensus jobs (and gold disguised as one) have no individual verdict, so they cannot be appealed. */
async function hasNoVerdict(db: Queryable, job: Job, given: GivenGold | null): Promise<boolean> {
  if (isConsensusCopy(job)) return true
  if (!given || given.purpose === 'training' || !(await isDisguisedAsConsensus(db, job))) return false
  return !(await findTag(db, given.projectId, given.tag))?.gold?.feedback
}

export interface ContestDecision {
  decision: 'uphold' | 'dismiss'
  answer: string | null
}

/**
 * Upholding the appeal of a review withdraws its verdict: the work counts as accepted. Ground truth of gold is
 * corrected separately.
 */
export function decideContest(
  pool: Pool,
  by: AuditActor,
  of: Pick<Contest, 'projectId' | 'id'>,
  { decision, answer }: ContestDecision,
): Promise<void> {
  return withTransaction(pool, async (db) => {
    const state = decision === 'uphold' ? 'upheld' : 'dismissed'
    const decidedBy = by.type === 'user' ? by.id : null
    const contest = await closeContest(db, of, { state, answer, decidedBy })
    if (!contest) throw new WorkflowRefusal('resource_error', 'there is no open contest of this id')
    if (state === 'upheld' && contest.review) await withdrawVerdict(db, contest)
    const { projectId, userId, tag } = contest
    const open = await listContests(db, projectId, { state: 'open', userId, tag, after: null, limit: 1 })
    if (open.length === 0) await closeNotices(db, projectId, { kinds: ['contest_opened'], userId, tag })
    const { referenceId: subject = null } = (await findJob(db, contest.at.projectId, contest.at.jobId)) ?? {}
    const told = { projectId, jobId: contest.at.jobId, tag, subject, kind: 'contest_decided' } as const
    await tellPeople(db, [userId], told)
    const after = { decision, user_id: userId, score_before: contest.scoreBefore }
    await recordAudit(db, by, { projectId, action: 'contest.decide', object: contest.at.jobId, after })
  })
}

async function withdrawVerdict(db: Queryable, { at, review, tag, projectId }: Contest): Promise<void> {
  // The score of a fix is written under the same lock.
  const [job] = await lockJobs(db, at.projectId, [at.jobId])
  const verdict = await findVerdict(db, at, review)
  if (!verdict || !job || verdict.overturned) return
  const outcome = reviewOutcomeOf(verdict)
  if (outcome === 'accepted') return
  await overturn(db, at, verdict)
  await dropScoredWork(db, { ...at, source: 'review' })
  const place = await sumPlaceOf(db, job, verdict.version)
  if (place) await addToSums(db, place, { [outcome]: -1, accepted: 1, ...scoreChange(verdict) })
  const { reviewerId, createdAt } = verdict
  if (reviewerId) await addToReviewer(db, { projectId, tag, userId: reviewerId, at: createdAt }, { overturned: 1 })
}

/** The change as if the work had been accepted unchanged. */
const scoreChange = ({ score }: GivenVerdict) => ({ scored: score === null ? 1 : 0, scoreSum: 1 - (score ?? 0) })
