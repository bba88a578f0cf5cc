import type { LegendEntry, PointLabels } from '../../../model/document/document.ts'

/**
 * Hands out label_keys. One that was given out is never given out again while the job is open: whoever keeps something
 * by it, as the colours on the GPU do, may still mean the entry before.
 */
export class LegendNumbers {
  #lastKey = 0

  /** @param labels keys that stand in the cloud without an entry are taken too */
  constructor(labels: PointLabels | null = null) {
    for (const key of labels ?? []) if (key > this.#lastKey) this.#lastKey = key
  }

  nextKey(legend: readonly LegendEntry[]): number {
    for (const { labelKey } of legend) this.#lastKey = Math.max(this.#lastKey, labelKey)
    return ++this.#lastKey
  }
}

/**
 * One more than the highest there is. What was undone leaves no gap: whoever gives its number to another instance can
 * redo it no more.
 */
export function nextInstance(legend: readonly LegendEntry[], classId: string): number {
  return legend.reduce(
    (next, entry) => (entry.classId === classId ? Math.max(next, (entry.instance ?? 0) + 1) : next),
    1,
  )
}
