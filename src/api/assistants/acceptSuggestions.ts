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
import type { WorkbenchParts } from '../workbench/parts.ts'
import { saveOperations } from '../workbench/saving.ts'

const TIME_LIMIT_MS = 60_000

/** Takes suggestions into the document as one batch; answers the document's version. */
export async function acceptSuggestions(
  workbench: WorkbenchParts,
  session: Session,
  job: Job,
  { ids, version }: { ids: readonly string[]; version: number },
): Promise<{ version: number }> {
  const { context, documents } = workbench
  const open = await openOnes(workbench, job, ids)
  if (open.length === 0) return { version }
  const current = await documents.current(job)
  const labels = job.operation === 'segmentation3d' ? (await documents.openedLabels(job)).file : null
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
  const saved =
    operations.length > 0 ? await saveOperations(workbench, session, job, batchOf(version, operations)) : null
  await setSuggestionState(context.pool, job, accepted, 'accepted')
  return { version: saved?.version ?? version }
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
  { context }: WorkbenchParts,
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
