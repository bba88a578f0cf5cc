import type { AccessRule } from '../egress/accessRules.ts'
import { enqueue } from '../store/cluster/tasks/enqueue.ts'
import { complete } from '../store/cluster/tasks/settle.ts'
import type { Task } from '../store/cluster/tasks/task.ts'
import { withTransaction } from '../store/postgres/transactions.ts'
import { openAttachmentAccess } from '../store/project/access/attachmentAccess.ts'
import { type Asset, isImageFacts, listAssets } from '../store/project/jobs/assets.ts'
import { findJob, type Job, lockJob, readPayload } from '../store/project/jobs/jobs.ts'
import { findProject } from '../store/project/projects/projects.ts'
import { failJob, passValidation, startValidation } from '../workflow/jobs/machineSteps.ts'
import { AssetKeeper } from './assetKeeper.ts'
import { pixelsOf } from './checkFile.ts'
import { checkFiles, inOrderOf } from './checkFiles.ts'
import { decideCloudFrame } from './cloudFrame.ts'
import type { PipelineContext } from './context.ts'
import { type FileFailure, failedError, isFileFailure } from './fileFailure.ts'
import type { FileToCheck } from './filesOfJob.ts'
import { frameSizeFailures } from './frameSizes.ts'
import { unpackedInTurns } from './pieces.ts'
import { PixelBudget } from './pixelBudget.ts'
import { takePrediction } from './prediction.ts'
import { planJob } from './storedJob.ts'
import type { SeenLidar } from './threads/validationPlan.ts'

/** What a round leaves for the next one. */
interface Progress {
  round: number
  /** Failures that no further attempt will mend. */
  final: FileFailure[]
}

/** Of the rounds before; a task of the first one has none. */
const progressOf = ({ round, final }: Task['payload']): Progress => ({
  round: typeof round === 'number' ? round : 0,
  final: Array.isArray(final) ? final.filter(isFileFailure) : [],
})

class LeaseLost extends Error {}

/**
 * One round of a job's validation: an attempt at every file that is still missing. Then the job is queued, failed, or
 * waits for the next round. Downloaded files stay, even if this process is killed.
 */
export async function validateJob(context: PipelineContext, task: Task, signal: AbortSignal): Promise<void> {
  const job = await begin(context, task)
  if (!job) return
  const { pool } = context
  const progress = progressOf(task.payload)
  const payload = await readPayload(pool, job.projectId, job.jobId)
  if (!payload) throw new Error(`the payload of job ${job.jobId} is gone`)
  const plan = await planJob(context, job, payload, signal)
  const rules = await openAttachmentAccess<AccessRule>(pool, context.masterKey, job.projectId)
  const had = new Map((await listAssets(pool, job.projectId, job.jobId)).map((asset) => [asset.field, asset]))
  const given = new Set(progress.final.map((failure) => failure.field))
  const all = await unpackedInTurns<FileToCheck>(plan.files)
  const wanted = all.filter((file) => had.get(file.field)?.url !== file.url && !given.has(file.field))
  const pixels = new PixelBudget(context.settings.maxJobPixels)
  for (const asset of had.values()) pixels.charge(pixelsOf(asset.facts))
  const keeper = new AssetKeeper(pool, job.projectId, job.jobId)
  const outcome = await checkFiles(context, wanted, {
    projectId: job.projectId,
    lane: job.jobId,
    rules,
    deadlineMs: context.settings.downloadDeadlineMs,
    signal,
    prepare: true,
    pixels,
    onProgress: (asset) => keeper.add(asset),
  })
  await keeper.flush()
  for (const asset of outcome.assets) had.set(asset.field, asset)
  const again = outcome.failures.filter((failure) => mayTryAgain(context, failure, progress.round))
  const final = [...progress.final, ...outcome.failures.filter((failure) => !again.includes(failure))]
  if (again.length > 0) return wait(context, task, { round: progress.round + 1, final }, again)
  const failures = final.length > 0 ? inOrderOf(all, final) : plan.isVideo ? frameSizeFailures(all, had) : []
  if (failures.length > 0) return giveUp(context, task, job, failures)
  const predicted = await takePrediction(context, job, plan, { rules, signal })
  await accept(context, task, job, plan.lidar, had, predicted)
}

/** Marks the job as being validated; null when it was cancelled meanwhile and there is nothing left to do. */
async function begin({ pool, wake }: PipelineContext, task: Task): Promise<Job | null> {
  const job = await withTransaction(pool, async (client) => {
    const locked = await lockJob(client, task.projectId, task.subjectId)
    const started = locked && (await startValidation(client, locked))
    if (!started) await complete(client, task)
    return started
  })
  if (job) wake('deliveries')
  return job
}

function mayTryAgain({ settings }: PipelineContext, { retries }: FileFailure, round: number): boolean {
  const allowed = retries === 'all' ? settings.downloadRetriesMs.length : retries === 'two' ? 2 : 0
  return round < Math.min(allowed, settings.downloadRetriesMs.length)
}

/** Puts the job off: another task with what was learned takes this one's place, due when the wait is over. */
async function wait(
  { pool, settings }: PipelineContext,
  task: Task,
  progress: Progress,
  again: FileFailure[],
): Promise<void> {
  const scheduled = settings.downloadRetriesMs[progress.round - 1] * (0.8 + Math.random() * 0.4)
  const asked = Math.max(0, ...again.map((failure) => failure.retryAfterMs ?? 0))
  const delayMs = Math.max(scheduled, Math.min(asked, Math.max(60_000, scheduled * 2)))
  await withTransaction(pool, async (client) => {
    if (!(await complete(client, task))) throw new LeaseLost('the lease was lost')
    const { projectId, kind, subjectId, priority } = task
    await enqueue(client, [{ projectId, kind, subjectId, priority, delayMs, payload: { ...progress } }])
  })
}

/** The job fails, with every failure told, in its record and by callback. */
export async function giveUp(
  context: PipelineContext,
  task: Task,
  job: Pick<Job, 'projectId' | 'jobId'>,
  failures: readonly FileFailure[],
): Promise<void> {
  const error = failedError(failures)
  await withTransaction(context.pool, async (client) => {
    const locked = await lockJob(client, job.projectId, job.jobId)
    if (!(await complete(client, task))) throw new LeaseLost('the lease was lost')
    if (locked) await failJob(client, locked, error)
  })
  context.wake('deliveries')
}

async function accept(
  context: PipelineContext,
  task: Task,
  job: Job,
  lidar: SeenLidar | null,
  assets: ReadonlyMap<string, Asset>,
  predicted: {
    warnings: { field: string; type: string }[]
    keep: (client: Parameters<typeof lockJob>[0]) => Promise<void>
  },
): Promise<void> {
  const project = await findProject(context.pool, job.projectId)
  const projectFrame = project?.pointCloudFrame ?? 'auto'
  const { pointCloudFrame, warnings } = await decideCloudFrame(context, lidar, projectFrame, assets)
  const bySystem = new Set(['POINT_CLOUD_FRAME_GUESSED', 'EXIF_ORIENTATION'])
  const kept = job.warnings.filter((warning) => !bySystem.has(warning.type) && !warning.field.startsWith('prediction'))
  const all = [...kept, ...exifWarnings(assets), ...warnings, ...predicted.warnings]
  await withTransaction(context.pool, async (client) => {
    const locked = await lockJob(client, job.projectId, job.jobId)
    if (!(await complete(client, task))) throw new LeaseLost('the lease was lost')
    if (!locked || !(await passValidation(client, locked, { pointCloudFrame, warnings: all }))) return
    await predicted.keep(client)
  })
}

/** A calibrated camera's pixels are taken as stored: a file that asks to be turned says otherwise. */
function exifWarnings(assets: ReadonlyMap<string, Asset>) {
  return [...assets.values()]
    .filter(({ facts, sensorId }) => isImageFacts(facts) && sensorId !== null && facts.exifOrientation > 1)
    .slice(0, 100)
    .map((asset) => ({ field: asset.field, type: 'EXIF_ORIENTATION' }))
}

/** Ends the validation of a job whose files kill every process that looks at them. */
export async function failPoisonedJob(context: PipelineContext, task: Task): Promise<void> {
  const job = await findJob(context.pool, task.projectId, task.subjectId)
  const message = 'A file of this job could not be read: every process that tried was ended by it.'
  const field = 'data'
  if (job) await giveUp(context, task, job, [{ field, type: 'IMAGE_DECODE_FAILED', message, retries: 'none' }])
  else await complete(context.pool, task)
}
