import { Type } from 'typebox'
import { Count, Id, orNull } from '../../formats/json/schemas.ts'
import { isForTag } from '../../model/assistants/assistant.ts'
import { startOfDay } from '../../model/day.ts'
import { listAssistants } from '../../store/project/assistants/assistants.ts'
import {
  listSuggestions,
  reopenSuggestions,
  SUGGESTIONS_A_PAGE,
  setSuggestionState,
} from '../../store/project/assistants/suggestions.ts'
import { homeOf } from '../../store/project/jobs/jobs.ts'
import { isHolder } from '../../workflow/policies/leases.ts'
import { leaseLost } from '../../workflow/refusal.ts'
import { ApiError } from '../http/apiError.ts'
import { LIST_BYTES } from '../http/bodyLimit.ts'
import { textParameter } from '../http/query.ts'
import { type Route, route } from '../http/route.ts'
import { reachJob, seesByDay } from '../workbench/reach.ts'
import { hashSent } from '../workbench/saving.ts'
import { acceptSuggestions, openOnes } from './acceptSuggestions.ts'
import { OfferedAssistant, ShownSuggestion } from './answers.ts'
import type { AssistantParts } from './parts.ts'
import { offeredAssistant, shownSuggestion } from './shown.ts'

const Ids = Type.Array(Id, { minItems: 1, maxItems: 50_000 })

/** What assistants suggest for a job, and what people make of it. */
export function suggestionRoutes({ workbench }: AssistantParts): Route[] {
  const { pool } = workbench.context
  return [
    route({
      method: 'GET',
      paths: ['/api/jobs/:jid/assistants'],
      access: { session: 'annotate' },
      tag: 'pages',
      summary: 'Assistants that help with a job, and what each can be asked',
      answer: Type.Object({ assistants: Type.Array(OfferedAssistant) }),
      handle: async ({ session, params }) => {
        const job = await reachJob(workbench, session, params.jid)
        const all = await listAssistants(pool, homeOf(job))
        const fitting = all.filter(({ settings }) => isForTag(settings, job.tag))
        return { assistants: fitting.map((one) => offeredAssistant(one, job)).filter(({ verbs }) => verbs.length > 0) }
      },
    }),
    route({
      method: 'GET',
      paths: ['/api/jobs/:jid/suggestions'],
      access: { session: 'annotate' },
      tag: 'pages',
      summary: 'Suggestions for a job, in the order in which they came',
      query: Type.Object({ page_token: textParameter('next_page_token of the page before') }),
      answer: Type.Object({ suggestions: Type.Array(ShownSuggestion), next_page_token: orNull(Type.String()) }),
      handle: async ({ session, params, query }) => {
        const job = await reachJob(workbench, session, params.jid)
        const found = await listSuggestions(pool, job, positionIn(query.page_token))
        const page = found.slice(0, SUGGESTIONS_A_PAGE)
        const last = found.length > page.length ? page.at(-1) : undefined
        const isByDay = await seesByDay(workbench, session, job)
        const shown = page.map((one) => (isByDay ? { ...one, createdAt: startOfDay(one.createdAt) } : one))
        return { suggestions: shown.map(shownSuggestion), next_page_token: last ? String(last.position) : null }
      },
    }),
    route({
      method: 'POST',
      paths: ['/api/jobs/:jid/suggestions/accept'],
      access: { session: 'annotate' },
      tag: 'pages',
      summary: 'Take suggestions into the document, as one step that can be undone',
      maxBodyBytes: LIST_BYTES,
      body: Type.Object({ suggestion_ids: Ids, version: Count }),
      refusals: ['JOB_STATE', 'CONFLICT', 'DOCUMENT_DIFFERS'],
      answer: Type.Object({ version: Count, document_hash: Type.String() }),
      handle: async ({ session, params, body, request }) => {
        const job = await reachJob(workbench, session, params.jid)
        if (!isHolder(session, job)) throw await leaseLost(pool, job)
        return acceptSuggestions(workbench, session, job, {
          ids: body.suggestion_ids,
          version: body.version,
          expectedHash: hashSent(request.headers),
        })
      },
    }),
    route({
      method: 'POST',
      paths: ['/api/jobs/:jid/suggestions/drop'],
      access: { session: 'annotate' },
      tag: 'pages',
      summary: 'Drop suggestions',
      maxBodyBytes: LIST_BYTES,
      body: Type.Object({
        suggestion_ids: Ids,
        replaced: Type.Optional(
          Type.Boolean({ description: 'Another answer took their place: they do not count as dropped' }),
        ),
      }),
      refusals: ['JOB_STATE'],
      answer: Type.Object({}),
      handle: async ({ session, params, body }) => {
        const job = await reachJob(workbench, session, params.jid)
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
    route({
      method: 'POST',
      paths: ['/api/jobs/:jid/suggestions/reopen'],
      access: { session: 'annotate' },
      tag: 'pages',
      summary: 'Take back decisions about suggestions: they are open again',
      maxBodyBytes: LIST_BYTES,
      body: Type.Object({ suggestion_ids: Ids }),
      refusals: ['JOB_STATE'],
      answer: Type.Object({}),
      handle: async ({ session, params, body }) => {
        const job = await reachJob(workbench, session, params.jid)
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
