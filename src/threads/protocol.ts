import type { TransferListItem } from 'node:worker_threads'

/** What the thread offers to a job. */
export interface ThreadContext {
  /** Hands these buffers over with the answer instead of copying them. */
  transfer(...items: TransferListItem[]): void
  /**
   * Announces that the following work needs much memory. Unless this run was started as a heavy one, it throws, and the
   * pool starts the job again when no other heavy job runs: call it before anything costly.
   */
  beHeavy(): void
  /** This run was started as a heavy one. */
  isHeavy: boolean
}

/** A job: its input and answer must survive structured cloning. */
export type JobHandler = (input: never, context: ThreadContext) => unknown
export type JobRegistry = Readonly<Record<string, JobHandler>>

export interface JobRequest {
  id: number
  name: string
  /** The input that the job of this name takes; the pool checks it at compile time. */
  input: never
  heavy: boolean
}

/** An error on its way between threads: structured cloning would drop `type` and `cost`. */
export interface WireError {
  name: string
  message: string
  type: string | null
  /** The wasted work, in the job's unit; 0 if the job does not state it. */
  cost: number
  stack: string | null
}

export type JobAnswer =
  | { id: number; outcome: 'done'; value: unknown }
  | { id: number; outcome: 'failed'; error: WireError }
  | { id: number; outcome: 'too_heavy' }

export type WorkerMessage = { outcome: 'ready' } | JobAnswer
