import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { assistantTaskEndpoints } from '../../contract/assistantTasks.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { isoTime } from '../../formats/isoTime.ts'
import { AssistError } from '../../model/assistants/assistant.ts'
import { type Assistant, findAssistant, noteClaimed } from '../../store/project/assistants/assistants.ts'
import {
  endRun,
  findRun,
  MAX_RUN_ATTEMPTS,
  putOffRun,
  type Run,
  renewRun,
} from '../../store/project/assistants/runs.ts'
import { countCall } from '../../store/project/assistants/sums.ts'
import { findJob } from '../../store/project/jobs/jobs.ts'
import { ownBuffer } from '../../threads/ownBuffer.ts'
import { assistantNotFound } from '../../workflow/assistants/assistants.ts'
import { claimAssistantRun } from '../../workflow/assistants/dailyLimit.ts'
import { keepSuggestions } from '../../workflow/assistants/suggestions.ts'
import { refused } from '../../workflow/refusal.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { sendWith } from '../http/sendJson.ts'
import type { WorkbenchContext } from '../workbench/workbenchContext.ts'
import { byOf, readReply } from './askAssistant.ts'
import { MAX_ANSWER_BYTES } from './exchange.ts'
import { jobRequest } from './jobRequest.ts'
import type { AssistantParts } from './parts.ts'

const LOOK_MS = 500

const lostLease = (status: string) =>
  new ApiError('JOB_STATE', 'the lease of this task is over', { meta: { reason: 'LEASE', status } })

/** Work for models that request it: behind firewalls, or in batches. */
export function assistantTaskRoutes({ workbench }: AssistantParts): Route[] {
  const { pool } = workbench.context
  return [
    route(assistantTaskEndpoints.claimAssistantTask, {
      handle: async ({ projectId, params, body, request, reply }) => {
        const assistant = await queueOf(workbench, projectId, params.assistant)
        await noteClaimed(pool, projectId, assistant.name, body.version ?? null)
        const claimed = await claim(workbench, assistant, {
          seconds: body.lease_seconds,
          verbs: body.verbs ?? null,
          untilMs: performance.now() + (body.wait_seconds ?? 0) * 1000,
          isGone: () => request.raw.socket.destroyed,
        })
        if (!claimed) return { task: null }
        return sendWith(reply, {}, { task: taskJson(claimed.run, claimed.input) })
      },
    }),
    route(assistantTaskEndpoints.renewAssistantTask, {
      handle: async ({ projectId, params, body }) => {
        const run = await taskOf(workbench, projectId, params)
        const held = { ...run, leaseId: body.lease_id }
        const until = await renewRun(pool, held, body.lease_seconds, {
          progress: body.progress ?? null,
          partial: null,
        })
        if (!until) throw lostLease(run.status)
        return { lease_until: isoTime(until) }
      },
    }),
    route(assistantTaskEndpoints.completeAssistantTask, {
      maxBodyBytes: MAX_ANSWER_BYTES,
      handle: async ({ projectId, params, bytes }) => {
        const run = await taskOf(workbench, projectId, params)
        await complete(workbench, await queueOf(workbench, projectId, params.assistant), run, bytes)
        return { status: 'completed' as const }
      },
    }),
    route(assistantTaskEndpoints.failAssistantTask, {
      handle: async ({ projectId, params, body }) => {
        const run = await taskOf(workbench, projectId, params)
        const held = { ...run, leaseId: body.lease_id }
        const isAgain = body.retry === true && run.attempts < MAX_RUN_ATTEMPTS
        const error = { code: 'HTTP_ERROR' as const, message: body.message }
        const done = isAgain ? await putOffRun(pool, held) : await endRun(pool, held, { status: 'failed', error })
        if (!done) throw lostLease(run.status)
        return { status: isAgain ? 'queued' : 'failed' }
      },
    }),
  ]
}

/** Its input is JSON already. */
function taskJson(run: Run, input: Uint8Array): Uint8Array[] {
  const head = JSON.stringify({
    task_id: run.runId,
    lease_id: run.leaseId,
    verb: run.verb,
    attempt: run.attempts,
    lease_until: run.leaseUntil && isoTime(run.leaseUntil),
  })
  return [Buffer.from(`${head.slice(0, -1)},"input":`), input, Buffer.from('}')]
}

async function queueOf({ context }: WorkbenchContext, projectId: string, name: string): Promise<Assistant> {
  const assistant = await findAssistant(context.pool, projectId, name)
  if (assistant?.carrier !== 'queue') throw assistantNotFound()
  return assistant
}

async function taskOf(
  { context }: WorkbenchContext,
  projectId: string,
  params: { assistant: string; task: string },
): Promise<Run> {
  const run = await findRun(context.pool, projectId, params.task)
  if (run?.assistant !== params.assistant) throw new ApiError('resource_error', 'this assistant has no such task')
  return run
}

interface Claiming {
  seconds: number
  verbs: Run['verb'][] | null
  untilMs: number
  isGone: () => boolean
}

/** Waits for a task; one whose job no longer exists is skipped, and one that was tried too often fails. */
async function claim(workbench: WorkbenchContext, assistant: Assistant, claiming: Claiming) {
  const { pool } = workbench.context
  const { seconds, verbs } = claiming
  for (;;) {
    const run = await claimAssistantRun(pool, assistant, { leaseId: randomUUID(), seconds, verbs })
    if (run) {
      const input = await inputOf(workbench, run)
      if (input) return { run, input }
      continue
    }
    const leftMs = claiming.untilMs - performance.now()
    if (leftMs <= 0 || claiming.isGone()) return null
    await wait(Math.min(LOOK_MS, leftMs))
  }
}

/** The request; null where the run has ended instead. */
async function inputOf(workbench: WorkbenchContext, run: Run): Promise<Uint8Array | null> {
  const { pool } = workbench.context
  const job = await findJob(pool, run.placeId, run.jobId)
  const fail = (message: string) => endRun(pool, run, { status: 'failed', error: { code: 'UNREACHABLE', message } })
  if (!job || job.dataDeletedAt) await fail('the data of the job was removed')
  else if (run.attempts > MAX_RUN_ATTEMPTS) await fail(`given out ${MAX_RUN_ATTEMPTS} times without an answer`)
  else {
    const { verb, assistant, input, runId, leaseId } = run
    const task = leaseId === null ? undefined : { runId, leaseId }
    return (await jobRequest(workbench, job, { verb, assistant, input, ...(task && { task }) })).body
  }
  return null
}

async function complete(workbench: WorkbenchContext, assistant: Assistant, run: Run, bytes: Buffer): Promise<void> {
  const { pool } = workbench.context
  const sent = await workbench.context.threads.run('taskOutput', bytes, {
    lane: run.projectId,
    timeLimitMs: 60_000,
    transfer: ownBuffer(bytes),
  })
  if ('refusal' in sent) throw refused(sent.refusal)
  const { leaseId, output } = sent
  if (leaseId === null || !output) {
    const field = leaseId === null ? 'lease_id' : 'output'
    throw new ApiError('GE_0002', `the request is not valid: ${field} (MISSING)`, {
      failures: [faultAt(field, 'MISSING', leaseId === null ? 'the lease of the task' : 'an object', undefined)],
    })
  }
  // A retry: the client never saw our first response.
  if (run.status === 'completed' && run.leaseId === leaseId) return
  if (run.status !== 'running' || run.leaseId !== leaseId) throw lostLease(run.status)
  const job = await findJob(pool, run.placeId, run.jobId)
  if (!job) throw lostLease('cancelled')
  const { verb, input } = run
  const request = await jobRequest(workbench, job, { verb, assistant: run.assistant, input })
  const read = await readReply(workbench, job, request, run, { bytes: output, within: null }, assistant).catch(
    refuseOutput,
  )
  let isHeld = false
  await keepSuggestions(pool, job, byOf(assistant, verb, run.runId), read.lists, async (client) => {
    const { stoppedAt, findings } = read
    isHeld = await endRun(client, run, { status: 'completed', error: null, stoppedAt, findings })
    return isHeld
  })
  if (!isHeld) throw lostLease('cancelled')
  const by = { projectId: run.projectId, assistant: run.assistant, version: assistant.version }
  await countCall(pool, by, { milliseconds: 0, isError: false, suggested: read.count })
}

function refuseOutput(error: unknown): never {
  if (!(error instanceof AssistError)) throw error
  const place = /^[\w.[\]]+/.exec(error.message)?.[0] ?? ''
  const field = place === '' ? 'output' : `output.${place}`
  throw new ApiError('FS_0003', `output.${error.message}`, {
    failures: [faultAt(field, 'INVALID_VALUE', 'an answer to the verb of the task', error.message)],
  })
}
