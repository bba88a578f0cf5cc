import type { Stage } from '../../model/stage.ts'

/** One thing that can happen to a job. */
export interface StageEvent {
  /** The stages in which it may happen, and where it leads from each. */
  moves: Readonly<Partial<Record<Stage, Stage>>>
  /** `given`: the worker named with the event holds the job from now on. `ended`: no one holds it any more. */
  lease?: 'given' | 'ended'
  /** The mark of work that a reviewer sent back. */
  rejected?: boolean
  /** The step that a machine does next. */
  task?: 'validate' | 'assemble'
  /** The announcement to customers, in the same transaction. */
  announces?: 'PENDING' | 'COMPLETED' | 'FAILED'
  /** Finished work returns to be done again. */
  rework?: boolean
  /** Writes the ledger row, once a job. */
  charges?: boolean
}

const UNFINISHED_TO_CANCELLED = {
  created: 'cancelled',
  validating: 'cancelled',
  queued: 'cancelled',
  in_progress: 'cancelled',
  in_review: 'cancelled',
  assembling: 'cancelled',
} as const

/**
 * The life of a job: every event, the stages it joins and what follows from it. `moveJobs` runs this table, and nothing
 * else writes a stage. Counters need no column: they follow from the stages (`countsOf`).
 */
export const EVENTS = {
  start_validation: { moves: { created: 'validating' }, announces: 'PENDING' },
  /** Another round of downloads, or another worker after the first one died. */
  resume_validation: { moves: { validating: 'validating' } },
  pass_validation: { moves: { validating: 'queued' } },
  /** From `created` too: every process that started the job crashed. */
  fail: { moves: { created: 'failed', validating: 'failed' }, announces: 'FAILED' },
  retry: { moves: { failed: 'created' }, task: 'validate' },
  claim: {
    moves: { queued: 'in_progress', in_progress: 'in_progress', in_review: 'in_review' },
    lease: 'given',
  },
  release: { moves: { in_progress: 'in_progress', in_review: 'in_review' }, lease: 'ended' },
  /** Nothing was saved: the job waits as if no one had ever taken it. */
  release_untouched: { moves: { in_progress: 'queued' }, lease: 'ended' },
  /** From `queued` too: a machine submits a job that no person has opened. */
  submit: {
    moves: { queued: 'assembling', in_progress: 'assembling' },
    lease: 'ended',
    rejected: false,
    task: 'assemble',
  },
  submit_for_review: {
    moves: { queued: 'in_review', in_progress: 'in_review' },
    lease: 'ended',
    rejected: false,
  },
  /** One more of several people begins with the job, on a copy. */
  open_place: { moves: { queued: 'in_progress', in_progress: 'in_progress' } },
  /** For such a copy: it waits for those of the others. */
  submit_place: { moves: { in_progress: 'assembling' }, lease: 'ended', rejected: false },
  /** Work that several people agreed on, and a reviewer did not: one decides by all of their documents. */
  adjudicate: { moves: { in_review: 'in_review' }, lease: 'ended' },
  accept: { moves: { in_review: 'assembling' }, lease: 'ended', task: 'assemble' },
  reject: { moves: { in_review: 'in_progress' }, lease: 'ended', rejected: true, rework: true },
  complete: { moves: { assembling: 'completed' }, announces: 'COMPLETED', charges: true },
  /** Every process that assembled the result died: accepted work waits for a person, it is not discarded. */
  give_up_assembly: { moves: { assembling: 'assembling' } },
  retry_assembly: { moves: { assembling: 'assembling' }, task: 'assemble' },
  /** The person undoes the submission before it had consequences. */
  undo_submit: { moves: { in_review: 'in_progress', assembling: 'in_progress' }, lease: 'given' },
  /** The same for work that a reviewer had sent back before. */
  undo_resubmit: { moves: { in_review: 'in_progress', assembling: 'in_progress' }, lease: 'given', rejected: true },
  reopen: { moves: { completed: 'in_progress' }, rework: true },
  cancel: { moves: UNFINISHED_TO_CANCELLED, lease: 'ended' },
} as const satisfies Readonly<Record<string, StageEvent>>

export type EventName = keyof typeof EVENTS

const movesOf = ({ moves }: StageEvent) => moves

/** The stage after an event; null if the event is not allowed. */
export const stageAfter = (stage: Stage, event: EventName): Stage | null => movesOf(EVENTS[event])[stage] ?? null

export const may = (stage: Stage, event: EventName): boolean => stageAfter(stage, event) !== null

/** Whether some event leads from one stage to another. */
export const isStep = (from: Stage, to: Stage): boolean =>
  Object.values<StageEvent>(EVENTS).some(({ moves }) => moves[from] === to)
