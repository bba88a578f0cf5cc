import { randomUUID } from 'node:crypto'
import { assistEndpoints } from '../../contract/assist.ts'
import { packDocument } from '../../formats/document/packedDocument.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { isForTag } from '../../model/assistants/assistant.ts'
import { startOfDay } from '../../model/day.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { listAssistants } from '../../store/project/assistants/assistants.ts'
import {
  type AssistantSuggestion,
  findSuggestions,
  listSuggestions,
  reopenSuggestions,
  SUGGESTIONS_A_PAGE,
  setSuggestionState,
} from '../../store/project/assistants/suggestions.ts'
import { homeOf, type Job } from '../../store/project/jobs/jobs.ts'
import { isHolder } from '../../workflow/policies/leases.ts'
import { leaseLost } from '../../workflow/refusal.ts'
import { ApiError } from '../http/apiError.ts'
import { LIST_BYTES } from '../http/bodyLimit.ts'
import { type Route, route } from '../http/route.ts'
import { resultTarget } from '../results/resultTarget.ts'
import type { EditBatch } from '../threads/documentWork.ts'
import { authorizeJob, seesByDay } from '../workbench/authorizeJob.ts'
import { hashSent, otherDocument, saveOperations } from '../workbench/saving.ts'
import type { WorkbenchContext } from '../workbench/workbenchContext.ts'
import type { AssistantParts } from './parts.ts'
import { offeredAssistant, shownSuggestion } from './shown.ts'

const TIME_LIMIT_MS = 60_000

/** Takes suggestions into the document as one batch; answers the document's version. */
async function acceptSuggestions(
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
  const labels = rulesOf(job.annotationType).hasLabels ? (await documents.openedLabels(job)).file : null
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
async function openOnes(
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

/** The suggestions of assistants for a job, and people's decisions. */
export function suggestionRoutes({ workbench }: AssistantParts): Route[] {
  const { pool } = workbench.context
  return [
    route(assistEndpoints.listOfferedAssistants, {
      handle: async ({ session, params }) => {
        const job = await authorizeJob(workbench, session, params.jid)
        const all = await listAssistants(pool, homeOf(job))
        const fitting = all.filter(({ settings }) => isForTag(settings, job.tag))
        return { assistants: fitting.map((one) => offeredAssistant(one, job)).filter(({ verbs }) => verbs.length > 0) }
      },
    }),
    route(assistEndpoints.listSuggestions, {
      handle: async ({ session, params, query }) => {
        const job = await authorizeJob(workbench, session, params.jid)
        const found = await listSuggestions(pool, job, positionIn(query.page_token))
        const page = found.slice(0, SUGGESTIONS_A_PAGE)
        const last = found.length > page.length ? page.at(-1) : undefined
        const isByDay = await seesByDay(workbench, session, job)
        const shown = page.map((one) => (isByDay ? { ...one, createdAt: startOfDay(one.createdAt) } : one))
        return { suggestions: shown.map(shownSuggestion), next_page_token: last ? String(last.position) : null }
      },
    }),
    route(assistEndpoints.acceptSuggestions, {
      maxBodyBytes: LIST_BYTES,
      handle: async ({ session, params, body, request }) => {
        const job = await authorizeJob(workbench, session, params.jid)
        if (!isHolder(session, job)) throw await leaseLost(pool, job)
        return acceptSuggestions(workbench, session, job, {
          ids: body.suggestion_ids,
          version: body.version,
          expectedHash: hashSent(request.headers),
        })
      },
    }),
    route(assistEndpoints.dropSuggestions, {
      maxBodyBytes: LIST_BYTES,
      handle: async ({ session, params, body }) => {
        const job = await authorizeJob(workbench, session, params.jid)
        if (!isHolder(session, job)) throw await leaseLost(pool, job)
        const open = await openOnes(workbench, job, body.suggestion_ids)
        await setSuggestionState(
          pool,
          job,
          open.map(({ suggestionId }) => suggestionId),
          body.replaced ? 'replaced' : 'dropped',
        )
        return {}
      },
    }),
    route(assistEndpoints.reopenSuggestions, {
      maxBodyBytes: LIST_BYTES,
      handle: async ({ session, params, body }) => {
        const job = await authorizeJob(workbench, session, params.jid)
        if (!isHolder(session, job)) throw await leaseLost(pool, job)
        await reopenSuggestions(pool, job, body.suggestion_ids)
        return {}
      },
    }),
  ]
}

function positionIn(token: string | undefined): number {
  if (token === undefined) return 0
  if (/^\d{1,15}$/.test(token)) return Number(token)
  throw new ApiError('invalid_request_error', 'invalid page_token')
}
