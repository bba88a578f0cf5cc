import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AccessRule, findAccessRule } from '../../egress/accessRules.ts'
import { checkUrl } from '../../egress/target.ts'
import { makeDataCheck } from '../../formats/jobBody/data.ts'
import { frameCount } from '../../formats/jobBody/input.ts'
import { checkJobBody, type JobBody, type Refusal } from '../../formats/jobBody/jobBody.ts'
import type { OwnSources } from '../../interchange/core/importManifest.ts'
import type { ImportedJob } from '../../interchange/core/reader.ts'
import { type NewJob, writeJobs } from '../../store/cluster/jobs/writeJobs.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { openAttachmentAccess } from '../../store/project/access/attachmentAccess.ts'
import { findBatch, findDefaultBatch } from '../../store/project/batches/batches.ts'
import { noteImportJobs } from '../../store/project/imports/importJobs.ts'
import type { ImportRow } from '../../store/project/imports/imports.ts'
import { newJobId } from '../../store/project/jobs/jobId.ts'
import { findJobByReference } from '../../store/project/jobs/jobs.ts'
import type { StoredTag } from '../../store/project/tags/tags.ts'
import type { PipelineContext } from '../context.ts'
import type { ImportReport } from './importReport.ts'
import { jobData } from './jobData.ts'

const JOBS_A_WRITE = 100

interface Creating {
  row: Pick<ImportRow, 'projectId' | 'importId' | 'request'>
  tag: StoredTag
  report: ImportReport
  /** Jobs that this import made before, in an earlier attempt. */
  own: ReadonlyMap<string, boolean>
}

interface Waiting {
  file: string
  job: NewJob
}

/**
 * Creates jobs from the parts of a data set. They are validated like sent jobs and created no faster than a key may
 * send them. Jobs of an earlier attempt of the same import exist already.
 */
export class JobMaker {
  readonly #context: PipelineContext
  readonly #creating: Creating
  readonly #rules: readonly AccessRule[]
  readonly #batch: { batchId: string; callbackUrl: string | null }
  readonly #checkData: ReturnType<typeof makeDataCheck>
  #waiting: Waiting[] = []

  private constructor(
    context: PipelineContext,
    creating: Creating,
    rules: readonly AccessRule[],
    batch: { batchId: string; callbackUrl: string | null },
  ) {
    this.#context = context
    this.#creating = creating
    this.#rules = rules
    this.#batch = batch
    this.#checkData = makeDataCheck(context.settings.imports.maxFrames)
  }

  static async make(context: PipelineContext, creating: Creating): Promise<JobMaker> {
    const { pool, masterKey } = context
    const { projectId } = creating.row
    const batchId = await findDefaultBatch(pool, projectId)
    const batch = await findBatch(pool, projectId, batchId)
    const rules = await openAttachmentAccess<AccessRule>(pool, masterKey, projectId)
    return new JobMaker(context, creating, rules, { batchId, callbackUrl: batch?.callbackUrl ?? null })
  }

  async add(part: ImportedJob, referenceId: string, own: OwnSources | null): Promise<void> {
    const { row, tag, report } = this.#creating
    const made = await jobData(part, { annotationType: tag.annotationType, dataBase: row.request.dataBase, own })
    if ('failure' in made) return report.fail({ file: part.file, ...made.failure })
    const body = { reference_id: referenceId, tag: tag.name, data: made.data }
    const checked = this.#check(body)
    if ('code' in checked) {
      for (const { field, type } of checked.failures) report.fail({ file: part.file, field, type })
      return
    }
    this.#waiting.push({ file: part.file, job: this.#rowOf(checked, body) })
    if (this.#waiting.length >= this.#jobsAWrite()) await this.flush()
  }

  /** Writes the waiting jobs, and records in the same transaction that the import created them. */
  async flush(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    if (waiting.length === 0) return
    const { projectId, importId } = this.#creating.row
    const startedMs = performance.now()
    const made = await withTransaction(this.#context.pool, async (db) => {
      const written = await writeJobs(
        db,
        waiting.map(({ job }) => job),
      )
      await noteImportJobs(db, projectId, importId, [...written], false)
      return written
    })
    if (made.size > 0) this.#context.wake('tasks')
    for (const { file, job } of waiting) if (!made.has(job.jobId)) await this.#reportTaken(file, job)
    this.#creating.report.created += made.size
    const { jobsPerSecond } = this.#context.settings.imports
    const dueMs = jobsPerSecond === 0 ? 0 : (waiting.length / jobsPerSecond) * 1000
    await sleep(Math.max(0, dueMs - (performance.now() - startedMs)))
  }

  #jobsAWrite(): number {
    const { jobsPerSecond } = this.#context.settings.imports
    return jobsPerSecond === 0 ? JOBS_A_WRITE : Math.min(JOBS_A_WRITE, jobsPerSecond)
  }

  async #reportTaken(file: string, { projectId, referenceId }: NewJob): Promise<void> {
    const { own, report } = this.#creating
    const holder = await findJobByReference(this.#context.pool, projectId, referenceId)
    if (holder && own.has(holder.jobId)) report.created++
    else report.fail({ file, field: 'reference_id', type: 'DUPLICATE' })
  }

  #check(body: { tag: string; data: object }): JobBody | Refusal {
    const { tag } = this.#creating
    const { allowNetworks } = this.#context.egress
    const rules = {
      annotationTypeOf: () => tag.annotationType,
      keptSensors: new Map(),
      checkUrl: (url: string) => checkUrl(url, { allowNetworks, s3Allowed: findAccessRule(url, this.#rules) !== null }),
    }
    return checkJobBody(body, rules, this.#checkData)
  }

  #rowOf({ referenceId, priorityWeight, input, warnings }: JobBody, body: object): NewJob {
    const { row, tag } = this.#creating
    const bytes = Buffer.from(JSON.stringify(body))
    return {
      projectId: row.projectId,
      jobId: newJobId(row.projectId),
      batchId: this.#batch.batchId,
      referenceId,
      tag: tag.name,
      tagVersion: tag.version,
      annotationType: tag.annotationType,
      priorityWeight,
      frames: frameCount(input),
      payloadSha256: createHash('sha256').update(bytes).digest(),
      body: bytes,
      callbackUrl: this.#batch.callbackUrl,
      warnings,
      keptSensors: null,
      metadata: {},
      fileIds: [],
    }
  }
}
