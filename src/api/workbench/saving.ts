import type { IncomingHttpHeaders } from 'node:http'
import type { SavedAnswer } from '../../contract/work.ts'
import type { EncodedDocument } from '../../formats/document/encodedDocument.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { isoTime } from '../../formats/isoTime.ts'
import { DOCUMENT_HASH_HEADER } from '../../formats/workbench/work.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { findPointCount } from '../../store/project/jobs/assets.ts'
import { dataPlaceOf, type Job } from '../../store/project/jobs/jobs.ts'
import { findHolder } from '../../store/project/work/lease.ts'
import { saveBatch, versionOfBatch } from '../../store/project/work/works.ts'
import { leaseLost, otherVersion } from '../../workflow/refusal.ts'
import { ApiError } from '../http/apiError.ts'
import type { EditBatch } from '../threads/documentWork.ts'
import type { WorkbenchContext } from './workbenchContext.ts'

/** Reads `{batchId, baseVersion, operations}`; throws a 400 naming the invalid operation. */
export async function receiveBatch({ work }: WorkbenchContext, lane: string, bytes: Uint8Array): Promise<EditBatch> {
  const read = await work.readBatch(lane, bytes)
  if ('head' in read) return { ...read.head, operations: read.operations }
  const { message, failures } = read
  if (message !== null) throw new ApiError('GE_0001', message, { failures })
  throw invalidBatch(failures[0].field, failures[0].type, failures)
}

/** The stored form of operations. */
export function operationsJson(operations: EditBatch['operations']): string | Buffer {
  if (!(operations instanceof Uint8Array)) return JSON.stringify(operations)
  return Buffer.from(operations.buffer, operations.byteOffset, operations.length)
}

const invalidBatch = (field: string, why: string, failures: ApiError['failures']) =>
  new ApiError('GE_0002', `the request is not valid: ${field} (${why})`, { failures })

/** The document that a page expects to have after what it sends. */
export const hashSent = ({ [DOCUMENT_HASH_HEADER]: sent }: IncomingHttpHeaders): string | undefined =>
  typeof sent === 'string' ? sent : undefined

/**
 * Saves a batch on the document on which it was made.
 * @param expectedHash the page's hash of the document after it; if absent, nothing is compared
 */
export async function saveOperations(
  workbench: WorkbenchContext,
  session: Session,
  job: Job,
  batch: EditBatch,
  expectedHash?: string,
): Promise<SavedAnswer> {
  const { documents, context, leaseSeconds } = workbench
  const { pool } = context
  const base = documents.remembered(job.jobId, batch.baseVersion) ?? (await readBase(workbench, job, batch))
  // Null: the version has moved on already; the statement below finds out why.
  const after = base && (await apply(workbench, job, base, batch))
  const document_hash = after && (await workbench.work.hash(job.projectId, after))
  if (base && expectedHash !== undefined && document_hash !== expectedHash) {
    throw await otherDocument(workbench, job, base, batch)
  }
  const operations = operationsJson(batch.operations)
  const at = { projectId: job.projectId, jobId: job.jobId, userId: session.userId, batchId: batch.batchId }
  const saved = after
    ? await saveBatch(
        pool,
        { ...at, baseVersion: batch.baseVersion, operations, objects: after.tracks.size },
        leaseSeconds,
      )
    : null
  if (after && document_hash !== null && saved?.version && saved.heldUntil) {
    documents.saved(job, saved.version, after, operations.length)
    return { version: saved.version, heldUntil: isoTime(saved.heldUntil), document_hash }
  }
  const holder = await findHolder(pool, job.projectId, job.jobId)
  const before = await versionOfBatch(pool, at)
  if (before !== null && holder) {
    const then = (await documents.at(job, before)) ?? (await documents.current(job))
    const hash = await workbench.work.hash(job.projectId, then.document)
    return { version: before, heldUntil: isoTime(holder.heldUntil), document_hash: hash }
  }
  if (holder?.userId !== session.userId) throw await leaseLost(pool, job)
  throw otherVersion((await documents.current(job)).version)
}

/** The refusal of edits that lead to another document here than on the page; the log has it, for it is a fault. */
export async function otherDocument(
  { work, context }: WorkbenchContext,
  job: Job,
  base: EncodedDocument,
  { batchId, baseVersion }: Pick<EditBatch, 'batchId' | 'baseVersion'>,
): Promise<ApiError> {
  const { projectId, jobId } = job
  context.log.error({ projectId, jobId, batchId, version: baseVersion }, 'page and service have different documents')
  const meta = { version: baseVersion, document_hash: await work.hash(projectId, base) }
  return new ApiError('DOCUMENT_DIFFERS', 'after these edits the page has another document: open the job again', {
    meta,
  })
}

async function readBase({ documents }: WorkbenchContext, job: Job, batch: EditBatch) {
  const current = await documents.current(job)
  return current.version === batch.baseVersion ? current.document : null
}

async function apply(
  workbench: WorkbenchContext,
  job: Job,
  base: EncodedDocument,
  batch: EditBatch,
): Promise<EncodedDocument> {
  const pointCount = await pointCountFor(workbench, job, batch)
  const { document, refused } = await workbench.work.apply(job.projectId, base, batch.operations, pointCount)
  if (refused.length === 0) return document
  const [{ index, message }] = refused
  const field = `operations[${index}]`
  throw invalidBatch(field, message, [faultAt(field, 'INVALID_VALUE', 'an operation that fits the document', message)])
}

/** Points of the job's cloud, where a batch has to be held against it. */
export async function pointCountFor(
  { context }: WorkbenchContext,
  job: Job,
  { touchesLabels }: Pick<EditBatch, 'touchesLabels'>,
): Promise<number> {
  const content = dataPlaceOf(job)
  return touchesLabels ? ((await findPointCount(context.pool, content.projectId, content.jobId)) ?? 0) : 0
}
