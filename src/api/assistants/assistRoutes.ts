import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import { type AssistBody, assistEndpoints } from '../../contract/assist.ts'
import { gestureOf } from '../../formats/assistants/assistInputs.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { orOf } from '../../formats/json/schemaWords.ts'
import { AssistError, isInteractive, type Verb } from '../../model/assistants/assistant.ts'
import { openClasses } from '../../model/tag.ts'
import { type Assistant, findAssistant } from '../../store/project/assistants/assistants.ts'
import { cancelRun, findRun, insertRun, type Run } from '../../store/project/assistants/runs.ts'
import { suggestionsOfRun } from '../../store/project/assistants/suggestions.ts'
import { listClouds } from '../../store/project/jobs/assets.ts'
import { dataPlaceOf, findJob, homeOf, type Job } from '../../store/project/jobs/jobs.ts'
import { countCallToday, refuseUsedUpCalls } from '../../workflow/assistants/dailyLimit.ts'
import { keepSuggestions } from '../../workflow/assistants/suggestions.ts'
import { refuseAssistance } from '../../workflow/policies/jobs.ts'
import { isHolder } from '../../workflow/policies/leases.ts'
import { leaseLost } from '../../workflow/refusal.ts'
import { ApiError, ClientGone, noSuchJob } from '../http/apiError.ts'
import { whileCallerWaits } from '../http/callerSignal.ts'
import { LineAnswer } from '../http/lineAnswer.ts'
import { type Exchange, type Route, route } from '../http/route.ts'
import { resultTarget } from '../results/resultTarget.ts'
import { authorizeJob } from '../workbench/authorizeJob.ts'
import type { WorkbenchContext } from '../workbench/workbenchContext.ts'
import { askAssistant, byOf, countedCall, unkept } from './askAssistant.ts'
import { checkedInput } from './assistBody.ts'
import type { AssistantParts } from './parts.ts'
import { shownPreviews, shownRun, shownSuggestion } from './shown.ts'

/** For classes without a default size: metres. */
const USUAL_LENGTH = 5
const TIME_LIMIT_MS = 60_000

/** The input that the service adds to a request: for `fit` the points around the gesture. */
async function withAddedInput(
  { context }: WorkbenchContext,
  job: Job,
  verb: Verb,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (verb !== 'fit') return input
  const kept = await resultTarget(context, job)
  const classes = openClasses(kept.tag)
  const tagClass = classes.find(({ name }) => name === input.label)
  if (!tagClass) {
    const expected = `a class of the tag: ${orOf(classes.map(({ name }) => name))}`
    throw new ApiError('GE_0002', `the request is not valid: input.label (UNKNOWN: ${expected})`, {
      failures: [faultAt('input.label', 'UNKNOWN', expected, input.label)],
    })
  }
  const { from, to, corners = [] } = gestureOf(input)
  const origin = dataPlaceOf(job)
  const clouds = await listClouds(context.pool, origin.projectId, origin.jobId)
  const cloudPaths = new Map(
    await Promise.all(clouds.map(async ({ field, sha256 }) => [field, await context.files.localPath(sha256)] as const)),
  )
  const { length, width } = tagClass.defaultSize ?? { length: USUAL_LENGTH, width: USUAL_LENGTH }
  const center = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  const order = {
    job: kept,
    frameId: String(input.frame_id),
    cloudPaths,
    center,
    radius: Math.max(2 * length, 2 * width, ...corners.map(({ x, y }) => Math.hypot(x - center.x, y - center.y))),
  }
  const points = await context.threads.run('assistantPoints', order, {
    lane: job.projectId,
    timeLimitMs: TIME_LIMIT_MS,
  })
  return { ...input, points }
}

const noSuchRun = () => new ApiError('resource_error', 'this job has no such run')

/** Asking an assistant about a job: by the person who holds it, or by a key. */
export function assistRoutes(parts: AssistantParts): Route[] {
  const { pool } = parts.workbench.context
  return [
    route(assistEndpoints.assistPerson, {
      handle: async ({ session, params, body, request, reply }) => {
        const job = await authorizeJob(parts.workbench, session, params.jid)
        if (!isHolder(session, job)) throw await leaseLost(pool, job)
        return ask(parts, job, { personId: session.userId, body, request, answer: new LineAnswer(request, reply) })
      },
    }),
    route(assistEndpoints.assistJob, {
      handle: async ({ projectId, params, body, key, request, reply }) => {
        const job = await jobOf(parts, projectId, params.jid)
        return ask(parts, job, { personId: key.keyId, body, request, answer: new LineAnswer(request, reply) })
      },
    }),
    route(assistEndpoints.showAssistRun, {
      handle: async ({ session, params }) => {
        const job = await authorizeJob(parts.workbench, session, params.jid)
        return showRun(parts, job, await runOf(parts, job, params.rid))
      },
    }),
    route(assistEndpoints.getAssistRun, {
      handle: async ({ projectId, params }) => {
        const job = await jobOf(parts, projectId, params.jid)
        return showRun(parts, job, await runOf(parts, job, params.rid))
      },
    }),
    route(assistEndpoints.stopAssistRun, {
      handle: async ({ session, params }) => {
        const job = await authorizeJob(parts.workbench, session, params.jid)
        return cancel(parts, await runOf(parts, job, params.rid))
      },
    }),
    route(assistEndpoints.cancelAssistRun, {
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

interface Asked {
  personId: string
  body: Static<typeof AssistBody>
  request: Exchange['request']
  answer: LineAnswer
}

async function ask(parts: AssistantParts, job: Job, asked: Asked) {
  const { body, personId } = asked
  const { pool } = parts.workbench.context
  refuseAssistance(job)
  const assistant = await findAssistant(pool, homeOf(job), body.assistant)
  if (!assistant) throw new ApiError('resource_error', 'this project has no such assistant')
  const input = await withAddedInput(parts.workbench, job, body.verb, checkedInput(assistant, job, body))
  await refuseUsedUpCalls(pool, assistant).catch((error) => {
    throw refusalOf(error)
  })
  if (isInteractive(body.verb) && assistant.carrier !== 'queue') return askNow(parts, assistant, job, asked, input)
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
  { personId, body: { verb, preview = false }, request, answer }: Asked,
  input: Run['input'],
) {
  const { pool } = workbench.context
  const by = byOf(assistant, verb, randomUUID())
  return whileCallerWaits(request, async (gone) => {
    try {
      const read = await countedCall(workbench, assistant, verb, () =>
        calls.run({ assistant, personId, jobId: job.jobId, isPreview: preview }, gone, async (signal, session) => {
          await countCallToday(pool, assistant)
          const question = { verb, assistant: assistant.name, input, session }
          const made = await askAssistant(workbench, assistant, job, question, {
            signal,
            onProgress: (progress) => answer.part({ progress }),
            ...(answer.isTaken && {
              onPartial: (found) => answer.part({ partial: { suggestions: shownPreviews(found, by) } }),
            }),
          })
          // A preview does not count as suggested.
          return preview ? { ...made, count: 0 } : made
        }),
      )
      if (preview) return answer.end({ suggestions: shownPreviews(unkept(read), by) })
      await keepSuggestions(pool, job, by, read.lists)
      const made = await suggestionsOfRun(pool, job, by.runId)
      return answer.end({ suggestions: made.map(shownSuggestion) })
    } catch (error) {
      if (error instanceof AssistError && gone.aborted) throw new ClientGone()
      return answer.refuse(refusalOf(error))
    }
  })
}

/** A fault of the assistant as a refusal; any other error unchanged. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof AssistError)) return error
  const { code, message, until } = error
  const seconds = until ? Math.ceil((until.getTime() - Date.now()) / 1000) : 1
  const isLater = until !== null || code === 'BUSY'
  return new ApiError(code, message, isLater ? { headers: { 'retry-after': String(Math.max(1, seconds)) } } : {})
}
