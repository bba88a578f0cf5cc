import { reaches } from '../../model/reaches.ts'
import { isFinished, WORK_AT } from '../../model/stage.ts'
import type { ConsensusRule } from '../../model/tag.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { copyJob } from '../../store/project/jobs/copies.ts'
import { homeOf, type Job, type JobPlace, lockJobs } from '../../store/project/jobs/jobs.ts'
import { findSpace, lockSpace } from '../../store/project/jobs/privateSpaces.ts'
import { enqueueStep, withdrawStep } from '../../store/project/jobs/steps.ts'
import { closeNotices } from '../../store/project/notices/notices.ts'
import {
  type Agreement,
  addPlace,
  beginConsensus,
  CANDIDATE_LETTERS,
  type ConsensusPlace,
  closeConsensus,
  endPlaces,
  findConsensus,
  listOpen,
  listPlaces,
  listWanted,
  setPlace,
  setWanted,
  submitPlace,
} from '../../store/project/quality/consensus.ts'
import { addToPairs } from '../../store/project/quality/pairSums.ts'
import { findReviewDraw, putReviewDraw, samplingSecret } from '../../store/project/quality/sampling.ts'
import { putScoredWork } from '../../store/project/quality/scoredWork.ts'
import { addToSums } from '../../store/project/quality/sums.ts'
import { putSubmission } from '../../store/project/results/submissions.ts'
import { findTag } from '../../store/project/tags/tags.ts'
import { type AssignedWork, endAssignments, type Worker } from '../../store/project/work/assignments.ts'
import type { Actor, Person } from '../actor.ts'
import { jobNotFound, WorkflowRefusal, wrongState } from '../refusal.ts'
import { moveJobs } from '../stage/moveJobs.ts'
import { lockedJob } from '../work/lockedJob.ts'
import { isDrawn, needsReview } from './reviewSampling.ts'

const STEP = 'compare_candidates'

/** Whether the job is a person's copy of a job that several annotate: it has the id of its origin. */
export const isConsensusCopy = ({ origin, jobId }: Pick<Job, 'origin' | 'jobId'>): boolean => origin?.jobId === jobId

const versionOf = (job: Job): number => (job.resultVersion ?? 0) + 1

export const isDrawnForConsensus = (secret: Uint8Array, jobId: string, { share }: ConsensusRule): boolean =>
  isDrawn(secret, `consensus/${jobId}`, share)

/** Whether no one has worked on the job: neither a person, nor a program whose work waits for review. */
const isFresh = (job: Job): boolean =>
  job.origin === null &&
  job.annotatorId === null &&
  !job.rejected &&
  job.resultVersion === null &&
  WORK_AT[job.stage] !== 'review'

/** The number of annotators of each of a project's jobs, started or not; jobs with one annotator are left out. */
export async function wantedAnnotators(
  db: Queryable,
  projectId: string,
  jobs: readonly Job[],
): Promise<Map<string, number>> {
  const wanted = await listWanted(
    db,
    projectId,
    jobs.map(({ jobId }) => jobId),
  )
  const fresh = jobs.filter((job) => !wanted.has(job.jobId) && isFresh(job) && !isFinished(job.stage))
  const rules = new Map<string, ConsensusRule | null | undefined>()
  for (const tag of new Set(fresh.map((job) => job.tag))) rules.set(tag, (await findTag(db, projectId, tag))?.consensus)
  if (![...rules.values()].some(Boolean)) return wanted
  const secret = await samplingSecret(db, projectId, 'consensus')
  for (const { tag, jobId } of fresh) {
    const rule = rules.get(tag)
    if (rule && isDrawnForConsensus(secret, jobId, rule)) wanted.set(jobId, rule.annotators)
  }
  return wanted
}

/** The job where several annotate it, started if it was drawn for that; false where one does. */
async function isShared(db: Queryable, job: Job): Promise<boolean> {
  const known = await findConsensus(db, job)
  if (known) return known.isOpen
  const rule = isFresh(job) ? (await findTag(db, homeOf(job), job.tag))?.consensus : null
  if (!rule || !isDrawnForConsensus(await samplingSecret(db, job.projectId, 'consensus'), job.jobId, rule)) return false
  await beginConsensus(db, job, { wanted: rule.annotators, agreement: rule.agreement })
  return true
}

/**
 * The person's copy of the locked job where several annotate it, each alone; the job itself where one does. null: others
 * took the last place after the queue was read, and before the job was locked.
 */
export async function openConsensusCopy(db: Queryable, person: Person, job: Job): Promise<Job | null> {
  if (job.origin !== null || !(await isShared(db, job))) return job
  const [consensus, places] = [await findConsensus(db, job), await listPlaces(db, job)]
  if (!consensus?.isOpen || places.length >= consensus.wanted) return null
  const spaceId = await lockSpace(db, job.projectId, person.userId)
  const copy = await copyJob(db, job, { spaceId, jobId: job.jobId, createdAt: job.createdAt })
  if (!copy) throw new Error(`a second place of person ${person.userId} in job ${job.jobId}`)
  await addPlace(db, job, versionOf(job), { userId: person.userId, keyId: null })
  const [moved] = await moveJobs(db, [{ job }], 'open_place')
  if (!moved) throw wrongState('take', job.stage)
  return copy
}

/** The job that a copy is of, locked. */
async function lockShared(db: Queryable, copy: Job): Promise<Job> {
  if (!copy.origin) throw jobNotFound()
  return lockedJob(db, copy.origin)
}

/** The person continues their copy and gets their place back. Refused if others have taken it meanwhile. */
export async function reclaimPlace(db: Queryable, person: Person, copy: Job): Promise<void> {
  const job = await lockShared(db, copy)
  const [consensus, places] = [await findConsensus(db, job), await listPlaces(db, job)]
  if (places.some(({ userId }) => userId === person.userId)) return
  if (!consensus?.isOpen || places.length >= consensus.wanted) throw wrongState('take', copy.stage)
  await setPlace(db, job, person.userId, null)
}

/** The lease on a copy ended: the place becomes free, saved work stays with the person. */
export async function leavePlace(db: Queryable, copy: Job): Promise<void> {
  const job = await lockShared(db, copy)
  if (copy.annotatorId !== null) await setPlace(db, job, copy.annotatorId, 'released')
}

/**
 * A person submits their copy; after the last of them the documents are compared. `submissions`: how many of the tag
 * the person has made, this one included.
 */
export async function submitCopy(
  db: Queryable,
  copy: Job,
  by: Worker,
  { work, submissions, undoSeconds }: { work: AssignedWork; submissions: number | null; undoSeconds?: number },
): Promise<Job | null> {
  const job = await lockShared(db, copy)
  await submitPlace(db, job, by, work)
  await needsReview(db, copy, submissions)
  await compareIfComplete(db, job, undoSeconds)
  const [moved] = await moveJobs(db, [{ job: copy }], 'submit_place', { undoSeconds })
  return moved ?? null
}

/** Undoes the submission of a copy. */
export async function undoCopy(db: Queryable, person: Person, copy: Job): Promise<void> {
  const job = await lockShared(db, copy)
  await withdrawStep(db, job, STEP)
  await setPlace(db, job, person.userId, null)
}

async function compareIfComplete(db: Queryable, job: Job, undoSeconds?: number): Promise<void> {
  const [consensus, places] = [await findConsensus(db, job), await listPlaces(db, job)]
  const submitted = places.filter(({ isSubmitted }) => isSubmitted).length
  if (consensus?.isOpen && submitted >= consensus.wanted) await enqueueStep(db, job, STEP, undoSeconds)
}

/** A program submits to a job that several annotate: one place a key. null: one annotates the job. */
export async function submitByKey(db: Queryable, actor: Actor, job: Job, work: AssignedWork): Promise<Job | null> {
  if (actor.type !== 'key' || job.origin !== null || !(await isShared(db, job))) return null
  const [consensus, places] = [await findConsensus(db, job), await listPlaces(db, job)]
  const by = { userId: null, keyId: actor.keyId }
  if (!consensus || places.length >= consensus.wanted || places.some(({ keyId }) => keyId === actor.keyId)) {
    throw new WorkflowRefusal('JOB_STATE', 'this key has submitted already, or there is no place left', {
      meta: { stage: job.stage, reason: 'NO_PLACE' },
    })
  }
  await addPlace(db, job, versionOf(job), by)
  await submitPlace(db, job, by, work)
  const [moved] = await moveJobs(db, [{ job }], 'open_place')
  await compareIfComplete(db, job)
  return moved ?? null
}

/** Fewer, or more, people are to annotate the locked job. */
export async function changeWanted(db: Queryable, job: Job, wanted: number): Promise<void> {
  if (WORK_AT[job.stage] !== 'annotate' || !(await isShared(db, job)))
    throw wrongState('change the number of annotators of', job.stage)
  await setWanted(db, job, wanted)
  await compareIfComplete(db, job)
}

/** Ends the work of all annotators of jobs; these continue as ordinary ones, or not at all. */
export async function endConsensus(db: Queryable, projectId: string, jobIds: readonly string[]): Promise<void> {
  for (const jobId of await listOpen(db, projectId, jobIds)) {
    await closeConsensus(db, { projectId, jobId }, null)
    await endCopies(db, { projectId, jobId })
  }
}

async function endCopies(db: Queryable, job: JobPlace): Promise<void> {
  for (const userId of await endPlaces(db, job)) {
    const spaceId = await findSpace(db, job.projectId, userId)
    const [copy] = spaceId === null ? [] : await lockJobs(db, spaceId, [job.jobId])
    if (!copy) continue
    await moveJobs(db, [{ job: copy }], 'cancel')
    await endAssignments(db, copy.projectId, [copy.jobId], 'cancelled')
  }
}

/** Those whose documents are compared; null while someone is missing. */
export async function candidatesOf(db: Queryable, job: Job): Promise<ConsensusPlace[] | null> {
  const consensus = await findConsensus(db, job)
  const submitted = (await listPlaces(db, job)).filter(({ isSubmitted }) => isSubmitted)
  return consensus?.isOpen && submitted.length >= consensus.wanted ? submitted : null
}

/** Makes the medoid the submission: final if they agree, otherwise for a reviewer to decide. */
export async function settleConsensus(
  db: Queryable,
  job: Job,
  candidates: readonly ConsensusPlace[],
  made: Omit<Agreement, 'outcome' | 'candidates'>,
): Promise<void> {
  const consensus = await findConsensus(db, job)
  const now = await candidatesOf(db, job)
  const isSame = now?.length === candidates.length && now.every(({ number }, i) => number === candidates[i].number)
  if (!consensus || !isSame) return
  const isAgreed = reaches(made.score, consensus.agreement)
  const numbers = candidates.map(({ number }) => number)
  await closeConsensus(db, job, { ...made, outcome: isAgreed ? 'medoid' : 'open', candidates: numbers })
  await endCopies(db, job)
  await closeNotices(db, job.projectId, { kinds: ['consensus_short'], jobId: job.jobId })
  await countAgreement(db, job, candidates, made.pairs)
  await keepAgreement(db, job, made)
  const { documentSha256, labelsSha256, annotations, userId, keyId } = candidates[made.medoid]
  if (documentSha256 === null) throw new Error('the document of a candidate is gone')
  const version = versionOf(job)
  const work = { version, documentSha256, labelsSha256, annotations: annotations ?? 0, userId, keyId }
  await putSubmission(db, job.projectId, job.jobId, work)
  if (userId !== null) await keepDraw(db, job, userId)
  const isReviewed = !isAgreed || (await needsReview(db, job, null))
  await moveJobs(db, [{ job }], isReviewed ? 'submit_for_review' : 'submit')
}

/** The review was drawn when the author submitted the work, by their number of jobs at that time. */
async function keepDraw(db: Queryable, job: Job, authorId: string): Promise<void> {
  const spaceId = await findSpace(db, job.projectId, authorId)
  const drawn = spaceId && (await findReviewDraw(db, { projectId: spaceId, jobId: job.jobId }))
  if (drawn) await putReviewDraw(db, job, drawn)
}

/** For those who look at the worst first: the two who agree least. */
async function keepAgreement(
  db: Queryable,
  { projectId, jobId, referenceId, tag }: Job,
  { score, pairs }: Pick<Agreement, 'score' | 'pairs'>,
): Promise<void> {
  const [least] = pairs.toSorted((one, other) => one.score - other.score)
  if (!least) return
  const nameOf = (index: number) => `candidate-${CANDIDATE_LETTERS[index]}`
  const over = [nameOf(least.a), nameOf(least.b)] as const
  const scored = { source: 'consensus', userId: null, score, objects: [], over, at: new Date() } as const
  await putScoredWork(db, { projectId, jobId, referenceId, tag, ...scored })
}

/** Adds the agreement to the figures of each person and each pair. */
async function countAgreement(
  db: Queryable,
  job: Job,
  candidates: readonly ConsensusPlace[],
  pairs: Agreement['pairs'],
): Promise<void> {
  for (const [index, { userId, submittedAt }] of candidates.entries()) {
    const scores = pairs.filter(({ a, b }) => a === index || b === index).map(({ score }) => score)
    if (userId === null || scores.length === 0) continue
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
    const place = { projectId: job.projectId, submittedAt: submittedAt ?? new Date(), tag: job.tag, userId }
    await addToSums(db, place, { consensus: 1, consensusScoreSum: mean })
  }
  const ofPeople = pairs.flatMap(({ a, b, score }) => {
    const [one, other] = [candidates[a].userId, candidates[b].userId]
    // In the order of submission: b is the later one.
    const at = candidates[b].submittedAt ?? new Date()
    return one === null || other === null ? [] : [{ people: [one, other] as const, score, at }]
  })
  await addToPairs(db, job, ofPeople)
}
