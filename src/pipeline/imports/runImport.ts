import type { AccessRule } from '../../egress/accessRules.ts'
import { download } from '../../egress/download.ts'
import { EgressError } from '../../egress/errors.ts'
import { namesOfResults } from '../../interchange/core/candidateFolders.ts'
import { ImportManifest } from '../../interchange/core/importManifest.ts'
import { ImportError, type ImportedJob, type Reader } from '../../interchange/core/reader.ts'
import { DEFAULT_ARCHIVE_LIMITS, openArchive, type ZipReader } from '../../interchange/core/zipReader.ts'
import { formatByName } from '../../interchange/formats.ts'
import { MAX_IMPORT_BYTES } from '../../model/limits.ts'
import { STAGES } from '../../model/stage.ts'
import { giveUpClaim, putClaimed } from '../../store/cluster/files/claims.ts'
import { removeUnnamed } from '../../store/cluster/files/removal.ts'
import { completeTasks, postpone } from '../../store/cluster/tasks/settle.ts'
import type { Task } from '../../store/cluster/tasks/task.ts'
import type { StoredFile } from '../../store/files/fileStore.ts'
import { isOutage } from '../../store/isOutage.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { openAttachmentAccess } from '../../store/project/access/attachmentAccess.ts'
import { hasJobsAt, listImportJobs } from '../../store/project/imports/importJobs.ts'
import {
  findImport,
  type ImportRow,
  noteArchive,
  noteFindings,
  putOffImport,
  settleImport,
  startImport,
} from '../../store/project/imports/imports.ts'
import { findTag, type StoredTag } from '../../store/project/tags/tags.ts'
import { may } from '../../workflow/stage/events.ts'
import { announceEnd } from '../announceEnd.ts'
import type { PipelineContext } from '../context.ts'
import { retryUntilFound } from '../retryUntilFound.ts'
import { applyLabels, partName } from './applyLabels.ts'
import { ClassNames } from './classNames.ts'
import { JobMaker } from './createJobs.ts'
import { ImportReport } from './importReport.ts'
import { JobFinder } from './jobFinder.ts'

const DEADLINE_MS = 2 * 3_600_000

/** Brings the archive that an import names into the store, through the guard; null when the import was cancelled. */
async function fetchArchive(context: PipelineContext, row: ImportRow, signal: AbortSignal): Promise<StoredFile | null> {
  const { pool, masterKey, egress, files } = context
  const rules = await openAttachmentAccess<AccessRule>(pool, masterKey, row.projectId)
  try {
    const result = await download(egress, {
      url: row.request.url ?? '',
      rules,
      lane: row.projectId,
      maxBytes: MAX_IMPORT_BYTES,
      deadlineMs: DEADLINE_MS,
      signal,
      sink: (body) => putClaimed(pool, files, body),
    })
    if (result.status !== 'ok') throw new ImportError({ file: '', field: 'url', type: 'INVALID_URL' }, 'nothing came')
    if (!(await noteArchive(pool, row, result.stored))) return null
    await giveUpClaim(pool, result.stored)
    return result.stored
  } catch (error) {
    if (!(error instanceof EgressError) || error.kind === 'stopped') throw error
    throw new ImportError({ file: '', field: 'url', type: typeOf(error) }, error.message)
  }
}

function typeOf({ kind }: EgressError): string {
  if (kind === 'forbidden') return 'FORBIDDEN_ADDRESS'
  return kind === 'too_large' ? 'ARCHIVE_TOO_LARGE' : 'INVALID_URL'
}

const PROGRESS_MS = 500
const WAIT_MS = 1000
/** Limits the first reading of an archive, which changes nothing. */
const SURVEY_LIMIT_MS = 30 * 60_000
/** How long to wait for jobs whose files are still being checked. */
const WAIT_LIMIT_MS = 30 * 60_000
const MAX_ATTEMPTS = 3
/** Stages in which a job's files may still turn out to be invalid. */
const CHECKING = STAGES.filter((stage) => may(stage, 'fail'))

/**
 * Imports an archive. A first reading finds its faults and its classes, before anything is changed; a second one gives
 * each job its labels, in one transaction with the note that it has them: a worker that dies leaves the rest to another.
 */
export async function runImport(context: PipelineContext, task: Task, signal: AbortSignal): Promise<void> {
  const { pool } = context
  const row = await startImport(pool, task.projectId, task.subjectId)
  if (!row) {
    const ended = await findImport(pool, task.projectId, task.subjectId)
    await (ended?.completedAt ? completeTasks(pool, [task]) : retryUntilFound(pool, task))
    return
  }
  const run = new ImportRun(context, row, signal)
  try {
    if (row.attempts > MAX_ATTEMPTS)
      throw new ImportError({ file: '', type: 'ARCHIVE_TOO_LARGE' }, 'every process that read the archive died of it')
    if (await run.work()) await settle(context, task, row, run.report, null)
    else {
      await putOffImport(pool, row)
      await postpone(pool, task, WAIT_MS, 'waits until the files of its jobs are checked')
    }
  } catch (error) {
    if (error instanceof Cancelled) await completeTasks(pool, [task])
    else if (error instanceof ImportError) {
      run.report.fail(error.failure)
      await settle(context, task, row, run.report, { code: error.failure.type, message: error.message })
    } else if (signal.aborted || isOutage(error)) {
      await putOffImport(pool, row)
      throw error
    } else if (row.attempts >= MAX_ATTEMPTS) {
      context.log.error({ err: error, importId: row.importId }, 'an import failed in every attempt')
      const reason = error instanceof Error ? error.message : String(error)
      const message = `the archive could not be imported, ${row.attempts} attempts failed: ${reason}`
      await settle(context, task, row, run.report, { code: 'api_error', message })
    } else throw error
  } finally {
    run.close()
  }
}

class Cancelled extends Error {}

async function settle(
  context: PipelineContext,
  task: Task,
  row: ImportRow,
  report: ImportReport,
  error: ImportRow['error'],
): Promise<void> {
  await withTransaction(context.pool, async (db) => {
    if ((await completeTasks(db, [task])).size === 0) throw new Error('the lease was lost')
    const isSettled = await settleImport(db, row, report.findings(), error)
    if (isSettled && !error) await announceEnd(db, 'import', { projectId: row.projectId, id: row.importId })
  })
  context.wake('deliveries')
  if (row.sha256 !== null) await removeUnnamed(context.pool, context.files, [row.sha256])
}

class ImportRun {
  report = new ImportReport()
  readonly #context: PipelineContext
  readonly #row: ImportRow
  readonly #signal: AbortSignal
  #archive: ZipReader | null = null
  #notedAtMs = 0
  #surveyEndsMs = Number.POSITIVE_INFINITY

  constructor(context: PipelineContext, row: ImportRow, signal: AbortSignal) {
    this.#context = context
    this.#row = row
    this.#signal = signal
  }

  /** false: it has to wait for jobs whose files are still being checked. */
  async work(): Promise<boolean> {
    const { pool } = this.#context
    const row = this.#row
    const tag = await findTag(pool, row.projectId, row.tag)
    const read = formatByName(row.format)?.read
    if (!tag || !read)
      throw new ImportError(
        { file: '', type: 'UNKNOWN' },
        'the tag was deleted, or this server no longer knows the format',
      )
    if (row.sha256 === null) {
      const file = await fetchArchive(this.#context, row, this.#signal)
      if (!file) throw new Cancelled()
      Object.assign(row, file)
    }
    const path = await this.#context.files.localPath(row.sha256 ?? '')
    this.#archive = await openArchive(path, DEFAULT_ARCHIVE_LIMITS, namesOfResults)
    this.#archive.onRead = () => this.#check()
    const manifest = await ImportManifest.read(this.#archive)
    const classes = await this.#survey(read, tag)
    if (row.request.into === 'jobs') await this.#create(read, tag, manifest)
    if (await this.#hasToWait()) return false
    await this.#apply(read, tag, manifest, classes)
    return true
  }

  close(): void {
    this.#archive?.close()
  }

  /** Reads everything once, for faults and names of classes. */
  async #survey(read: Reader, tag: StoredTag): Promise<ClassNames> {
    const classes = new ClassNames(tag, this.#row.request.options)
    const survey = new ImportReport()
    this.#surveyEndsMs = performance.now() + SURVEY_LIMIT_MS
    for await (const part of this.#parts(read, tag, survey)) {
      survey.partsTotal++
      classes.note(part.labels)
      await this.#check()
    }
    this.#surveyEndsMs = Number.POSITIVE_INFINITY
    this.report = new ImportReport(classes.list())
    this.report.partsTotal = survey.partsTotal
    classes.refuseUnknown()
    if (survey.partsTotal === 0) for (const failure of survey.findings().failures) this.report.fail(failure)
    if (survey.partsTotal === 0)
      throw new ImportError({ file: '', type: 'NOT_THIS_FORMAT' }, `nothing in the archive is ${this.#row.format}`)
    return classes
  }

  async #create(read: Reader, tag: StoredTag, manifest: ImportManifest): Promise<void> {
    const { pool } = this.#context
    const { projectId, importId } = this.#row
    const own = await listImportJobs(pool, projectId, importId)
    const { report } = this
    const maker = await JobMaker.make(this.#context, { row: this.#row, tag, report, own })
    for await (const part of this.#parts(read, tag, new ImportReport())) {
      await maker.add(part, referenceOf(part, manifest), manifest.sourcesOf(part))
      await this.#check()
    }
    await maker.flush()
  }

  /** Labels need the sizes of images and clouds, which are known once the files were checked. */
  async #hasToWait(): Promise<boolean> {
    const { createdAt } = this.#row
    if (Date.now() - createdAt.getTime() > WAIT_LIMIT_MS) return false
    return hasJobsAt(this.#context.pool, this.#row, CHECKING)
  }

  async #apply(read: Reader, tag: StoredTag, manifest: ImportManifest, classes: ClassNames): Promise<void> {
    const { pool } = this.#context
    const row = this.#row
    const finder = await JobFinder.make(pool, row.projectId, row.tag, manifest)
    const had = await listImportJobs(pool, row.projectId, row.importId)
    const seen = new Set<string>()
    const { report } = this
    const isInto = row.request.into === 'jobs'
    const applying = { row, classes, report, replaces: row.request.options.replace === true }
    for await (const part of this.#parts(read, tag, report)) {
      await this.#check()
      report.partsDone++
      const found = isInto
        ? await finder.find({ referenceId: referenceOf(part, manifest), fileNames: [] })
        : await finder.find(part)
      // Jobs that could not be created have been reported.
      if (isInto && !('jobId' in found && had.has(found.jobId))) continue
      if ('reason' in found) report.leave(partName(part), found.reason)
      else if (seen.has(found.jobId)) report.fail({ file: part.file, type: 'DUPLICATE' })
      else if (had.get(found.jobId)) {
        seen.add(found.jobId)
        report.matched++
      } else {
        seen.add(found.jobId)
        await applyLabels(this.#context, found.jobId, part, applying)
      }
    }
  }

  #parts(read: Reader, tag: StoredTag, report: ImportReport): AsyncIterable<ImportedJob> {
    if (!this.#archive) throw new Error('the archive is not open')
    return read(this.#archive, { tag, options: this.#row.request.options, fail: report.fail })
  }

  async #check(): Promise<void> {
    this.#signal.throwIfAborted()
    if (performance.now() > this.#surveyEndsMs)
      throw new ImportError(
        { file: '', type: 'ARCHIVE_TOO_LARGE' },
        `the archive takes longer than ${SURVEY_LIMIT_MS / 60_000} minutes to read`,
      )
    if (performance.now() - this.#notedAtMs < PROGRESS_MS) return
    this.#notedAtMs = performance.now()
    if (!(await noteFindings(this.#context.pool, this.#row, this.report.findings()))) throw new Cancelled()
  }
}

/** The reference_id of a job created from a part: from our own manifest, from its format, otherwise from its file. */
const referenceOf = (part: ImportedJob, manifest: ImportManifest): string =>
  part.referenceId ?? manifest.referenceOf(part.fileNames) ?? part.fileNames[0] ?? part.file
