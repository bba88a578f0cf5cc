import type { AccessRule } from '../egress/accessRules.ts'
import { TaskRunner } from '../store/cluster/tasks/runner.ts'
import { completeTasks, fail } from '../store/cluster/tasks/settle.ts'
import type { Task } from '../store/cluster/tasks/task.ts'
import type { Pool } from '../store/postgres/pools.ts'
import { withTransaction } from '../store/postgres/transactions.ts'
import { openAttachmentAccess } from '../store/project/access/attachmentAccess.ts'
import { answerDryRun, readDryRun } from '../store/project/dryRuns/dryRuns.ts'
import { homeOf, type Job, lockJobs } from '../store/project/jobs/jobs.ts'
import { enqueueStep } from '../store/project/jobs/steps.ts'
import { addComparison } from '../store/project/quality/comparisonSums.ts'
import { findTruth, lockTruth } from '../store/project/quality/gold.ts'
import { findGiven } from '../store/project/quality/goldGiven.ts'
import { putScoredWork } from '../store/project/quality/scoredWork.ts'
import { addToSums } from '../store/project/quality/sums.ts'
import { setReviewScore } from '../store/project/results/reviews.ts'
import { findSubmission } from '../store/project/results/submissions.ts'
import { listSensors } from '../store/project/sensors/sensors.ts'
import { findTag } from '../store/project/tags/tags.ts'
import { findSubmitted } from '../store/project/work/assignments.ts'
import { readTaskPayload, TASK_KINDS, type TaskKind, type TaskPayload } from '../store/taskKinds.ts'
import { Gate } from '../threads/gate.ts'
import { ownBuffer } from '../threads/ownBuffer.ts'
import { locate } from '../workflow/quality/comparedWork.ts'
import { candidatesOf, settleConsensus } from '../workflow/quality/consensus.ts'
import { scoreGold } from '../workflow/quality/goldScores.ts'
import { submittedWork, sumPlaceOf } from '../workflow/quality/reviewOutcome.ts'
import { runAction } from './actions/runAction.ts'
import { failPoisonedAssembly, JobAssembly } from './assembleJob.ts'
import { planJob, tagOfBody } from './bodyReading.ts'
import { checkFiles, FILES_SIDE_BY_SIDE } from './checkFiles.ts'
import { scoreSubmission } from './comparedWork.ts'
import type { PipelineContext } from './context.ts'
import { runExport } from './exports/runExport.ts'
import { keepUrls } from './fetchedAsset.ts'
import { FetchedUrlCache } from './fetchedUrlCache.ts'
import type { FileToCheck } from './filesOfJob.ts'
import { findDueWork } from './findDueWork.ts'
import { frameSizeFailures } from './frameSizes.ts'
import { runImport } from './imports/runImport.ts'
import { runIngest } from './ingests/runIngest.ts'
import { settleCheckedIngest } from './ingests/settleIngest.ts'
import { IsolatedTasks, type RunAlone } from './isolatedTasks.ts'
import { jobSnapshotOf } from './jobSnapshotOf.ts'
import { unpackedInTurns } from './pieces.ts'
import { PixelBudget } from './pixelBudget.ts'
import { retryUntilFound } from './retryUntilFound.ts'
import { JobValidation } from './validateJob.ts'

/** Less than the caller's patience, so that an answer with what could be tried still reaches the caller. */
const TIME_MS = 55_000

/** Tries each URL of a body once, as a job would, and stores only the answer. */
async function dryRunJob(context: PipelineContext, task: Task, signal: AbortSignal): Promise<void> {
  const { pool } = context
  const { projectId, subjectId } = task
  const run = await readDryRun(pool, projectId, subjectId)
  const named = run && (await tagOfBody(context, { projectId }, run.body, signal))
  const tag = named && (await findTag(pool, projectId, named.tag))
  if (!named || !tag) {
    await (run ? completeTasks(pool, [task]) : retryUntilFound(pool, task))
    return
  }
  const untilMs = performance.now() + TIME_MS
  const keptSensors = Object.fromEntries(await listSensors(pool, projectId))
  const plan = await planJob(
    context,
    { projectId, annotationType: tag.annotationType, keptSensors },
    named.bytes,
    signal,
  )
  const files = await unpackedInTurns<FileToCheck>(plan.files)
  const rules = await openAttachmentAccess<AccessRule>(pool, context.masterKey, projectId)
  const { assets, failures, untried } = await checkFiles(context, files, {
    projectId,
    lane: subjectId,
    rules,
    deadlineMs: TIME_MS,
    signal,
    prepare: false,
    pixels: new PixelBudget(context.settings.maxJobPixels),
    untilMs,
    urls: new FetchedUrlCache(pool),
    downloads: new Gate(FILES_SIDE_BY_SIDE),
  })
  const isWhole = failures.length === 0 && untried.length === 0 && plan.isVideo
  const all = isWhole ? frameSizeFailures(files, new Map(assets.map((asset) => [asset.field, asset]))) : failures
  await withTransaction(pool, async (client) => {
    await keepUrls(client, projectId, assets)
    await answerDryRun(client, projectId, subjectId, {
      failures: all.map(({ field, type }) => ({ field, type })),
      warnings: [],
      unchecked: untried.map((file) => file.url),
    })
    await completeTasks(client, [task])
  })
}

const TIME_LIMIT_MS = 10 * 60_000

/** Compares the work of several people on a job, once the last of them has submitted. */
async function compareConsensus(context: PipelineContext, task: Task, signal: AbortSignal): Promise<void> {
  const { pool, files, threads } = context
  const due = await findDueWork(pool, task, async (job) => {
    const candidates = await candidatesOf(pool, job)
    return candidates && { job, candidates }
  })
  if (!due) return
  const { job, candidates } = due
  const documents = await Promise.all(
    candidates.map(async ({ documentSha256, labelsSha256 }) => {
      if (documentSha256 === null) throw new Error(`the document of a candidate of job ${job.jobId} is gone`)
      return locate(files, { documentSha256, labelsSha256 })
    }),
  )
  const order = { job: await jobSnapshotOf(pool, job), documents }
  const options = { lane: job.projectId, timeLimitMs: TIME_LIMIT_MS, signal, transfer: ownBuffer(order.job.payload) }
  const made = await threads.run('compareWork', order, options)
  await withTransaction(pool, async (db) => {
    const [locked] = await lockJobs(db, job.projectId, [job.jobId])
    if ((await completeTasks(db, [task])).size === 0) throw new Error('the lease was lost')
    if (locked) await settleConsensus(db, locked, candidates, made)
  })
  context.wake('tasks')
}

type Step<K extends TaskKind> = (
  context: PipelineContext,
  task: Task & { payload: TaskPayload<K> },
  signal: AbortSignal,
) => Promise<void>

/** The steps of a job that machines do. */
const STEPS: { readonly [K in TaskKind]: Step<K> } = {
  dry_run: dryRunJob,
  assemble: (context, task, signal) => new JobAssembly(context).run(task, signal),
  validate: (context, task, signal) => new JobValidation(context).run(task, signal),
  export: runExport,
  action: runAction,
  score_review: scoreReview,
  score_work: scoreGoldCopy,
  compare_candidates: compareConsensus,
  import: runImport,
  settle_ingest: settleCheckedIngest,
  ingest: runIngest,
}

export interface PipelineOptions {
  /** The number of tasks that run at the same time, except validation and assembly. */
  slots: number
  leaseSeconds: number
  workerId: string
  /** Runs one task in a separate process; left out in that process itself. */
  runAlone?: RunAlone
  /** The same for tasks that are large by their nature, one at a time in each of other processes. */
  runIsolated?: readonly RunAlone[]
}

export interface Pipeline {
  wake(): void
  stop(graceMs: number): Promise<void>
}

/** Tasks that never run in the process of the service. */
const ISOLATED: ReadonlySet<TaskKind> = new Set(['export', 'import', 'ingest'])

/**
 * The number of jobs that are validated at the same time: mostly they wait, for files, for a thread, for others in the
 * same transaction. Scarce resources (threads, downloads, memory for large ones) are limited where they are used.
 */
const VALIDATION_SLOTS = 128

/** The same for results that are assembled: most of the time they wait to be written down together. */
const ASSEMBLY_SLOTS = 64

/** Works on tasks until it is stopped. */
export function startPipeline(context: PipelineContext, options: PipelineOptions): Pipeline {
  const { slots, leaseSeconds, workerId, runAlone, runIsolated } = options
  const isolated = runIsolated && new IsolatedTasks(context, runIsolated)
  const validation = new JobValidation(context)
  const assembly = new JobAssembly(context)
  const run = (task: Task, signal: AbortSignal): Promise<void> => {
    if (task.kind === 'validate') return runValidation(context, validation, task, signal)
    if (task.kind === 'assemble') return assembly.run(task, signal)
    return isolated && ISOLATED.has(task.kind) ? isolated.run(task, signal) : runStep(context, task, signal)
  }
  const runnerOf = (kinds: readonly TaskKind[], most: number, claimTogether: number) =>
    new TaskRunner({
      pool: context.pool,
      kinds,
      handler: {
        run,
        ...(runAlone ? { runAlone } : {}),
        failPoisoned: (task) => failPoisoned(context, validation, task),
      },
      slots: most,
      claimTogether,
      projectCap: Math.max(1, Math.ceil(most * 0.75)),
      leaseSeconds,
      workerId,
      log: context.log,
    })
  const others = TASK_KINDS.filter((kind) => kind !== 'validate' && kind !== 'assemble')
  const runners = [
    runnerOf(others, slots, 1),
    runnerOf(['assemble'], ASSEMBLY_SLOTS, ASSEMBLY_SLOTS / 4),
    runnerOf(['validate'], VALIDATION_SLOTS, VALIDATION_SLOTS / 4),
  ]
  for (const runner of runners) runner.start()
  return {
    wake() {
      for (const runner of runners) runner.wake()
    },
    async stop(graceMs) {
      await Promise.all(runners.map((runner) => runner.stop(graceMs)))
    },
  }
}

async function runValidation(context: PipelineContext, validation: JobValidation, task: Task, signal: AbortSignal) {
  const payload = readTaskPayload('validate', task.payload)
  if (payload === null) await failUnreadable(context, task)
  else await validation.run({ ...task, payload }, signal)
}

// No further attempt would read it: people see it among the failed tasks.
const failUnreadable = ({ pool }: PipelineContext, task: Task) =>
  fail(pool, task, `its payload is not that of ${task.kind}`)

export const runStep = (context: PipelineContext, task: Task, signal: AbortSignal): Promise<void> =>
  runStepOf(task.kind, context, task, signal)

async function runStepOf<K extends TaskKind>(kind: K, context: PipelineContext, task: Task, signal: AbortSignal) {
  const payload = readTaskPayload(kind, task.payload)
  if (payload === null) await failUnreadable(context, task)
  else await STEPS[kind](context, { ...task, payload }, signal)
}

async function failPoisoned(context: PipelineContext, validation: JobValidation, task: Task): Promise<void> {
  if (task.kind === 'validate') return validation.failPoisoned(task)
  if (task.kind === 'assemble') await failPoisonedAssembly(context, task)
  else await completeTasks(context.pool, [task])
}

/** Compares a person's submission for a gold job with its ground truth. */
async function scoreGoldCopy(context: PipelineContext, task: Task, signal: AbortSignal): Promise<void> {
  const { pool } = context
  const due = await findDueWork(pool, task, async (job) => {
    const given = await findGiven(pool, homeOf(job), job.jobId)
    const truth = given && (await findTruth(pool, given))
    const submitted = await findSubmitted(pool, job, 1)
    if (!given || !truth || !submitted?.documentSha256) return null
    const { number, documentSha256, labelsSha256, submittedAt } = submitted
    return { job, given, truth, submitted: { documentSha256, labelsSha256 }, number, submittedAt }
  })
  if (!due) return
  const { job, given, truth, submitted, number, submittedAt } = due
  const files = { accepted: truth, submitted }
  const { objects, ...made } = await scoreSubmission(context, job, files, signal)
  await withTransaction(pool, async (db) => {
    if ((await completeTasks(db, [task])).size === 0) throw new Error('the lease was lost')
    const now = await lockTruth(db, given)
    if (now?.documentSha256 !== truth.documentSha256 || now.labelsSha256 !== truth.labelsSha256) {
      await enqueueStep(db, job, 'score_work')
      return
    }
    const current = await findGiven(db, given.projectId, job.jobId)
    if (!current) return
    await scoreGold(db, current, made, submittedAt)
    const { projectId, tag, purpose, userId } = current
    const over = ['truth', `submission-${number}`] as const
    const scored = { source: 'gold', userId, score: made.score, objects, over, at: submittedAt } as const
    const { jobId, referenceId } = job
    if (purpose === 'gold') await putScoredWork(db, { projectId, jobId, referenceId, tag, ...scored })
  })
}

/** Compares accepted work with the submission, and adds the figures to the sums. */
async function scoreReview(
  context: PipelineContext,
  task: Task & { payload: TaskPayload<'score_review'> },
  signal: AbortSignal,
): Promise<void> {
  const { pool } = context
  const { version, number } = task.payload
  const due = await findDueWork(pool, task, async (job) => {
    const documents = await documentsOf(pool, job, version)
    return documents && { job, documents }
  })
  if (!due) return
  const made = await scoreSubmission(context, due.job, due.documents, signal)
  await withTransaction(pool, async (db) => {
    const [job] = await lockJobs(db, task.projectId, [task.subjectId])
    if ((await completeTasks(db, [task])).size === 0) throw new Error('the lease was lost')
    const place = job && (await sumPlaceOf(db, job, version))
    if (!place) return
    const { score, objects, ...figures } = made
    const at = { projectId: task.projectId, jobId: task.subjectId, version, number }
    if (await setReviewScore(db, at, score)) {
      await addToSums(db, place, { scored: 1, scoreSum: score })
      const over = [`result-${version}`, due.documents.name] as const
      const scored = { source: 'review', userId: place.userId, score, objects, over, at: place.submittedAt } as const
      // For a private copy, its own check is stored instead.
      if (job.origin === null) await putScoredWork(db, { ...at, ...scored, referenceId: job.referenceId, tag: job.tag })
    }
    await addComparison(db, place, figures)
  })
}

/** null: the data of the job was removed. */
async function documentsOf(pool: Pool, job: Job, version: number) {
  const accepted = await findSubmission(pool, job.projectId, job.jobId, version)
  const submitted = await submittedWork(pool, job, version)
  if (!accepted || !submitted?.documentSha256) return null
  const { name, documentSha256, labelsSha256 } = submitted
  return { accepted, submitted: { documentSha256, labelsSha256 }, name }
}
