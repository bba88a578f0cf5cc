import type { ErrorWeights } from './compareOptions.ts'
import type { MatchedRecords } from './matchRecords.ts'

/**
 * Panoptic quality over all records, in which each counts by its class and each fault by its kind. With all weights 1
 * it is 2·Σ quality / (|a| + |b|).
 */
export function weightedQuality(
  { pairs, otherClass, onlyA, onlyB }: MatchedRecords,
  { classes, missing, extra, moved, otherClass: mistaken }: ErrorWeights,
): number {
  const weightOf = (label: string) => classes.get(label) ?? 1
  let [kept, whole] = [0, 0]
  for (const { a, quality } of pairs) {
    kept += weightOf(a.label) * (1 - moved * (1 - quality))
    whole += weightOf(a.label)
  }
  for (const { label } of onlyA) whole += (weightOf(label) * missing) / 2
  for (const { label } of onlyB) whole += (weightOf(label) * extra) / 2
  for (const { a, b } of otherClass) whole += Math.max(weightOf(a.label), weightOf(b.label)) * mistaken
  return whole === 0 ? 1 : kept / whole
}
