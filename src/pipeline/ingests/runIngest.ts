import { detectLayout } from '../../interchange/layouts/detectLayout.ts'
import {
  type Layout,
  type LayoutOptions,
  type LayoutRequest,
  SourceError,
  SourceFileError,
} from '../../interchange/layouts/layout.ts'
import { removeUnnamed } from '../../store/cluster/files/removal.ts'
import { enqueue } from '../../store/cluster/tasks/enqueue.ts'
import { completeTasks, postpone } from '../../store/cluster/tasks/settle.ts'
import type { Task } from '../../store/cluster/tasks/task.ts'
import { othersWait } from '../../store/cluster/tasks/waiting.ts'
import { StorageFullError } from '../../store/files/fileStore.ts'
import { isOutage } from '../../store/isOutage.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { releaseFiles } from '../../store/project/files/fileUses.ts'
import {
  beginIngest,
  findIngest,
  type IngestRow,
  noteIngest,
  planIngest,
  putOffIngest,
  settleIngest,
} from '../../store/project/ingests/ingests.ts'
import { findTag, type StoredTag } from '../../store/project/tags/tags.ts'
import type { PipelineContext } from '../context.ts'
import { retryUntilFound } from '../retryUntilFound.ts'
import { calibrationContent } from './calibration.ts'
import { Cancelled } from './cancelled.ts'
import { IngestFiles } from './ingestFiles.ts'
import { IngestJobMaker } from './ingestJobMaker.ts'
import { IngestReport } from './ingestReport.ts'
import { type OpenSource, openSource } from './openSource.ts'
import { type JobOptions, type PlannedJob, plannedJobs } from './plannedJobs.ts'
import { PlanSummary } from './planSummary.ts'

const PROGRESS_MS = 500
/** How often a reading asks whether its ingest was cancelled: a single file may take it hours. */
const CANCEL_CHECK_MS = 1000
const MAX_ATTEMPTS = 3
/** After this time the ingest lets others have their turn, and continues after them. */
const TURN_MS = 60_000
const MAX_OFFSET_MS = 50

/** It is the turn of another project. */
class TurnOver extends Error {}

/**
 * Makes jobs of a source. A first reading finds the layout and sums up the plan, before anything is changed; a second
 * one makes the jobs, each in one transaction with the note that it was made, so that another worker goes on where this
 * one dies.
 */
export async function runIngest(context: PipelineContext, task: Task, signal: AbortSignal): Promise<void> {
  const { pool } = context
  const row = await beginIngest(pool, { projectId: task.projectId, ingestId: task.subjectId })
  if (!row) {
    const known = await findIngest(pool, task.projectId, task.subjectId)
    await (known ? completeTasks(pool, [task]) : retryUntilFound(pool, task))
    return
  }
  const run = new IngestRun(context, row, signal)
  try {
    if (row.attempts > MAX_ATTEMPTS)
      throw new SourceError('LAYOUT_UNKNOWN', 'every process that read the source died of it')
    await run.work(task)
  } catch (error) {
    await end(context, task, row, { run, error, signal })
  } finally {
    await run.close()
  }
}

async function end(
  context: PipelineContext,
  task: Task,
  row: IngestRow,
  { run, error, signal }: { run: IngestRun; error: unknown; signal: AbortSignal },
): Promise<void> {
  const { pool } = context
  if (error instanceof Cancelled || run.isCancelled) await completeTasks(pool, [task])
  else if (error instanceof TurnOver) {
    await putOffIngest(pool, row)
    await postpone(pool, task, 0, 'another project has its turn')
  } else if (error instanceof SourceError) {
    await settle(context, task, row, run.report, { code: error.code, message: error.message })
  } else if (error instanceof SourceFileError) {
    run.report.fail(error.failure)
    await settle(context, task, row, run.report, { code: 'LAYOUT_UNKNOWN', message: error.message })
  } else if (error instanceof StorageFullError) {
    await settle(context, task, row, run.report, { code: 'INSUFFICIENT_STORAGE', message: error.message })
  } else if (signal.aborted || isOutage(error)) {
    await putOffIngest(pool, row)
    throw error
  } else if (row.attempts >= MAX_ATTEMPTS) {
    context.log.error({ err: error, ingestId: row.ingestId }, 'an ingest failed in every attempt')
    const reason = error instanceof Error ? error.message : String(error)
    const message = `the source could not be read, ${row.attempts} attempts failed: ${reason}`
    await settle(context, task, row, run.report, { code: 'api_error', message })
  } else throw error
}

async function settle(
  context: PipelineContext,
  task: Task,
  row: IngestRow,
  report: IngestReport,
  error: { code: string; message: string },
): Promise<void> {
  await withTransaction(context.pool, async (db) => {
    if ((await completeTasks(db, [task])).size === 0) throw new Error('the lease was lost')
    await settleIngest(db, row, report.findings(), error)
    await releaseFiles(db, row.projectId, { kind: 'ingest', id: row.ingestId })
  })
  if (row.sha256 !== null) await removeUnnamed(context.pool, context.files, [row.sha256])
}

class IngestRun {
  report = new IngestReport()
  readonly #context: PipelineContext
  readonly #row: IngestRow
  readonly #signal: AbortSignal
  readonly #startedMs = performance.now()
  /** Ends programs that layouts have started. */
  readonly #ended = new AbortController()
  #watching: NodeJS.Timeout | undefined
  #source: OpenSource | null = null
  #notedAtMs = performance.now()

  constructor(context: PipelineContext, row: IngestRow, signal: AbortSignal) {
    this.#context = context
    this.#row = row
    this.#signal = AbortSignal.any([signal, this.#ended.signal])
  }

  /** Whether the work was stopped since the ingest was cancelled. */
  get isCancelled(): boolean {
    return this.#ended.signal.reason instanceof Cancelled
  }

  async work(task: Task): Promise<void> {
    const { pool } = this.#context
    const row = this.#row
    const tag = await findTag(pool, row.projectId, row.tag)
    if (!tag) throw new SourceError('FS_0003', 'the tag was deleted')
    this.#watch()
    const source = await openSource(this.#context, row, this.#signal)
    this.#source = source
    this.#begin(source)
    const { layout, why } = await detectLayout(source.source, row.layout, tag.annotationType)
    const plan = new PlanSummary()
    for await (const job of this.#jobs(source, layout, tag)) plan.add(job)
    if (plan.jobs === 0)
      throw new SourceError('FS_0003', `${layout.name} gives nothing here that a tag of ${tag.annotationType} takes`)
    const planned = { layout: layout.name, why, plan: plan.plan(this.report) }
    if (row.stopsAtPlan) return this.#stop(task, planned)
    if (!(await planIngest(pool, row, this.report.findings(), { ...planned, status: 'creating' })))
      throw new Cancelled()
    await this.#make(source, layout, tag)
    await this.#finish(task)
  }

  /** Stops downloads, unpacking and programs of a cancelled ingest, which may be far from the next job. */
  #watch(): void {
    this.#watching = setTimeout(async () => {
      const { projectId, ingestId } = this.#row
      // A fault of the database shows where the work itself needs it.
      const row = await findIngest(this.#context.pool, projectId, ingestId).catch(() => this.#row)
      if (this.#ended.signal.aborted) return
      if (row === null || row.status === 'cancelled') this.#ended.abort(new Cancelled())
      else this.#watch()
    }, CANCEL_CHECK_MS)
  }

  async close(): Promise<void> {
    clearTimeout(this.#watching)
    this.#ended.abort(new Error('the ingest is over'))
    await this.#source?.close()
  }

  /** Ends the work until someone starts the ingest; what was downloaded is not kept for that long. */
  async #stop(task: Task, planned: Pick<Parameters<typeof planIngest>[3], 'layout' | 'why' | 'plan'>): Promise<void> {
    const { pool, files } = this.#context
    await withTransaction(pool, async (db) => {
      if ((await completeTasks(db, [task])).size === 0) throw new Error('the lease was lost')
      await planIngest(db, this.#row, this.report.findings(), { ...planned, status: 'planned' })
    })
    if (this.#row.sha256 !== null) await removeUnnamed(pool, files, [this.#row.sha256])
  }

  async #make(source: OpenSource, layout: Layout, tag: StoredTag): Promise<void> {
    this.#begin(source)
    const files = new IngestFiles(this.#context, source, this.#row)
    const { report } = this
    const maker = await IngestJobMaker.make(this.#context, { row: this.#row, tag, report, files })
    for await (const job of this.#jobs(source, layout, tag)) {
      await maker.add(job)
      if (
        performance.now() - this.#startedMs > TURN_MS &&
        (await othersWait(this.#context.pool, this.#row.projectId))
      ) {
        await maker.flush()
        throw new TurnOver()
      }
    }
    await maker.flush()
  }

  /** All jobs are made: what remains is to wait until their files are checked, for which no process is needed. */
  async #finish(task: Task): Promise<void> {
    const { pool } = this.#context
    const { filesTotal, bytesTotal } = this.report
    this.report.progress(filesTotal, bytesTotal)
    const { projectId, subjectId } = task
    await withTransaction(pool, async (db) => {
      if ((await completeTasks(db, [task])).size === 0) throw new Error('the lease was lost')
      if (!(await noteIngest(db, this.#row, this.report.findings()))) return
      await enqueue(db, [{ projectId, kind: 'settle_ingest', subjectId }])
    })
    this.#context.wake('tasks')
  }

  /** A reading begins: what the one before reported is reported again. */
  #begin(source: OpenSource): void {
    const { files } = source.source
    this.report = new IngestReport()
    this.report.filesTotal = files.length
    this.report.bytesTotal = files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
    for (const { file, reason } of source.skipped) this.report.skip(file, reason)
  }

  async *#jobs(source: OpenSource, layout: Layout, tag: StoredTag): AsyncGenerator<PlannedJob> {
    const request = await this.#request(source, tag)
    const options = jobOptions(this.#row.options)
    for await (const sequence of layout.scan(source.source, request)) {
      for (const job of plannedJobs(sequence, tag.annotationType, options, (reason) =>
        this.report.skip(sequence.path, reason),
      )) {
        await this.#check()
        yield job
      }
      await this.#check()
    }
  }

  async #request(source: OpenSource, { annotationType }: StoredTag): Promise<LayoutRequest> {
    const { report } = this
    return {
      annotationType,
      options: layoutOptions(this.#row.options, await calibrationContent(this.#context, this.#row)),
      signal: this.#signal,
      fail: report.fail,
      skip: report.skip,
      warn: report.warn,
      progress: report.progress,
      localPath: (file) => source.localPath(file),
      workFolder: source.work.folder,
      ffmpeg: this.#context.settings.ffmpeg,
    }
  }

  async #check(): Promise<void> {
    this.#signal.throwIfAborted()
    if (performance.now() - this.#notedAtMs < PROGRESS_MS) return
    this.#notedAtMs = performance.now()
    if (!(await noteIngest(this.#context.pool, this.#row, this.report.findings()))) throw new Cancelled()
  }
}

type Options = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const namesOf = (value: unknown): string[] | null =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : null

const layoutOptions = (options: Options, calibration: unknown): LayoutOptions => ({
  lidar: textOf(options.lidar),
  cameras: namesOf(options.cameras),
  egoFrame: textOf(options.ego_frame),
  worldFrame: textOf(options.world_frame),
  maxOffsetMs: numberOf(options.max_offset_ms) ?? MAX_OFFSET_MS,
  topics: namesOf(options.topics),
  sequence: options.sequence === true,
  fps: numberOf(options.fps),
  calibration,
  annotations: options.annotations === true,
})

const jobOptions = (options: Options): JobOptions => ({
  framesPerJob: numberOf(options.frames_per_job),
  overlapFrames: numberOf(options.overlap_frames) ?? 0,
  every: numberOf(options.every) ?? 1,
  maxRateHz: numberOf(options.max_rate_hz),
  lidar: textOf(options.lidar),
  cameras: namesOf(options.cameras),
  referencePrefix: textOf(options.reference_prefix) ?? '',
})
