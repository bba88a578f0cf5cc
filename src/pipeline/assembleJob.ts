import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { INLINE_RESULT_LIMIT_BYTES } from '../formats/callback/callbackBody.ts'
import type { DeliveredReview } from '../formats/results/deliveredQuality.ts'
import { rulesOf } from '../model/annotationTypes/rulesOf.ts'
import { completeTasks, fail as failTask } from '../store/cluster/tasks/settle.ts'
import type { Task } from '../store/cluster/tasks/task.ts'
import { attachmentUrl, LABELS_NAME, RESULT_NAME } from '../store/links.ts'
import { withTransaction } from '../store/postgres/transactions.ts'
import { acceptedSuggestions } from '../store/project/assistants/acceptedSuggestions.ts'
import { countOpenSuggestions } from '../store/project/assistants/suggestions.ts'
import { homeOf, type Job, lockJobs } from '../store/project/jobs/jobs.ts'
import { openLinkSecret } from '../store/project/projects/projects.ts'
import { findConsensus, listCandidates } from '../store/project/quality/consensus.ts'
import { type Attachment, insertAttachments } from '../store/project/results/attachments.ts'
import { listReviews } from '../store/project/results/reviews.ts'
import { findSubmissionToAssemble, type SubmissionToAssemble } from '../store/project/results/submissions.ts'
import { Gate } from '../threads/gate.ts'
import { ownBuffer } from '../threads/ownBuffer.ts'
import { completeJobs, type DeliveredResult, giveUpAssembly } from '../workflow/jobs/machineSteps.ts'
import { locate } from '../workflow/quality/comparedWork.ts'
import { reviewOutcomeOf } from '../workflow/quality/reviewOutcome.ts'
import { may } from '../workflow/stage/events.ts'
import { CallBatcher } from './callBatcher.ts'
import { cloudPaths } from './cloudPaths.ts'
import type { PipelineContext } from './context.ts'
import { findDueWork } from './findDueWork.ts'
import { firstOfEachJob } from './firstOfEachJob.ts'
import { jobSnapshotOf } from './jobSnapshotOf.ts'
import type { Assembled, AssembleJob } from './threads/assembleDocument.ts'

const TIME_LIMIT_MS = 15 * 60_000
/** Connections for the rest have to be left. */
const PROJECTS_SIDE_BY_SIDE = 2

/** The number of results that are made at the same time; more wait to be written. */
const MADE_AT_ONCE = 16

/**
 * Makes the result documents of accepted work. All consequences of one (completed, counters, ledger row, callback) are
 * written in one transaction once its files are stored, together with results of the same project that finish at the
 * same moment.
 */
export class JobAssembly {
  readonly #context: PipelineContext
  readonly #making = new Gate(MADE_AT_ONCE)
  readonly #ending: CallBatcher<MadeFor, boolean>

  constructor(context: PipelineContext) {
    this.#context = context
    this.#ending = new CallBatcher((projectId, made) => endAssembly(context, projectId, made), PROJECTS_SIDE_BY_SIDE)
  }

  async run(task: Task, signal: AbortSignal): Promise<void> {
    const { pool, workFolder } = this.#context
    const job = await findDueWork(pool, task, (found) => (may(found.stage, 'complete') ? found : null))
    if (!job) return
    const made = await this.#making.run(job.projectId, async () => {
      signal.throwIfAborted()
      const version = (job.resultVersion ?? 0) + 1
      const submission = await findSubmissionToAssemble(pool, job, version)
      if (!submission) throw new Error(`job ${job.jobId} has no submission for version ${version}`)
      const folder = join(workFolder, randomUUID())
      await mkdir(folder, { recursive: true })
      try {
        return await makeFiles(this.#context, job, submission, folder, signal)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
    if (!(await this.#ending.add(task.projectId, { task, job, made }))) throw new Error('the lease was lost')
  }
}

interface MadeFor {
  task: Task
  /** The job at the time its files were made. */
  job: Job
  made: Made
}

interface Made {
  result: Attachment
  assembled: Assembled
  labels: Attachment | null
}

async function makeFiles(
  context: PipelineContext,
  job: Job,
  submission: SubmissionToAssemble,
  folder: string,
  signal: AbortSignal,
): Promise<Made> {
  const { files, threads } = context
  const { projectId } = job
  const [resultId, labelsId] = [randomUUID(), randomUUID()]
  const isSegmentation = rulesOf(job.annotationType).hasLabels
  const input: AssembleJob = {
    documentPath: await files.localPath(submission.documentSha256),
    labelsPath: submission.labelsSha256 ? await files.localPath(submission.labelsSha256) : null,
    job: await jobSnapshotOf(context.pool, job),
    resultVersion: submission.version,
    metadata: job.metadata,
    ...(submission.hasConsensus ? await consensusOf(context, job) : NO_CONSENSUS),
    review: submission.hasReviews ? await reviewOf(context, job, submission.version) : null,
    accepted: submission.hasAcceptedSuggestions ? await acceptedSuggestions(context.pool, job) : [],
    undecidedSuggestions: await countOpenSuggestions(context.pool, job),
    cloudPaths: await cloudPaths(context, job),
    labelsUrl: isSegmentation ? (await linksOf(context, job))(labelsId, LABELS_NAME) : null,
    outPath: join(folder, RESULT_NAME),
    labelledPath: join(folder, LABELS_NAME),
    inlineLimitBytes: INLINE_RESULT_LIMIT_BYTES,
  }
  const assembled = await threads.run('assembleDocument', input, {
    lane: job.projectId,
    timeLimitMs: TIME_LIMIT_MS,
    signal,
    transfer: ownBuffer(input.job.payload),
    inputBytes: (await stat(input.documentPath)).size,
  })
  const keep = async (attachmentId: string, name: string, contentType: string, path: string): Promise<Attachment> => {
    const stored = await files.put(createReadStream(path))
    return {
      attachmentId,
      projectId,
      jobId: job.jobId,
      version: submission.version,
      name,
      contentType,
      ...stored,
    }
  }
  return {
    result: await keep(resultId, RESULT_NAME, 'application/json; charset=utf-8', input.outPath),
    assembled,
    labels: isSegmentation ? await keep(labelsId, LABELS_NAME, 'application/octet-stream', input.labelledPath) : null,
  }
}

/** Makes addresses of attachments of the job and of all others of its project. */
async function linksOf({ pool, masterKey, baseUrl }: PipelineContext, job: Job) {
  const linkSecret = await openLinkSecret(pool, masterKey, homeOf(job))
  const projectId = homeOf(job)
  return (attachmentId: string, name: string) => attachmentUrl(baseUrl(), linkSecret, { projectId, attachmentId }, name)
}

type OfConsensus = Pick<AssembleJob, 'consensus' | 'candidates'>

const NO_CONSENSUS: OfConsensus = { consensus: null, candidates: [] }

/** How well its annotators agreed, of the version that they made. */
async function consensusOf({ pool, files }: PipelineContext, job: Job): Promise<OfConsensus> {
  const result = job.resultVersion === null ? (await findConsensus(pool, job))?.result : null
  if (!result || result.outcome === 'open') return NO_CONSENSUS
  const candidates = await listCandidates(pool, job, result)
  return {
    consensus: { annotators: result.candidates.length, agreement: result.score, outcome: result.outcome },
    candidates: await Promise.all(candidates.flatMap(({ place }) => (place ? [locate(files, place)] : []))),
  }
}

/** The outcome of the review that accepted this version; null without a review. */
async function reviewOf({ pool }: PipelineContext, job: Job, version: number): Promise<DeliveredReview | null> {
  const reviews = await listReviews(pool, job.projectId, job.jobId)
  const accepted = reviews.findLast((one) => one.version === version && one.decision === 'accept')
  const outcome = accepted && reviewOutcomeOf(accepted)
  return outcome && outcome !== 'rejected' ? { outcome } : null
}

/** Returns for each whether its lease was still held; if it was not, nothing was written. */
async function endAssembly(context: PipelineContext, projectId: string, all: readonly MadeFor[]): Promise<boolean[]> {
  const { pool, wake } = context
  const urlOf = await linksOf(context, all[0].job)
  const held = await withTransaction(pool, async (client) => {
    const ids = all.map(({ task }) => task.subjectId)
    const locked = new Map((await lockJobs(client, projectId, ids)).map((job) => [job.jobId, job]))
    const done = await completeTasks(
      client,
      all.map(({ task }) => task),
    )
    const ended = firstOfEachJob(all.filter(({ task }) => done.has(task.id))).flatMap(({ job, made }) => {
      const now = locked.get(job.jobId)
      return now && may(now.stage, 'complete') ? [{ now, job, made }] : []
    })
    await insertAttachments(
      client,
      projectId,
      ended.flatMap(({ made: { result, labels } }) => (labels ? [result, labels] : [result])),
    )
    await completeJobs(
      client,
      projectId,
      ended.map(({ now, job, made }) => {
        const url = urlOf(made.result.attachmentId, RESULT_NAME)
        return { job: now, ...resultOf(job, made, url) }
      }),
    )
    return done
  })
  wake('deliveries')
  return all.map(({ task }) => held.has(task.id))
}

function resultOf({ metadata }: Job, { result, assembled }: Made, url: string): Omit<DeliveredResult, 'job'> {
  const { attachmentId, version } = result
  const { annotations, inline, findings } = assembled
  const data = inline === null ? undefined : JSON.parse(inline).data
  // The metadata as the document has it, whatever was changed since.
  return { made: { version, attachmentId, annotations, findings }, document: { url, data, metadata } }
}

/** Ends the assembling of a job that kills every process which tries it; the work stays accepted. */
export async function failPoisonedAssembly({ pool }: PipelineContext, task: Task): Promise<void> {
  await withTransaction(pool, async (client) => {
    const [job] = await lockJobs(client, task.projectId, [task.subjectId])
    if (!(await failTask(client, task, 'every process that assembled the result died')))
      throw new Error('the lease was lost')
    if (job) await giveUpAssembly(client, job)
  })
}
