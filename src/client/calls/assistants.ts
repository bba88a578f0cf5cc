// Made of src/contract by `npm run clients`: do not edit.
import { type ClientScope, change, get, inProject, path } from '../scope.ts'
import type { CallOptions } from '../transport.ts'
import type {
  AssistAsk,
  AssistantBody,
  AssistantEvaluation,
  AssistRun,
  EvaluationRequest,
  ShownAssistant,
  Suggestion,
} from '../types/assistants.ts'

/** The calls of `assistants` that are one request each. */
export class AssistantsCalls {
  protected readonly scope: ClientScope

  constructor(scope: ClientScope) {
    this.scope = scope
  }

  /** Ask an assistant about a job. */
  ask(
    jobId: string,
    body: AssistAsk,
    options: CallOptions = {},
  ): Promise<{ suggestions: Suggestion[] } | { run_id: string }> {
    return change<{ suggestions: Suggestion[] } | { run_id: string }>(
      this.scope,
      inProject(this.scope, path`/jobs/${jobId}/assist`),
      { body, ...options },
    )
  }

  /** How a run goes, and what it suggested. */
  run(jobId: string, runId: string, options: CallOptions = {}): Promise<AssistRun> {
    return get<AssistRun>(this.scope, inProject(this.scope, path`/jobs/${jobId}/assist/${runId}`), options)
  }

  /** Cancel a run: the connection to the assistant is closed. */
  async cancelRun(jobId: string, runId: string, options: CallOptions = {}): Promise<void> {
    await change<unknown>(this.scope, inProject(this.scope, path`/jobs/${jobId}/assist/${runId}`), {
      method: 'DELETE',
      repeatable: true,
      ...options,
    })
  }

  /** Claim a task of a queue; task is null when there is none. */
  async claim(
    name: string,
    body: {
      wait_seconds?: number
      lease_seconds: number
      verbs?: ('predict' | 'segment' | 'fit' | 'track' | 'label_points' | 'review')[]
      version?: string
    },
    options: CallOptions = {},
  ): Promise<{
    task_id: string
    lease_id: string
    verb: 'predict' | 'segment' | 'fit' | 'track' | 'label_points' | 'review'
    attempt: number
    input: Record<string, unknown>
    lease_until: string
  } | null> {
    return (
      await change<{
        task: {
          task_id: string
          lease_id: string
          verb: 'predict' | 'segment' | 'fit' | 'track' | 'label_points' | 'review'
          attempt: number
          input: Record<string, unknown>
          lease_until: string
        } | null
      }>(this.scope, inProject(this.scope, path`/assistants/${name}/claim`), { body, ...options })
    ).task
  }

  /** Keep a task, and say how far it is. */
  renew(
    name: string,
    taskId: string,
    body: { lease_id: string; lease_seconds: number; progress?: number },
    options: CallOptions = {},
  ): Promise<{ lease_until: string }> {
    return change<{ lease_until: string }>(
      this.scope,
      inProject(this.scope, path`/assistants/${name}/tasks/${taskId}/renew`),
      { body, ...options },
    )
  }

  /** Answer a task; an output that could not be handed in is refused and the lease goes on. */
  complete(
    name: string,
    taskId: string,
    body: { lease_id: string; output: Record<string, unknown> },
    options: CallOptions = {},
  ): Promise<{ status: 'completed' }> {
    return change<{ status: 'completed' }>(
      this.scope,
      inProject(this.scope, path`/assistants/${name}/tasks/${taskId}/complete`),
      { body, ...options },
    )
  }

  /** Give a task up; with retry it is given out again, at most five times. */
  fail(
    name: string,
    taskId: string,
    body: { lease_id: string; message: string; retry?: boolean },
    options: CallOptions = {},
  ): Promise<{ status: string }> {
    return change<{ status: string }>(
      this.scope,
      inProject(this.scope, path`/assistants/${name}/tasks/${taskId}/fail`),
      { body, ...options },
    )
  }

  /** Register an assistant, or replace it; a secret that was made is shown here alone. */
  put(name: string, body: AssistantBody, options: CallOptions = {}): Promise<ShownAssistant & { new_secret?: string }> {
    return change<ShownAssistant & { new_secret?: string }>(
      this.scope,
      inProject(this.scope, path`/assistants/${name}`),
      { method: 'PUT', body, repeatable: true, ...options },
    )
  }

  /** Assistants of the project: state, calls, errors, latency, and how much of their work people kept. */
  async list(options: CallOptions = {}): Promise<ShownAssistant[]> {
    return (await get<{ assistants: ShownAssistant[] }>(this.scope, inProject(this.scope, '/assistants'), options))
      .assistants
  }

  /** Remove an assistant; what it suggested stays. */
  async delete(name: string, options: CallOptions = {}): Promise<void> {
    await change<unknown>(this.scope, inProject(this.scope, path`/assistants/${name}`), {
      method: 'DELETE',
      repeatable: true,
      ...options,
    })
  }

  /** Ask an assistant what it is, now. */
  test(
    name: string,
    options: CallOptions = {},
  ): Promise<{
    state: 'ok' | 'failing' | 'down' | 'unknown'
    problem: string | null
    description: Record<string, unknown> | null
  }> {
    return change<{
      state: 'ok' | 'failing' | 'down' | 'unknown'
      problem: string | null
      description: Record<string, unknown> | null
    }>(this.scope, inProject(this.scope, path`/assistants/${name}/test`), { ...options })
  }

  /** Compare what an assistant predicted, with its scores, with the results of the same jobs: mAP, NDS. */
  evaluate(name: string, body: EvaluationRequest = {}, options: CallOptions = {}): Promise<AssistantEvaluation> {
    return change<AssistantEvaluation>(this.scope, inProject(this.scope, path`/assistants/${name}/evaluate`), {
      body,
      repeatable: true,
      ...options,
    })
  }
}
