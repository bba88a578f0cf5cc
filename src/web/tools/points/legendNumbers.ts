import type { LegendEntry, PointLabels } from '../../../model/document/document.ts'

/**
 * Hands out label_keys and the numbers of instances. One that was given out is never given out again while the job is
 * open: undo and redo may bring its entry back at any time.
 */
export class LegendNumbers {
  #lastKey = 0
  readonly #lastInstance = new Map<string, number>()

  /** @param labels keys that stand in the cloud without an entry are taken too */
  constructor(labels: PointLabels | null = null) {
    for (const key of labels ?? []) if (key > this.#lastKey) this.#lastKey = key
  }

  nextKey(legend: readonly LegendEntry[]): number {
    for (const { labelKey } of legend) this.#lastKey = Math.max(this.#lastKey, labelKey)
    return ++this.#lastKey
  }

  nextInstance(legend: readonly LegendEntry[], classId: string): number {
    let last = this.#lastInstance.get(classId) ?? 0
    for (const entry of legend) if (entry.classId === classId) last = Math.max(last, entry.instance ?? 0)
    this.#lastInstance.set(classId, last + 1)
    return last + 1
  }
}
