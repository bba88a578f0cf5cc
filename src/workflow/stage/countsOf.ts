import type { CountChange } from '../../store/project/batches/batches.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'

const COUNTERS = [
  'totalFrames',
  'completedJobs',
  'completedFrames',
  'annotations',
  'failedJobs',
  'cancelledJobs',
] as const satisfies readonly (keyof CountChange)[]

export type Counted = Pick<Job, 'stage' | 'frames' | 'annotations'>

/** What one job adds to the counters of its batch: they are the sum of this over all its jobs. */
export function countsOf({ stage, frames, annotations }: Counted): Required<CountChange> {
  const isCompleted = stage === 'completed'
  return {
    totalFrames: frames,
    completedJobs: isCompleted ? 1 : 0,
    completedFrames: isCompleted ? frames : 0,
    annotations: isCompleted ? annotations : 0,
    failedJobs: stage === 'failed' ? 1 : 0,
    cancelledJobs: stage === 'cancelled' ? 1 : 0,
  }
}

/** The change of the counters; null if they stay. */
export function countChange(before: Counted, after: Counted): CountChange | null {
  const [old, now] = [countsOf(before), countsOf(after)]
  const changed = COUNTERS.filter((name) => now[name] !== old[name])
  return changed.length === 0 ? null : Object.fromEntries(changed.map((name) => [name, now[name] - old[name]]))
}

/** The sum of two changes. */
export const addCounts = (one: CountChange, other: CountChange): CountChange =>
  Object.fromEntries(COUNTERS.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]))
