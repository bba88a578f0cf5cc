import { readFile } from 'node:fs/promises'
import { poseOf } from '../formats/results/camerasOfJob.ts'
import { decidePointCloudFrame, framesToInspect } from '../geometry/pointCloudFrame.ts'
import { decodePointChunks } from '../pcd/pointChunks.ts'
import { enqueue } from '../store/cluster/tasks/enqueue.ts'
import { completeTasks } from '../store/cluster/tasks/settle.ts'
import type { Task } from '../store/cluster/tasks/task.ts'
import { withTransaction } from '../store/postgres/transactions.ts'
import { type Asset, cloudAt, isImageFacts } from '../store/project/jobs/assets.ts'
import { type Job, readPayload } from '../store/project/jobs/jobs.ts'
import { findProject } from '../store/project/projects/projects.ts'
import type { TaskPayload } from '../store/taskKinds.ts'
import { Gate } from '../threads/gate.ts'
import { AssetKeeper } from './assetKeeper.ts'
import { planJob } from './bodyReading.ts'
import { pixelsOf } from './checkFile.ts'
import { checkFiles, inOrderOf } from './checkFiles.ts'
import type { PipelineContext } from './context.ts'
import { keepUrls } from './fetchedAsset.ts'
import { FetchedUrlCache } from './fetchedUrlCache.ts'
import { type FileError, type FileFailure, failedError } from './fileFailure.ts'
import type { FileToCheck } from './filesOfJob.ts'
import { frameSizeFailures } from './frameSizes.ts'
import { unpackedInTurns } from './pieces.ts'
import { PixelBudget } from './pixelBudget.ts'
import { takePrediction } from './prediction.ts'
import type { SeenLidar } from './threads/validationPlan.ts'
import { ValidationGroups, type ValidationInput, type ValidationResult } from './validationGroups.ts'

/** The number of jobs with much data that are processed at the same time. */
const LARGE_AT_ONCE = 8
/** The number of parallel downloads of all jobs. */
const DOWNLOADS_AT_ONCE = 128

/** A task with what the rounds before have left. */
type ValidationTask = Task & { payload: TaskPayload<'validate'> }

class LeaseLost extends Error {}

/** Validates jobs in parallel; only database reads and writes are batched. */
export class JobValidation {
  readonly #context: PipelineContext
  readonly #groups: ValidationGroups
  readonly #urls: FetchedUrlCache
  readonly #downloads = new Gate(DOWNLOADS_AT_ONCE)
  readonly #large = new Gate(LARGE_AT_ONCE)

  constructor(context: PipelineContext) {
    this.#context = context
    this.#groups = new ValidationGroups(context)
    this.#urls = new FetchedUrlCache(context.pool)
  }

  /**
   * One round of a job's validation: an attempt at every file that is still missing. Then the job is queued, failed, or
   * waits for the next round. Downloaded files stay, even if this process is killed.
   */
  async run(task: ValidationTask, signal: AbortSignal): Promise<void> {
    const started = await this.#groups.begin(task)
    if (!started) return
    if (started.payload) return this.#round(task, started, started.payload, signal)
    const { projectId, jobId } = started.job
    await this.#large.run(projectId, async () => {
      signal.throwIfAborted()
      const payload = await readPayload(this.#context.pool, projectId, jobId)
      if (!payload) throw new Error(`the payload of job ${jobId} is gone`)
      await this.#round(task, started, payload, signal)
    })
  }

  /** Ends the validation of a job whose files kill every process that looks at them. */
  failPoisoned(task: Task): Promise<void> {
    const message = 'A file of this job could not be read: every process that tried was ended by it.'
    const failures = [{ field: 'data', type: 'IMAGE_DECODE_FAILED', message }] as const
    return this.#settle({ task, assets: [], end: { error: failedError(failures) } })
  }

  async #round(task: ValidationTask, { job, assets, rules }: ValidationInput, payload: Buffer, signal: AbortSignal) {
    const context = this.#context
    const { projectId, jobId } = job
    const { round = 0, final: kept = [] } = task.payload
    const plan = await planJob(context, job, payload, signal)
    const had = new Map(assets.map((asset) => [asset.field, asset]))
    const given = new Set(kept.map((failure) => failure.field))
    const all = await unpackedInTurns<FileToCheck>(plan.files)
    const wanted = all.filter((file) => had.get(file.field)?.url !== file.url && !given.has(file.field))
    const pixels = new PixelBudget(context.settings.maxJobPixels)
    for (const asset of had.values()) pixels.charge(pixelsOf(asset.facts))
    const keeper = new AssetKeeper(context.pool, projectId, jobId)
    const outcome = await checkFiles(context, wanted, {
      projectId,
      lane: jobId,
      rules,
      deadlineMs: context.settings.downloadDeadlineMs,
      signal,
      prepare: true,
      pixels,
      urls: this.#urls,
      downloads: this.#downloads,
      onProgress: (asset) => keeper.add(asset),
    }).catch(async (error: unknown) => {
      // The files are there, and another round asks only whether they changed.
      await keepUrls(context.pool, projectId, keeper.take())
      throw error
    })
    for (const asset of outcome.assets) had.set(asset.field, asset)
    const again = outcome.failures.filter((failure) => mayTryAgain(context, failure, round))
    const final = [...kept, ...outcome.failures.filter((failure) => !again.includes(failure))]
    if (again.length > 0) {
      await keeper.flush()
      return wait(context, task, { round: round + 1, final }, again)
    }
    const failures = final.length > 0 ? inOrderOf(all, final) : plan.isVideo ? frameSizeFailures(all, had) : []
    if (failures.length > 0) return this.#settle({ task, assets: keeper.take(), end: { error: failedError(failures) } })
    // A prediction is read by the files that are written down.
    if (plan.hasPrediction) await keeper.flush()
    const predicted = await takePrediction(context, job, plan, { rules, signal })
    const frame = await frameOf(context, job, plan.lidar, had)
    const warnings = allWarnings(job, had, [...frame.warnings, ...predicted.warnings])
    const end = { error: null, ...frame, warnings, keep: predicted.keep }
    await this.#settle({ task, assets: keeper.take(), end })
  }

  async #settle(verdict: ValidationResult): Promise<void> {
    if (!(await this.#groups.settle(verdict))) throw new LeaseLost('the lease was lost')
  }
}

function mayTryAgain({ settings }: PipelineContext, { retries }: FileFailure, round: number): boolean {
  const allowed = retries === 'all' ? settings.downloadRetriesMs.length : retries === 'two' ? 2 : 0
  return round < Math.min(allowed, settings.downloadRetriesMs.length)
}

/** Defers the job: another task with the facts so far replaces this one, due after the wait. */
async function wait(
  { pool, settings }: PipelineContext,
  task: Task,
  progress: { round: number; final: FileError[] },
  again: FileFailure[],
): Promise<void> {
  const scheduled = settings.downloadRetriesMs[progress.round - 1] * (0.8 + Math.random() * 0.4)
  const asked = Math.max(0, ...again.map((failure) => failure.retryAfterMs ?? 0))
  const delayMs = Math.max(scheduled, Math.min(asked, Math.max(60_000, scheduled * 2)))
  await withTransaction(pool, async (client) => {
    if ((await completeTasks(client, [task])).size === 0) throw new LeaseLost('the lease was lost')
    const { projectId, subjectId, priority } = task
    await enqueue(client, [{ projectId, kind: 'validate', subjectId, priority, delayMs, payload: progress }])
  })
}

async function frameOf(
  context: PipelineContext,
  { projectId }: Job,
  lidar: SeenLidar | null,
  assets: ReadonlyMap<string, Asset>,
): Promise<DecidedFrame> {
  if (!lidar) return { pointCloudFrame: null, cloudFrameReason: null, warnings: [] }
  const project = await findProject(context.pool, projectId)
  return decideCloudFrame(context, lidar, project?.pointCloudFrame ?? 'auto', assets)
}

function allWarnings(job: Job, assets: ReadonlyMap<string, Asset>, found: Job['warnings']): Job['warnings'] {
  const bySystem = new Set(['POINT_CLOUD_FRAME_GUESSED', 'EXIF_ORIENTATION'])
  const kept = job.warnings.filter((warning) => !bySystem.has(warning.type) && !warning.field.startsWith('prediction'))
  return [...kept, ...exifWarnings(assets), ...found]
}

/** A calibrated camera's pixels are taken as stored: a file that asks to be turned says otherwise. */
function exifWarnings(assets: ReadonlyMap<string, Asset>) {
  return [...assets.values()]
    .filter(({ facts, sensorId }) => isImageFacts(facts) && sensorId !== null && facts.exifOrientation > 1)
    .slice(0, 100)
    .map((asset) => ({ field: asset.field, type: 'EXIF_ORIENTATION' }))
}

interface DecidedFrame {
  pointCloudFrame: 'sensor' | 'common' | null
  /** A sentence for the customer. */
  cloudFrameReason: string | null
  warnings: { field: string; type: string }[]
}

/** Whether the clouds of a job are in the sensor's own frame or in the common one. */
async function decideCloudFrame(
  context: PipelineContext,
  lidar: SeenLidar,
  projectFrame: 'sensor' | 'common' | 'auto',
  assets: ReadonlyMap<string, Asset>,
): Promise<DecidedFrame> {
  const asked = lidar.asked ?? projectFrame
  if (asked !== 'auto') {
    const by = lidar.asked === null ? 'project' : 'job'
    return { pointCloudFrame: asked, cloudFrameReason: `The ${by} says so.`, warnings: [] }
  }
  const frames = lidar.places.map(({ sensorPose }) => ({ sensorPose: poseOf(sensorPose) }))
  const points = new Map<number, Float64Array>()
  for (const index of framesToInspect(frames)) {
    points.set(index, await positionsOf(context, cloudAt(assets, lidar.places[index].field)))
  }
  const decision = decidePointCloudFrame(frames, points)
  const warning = { field: 'data.sensor_data.point_cloud_frame', type: 'POINT_CLOUD_FRAME_GUESSED' }
  return {
    pointCloudFrame: decision.frame,
    cloudFrameReason: decision.why,
    warnings: decision.warning ? [warning] : [],
  }
}

/** Positions of the file's own frame, from the chunks that were made for the browser. */
async function positionsOf({ files }: PipelineContext, asset: Asset): Promise<Float64Array> {
  const { positions, originM } = decodePointChunks(await readFile(await files.localPath(asset.derived.chunks)))
  const absolute = new Float64Array(positions.length)
  for (let at = 0; at < positions.length; at += 3) {
    absolute[at] = positions[at] + originM.x
    absolute[at + 1] = positions[at + 1] + originM.y
    absolute[at + 2] = positions[at + 2] + originM.z
  }
  return absolute
}
