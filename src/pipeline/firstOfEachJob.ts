import type { Task } from '../store/cluster/tasks/task.ts'

/** A job can have two tasks, from before and after a retry: the first decides. */
export const firstOfEachJob = <Ended extends { task: Task }>(all: readonly Ended[]): Ended[] => [
  ...new Map(all.toReversed().map((one) => [one.task.subjectId, one])).values(),
]
