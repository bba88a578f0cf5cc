import { faultAt } from '../../formats/errors/fault.ts'
import { mayDo } from '../../model/permissions.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { isUndoTime, type Job } from '../../store/project/jobs/jobs.ts'
import { findSubmission } from '../../store/project/results/submissions.ts'
import { countOpenIssues } from '../../store/project/work/issues.ts'
import { isOwnWork } from '../../store/project/work/ownWork.ts'
import type { Actor, Person } from '../actor.ts'
import { heldByPerson, leaseLost, WorkflowRefusal, wrongState } from '../refusal.ts'
import { may } from '../stage/events.ts'
import { holdsFor, isHeld } from './leases.ts'

/** A person decides the review they hold; a key one that no person holds. The author of the work never decides it. */
export async function refuseReview(db: Queryable, actor: Actor, job: Job): Promise<void> {
  if (actor.type === 'user') {
    if (!holdsFor(actor, job, 'review')) throw await leaseLost(db, job)
    if (await isOwnWork(db, job, actor.userId)) throw ownWork('you submitted this work')
    return
  }
  if (!may(job.stage, 'accept')) throw wrongState('review', job.stage)
  if (await isUndoTime(db, job)) throw heldByPerson('review', job.stage)
  if (isHeld(job, Date.now())) throw heldByPerson('review', job.stage)
  const submission = await findSubmission(db, job.projectId, job.jobId, (job.resultVersion ?? 0) + 1)
  if (submission?.keyId === actor.keyId) throw ownWork('this key submitted the work')
}

const ownWork = (why: string) =>
  new WorkflowRefusal('unauthorized', `${why}: it needs another reviewer`, { meta: { reason: 'OWN_WORK' } })

/** Candidates of a consensus are shown to who decides now, and to managers. */
export const seesCandidates = (person: Person, job: Job): boolean =>
  holdsFor(person, job, 'review') || mayDo(person.role, 'takeOver')

/** Results, reviews and predictions are laid over the work for those who review. */
export const comparesDocuments = ({ role }: Pick<Person, 'role'>): boolean => mayDo(role, 'review')

/** Only managers may see each person's submission, and the ground truth of gold. */
export const seesHandedIn = ({ role }: Pick<Person, 'role'>): boolean => mayDo(role, 'takeOver')

/** A rejection gives its reason: a comment, or, of a person who pins them, an open issue. */
export async function refuseSilentRejection(
  db: Queryable,
  actor: Actor,
  job: Job,
  { decision, comment }: { decision: 'accept' | 'reject'; comment: string | null },
): Promise<void> {
  if (decision === 'accept' || comment !== null) return
  if (actor.type === 'user' && (await countOpenIssues(db, job)) > 0) return
  throw new WorkflowRefusal('GE_0002', 'a rejection needs a comment, or an open issue', {
    failures: [faultAt('comment', 'MISSING', 'a comment, or an open issue', null)],
    meta: { reason: 'COMMENT_MISSING' },
  })
}
