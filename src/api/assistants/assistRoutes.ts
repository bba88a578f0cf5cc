import { randomUUID } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Id } from '../../formats/json/schemas.ts'
import { ASSIST_ERRORS, AssistError, isInteractive } from '../../model/assistants/assistant.ts'
import { type Assistant, findAssistant } from '../../store/project/assistants/assistants.ts'
import { cancelRun, findRun, insertRun, type Run } from '../../store/project/assistants/runs.ts'
import { suggestionsOfRun } from '../../store/project/assistants/suggestions.ts'
import { findJob, homeOf, type Job } from '../../store/project/jobs/jobs.ts'
import { refuseAssistance } from '../../workflow/policies/jobs.ts'
import { isHolder } from '../../workflow/policies/leases.ts'
import { leaseLost } from '../../workflow/refusal.ts'
import { ApiError, ClientGone, noSuchJob } from '../http/apiError.ts'
import { type Exchange, type Route, route } from '../http/route.ts'
import { reachJob } from '../workbench/reach.ts'
import { withAddedInput } from './addedInput.ts'
import { ShownRun, ShownSuggestion } from './answers.ts'
import { askAssistant, byOf, countedCall, keepSuggestions } from './askAssistant.ts'
import { AssistBody, checkedInput } from './assistBody.ts'
import { countToday, refuseUsedUp } from './dailyLimit.ts'
import type { AssistantParts } from './parts.ts'
import { sessionName } from './sessionName.ts'
import { shownRun, shownSuggestion } from './shown.ts'

const Asked = Type.Union([Type.Object({ suggestions: Type.Array(ShownSuggestion) }), Type.Object({ run_id: Id })])

const REFUSALS = ['JOB_STATE', ...ASSIST_ERRORS] as const

const noSuchRun = () => new ApiError('resource_error', 'this job has no such run')

/** Asking an assistant about a job: by the person who holds it, or by a key. */
export function assistRoutes(parts: AssistantParts): Route[] {
  const { pool } = parts.workbench.context
  return [
    route({
      method: 'POST',
      paths: ['/api/jobs/:jid/assist'],
      access: { session: 'annotate' },
      tag: 'pages',
      summary: 'Ask an assistant: suggestions at once for segment, fit and label_points, else a run',
      body: AssistBody,
      refusals: REFUSALS,
      answer: Asked,
      handle: async ({ session, params, body, request }) => {
        const job = await reachJob(parts.workbench, session, params.jid)
        if (!isHolder(session, job)) throw await leaseLost(pool, job)
        return ask(parts, job, session.userId, body, request)
      },
    }),
    route({
      method: 'POST',
      paths: ['/v1/projects/:pid/jobs/:jid/assist'],
      access: 'annotate',
      tag: 'results',
      summary: 'Ask an assistant about a job',
      body: AssistBody,
      refusals: REFUSALS,
      answer: Asked,
      handle: async ({ projectId, params, body, key, request }) =>
        ask(parts, await jobOf(parts, projectId, params.jid), key.keyId, body, request),
    }),
    route({
      method: 'GET',
      paths: ['/api/jobs/:jid/assist/:rid'],
      access: { session: 'viewJobs' },
      tag: 'pages',
      summary: 'How a run goes, and what it suggested',
      answer: ShownRun,
      handle: async ({ session, params }) => {
        const job = await reachJob(parts.workbench, session, params.jid)
        return showRun(parts, job, await runOf(parts, job, params.rid))
      },
    }),
    route({
      method: 'GET',
      paths: ['/v1/projects/:pid/jobs/:jid/assist/:rid'],
      access: 'annotate',
      tag: 'results',
      summary: 'How a run goes, and what it suggested',
      answer: ShownRun,
      handle: async ({ projectId, params }) => {
        const job = await jobOf(parts, projectId, params.jid)
        return showRun(parts, job, await runOf(parts, job, params.rid))
      },
    }),
    route({
      method: 'DELETE',
      paths: ['/api/jobs/:jid/assist/:rid'],
      access: { session: 'annotate' },
      tag: 'pages',
      summary: 'Cancel a run: the connection to the assistant is closed',
      answer: Type.Object({}),
      handle: async ({ session, params }) => {
        const job = await reachJob(parts.workbench, session, params.jid)
        return cancel(parts, await runOf(parts, job, params.rid))
      },
    }),
    route({
      method: 'DELETE',
      paths: ['/v1/projects/:pid/jobs/:jid/assist/:rid'],
      access: 'annotate',
      tag: 'results',
      summary: 'Cancel a run: the connection to the assistant is closed',
      answer: Type.Object({}),
      handle: async ({ projectId, params }) =>
        cancel(parts, await runOf(parts, await jobOf(parts, projectId, params.jid), params.rid)),
    }),
  ]
}

async function jobOf({ workbench }: AssistantParts, projectId: string, jobId: string): Promise<Job> {
  const job = await findJob(workbench.context.pool, projectId, jobId)
  if (!job) throw noSuchJob()
  return job
}

async function runOf({ workbench }: AssistantParts, job: Job, runId: string): Promise<Run> {
  const run = await findRun(workbench.context.pool, homeOf(job), runId)
  if (run?.jobId !== job.jobId || run.placeId !== job.projectId) throw noSuchRun()
  return run
}

const showRun = async ({ workbench }: AssistantParts, job: Job, run: Run) =>
  shownRun(run, await suggestionsOfRun(workbench.context.pool, job, run.runId))

async function cancel({ workbench }: AssistantParts, run: Run) {
  await cancelRun(workbench.context.pool, run.projectId, run.runId)
  return {}
}

async function ask(
  parts: AssistantParts,
  job: Job,
  personId: string,
  body: Static<typeof AssistBody>,
  request: Exchange['request'],
) {
  const { pool } = parts.workbench.context
  refuseAssistance(job)
  const assistant = await findAssistant(pool, homeOf(job), body.assistant)
  if (!assistant) throw new ApiError('resource_error', 'this project has no such assistant')
  const input = await withAddedInput(parts.workbench, job, body.verb, checkedInput(assistant, job, body))
  await refuseUsedUp(pool, assistant).catch(refuseCall)
  if (isInteractive(body.verb) && assistant.carrier !== 'queue')
    return askNow(parts, assistant, job, { personId, verb: body.verb, input }, request)
  const runId = randomUUID()
  await insertRun(pool, {
    projectId: homeOf(job),
    runId,
    assistant: assistant.name,
    version: assistant.version,
    verb: body.verb,
    placeId: job.projectId,
    jobId: job.jobId,
    input,
    userId: personId,
  })
  return { run_id: runId }
}

async function askNow(
  { workbench, calls }: AssistantParts,
  assistant: Assistant,
  job: Job,
  asked: { personId: string; verb: Run['verb']; input: Run['input'] },
  request: Exchange['request'],
) {
  const { verb, input } = asked
  const place = {
    person: `${asked.personId}/${job.jobId}/${assistant.name}`,
    assistant: `${assistant.projectId}/${assistant.name}`,
    maxInFlight: assistant.settings.maxInFlight,
  }
  const gone = new AbortController()
  const onClose = () => gone.abort()
  request.raw.socket.once('close', onClose)
  const question = { verb, assistant: assistant.name, input, session: sessionName(place.person) }
  try {
    const read = await countedCall(workbench, assistant, verb, () =>
      calls.run(place, gone.signal, async (signal) => {
        await countToday(workbench.context.pool, assistant)
        return askAssistant(workbench, assistant, job, question, { signal })
      }),
    )
    const runId = randomUUID()
    await keepSuggestions(workbench, job, byOf(assistant, verb, runId), read)
    const made = await suggestionsOfRun(workbench.context.pool, job, runId)
    return { suggestions: made.map(shownSuggestion) }
  } catch (error) {
    if (error instanceof AssistError && gone.signal.aborted) throw new ClientGone()
    throw refuseCall(error)
  } finally {
    request.raw.socket.off('close', onClose)
  }
}

function refuseCall(error: unknown): never {
  if (!(error instanceof AssistError)) throw error
  const { code, message, until } = error
  const seconds = until ? Math.ceil((until.getTime() - Date.now()) / 1000) : 1
  const isLater = until !== null || code === 'BUSY'
  throw new ApiError(code, message, isLater ? { headers: { 'retry-after': String(Math.max(1, seconds)) } } : {})
}
