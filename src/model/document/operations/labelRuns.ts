import type { PointLabels } from '../document.ts'
import { type LabelRuns, OperationError } from './documentOperation.ts'

const FIELDS = 3

/** Throws unless the runs ascend without overlap within the cloud. */
export function checkLabelRuns(runs: LabelRuns, pointCount: number): void {
  if (runs.length % FIELDS !== 0) throw new OperationError('runs of labels are triples')
  let free = 0
  for (let at = 0; at < runs.length; at += FIELDS) {
    const start = runs[at]
    const end = start + runs[at + 1]
    if (start < free || end <= start || end > pointCount) {
      throw new OperationError(`run ${start} to ${end} does not fit a cloud of ${pointCount} points`)
    }
    free = end
  }
}

/** Writes the runs into the labels: in place, since copying millions for each stroke would be felt. */
export function paintLabels(labels: PointLabels, runs: LabelRuns): void {
  checkLabelRuns(runs, labels.length)
  for (let at = 0; at < runs.length; at += FIELDS) labels.fill(runs[at + 2], runs[at], runs[at] + runs[at + 1])
}

/** What the labels say now where `runs` would change them: painted later, it takes the change back. */
export function labelsUnder(labels: PointLabels, runs: LabelRuns): LabelRuns {
  checkLabelRuns(runs, labels.length)
  const under: number[] = []
  for (let at = 0; at < runs.length; at += FIELDS) {
    const end = runs[at] + runs[at + 1]
    for (let start = runs[at]; start < end; ) {
      let next = start + 1
      while (next < end && labels[next] === labels[start]) next++
      under.push(start, next - start, labels[start])
      start = next
    }
  }
  return under
}

/** Runs that give all these points one label. The indices ascend. */
export function labelRunsOf(indices: ArrayLike<number>, labelKey: number): LabelRuns {
  const runs: number[] = []
  for (let i = 0; i < indices.length; ) {
    const start = indices[i]
    let length = 1
    while (i + length < indices.length && indices[i + length] === start + length) length++
    runs.push(start, length, labelKey)
    i += length
  }
  return runs
}
