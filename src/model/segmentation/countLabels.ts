import type { PointLabels } from '../document/document.ts'

/** The number of points with each label_key. */
export function countLabels(labels: PointLabels): Map<number, number> {
  const counts = new Map<number, number>()
  // Runs of one label are long: the map is asked once a run.
  for (let start = 0; start < labels.length; ) {
    let end = start + 1
    while (end < labels.length && labels[end] === labels[start]) end++
    counts.set(labels[start], (counts.get(labels[start]) ?? 0) + end - start)
    start = end
  }
  return counts
}
