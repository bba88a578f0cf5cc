import { isFinished, STAGES, type Stage } from '../../../model/stage.ts'

interface Sums {
  entered: number
  left: number
  frames: number
  objects: number
  active_seconds: number
}

export interface ProgressBucket {
  from: string
  stages: Readonly<Record<Stage, Sums>>
  rework: number
  callbacks: {
    delivered: number
    failed: number
    given_up: number
    delay_seconds: number | null
    delay_p50_seconds: number | null
    delay_p95_seconds: number | null
  }
}

export interface ProgressAnswer {
  buckets: readonly ProgressBucket[]
  oldest: Readonly<Partial<Record<Stage, { job_id: string; age_seconds: number }>>>
  estimate: { at: string; low: string; high: string | null } | null
}

export interface ProgressDay {
  /** The UTC day, `2026-03-01`. */
  at: string
  completed: number
  submitted: number
  /** Sent back by reviewers; `reworked` has those that were reopened too. */
  rejected: number
  reworked: number
  objects: number
  activeSeconds: number
  callbacks: ProgressBucket['callbacks']
  /** At the end of the day, by stage. */
  inStage: Readonly<Record<Stage, number>>
  /** Jobs that are completed, and all that are not cancelled, at the end of the day. */
  completedSoFar: number
  totalSoFar: number
}

const NONE: Readonly<Record<Stage, number>> = {
  created: 0,
  validating: 0,
  queued: 0,
  in_progress: 0,
  in_review: 0,
  assembling: 0,
  completed: 0,
  failed: 0,
  cancelled: 0,
}

/** The changes of each day and the totals after it; `buckets` begin with the project. */
export function progressDays(buckets: readonly ProgressBucket[]): ProgressDay[] {
  let inStage = NONE
  return buckets.map(({ from, stages, rework, callbacks }) => {
    const before = inStage
    const after = STAGES.map((stage) => [stage, before[stage] + stages[stage].entered - stages[stage].left])
    inStage = { ...NONE, ...Object.fromEntries(after) }
    // Nothing but a reopening leads out of `completed`, and what leaves a review without a rejection was accepted.
    const rejected = rework - stages.completed.left
    const accepted = stages.in_review.left - rejected
    const total = STAGES.reduce((sum, stage) => sum + inStage[stage], 0)
    return {
      at: from.slice(0, 10),
      completed: stages.completed.entered,
      submitted: Math.max(0, stages.in_review.entered + stages.assembling.entered - accepted),
      rejected,
      reworked: rework,
      objects: stages.completed.objects,
      activeSeconds: stages.in_progress.active_seconds + stages.in_review.active_seconds,
      callbacks,
      inStage,
      completedSoFar: inStage.completed,
      totalSoFar: total - inStage.cancelled,
    }
  })
}

const DAY_MS = 86_400_000
/** A more distant forecast is not useful. */
const MOST_DAYS_AHEAD = 60

/** Days from the last one to the estimated end, with the jobs completed at an even pace. */
export function forecast(days: readonly ProgressDay[], estimate: ProgressAnswer['estimate']) {
  const last = days.at(-1)
  if (!last || !estimate) return []
  const startMs = Date.parse(last.at)
  const length = Math.floor((Date.parse(estimate.at) - startMs) / DAY_MS)
  if (length <= 0 || length > MOST_DAYS_AHEAD) return []
  const open = STAGES.filter((stage) => !isFinished(stage)).reduce((sum, stage) => sum + last.inStage[stage], 0)
  return Array.from({ length }, (_, i) => ({
    at: new Date(startMs + (i + 1) * DAY_MS).toISOString().slice(0, 10),
    estimated: Math.round(last.completedSoFar + (open * (i + 1)) / length),
  }))
}
