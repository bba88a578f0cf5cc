import type { LegendEntry, PointLabels } from '../../../model/document/document.ts'

/**
 * Assigns label_keys. One is never assigned twice while the job is open: what refers to it, such as the colours on the
 * GPU, may still mean the entry before.
 */
export class LegendNumbers {
  #lastKey = 0

  /** @param labels keys in the cloud without an entry also count as taken */
  constructor(labels: PointLabels | null = null) {
    for (const key of labels ?? []) if (key > this.#lastKey) this.#lastKey = key
  }

  nextKey(legend: readonly LegendEntry[]): number {
    for (const { labelKey } of legend) this.#lastKey = Math.max(this.#lastKey, labelKey)
    return ++this.#lastKey
  }
}

/**
 * One more than the highest in use. An undone instance leaves no gap: once another instance has its number, it can no
 * longer be redone.
 */
export function nextInstance(legend: readonly LegendEntry[], classId: string): number {
  return legend.reduce(
    (next, entry) => (entry.classId === classId ? Math.max(next, (entry.instance ?? 0) + 1) : next),
    1,
  )
}
