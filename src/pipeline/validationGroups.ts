import type { AccessRule } from '../egress/accessRules.ts'
import { completeTasks } from '../store/cluster/tasks/settle.ts'
import type { Task } from '../store/cluster/tasks/task.ts'
import type { Queryable } from '../store/postgres/pools.ts'
import { withTransaction } from '../store/postgres/transactions.ts'
import { openAttachmentAccess } from '../store/project/access/attachmentAccess.ts'
import { insertAutoRuns } from '../store/project/assistants/runs.ts'
import { type Asset, addAssets, listAssetsOf } from '../store/project/jobs/assets.ts'
import { type Job, lockJobs, readSmallPayloads } from '../store/project/jobs/jobs.ts'
import {
  failJobs,
  type GoodData,
  type JobError,
  passValidation,
  startValidation,
} from '../workflow/jobs/machineSteps.ts'
import { may } from '../workflow/stage/events.ts'
import { CallBatcher } from './callBatcher.ts'
import type { PipelineContext } from './context.ts'
import { type FetchedAsset, keepUrls } from './fetchedAsset.ts'
import { firstOfEachJob } from './firstOfEachJob.ts'
import { retryUntilFound } from './retryUntilFound.ts'

/** Projects in parallel: other work needs connections too. */
const SIDE_BY_SIDE = 2
/** Payloads up to this are read together. */
const SMALL_BYTES = 256 * 1024

/** A job on which work has started, with what it takes. */
export interface ValidationInput {
  job: Job
  /** null: it is large, and has to be read by itself. */
  payload: Buffer | null
  /** The files of earlier rounds. */
  assets: readonly Asset[]
  rules: readonly AccessRule[]
}

/** The outcome of a job's validation. */
export interface ValidationResult {
  task: Task
  /** Files that are not written down yet. */
  assets: readonly FetchedAsset[]
  end: GoodEnd | { error: JobError }
}

interface GoodEnd extends Omit<GoodData, 'job'> {
  error: null
  /** Writes what came with the job. */
  keep(db: Queryable): Promise<void>
}

/** The database part of validation, for jobs of a project that start or end at the same moment, in one transaction. */
export class ValidationGroups {
  readonly #context: Pick<PipelineContext, 'pool' | 'masterKey' | 'wake'>
  readonly #beginning: CallBatcher<Task, ValidationInput | null>
  readonly #settling: CallBatcher<ValidationResult, boolean>

  constructor(context: Pick<PipelineContext, 'pool' | 'masterKey' | 'wake'>) {
    this.#context = context
    this.#beginning = new CallBatcher((projectId, tasks) => this.#begin(projectId, tasks), SIDE_BY_SIDE)
    this.#settling = new CallBatcher((projectId, verdicts) => this.#settle(projectId, verdicts), SIDE_BY_SIDE)
  }

  /** Marks the job as being validated; null when it was cancelled or is not there: the task is done or put off. */
  begin(task: Task): Promise<ValidationInput | null> {
    return this.#beginning.add(task.projectId, task)
  }

  /** false: the lease was lost, and nothing was written. */
  settle(verdict: ValidationResult): Promise<boolean> {
    return this.#settling.add(verdict.task.projectId, verdict)
  }

  async #begin(projectId: string, tasks: readonly Task[]): Promise<(ValidationInput | null)[]> {
    const { pool, masterKey, wake } = this.#context
    const ids = tasks.map(({ subjectId }) => subjectId)
    const started = await withTransaction(pool, async (client) => {
      const locked = await lockJobs(client, projectId, ids)
      const there = new Set(locked.map(({ jobId }) => jobId))
      const due = locked.filter(({ stage }) => may(stage, 'start_validation') || may(stage, 'resume_validation'))
      const wanted = new Set(due.map(({ jobId }) => jobId))
      for (const task of tasks) if (!there.has(task.subjectId)) await retryUntilFound(client, task)
      await completeTasks(
        client,
        tasks.filter(({ subjectId }) => there.has(subjectId) && !wanted.has(subjectId)),
      )
      return startValidation(client, due)
    })
    if (started.length === 0) return tasks.map(() => null)
    wake('deliveries')
    const jobs = new Map(started.map((job) => [job.jobId, job]))
    const payloads = await readSmallPayloads(pool, projectId, [...jobs.keys()], SMALL_BYTES)
    const assets = await listAssetsOf(pool, projectId, [...jobs.keys()])
    const rules = await openAttachmentAccess<AccessRule>(pool, masterKey, projectId)
    return ids.map((id) => {
      const job = jobs.get(id)
      return job ? { job, payload: payloads.get(id) ?? null, assets: assets.get(id) ?? [], rules } : null
    })
  }

  async #settle(projectId: string, verdicts: readonly ValidationResult[]): Promise<boolean[]> {
    const { pool, wake } = this.#context
    const held = await withTransaction(pool, async (client) => {
      const ids = verdicts.map(({ task }) => task.subjectId)
      const locked = new Map((await lockJobs(client, projectId, ids)).map((job) => [job.jobId, job]))
      const done = await completeTasks(
        client,
        verdicts.map(({ task }) => task),
      )
      const ended = firstOfEachJob(verdicts.filter(({ task }) => done.has(task.id))).flatMap(
        ({ task, assets, end }) => {
          const job = locked.get(task.subjectId)
          return job ? [{ job, assets, end }] : []
        },
      )
      await addAssets(
        client,
        projectId,
        ended.flatMap(({ job: { jobId }, assets }) => assets.map((asset) => ({ jobId, asset }))),
      )
      // Applies to all: the files exist even if the job now belongs to another worker, or was cancelled.
      await keepUrls(
        client,
        projectId,
        verdicts.flatMap(({ assets }) => assets),
      )
      const good = ended.flatMap(({ job, end }) => (end.error === null ? [{ job, end }] : []))
      // What fails moves counters of batches, which come before the announcements of either.
      await failJobs(
        client,
        ended.flatMap(({ job, end: { error } }) => (error ? [{ job, error }] : [])),
      )
      await pass(client, projectId, good)
      return done
    })
    if (verdicts.some(({ end }) => end.error !== null)) wake('deliveries')
    return verdicts.map(({ task }) => held.has(task.id))
  }
}

async function pass(client: Queryable, projectId: string, good: readonly { job: Job; end: GoodEnd }[]): Promise<void> {
  const passed = await passValidation(
    client,
    good.map(({ job, end: { pointCloudFrame, cloudFrameReason, warnings } }) => ({
      job,
      pointCloudFrame,
      cloudFrameReason,
      warnings,
    })),
  )
  if (passed.length === 0) return
  const ids = new Set(passed.map(({ jobId }) => jobId))
  for (const { job, end } of good) if (ids.has(job.jobId)) await end.keep(client)
  await insertAutoRuns(client, projectId, passed)
}
