import type { TransferListItem } from 'node:worker_threads'

/** What a job may ask of the thread it runs on. */
export interface ThreadContext {
  /** Hands these buffers over with the answer instead of copying them. */
  transfer(...items: TransferListItem[]): void
  /**
   * Says that the work to come needs much memory. Unless this run was started as a heavy one, it throws, and the pool
   * starts the job again when no other heavy job runs: call it before anything costly.
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
  /** Of the type that the job of this name takes: the pool holds its callers to it. */
  input: never
  heavy: boolean
}

/** An error on its way between threads: structured cloning would drop `type` and `cost`. */
export interface WireError {
  name: string
  message: string
  type: string | null
  /** Of the work that was done in vain, in the unit of the job; 0 where it does not say. */
  cost: number
  stack: string | null
}

export type JobAnswer =
  | { id: number; outcome: 'done'; value: unknown }
  | { id: number; outcome: 'failed'; error: WireError }
  | { id: number; outcome: 'too_heavy' }

export type WorkerMessage = { outcome: 'ready' } | JobAnswer
