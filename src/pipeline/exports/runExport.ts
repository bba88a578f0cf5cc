import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type AccessRule, findWriteRule } from '../../egress/accessRules.ts'
import { EgressError } from '../../egress/errors.ts'
import { uploadToS3 } from '../../egress/uploadToS3.ts'
import { ClassTable } from '../../interchange/core/classTable.ts'
import type { ExportJob } from '../../interchange/core/exportSet.ts'
import { ExportError, type Format } from '../../interchange/core/format.ts'
import { Losses } from '../../interchange/core/losses.ts'
import { NameRegistry } from '../../interchange/core/names.ts'
import { DEFAULT_SPLIT, splitOf } from '../../interchange/core/splits.ts'
import { type WrittenExport, writeExport } from '../../interchange/core/writeExport.ts'
import { formatByName } from '../../interchange/formats.ts'
import type { Tag } from '../../model/tag.ts'
import { type ClaimedFile, giveUpClaim, putClaimed } from '../../store/cluster/files/claims.ts'
import { completeTasks } from '../../store/cluster/tasks/settle.ts'
import type { Task } from '../../store/cluster/tasks/task.ts'
import { isOutage } from '../../store/isOutage.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { openAttachmentAccess } from '../../store/project/access/attachmentAccess.ts'
import { type ExportedJob, exportedJobsAfter, tagsOfExport } from '../../store/project/exports/exportedJobs.ts'
import {
  archiveName,
  completeExport,
  type ExportRow,
  failExport,
  findExport,
  noteProgress,
  putOffExport,
  startExport,
} from '../../store/project/exports/exports.ts'
import { CANDIDATE_LETTERS, countCandidates } from '../../store/project/quality/consensus.ts'
import { listTags } from '../../store/project/tags/tags.ts'
import { announceEnd } from '../announceEnd.ts'
import type { PipelineContext } from '../context.ts'
import { retryUntilFound } from '../retryUntilFound.ts'
import { openCandidates } from './openCandidates.ts'
import { openExportJob } from './openExportJob.ts'

/** Fifty of the largest bodies would not fit in memory. */
const A_READ = { jobs: 50, bytes: 16 * 1024 * 1024 }
const PROGRESS_MS = 500
const MAX_ATTEMPTS = 5

/** Writes the archive of an export. If a worker dies, another starts again: the result is the same. */
export async function runExport(context: PipelineContext, task: Task, signal: AbortSignal): Promise<void> {
  const { pool } = context
  const row = await startExport(pool, task.projectId, task.subjectId)
  if (!row) {
    const ended = await findExport(pool, task.projectId, task.subjectId)
    await (ended?.completedAt ? completeTasks(pool, [task]) : retryUntilFound(pool, task))
    return
  }
  const folder = join(context.workFolder, randomUUID())
  await mkdir(folder, { recursive: true })
  const progress = new Progress(context, row, signal)
  try {
    if (row.attempts > MAX_ATTEMPTS) throw new ExportError('WORKER_DIED', 'every process that wrote the archive died')
    const format = formatByName(row.format)
    if (!format) throw new ExportError('UNKNOWN', 'this server no longer knows the format')
    const written = await write(context, row, { format, folder, progress, signal })
    const { sha256, bytes: size } = written.stored
    const isDone = await withTransaction(pool, async (client) => {
      if ((await completeTasks(client, [task])).size === 0) throw new Error('the lease was lost')
      const { contentSha256, losses } = written
      const { keepDays } = context.settings.exports
      const isDone = await completeExport(client, row, { sha256, size, contentSha256, losses, keepDays })
      if (isDone) await announceEnd(client, 'export', { projectId: row.projectId, id: row.exportId })
      return isDone
    })
    if (isDone) await giveUpClaim(pool, written.stored)
    context.wake('deliveries')
  } catch (error) {
    if (error instanceof Cancelled) await completeTasks(pool, [task])
    else if (error instanceof ExportError) await giveUp(context, task, row, error)
    else if (signal.aborted || isOutage(error)) {
      await putOffExport(pool, row)
      throw error
    } else if (row.attempts >= MAX_ATTEMPTS) {
      context.log.error({ err: error, exportId: row.exportId }, 'an export failed in every attempt')
      await giveUp(context, task, row, { code: 'api_error', message: progress.describeFailure(error) })
    } else throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

class Cancelled extends Error {}

async function giveUp(
  { pool }: PipelineContext,
  task: Task,
  row: ExportRow,
  { code, message }: { code: string; message: string },
): Promise<void> {
  await withTransaction(pool, async (client) => {
    if ((await completeTasks(client, [task])).size === 0) throw new Error('the lease was lost')
    await failExport(client, row, { code, message })
  })
}

async function write(
  context: PipelineContext,
  row: ExportRow,
  { format, progress, folder, signal }: Pick<Opening, 'format' | 'progress'> & { folder: string; signal: AbortSignal },
): Promise<WrittenExport & { stored: ClaimedFile }> {
  const { splits, files, options } = row.request
  const tags = await listTags(context.pool, row.projectId)
  const losses = new Losses(format.losses)
  const opening = { format, tags, losses, progress }
  const counts = options.candidates === true ? await countCandidates(context.pool, row) : new Map<string, number>()
  const most = [...counts.values()].reduce((highest, count) => Math.max(highest, count), 0)
  const set = {
    classes: new ClassTable(await chosenTags(context, row, tags)),
    tags,
    splits: splits ? Object.keys(splits) : [DEFAULT_SPLIT],
    options,
    includeFiles: files === 'include',
    jobs: () => openJobs(context, row, opening),
    candidates: [...CANDIDATE_LETTERS].slice(0, most).map((letter, index) => ({
      letter,
      jobs: () => {
        // Jobs that cannot be opened were counted with the results.
        const jobs = openJobs(context, row, { ...opening, losses: new Losses(format.losses) })
        return openCandidates(context, jobs, { projectId: row.projectId, index, counts, losses, folder, signal })
      },
    })),
  }
  const path = join(folder, 'export.zip')
  const written = await writeExport(format, set, losses, { path, folder, onJob: (done) => progress.note(done) })
  const stored = await putClaimed(context.pool, context.files, createReadStream(path))
  await sendToBucket(context, row, { path, ...stored }, signal)
  return { ...written, stored }
}

/** The archive lists only the classes of tags that the choice can contain. */
async function chosenTags({ pool }: PipelineContext, row: ExportRow, tags: readonly Tag[]): Promise<Tag[]> {
  const names = new Set(await tagsOfExport(pool, row))
  return tags.filter(({ name }) => names.has(name))
}

/** Tells how far it is, and ends the work where it was cancelled or the lease was lost. */
class Progress {
  readonly #context: PipelineContext
  readonly #row: ExportRow
  readonly #signal: AbortSignal
  #done = { jobs: 0, bytes: 0 }
  #notedAtMs = 0
  #referenceId: string | null = null

  constructor(context: PipelineContext, row: ExportRow, signal: AbortSignal) {
    this.#context = context
    this.#row = row
    this.#signal = signal
  }

  note(done: { jobs: number; bytes: number }): void {
    this.#done = done
  }

  /** Called before each job. */
  async check(referenceId: string): Promise<void> {
    this.#referenceId = referenceId
    this.#signal.throwIfAborted()
    if (performance.now() - this.#notedAtMs < PROGRESS_MS) return
    this.#notedAtMs = performance.now()
    if (!(await noteProgress(this.#context.pool, this.#row, this.#done))) throw new Cancelled()
  }

  /** For the person who requested the export, who may leave the job out. */
  describeFailure(error: unknown): string {
    const place = this.#referenceId === null ? '' : ` at the job ${JSON.stringify(this.#referenceId)}`
    const reason = error instanceof Error ? error.message : String(error)
    return `the archive could not be written, ${this.#row.attempts} attempts failed, the last one${place}: ${reason}`
  }
}

interface Opening {
  format: Format
  tags: readonly Tag[]
  losses: Losses
  progress: Progress
}

async function* openJobs(
  context: PipelineContext,
  { projectId, exportId, request }: ExportRow,
  { format, tags, losses, progress }: Opening,
): AsyncGenerator<ExportJob> {
  const names = new NameRegistry()
  const byName = new Map(tags.map((tag) => [tag.name, tag]))
  for await (const row of rowsOf(context, projectId, exportId)) {
    await progress.check(row.referenceId)
    // A sequence is never cut: where batches are sequences, whole batches go to a split.
    const split = splitOf(request.options.sequence === 'batch' ? row.batch : row.referenceId, request.splits)
    const tag = byName.get(row.tag)
    if (split === null) losses.add('not_in_split', row)
    else if (!format.annotationTypes.includes(row.annotationType)) losses.add('operation_not_supported', row)
    else {
      const fullUrls = request.options.full_urls === true
      const name = names.take(row.referenceId)
      const options = { files: context.files, name, split, fullUrls }
      const job = tag && (await openExportJob(row, { ...options, tag }))
      if (job) yield job
      else losses.add('data_deleted', row)
    }
  }
}

/** Read a page ahead: the next is on its way while jobs of this one are written. */
async function* rowsOf({ pool }: PipelineContext, projectId: string, exportId: string): AsyncGenerator<ExportedJob> {
  const read = (after: string | null) => exportedJobsAfter(pool, projectId, exportId, after, A_READ)
  let next = read(null)
  for (;;) {
    const rows = await next
    const last = rows.at(-1)
    if (!last) return
    next = read(last.referenceId)
    // Awaited in the next turn, unless the writer ends before.
    next.catch(() => {})
    yield* rows
  }
}

/** Writes the archive into the bucket that the export names, if any. @throws ExportError where the bucket refuses it */
async function sendToBucket(
  { pool, masterKey, egress, settings }: PipelineContext,
  { projectId, exportId, request }: ExportRow,
  archive: { path: string; sha256: string; bytes: number },
  signal: AbortSignal,
): Promise<void> {
  if (request.destination === null) return
  const rules = await openAttachmentAccess<AccessRule>(pool, masterKey, projectId)
  const found = findWriteRule(request.destination, archiveName(exportId), rules)
  if ('fault' in found)
    throw new ExportError('DESTINATION_NOT_ALLOWED', 'no access rule of the project allows writing there any more')
  const file = await open(archive.path)
  try {
    const { sha256, bytes } = archive
    const read = async (start: number, end: number) => {
      const part = Buffer.allocUnsafe(end - start)
      await file.read(part, 0, part.length, start)
      return part
    }
    const source = { bytes, sha256, contentType: 'application/zip', read }
    const { downloadRetriesMs: retriesMs } = settings
    await uploadToS3(egress, { object: found.object, access: found.rule, source, lane: projectId, retriesMs, signal })
  } catch (error) {
    if (!(error instanceof EgressError) || error.kind === 'stopped') throw error
    throw new ExportError('DESTINATION_REFUSED', `the archive could not be written to the bucket: ${error.message}`)
  } finally {
    await file.close()
  }
}
