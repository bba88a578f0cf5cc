import type { Edit } from '../../model/document/operations/documentOperation.ts'
import { splitRuns } from '../../model/document/operations/labelRuns.ts'

/** Labels of a large cloud can change in millions of runs: this limits the text of one operation, approximately. */
const MOST_RUNS_LENGTH = 4 * 1024 * 1024

/** The same operations; those on many labels are split into parts that are sent and stored one by one. */
export function inSmallParts(operations: readonly Edit[]): readonly Edit[] {
  if (!operations.some((operation) => sizeOf(operation) > MOST_RUNS_LENGTH)) return operations
  return operations.flatMap((operation): Edit[] =>
    operation.type === 'setLabels'
      ? splitRuns(operation.runs, MOST_RUNS_LENGTH).map((runs) => ({ type: 'setLabels', runs }))
      : [operation],
  )
}

/** Characters of what alone can be large in an operation; others are counted, not measured. */
export const sizeOf = (operation: Edit): number => (operation.type === 'setLabels' ? operation.runs.length : 0)

export interface PartLimits {
  operations: number
  length: number
}

/** How many of the items from `from` on go together: at least one, and as many more as the limits allow. */
export function countWithin<T>(
  items: readonly T[],
  from: number,
  limits: PartLimits,
  operationsOf: (item: T) => readonly Edit[],
): number {
  let [operations, length, count] = [0, 0, 0]
  for (let at = from; at < items.length; at++, count++) {
    const more = operationsOf(items[at])
    operations += more.length
    length += more.reduce((sum, operation) => sum + sizeOf(operation), 0)
    if (count > 0 && (operations > limits.operations || length > limits.length)) break
  }
  return count
}
