import { randomUUID } from 'node:crypto'
import { AssistError, type AssistErrorCode } from '../../model/assistants/assistant.ts'
import { assistantsWithRuns, claimDescriptions, lostRuns } from '../../store/cluster/assistants/due.ts'
import { type Assistant, findAssistant } from '../../store/project/assistants/assistants.ts'
import { endRun, MAX_RUN_ATTEMPTS, putOffRun, type Run, renewRun } from '../../store/project/assistants/runs.ts'
import { findJob } from '../../store/project/jobs/jobs.ts'
import { claimAssistantRun } from '../../workflow/assistants/dailyLimit.ts'
import { keepSuggestions } from '../../workflow/assistants/suggestions.ts'
import type { WorkbenchContext } from '../workbench/workbenchContext.ts'
import { askAssistant, byOf, countedCall } from './askAssistant.ts'
import { describeAssistant } from './describe.ts'

const TICK_MS = 500
const LEASE_SECONDS = 30
const RENEW_MS = 5000
const DESCRIBED_AT_ONCE = 20
/** The limit of one process, over all projects. */
const MAX_RUNS = 64
/** Tried again once, in the background alone. */
const RETRIED: ReadonlySet<AssistErrorCode> = new Set(['UNREACHABLE', 'HTTP_ERROR'])

interface Going {
  run: Run
  controller: AbortController
  done: Promise<void>
}

/** Calls assistants for background requests, and requests their descriptions every minute. */
export class AssistantRunner {
  readonly #workbench: WorkbenchContext
  readonly #going = new Map<string, Going>()
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | null = null
  #tick: Promise<void> = Promise.resolve()
  #renewedAtMs = 0

  constructor(workbench: WorkbenchContext) {
    this.#workbench = workbench
  }

  start(): void {
    const next = () => {
      this.#tick = this.#work().catch((error) => this.#log(error, 'the runs of assistants were not looked at'))
      void this.#tick.then(() => {
        if (!this.#stopping.signal.aborted) this.#timer = setTimeout(next, TICK_MS)
      })
    }
    next()
  }

  /** Ends calls; their runs are taken by another process when the leases run out. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    if (this.#timer) clearTimeout(this.#timer)
    for (const { controller } of this.#going.values()) controller.abort()
    await this.#tick
    await Promise.all([...this.#going.values()].map(({ done }) => done))
  }

  #log(error: unknown, message: string): void {
    this.#workbench.context.log.warn({ err: error }, message)
  }

  async #work(): Promise<void> {
    await this.#describe()
    await this.#endLost()
    await this.#renew()
    await this.#claim()
  }

  async #describe(): Promise<void> {
    const { context } = this.#workbench
    for (const { projectId, name } of await claimDescriptions(context.pool, DESCRIBED_AT_ONCE)) {
      const assistant = await findAssistant(context.pool, projectId, name)
      if (!assistant) continue
      describeAssistant(context, assistant).catch((error) => this.#log(error, 'an assistant was not described'))
    }
  }

  async #endLost(): Promise<void> {
    if (this.#going.size === 0) return
    const held = [...this.#going.values()].map(({ run }) => run)
    for (const runId of await lostRuns(this.#workbench.context.pool, held)) this.#going.get(runId)?.controller.abort()
  }

  async #renew(): Promise<void> {
    if (performance.now() - this.#renewedAtMs < RENEW_MS) return
    this.#renewedAtMs = performance.now()
    for (const { run } of this.#going.values()) {
      const { progress, partial } = run
      run.partial = null
      await renewRun(this.#workbench.context.pool, run, LEASE_SECONDS, { progress, partial })
    }
  }

  async #claim(): Promise<void> {
    const { pool } = this.#workbench.context
    for (const { projectId, name } of await assistantsWithRuns(pool)) {
      const assistant = await findAssistant(pool, projectId, name)
      while (assistant && this.#going.size < MAX_RUNS && !this.#stopping.signal.aborted) {
        const run = await claimAssistantRun(pool, assistant, {
          leaseId: randomUUID(),
          seconds: LEASE_SECONDS,
          verbs: null,
        })
        if (!run) break
        this.#start(assistant, run)
      }
    }
  }

  #start(assistant: Assistant, run: Run): void {
    const controller = new AbortController()
    const going = { run, controller, done: Promise.resolve() }
    this.#going.set(run.runId, going)
    going.done = this.#run(assistant, run, controller.signal)
      .catch((error) => this.#log(error, 'a run of an assistant failed'))
      .finally(() => this.#going.delete(run.runId))
  }

  async #run(assistant: Assistant, run: Run, signal: AbortSignal): Promise<void> {
    const { pool } = this.#workbench.context
    const job = await findJob(pool, run.placeId, run.jobId)
    const fail = (code: AssistErrorCode, message: string) =>
      endRun(pool, run, { status: 'failed', error: { code, message } })
    if (!job || job.dataDeletedAt) return void (await fail('CANCELLED', 'the data of the job was removed'))
    if (run.attempts > MAX_RUN_ATTEMPTS)
      return void (await fail('UNREACHABLE', 'the run ended too often without an answer'))
    const question = { verb: run.verb, assistant: run.assistant, input: run.input }
    // Those who wait see it move; the lease is renewed with it.
    const renewSoon = () => {
      this.#renewedAtMs = Math.min(this.#renewedAtMs, performance.now() - RENEW_MS + TICK_MS)
    }
    const onProgress = (progress: number) => {
      run.progress = progress
      renewSoon()
    }
    const onPartial = (partial: Run['partial']) => {
      run.partial = partial
      renewSoon()
    }
    try {
      const read = await countedCall(this.#workbench, assistant, run.verb, () =>
        askAssistant(this.#workbench, assistant, job, question, { signal, onProgress, onPartial }),
      )
      const { stoppedAt, findings, dropped } = read
      await keepSuggestions(pool, job, byOf(assistant, run.verb, run.runId), read.lists, (client) =>
        endRun(client, run, { status: 'completed', error: null, stoppedAt, findings, dropped }),
      )
    } catch (error) {
      if (!(error instanceof AssistError)) {
        await fail('INVALID_ANSWER', 'the answer could not be read')
        throw error
      }
      if (this.#stopping.signal.aborted) return
      if (run.isAuto && run.attempts === 1 && RETRIED.has(error.code) && isRetried(error)) await putOffRun(pool, run)
      else await fail(error.code, error.message)
    }
  }
}

/** Among responses with a status, only 503 means that a retry may succeed. */
const isRetried = ({ code, message }: AssistError): boolean => code === 'UNREACHABLE' || message.endsWith('HTTP 503')
