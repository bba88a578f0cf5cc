import { assistEndpoints } from '../../contract/assist.ts'
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
import { type Route, route } from '../http/route.ts'
import { authorizeJob, seesByDay } from '../workbench/authorizeJob.ts'
import { hashSent } from '../workbench/saving.ts'
import { acceptSuggestions, openOnes } from './acceptSuggestions.ts'
import type { AssistantParts } from './parts.ts'
import { offeredAssistant, shownSuggestion } from './shown.ts'

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
