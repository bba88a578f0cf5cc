import { type Static, Type } from 'typebox'
import { schemaCheck } from '../../formats/json/schemaFailures.ts'
import { operationFailures } from '../../formats/workbench/operationCheck.ts'
import { MAX_OPERATIONS, type Saved } from '../../formats/workbench/work.ts'
import type { AnnotatedDocument } from '../../model/document/document.ts'
import { type DocumentOperation, OperationError } from '../../model/document/operations/documentOperation.ts'
import { checkLabelRuns } from '../../model/document/operations/labelRuns.ts'
import { applyOperation } from '../../model/document/operations/operations.ts'
import { findPointCount } from '../../store/jobs/assets.ts'
import type { Job } from '../../store/jobs/jobs.ts'
import type { Session } from '../../store/people/sessions.ts'
import { findHolder } from '../../store/work/lease.ts'
import { saveBatch, versionOfBatch } from '../../store/work/works.ts'
import { isoTime } from '../customer/record.ts'
import { ApiError } from '../http/apiError.ts'
import { readJson } from '../http/body.ts'
import type { Workbench } from './parts.ts'
import { leaseLost, otherVersion } from './reach.ts'

const BatchBody = Type.Object({
  batchId: Type.String({ format: 'uuid' }),
  baseVersion: Type.Integer({ minimum: 0 }),
  operations: Type.Array(Type.Object({ type: Type.String() }), { minItems: 1, maxItems: MAX_OPERATIONS }),
})
const checkBody = schemaCheck(BatchBody)

export interface BatchOfOperations {
  batchId: string
  baseVersion: number
  operations: DocumentOperation[]
}

/** Reads `{batchId, baseVersion, operations}`; throws the 400 that says which operation is none. */
export function readBatch(bytes: Buffer): BatchOfOperations {
  const body = readJson(bytes)
  const failures = checkBody.failures(body)
  const { operations = [] } = body as Partial<Static<typeof BatchBody>>
  if (failures.length === 0) {
    operations.forEach((operation, index) => {
      if (failures.length < 100) failures.push(...operationFailures(operation, `operations[${index}]`))
    })
  }
  if (failures.length > 0) throw invalidBatch(failures[0].field, failures[0].type, failures)
  return body as BatchOfOperations
}

const invalidBatch = (field: string, why: string, failures: ApiError['failures']) =>
  new ApiError('GE_0002', `the request is not valid: ${field} (${why})`, { failures })

/** Saves a batch on the document that it was made on. */
export async function saveOperations(
  workbench: Workbench,
  session: Session,
  job: Job,
  batch: BatchOfOperations,
): Promise<Saved> {
  const { documents, context, leaseSeconds } = workbench
  const { pool } = context
  const base = documents.remembered(job.jobId, batch.baseVersion) ?? (await readBase(workbench, job, batch))
  // Null: the version has moved on already; the statement below finds out what is to be told.
  const after = base && (await apply(workbench, job, base, batch.operations))
  const text = JSON.stringify(batch.operations)
  const at = { projectId: job.projectId, jobId: job.jobId, userId: session.userId, batchId: batch.batchId }
  const saved = after
    ? await saveBatch(pool, { ...at, baseVersion: batch.baseVersion, operations: text }, leaseSeconds)
    : null
  if (after && saved?.version && saved.heldUntil) {
    documents.saved(job, saved.version, after, text.length)
    return { version: saved.version, heldUntil: isoTime(saved.heldUntil) }
  }
  const holder = await findHolder(pool, job.projectId, job.jobId)
  const before = await versionOfBatch(pool, at)
  if (before !== null && holder) return { version: before, heldUntil: isoTime(holder.heldUntil) }
  if (holder?.userId !== session.userId) throw await leaseLost(pool, job)
  throw otherVersion((await documents.current(job)).version)
}

async function readBase({ documents }: Workbench, job: Job, batch: BatchOfOperations) {
  const current = await documents.current(job)
  return current.version === batch.baseVersion ? current.document : null
}

async function apply(
  workbench: Workbench,
  job: Job,
  document: AnnotatedDocument,
  operations: readonly DocumentOperation[],
): Promise<AnnotatedDocument> {
  const fit = await fitter(workbench, job, operations)
  return operations.reduce((made, operation, index) => {
    try {
      return fit(made, operation)
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      const field = `operations[${index}]`
      throw invalidBatch(field, error.message, [{ field, type: 'INVALID_VALUE' }])
    }
  }, document)
}

/** Applies operations one by one; also those on labels are held against their cloud. Throws OperationError. */
export async function fitter(
  { context }: Workbench,
  job: Job,
  operations: readonly DocumentOperation[],
): Promise<typeof applyOperation> {
  const touchesLabels = operations.some(({ type }) => type === 'setLabels')
  const pointCount = touchesLabels ? ((await findPointCount(context.pool, job.projectId, job.jobId)) ?? 0) : 0
  return (document, operation) => {
    if (operation.type === 'setLabels') checkLabelRuns(operation.runs, pointCount)
    return applyOperation(document, operation)
  }
}
