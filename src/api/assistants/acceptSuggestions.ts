import { randomUUID } from 'node:crypto'
import { packDocument } from '../../formats/document/packedDocument.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import {
  type AssistantSuggestion,
  findSuggestions,
  setSuggestionState,
} from '../../store/project/assistants/suggestions.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { ApiError } from '../http/apiError.ts'
import { resultTarget } from '../results/resultTarget.ts'
import type { EditBatch } from '../threads/documentWork.ts'
import { otherDocument, saveOperations } from '../workbench/saving.ts'
import type { WorkbenchContext } from '../workbench/workbenchContext.ts'

const TIME_LIMIT_MS = 60_000

/** Takes suggestions into the document as one batch; answers the document's version. */
export async function acceptSuggestions(
  workbench: WorkbenchContext,
  session: Session,
  job: Job,
  { ids, version, expectedHash }: { ids: readonly string[]; version: number; expectedHash?: string },
): Promise<{ version: number; document_hash: string }> {
  const { context, documents } = workbench
  const open = await openOnes(workbench, job, ids)
  const current = await documents.current(job)
  const unchanged = async () => {
    const document_hash = await workbench.work.hash(job.projectId, current.document)
    if (expectedHash !== undefined && expectedHash !== document_hash) {
      throw await otherDocument(workbench, job, current.document, { batchId: 'accept', baseVersion: current.version })
    }
    return { version, document_hash }
  }
  if (open.length === 0) return unchanged()
  const labels = job.annotationType === 'segmentation3d' ? (await documents.openedLabels(job)).file : null
  const order = {
    job: await resultTarget(context, job),
    document: packDocument(current.document),
    labels,
    suggestions: open.map(({ record, more, score }) => ({ record, ...more, score })),
  }
  const operations = await context.threads.run('acceptedEdits', order, {
    lane: job.projectId,
    timeLimitMs: TIME_LIMIT_MS,
  })
  const accepted = open.map(({ suggestionId }) => suggestionId)
  const { version: after, document_hash } =
    operations.length > 0
      ? await saveOperations(workbench, session, job, batchOf(version, operations), expectedHash)
      : await unchanged()
  await setSuggestionState(context.pool, job, accepted, 'accepted')
  return { version: after, document_hash }
}

const batchOf = (baseVersion: number, operations: EditBatch['operations'] & object[]): EditBatch => ({
  batchId: randomUUID(),
  baseVersion,
  operationCount: operations.length,
  touchesLabels: operations.some((operation) => 'type' in operation && operation.type === 'setLabels'),
  operations,
})

/** Those that are still open; unknown ids are refused. */
export async function openOnes(
  { context }: WorkbenchContext,
  job: Job,
  ids: readonly string[],
): Promise<AssistantSuggestion[]> {
  const found = await findSuggestions(context.pool, job, ids)
  const known = new Set(found.map(({ suggestionId }) => suggestionId))
  const index = ids.findIndex((id) => !known.has(id.toLowerCase()))
  if (index >= 0) {
    const field = `suggestion_ids[${index}]`
    throw new ApiError('GE_0002', `the request is not valid: ${field} (UNKNOWN)`, {
      failures: [faultAt(field, 'UNKNOWN', 'the id of a suggestion of this job', ids[index])],
    })
  }
  return found.filter(({ state }) => state === 'open')
}
