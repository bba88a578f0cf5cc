import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AccessRule, findAccessRule } from '../../egress/accessRules.ts'
import { checkUrl } from '../../egress/target.ts'
import { fileIdOf, isFileAddress } from '../../formats/files/fileAddress.ts'
import { makeDataCheck } from '../../formats/jobBody/data.ts'
import { frameCount } from '../../formats/jobBody/input.ts'
import { checkJobBody, type JobBody, type Refusal } from '../../formats/jobBody/jobBody.ts'
import { type PlannedFile, SourceFileError } from '../../interchange/layouts/layout.ts'
import { parseJson } from '../../json/text.ts'
import { giveUpClaim } from '../../store/cluster/files/claims.ts'
import { type NewJob, writeJobs } from '../../store/cluster/jobs/writeJobs.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { openAttachmentAccess } from '../../store/project/access/attachmentAccess.ts'
import { findBatch, findBatchByName, findDefaultBatch, insertBatch } from '../../store/project/batches/batches.ts'
import { findFiles, insertFiles } from '../../store/project/files/uploadedFiles.ts'
import { type HeldReference, heldReferences, noteIngestJobs } from '../../store/project/ingests/ingestJobs.ts'
import { countMade, type IngestRow, noteIngestBatch } from '../../store/project/ingests/ingests.ts'
import { newJobId } from '../../store/project/jobs/jobId.ts'
import { readPayload } from '../../store/project/jobs/jobs.ts'
import type { StoredTag } from '../../store/project/tags/tags.ts'
import type { PipelineContext } from '../context.ts'
import { Cancelled } from './cancelled.ts'
import { addressesIn, contentHash, withAddresses } from './contentHash.ts'
import type { IngestFiles, StoredFiles } from './ingestFiles.ts'
import type { IngestReport } from './ingestReport.ts'
import { filesOfPlan, jobDataOf } from './jobData.ts'
import type { PlannedJob } from './plannedJobs.ts'
import { withoutFiles } from './withoutFiles.ts'

const JOBS_A_WRITE = 100
/** Files that one write stores at most: their claims and rows wait for its end. */
const FILES_A_WRITE = 2000

interface Making {
  row: IngestRow
  tag: StoredTag
  report: IngestReport
  files: IngestFiles
}

interface Ready {
  planned: PlannedJob
  job: NewJob
  contentSha256: Buffer
}

/** Creates the planned jobs of an ingest, each once, however often it begins again. */
export class IngestJobMaker {
  readonly #context: PipelineContext
  readonly #making: Making
  readonly #rules: readonly AccessRule[]
  readonly #checkData: ReturnType<typeof makeDataCheck>
  #batch: { batchId: string; callbackUrl: string | null } | null = null
  #waiting: PlannedJob[] = []
  #waitingFiles = 0

  private constructor(context: PipelineContext, making: Making, rules: readonly AccessRule[]) {
    this.#context = context
    this.#making = making
    this.#rules = rules
    this.#checkData = makeDataCheck(context.settings.imports.maxFrames)
  }

  static async make(context: PipelineContext, making: Making): Promise<IngestJobMaker> {
    const rules = await openAttachmentAccess<AccessRule>(context.pool, context.masterKey, making.row.projectId)
    return new IngestJobMaker(context, making, rules)
  }

  async add(planned: PlannedJob): Promise<void> {
    const { jobsPerSecond } = this.#context.settings.imports
    this.#waiting.push(planned)
    for (const file of filesOfPlan(planned)) if (!this.#making.files.hasAddress(file)) this.#waitingFiles++
    const most = jobsPerSecond === 0 ? JOBS_A_WRITE : Math.min(JOBS_A_WRITE, jobsPerSecond)
    if (this.#waiting.length >= most || this.#waitingFiles >= FILES_A_WRITE) await this.flush()
  }

  /** Writes the waiting jobs with their files and the note that the ingest made them, in one transaction. */
  async flush(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    this.#waitingFiles = 0
    if (waiting.length === 0) return
    const startedMs = performance.now()
    const free = await this.#notHeld(waiting)
    if (free.length > 0) await this.#make(free)
    const { jobsPerSecond } = this.#context.settings.imports
    const dueMs = jobsPerSecond === 0 ? 0 : (free.length / jobsPerSecond) * 1000
    await sleep(Math.max(0, dueMs - (performance.now() - startedMs)))
  }

  /** Those whose reference_id is free; the others are counted or reported. */
  async #notHeld(planned: readonly PlannedJob[]): Promise<PlannedJob[]> {
    const { pool } = this.#context
    const references = planned.map(({ referenceId }) => referenceId)
    const held = new Map(
      (await heldReferences(pool, this.#making.row, references)).map((one) => [one.referenceId, one]),
    )
    const free: PlannedJob[] = []
    for (const one of planned) {
      const holder = held.get(one.referenceId)
      if (holder) await this.#meet(one, holder)
      else free.push(one)
    }
    return free
  }

  async #meet(planned: PlannedJob, holder: HeldReference): Promise<void> {
    const { report } = this.#making
    if (holder.isOwn) return
    if (await this.#isSame(planned, holder)) report.duplicates++
    else
      report.fail({
        file: planned.sequence.path,
        field: 'reference_id',
        type: 'DUPLICATE',
        expected: 'the same content as the job that has this reference_id',
        found: planned.referenceId,
      })
  }

  async #isSame(planned: PlannedJob, { jobId, contentSha256 }: HeldReference): Promise<boolean> {
    const { files, tag, row, report } = this.#making
    const identities = new Map<PlannedFile, string>()
    for (const file of filesOfPlan(planned)) {
      const identity = await files.identityOf(file).catch((error: unknown) => {
        if (!(error instanceof SourceFileError)) throw error
        report.fail(error.failure)
      })
      if (identity === undefined) return false
      identities.set(file, identity)
    }
    const wanted = contentHash(
      tag.name,
      jobDataOf(planned, tag.annotationType, (file) => identities.get(file) ?? ''),
    )
    if (contentSha256) return wanted.equals(contentSha256)
    const body = await readPayload(this.#context.pool, row.projectId, jobId)
    if (!body) return false
    const sent = parseJson(body) as { tag?: unknown; data?: unknown }
    const urls = [...addressesIn(sent.data, 'data')].map(({ address }) => address)
    const ids = urls.flatMap((url) => (isFileAddress(url) ? (fileIdOf(url) ?? []) : []))
    const uploads = new Map(
      (await findFiles(this.#context.pool, row.projectId, ids)).map(({ fileId, sha256 }) => [fileId, sha256]),
    )
    const identityOf = (url: string) => {
      const sha256 = uploads.get(fileIdOf(url) ?? '')
      return sha256 === undefined ? url : `sha256:${sha256}`
    }
    return wanted.equals(contentHash(String(sent.tag), withAddresses(sent.data, identityOf) as object))
  }

  async #make(planned: readonly PlannedJob[]): Promise<void> {
    const { files, report } = this.#making
    const broken = new Set<PlannedFile>()
    const wanted = planned.flatMap((one) => [...filesOfPlan(one)])
    const stored = await files.store(wanted, (file, error) => {
      broken.add(file)
      report.fail(error.failure)
    })
    this.#batch ??= await this.#findBatch()
    const ready: Ready[] = []
    for (const one of planned) {
      const whole = broken.size === 0 ? one : withoutFiles(one, broken)
      const job = whole && (await this.#readyOf(whole, stored))
      if (job) ready.push(job)
    }
    const used = new Set(ready.flatMap(({ job }) => job.fileIds))
    const rows = stored.rows.filter(({ fileId }) => used.has(fileId))
    const made = await withTransaction(this.#context.pool, (db) => this.#write(db, ready, rows))
    for (const claim of stored.claims) await giveUpClaim(this.#context.pool, claim)
    if (made.size > 0) this.#context.wake('tasks')
    const late = ready.filter(({ job }) => !made.has(job.jobId)).map((one) => one.planned)
    if (late.length === 0) return
    const refused = await this.#notHeld(late)
    for (const { sequence } of refused)
      report.fail({ file: sequence.path, field: 'batch_id', type: 'NOT_ALLOWED', expected: 'a batch that is open' })
  }

  async #write(db: Queryable, ready: readonly Ready[], rows: StoredFiles['rows']): Promise<Set<string>> {
    const { row } = this.#making
    if (ready.length === 0) return new Set()
    // Locks the row of the ingest: from here on it cannot be cancelled before these jobs are there.
    if (!(await countMade(db, row, 0))) throw new Cancelled()
    if (rows.length > 0) await insertFiles(db, rows, this.#context.settings.uploadDays)
    const made = await writeJobs(
      db,
      ready.map(({ job }) => job),
    )
    const notes = ready.filter(({ job }) => made.has(job.jobId))
    await noteIngestJobs(
      db,
      row,
      notes.map(({ job, contentSha256 }) => ({ jobId: job.jobId, contentSha256 })),
    )
    await countMade(db, row, made.size)
    return made
  }

  async #readyOf(planned: PlannedJob, stored: StoredFiles): Promise<Ready | null> {
    const { tag, row, report } = this.#making
    const data = jobDataOf(planned, tag.annotationType, stored.addressOf)
    const prediction = await this.#predictionOf(planned)
    const body = {
      reference_id: planned.referenceId,
      tag: tag.name,
      priority_weight: row.priorityWeight,
      metadata: row.metadata,
      data,
      ...(prediction && { prediction }),
    }
    const checked = this.#check(body)
    if ('code' in checked) {
      for (const { field, type, expected, found } of checked.failures)
        report.fail({ file: planned.sequence.path, field, type, expected, found })
      return null
    }
    const contentSha256 = contentHash(tag.name, jobDataOf(planned, tag.annotationType, stored.identityOf))
    return { planned, contentSha256, job: this.#rowOf(checked, body) }
  }

  /** Labels of the data set, where they were asked for and there are any. */
  async #predictionOf({ sequence, frames }: PlannedJob): Promise<object | null> {
    const { row, tag } = this.#making
    if (row.options.annotations !== true || !sequence.labels) return null
    const data = await sequence.labels(frames, tag)
    return data && { data }
  }

  async #findBatch(): Promise<{ batchId: string; callbackUrl: string | null }> {
    const { pool } = this.#context
    const { row } = this.#making
    const { projectId, batchName } = row
    const id =
      row.batchId ?? (batchName === null ? await findDefaultBatch(pool, projectId) : await this.#namedBatch(batchName))
    await noteIngestBatch(pool, row, id)
    const batch = await findBatch(pool, projectId, id)
    return { batchId: id, callbackUrl: batch?.callbackUrl ?? null }
  }

  async #namedBatch(name: string): Promise<string> {
    const { pool } = this.#context
    const { projectId } = this.#making.row
    const made = await insertBatch(pool, projectId, { name, description: '', callbackUrl: null })
    const batchId = made ?? (await findBatchByName(pool, projectId, name))
    if (batchId === null) throw new Error('a batch was neither found nor made')
    return batchId
  }

  #check(body: { tag: string; data: object }): JobBody | Refusal {
    const { tag } = this.#making
    const { allowNetworks } = this.#context.egress
    const rules = {
      annotationTypeOf: () => tag.annotationType,
      keptSensors: new Map(),
      checkUrl: (url: string) =>
        isFileAddress(url)
          ? null
          : checkUrl(url, { allowNetworks, s3Allowed: findAccessRule(url, this.#rules) !== null }),
    }
    return checkJobBody(body, rules, this.#checkData)
  }

  #rowOf({ referenceId, input, warnings, metadata }: JobBody, body: { data: object }): NewJob {
    const { row, tag } = this.#making
    const bytes = Buffer.from(JSON.stringify(body))
    const urls = [...addressesIn(body.data, 'data')].map(({ address }) => address)
    return {
      projectId: row.projectId,
      jobId: newJobId(row.projectId),
      batchId: this.#batch?.batchId ?? '',
      referenceId,
      tag: tag.name,
      tagVersion: tag.version,
      annotationType: tag.annotationType,
      priorityWeight: row.priorityWeight,
      frames: frameCount(input),
      payloadSha256: createHash('sha256').update(bytes).digest(),
      body: bytes,
      callbackUrl: this.#batch?.callbackUrl ?? null,
      warnings,
      keptSensors: null,
      metadata,
      fileIds: urls.flatMap((url) => (isFileAddress(url) ? (fileIdOf(url) ?? []) : [])),
    }
  }
}
