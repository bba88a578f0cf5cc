import { randomInt } from 'node:crypto'
import type { AuditActor } from '../../model/audit.ts'
import { WORK_AT } from '../../model/stage.ts'
import type { GoldRule, TrainingRule } from '../../model/tag.ts'
import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { insertAutoRuns } from '../../store/project/assistants/runs.ts'
import { recordAudit } from '../../store/project/audit/audit.ts'
import { copyJob } from '../../store/project/jobs/copies.ts'
import { newJobId } from '../../store/project/jobs/jobId.ts'
import { homeOf, type Job, type JobPlace } from '../../store/project/jobs/jobs.ts'
import { lockSpace } from '../../store/project/jobs/privateSpaces.ts'
import { enqueueStep } from '../../store/project/jobs/steps.ts'
import { addNotice, closeNotices } from '../../store/project/notices/notices.ts'
import { sampleWaitSeconds } from '../../store/project/quality/consensus.ts'
import { endGold, pickGold, putGold, type Truth } from '../../store/project/quality/gold.ts'
import { addGiven, type GoldPurpose, listGiven, roundScores } from '../../store/project/quality/goldGiven.ts'
import {
  type CheckedPerson,
  continueTraining,
  countDraw,
  lockChecks,
  type PersonChecks,
  pausePerson,
} from '../../store/project/quality/personChecks.ts'
import { samplingSecret } from '../../store/project/quality/sampling.ts'
import { findSubmission } from '../../store/project/results/submissions.ts'
import { findTag } from '../../store/project/tags/tags.ts'
import { hasHad } from '../../store/project/work/ownWork.ts'
import type { Person } from '../actor.ts'
import { refuseGold } from '../policies/jobs.ts'
import { WorkflowRefusal, wrongState } from '../refusal.ts'
import { moveJobs } from '../stage/moveJobs.ts'
import { lockedJob } from '../work/lockedJob.ts'
import { isDrawnForConsensus } from './consensus.ts'
import { settleRound } from './goldScores.ts'
import { isDrawn } from './reviewSampling.ts'

/** Makes a job gold: by its result, or, of one that is completed or waits for people, by a document. */
export function makeGold(pool: Pool, by: AuditActor, at: JobPlace, truth: Truth | 'result'): Promise<void> {
  return withTransaction(pool, async (db) => {
    const job = await lockedJob(db, at)
    refuseGold(job)
    await putGold(db, job, truth === 'result' ? await resultOf(db, job) : truth, by.type === 'user' ? by.id : null)
    // Its copies show what assistants suggest, as other jobs of the tag do.
    if (job.uncertainty === null) await insertAutoRuns(db, job.projectId, [job])
    await scoreAnew(db, job)
    await continueTraining(db, job.projectId, job.tag)
    await closeNotices(db, job.projectId, { kinds: ['gold_used_up', 'training_used_up'], tag: job.tag })
    await closeNotices(db, job.projectId, { kinds: ['gold_questioned'], jobId: job.jobId })
    await recordAudit(db, by, { projectId: job.projectId, action: 'job.put_gold', object: job.jobId })
  })
}

/** With new ground truth, earlier submissions get new scores. */
async function scoreAnew(db: Queryable, job: Job): Promise<void> {
  for (const { copy, score } of await listGiven(db, job)) {
    if (score !== null) await enqueueStep(db, { ...copy, priorityWeight: job.priorityWeight }, 'score_work')
  }
}

async function resultOf(db: Queryable, job: Job): Promise<Truth> {
  const made = await findSubmission(db, job.projectId, job.jobId, job.resultVersion ?? 0)
  if (!made) throw wrongState('make gold of', job.stage)
  return made
}

/** The job is no longer assigned as gold. */
export function takeGoldBack(pool: Pool, by: AuditActor, at: JobPlace): Promise<void> {
  return withTransaction(pool, async (db) => {
    const job = await lockedJob(db, at)
    if (!(await endGold(db, job))) throw new WorkflowRefusal('resource_error', 'this job is not gold')
    await closeNotices(db, job.projectId, { kinds: ['gold_questioned'], jobId: job.jobId })
    await recordAudit(db, by, { projectId: job.projectId, action: 'job.delete_gold', object: job.jobId })
  })
}

/**
 * The job that a person gets when this job is next: the job itself, or a gold job that looks like it. null: work of the
 * tag has to wait until their training is scored, or continues. A review is never replaced, since gold has to be
 * annotated.
 */
export async function substituteGold(db: Queryable, person: Person, job: Job): Promise<Job | null> {
  const isNew =
    job.origin === null && !job.rejected && job.annotatorId !== person.userId && WORK_AT[job.stage] === 'annotate'
  const tag = isNew ? await findTag(db, job.projectId, job.tag) : null
  if (!tag?.gold && !tag?.training) return job
  const space = await lockSpace(db, job.projectId, person.userId)
  const of = { projectId: job.projectId, tag: job.tag, userId: person.userId }
  const checks = await lockChecks(db, of)
  const next = { job, of, space, checks }
  if (tag.training && !checks.trainedAt) {
    // The rule may have become shorter than the round.
    const round = await settleRound(db, of, checks.trainingRound, tag.training)
    if (round === 'again') return trainingJob(db, { ...next, checks: await lockChecks(db, of) }, tag.training)
    if (round === 'going on') return trainingJob(db, next, tag.training)
  }
  return tag.gold ? goldJob(db, next, tag.gold) : job
}

interface NextJob {
  /** The job to replace. */
  job: Job
  of: CheckedPerson
  space: string
  checks: PersonChecks
}

/** The next job of a round; null if the round waits for its scores, or if there is no gold left. */
async function trainingJob(db: Queryable, next: NextJob, { jobs }: TrainingRule): Promise<Job | null> {
  const { of, checks } = next
  const isFull = (await roundScores(db, of, checks.trainingRound)).length >= jobs
  const given = isFull ? null : await giveGold(db, next, 'training')
  if (given) return given
  await pausePerson(db, of, 'training')
  if (!isFull) await addNotice(db, of.projectId, { kind: 'training_used_up', userId: of.userId, tag: of.tag })
  return null
}

async function goldJob(db: Queryable, next: NextJob, { share }: GoldRule): Promise<Job> {
  const { job, of, checks } = next
  // A job that they gave back comes again: another one in its place would be known for gold.
  if (await hasHad(db, job, of.userId)) return job
  await countDraw(db, of)
  const secret = await samplingSecret(db, of.projectId, 'gold')
  if (!isDrawn(secret, `gold/${of.tag}/${of.userId}/${checks.draws}`, share)) return job
  const given = await giveGold(db, next, 'gold')
  if (given) return given
  await addNotice(db, of.projectId, { kind: 'gold_used_up', userId: of.userId, tag: of.tag })
  return job
}

/** A copy of a gold job for the person, as old and in the batch and assignment of the job in whose place it comes; null when they have had all. */
async function giveGold(db: Queryable, next: NextJob, purpose: GoldPurpose): Promise<Job | null> {
  const { job, of, space, checks } = next
  const jobId = await pickGold(db, job, of.userId)
  if (jobId === null) return null
  const copyId = newJobId(of.projectId)
  // Copies of jobs with several annotators show no assignment.
  const isAssigned = !(await isDrawnShared(db, of, copyId))
  const made = {
    spaceId: space,
    jobId: copyId,
    createdAt: job.createdAt,
    batchId: job.batchId,
    ...(isAssigned && { assigned: job }),
  }
  const copy = await copyJob(db, { projectId: of.projectId, jobId }, made)
  if (!copy) throw new Error(`a second copy of job ${jobId} for person ${of.userId}`)
  const round = purpose === 'training' ? checks.trainingRound : null
  await addGiven(db, { ...of, jobId, purpose, round, copy })
  return copy
}

/** Whether the job is a person's copy of a gold job. A copy for consensus has the id of its origin. */
export const isGoldCopy = ({ origin, jobId }: Pick<Job, 'origin' | 'jobId'>): boolean =>
  origin !== null && origin.jobId !== jobId

/** The assumed time until the last of several people submits, as long as no job shows it. */
const OTHERS_SECONDS = 24 * 3600

/** Whether the copy passes for a job that several people annotate: as many do as there are such jobs of the tag. */
export async function isDisguisedAsConsensus(db: Queryable, copy: Job): Promise<boolean> {
  return isGoldCopy(copy) && isDrawnShared(db, { projectId: homeOf(copy), tag: copy.tag }, copy.jobId)
}

async function isDrawnShared(db: Queryable, { projectId, tag }: Pick<CheckedPerson, 'projectId' | 'tag'>, id: string) {
  const rule = (await findTag(db, projectId, tag))?.consensus
  return rule ? isDrawnForConsensus(await samplingSecret(db, projectId, 'consensus'), id, rule) : false
}

/** Submits such a copy: it waits as if for others, is not reviewed, and completed when such a job might be. */
export async function submitDisguisedGold(
  db: Queryable,
  copy: Job,
  undo: { undoSeconds?: number },
): Promise<Job | null> {
  const [moved] = await moveJobs(db, [{ job: copy }], 'submit_place', undo)
  if (!moved) return null
  const waitSeconds = (await sampleWaitSeconds(db, homeOf(copy), copy.tag)) ?? randomInt(OTHERS_SECONDS)
  await enqueueStep(db, moved, 'assemble', (undo.undoSeconds ?? 0) + waitSeconds)
  return moved
}
