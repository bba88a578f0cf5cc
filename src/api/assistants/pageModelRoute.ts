import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import { assistEndpoints, type ModelAnswerBody } from '../../contract/assist.ts'
import { packDocument } from '../../formats/document/packedDocument.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { VERBS_OF_KIND } from '../../formats/models/manifest.ts'
import { AssistError, KINDS_OF } from '../../model/assistants/assistant.ts'
import { suggestionsOfRun } from '../../store/project/assistants/suggestions.ts'
import { homeOf, type Job } from '../../store/project/jobs/jobs.ts'
import { keepSuggestions } from '../../workflow/assistants/suggestions.ts'
import { refuseAssistance } from '../../workflow/policies/jobs.ts'
import { isHolder } from '../../workflow/policies/leases.ts'
import { leaseLost } from '../../workflow/refusal.ts'
import { ApiError, invalidRequest } from '../http/apiError.ts'
import { LIST_BYTES } from '../http/bodyLimit.ts'
import { type Route, route } from '../http/route.ts'
import { resultTarget } from '../results/resultTarget.ts'
import { authorizeJob } from '../workbench/authorizeJob.ts'
import { byOf, countedCall, readReply } from './askAssistant.ts'
import { readInput } from './assistBody.ts'
import type { AssistantParts } from './parts.ts'
import { shownSuggestion } from './shown.ts'

/** Checks the findings of a model in the page like an assistant's answer, and stores them as suggestions. */
export function pageModelRoute(parts: AssistantParts): Route {
  const { workbench } = parts
  return route(assistEndpoints.keepPageSuggestions, {
    maxBodyBytes: LIST_BYTES,
    handle: async ({ session, params, body }) => {
      const job = await authorizeJob(workbench, session, params.jid)
      if (!isHolder(session, job)) throw await leaseLost(workbench.context.pool, job)
      return { suggestions: await keepFound(parts, job, body) }
    },
  })
}

async function keepFound({ workbench, models }: AssistantParts, job: Job, found: Static<typeof ModelAnswerBody>) {
  const { verb, milliseconds } = found
  const { pool } = workbench.context
  refuseAssistance(job)
  const model = await models.find(found.model)
  if (!model?.manifest) throw new ApiError('resource_error', 'there is no such model')
  const verbs = VERBS_OF_KIND[model.manifest.kind]
  if (!verbs.some((one) => one === verb))
    throw invalidRequest([faultAt('verb', 'NOT_ALLOWED', verbs.join(' or '), verb)])
  if (!KINDS_OF.segment.includes(job.annotationType))
    throw invalidRequest([
      faultAt('model', 'NOT_ALLOWED', `a job of ${KINDS_OF.segment.join(' or ')}`, job.annotationType),
    ])
  const input = readInput(verb, found.input)
  const by = { projectId: homeOf(job), name: model.name, version: model.manifest.version }
  const [kept, { document }] = await Promise.all([
    resultTarget(workbench.context, job),
    workbench.documents.current(job),
  ])
  const request = { job: kept, document: packDocument(document) }
  const reply = { bytes: new TextEncoder().encode(JSON.stringify(found.answer)), within: null }
  try {
    const read = await countedCall(workbench, { ...by, carrier: 'page', milliseconds }, verb, () =>
      readReply(workbench, job, request, { verb, input }, reply, { carrier: 'http', settings: { map: {} } }),
    )
    const runId = randomUUID()
    await keepSuggestions(workbench.context.pool, job, byOf(by, verb, runId), read.lists)
    return (await suggestionsOfRun(pool, job, runId)).map(shownSuggestion)
  } catch (error) {
    if (error instanceof AssistError) throw new ApiError(error.code, error.message)
    throw error
  }
}
