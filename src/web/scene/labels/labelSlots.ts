import type { LegendEntry } from '../../../model/document/document.ts'

/** A slot is 16 bits of a point; the last one is for labels beyond. */
const SHARED_SLOT = 65_535
export const MOST_LABELS = SHARED_SLOT - 1

/** More labels than points can be told apart by. */
export class TooManyLabels extends Error {}

/**
 * Places of labels in the palette, given in the order in which labels are met; slot 0 is label_key 0, unlabelled. A
 * label keeps its slot, so that changes of the legend touch no point.
 */
export class LabelSlots {
  readonly #slotOf = new Map<number, number>([[0, 0]])
  #entries: (LegendEntry | null)[] = [null]

  get size(): number {
    return this.#entries.length
  }

  /** By slot: who has it in the legend; null for slot 0, and for labels that the legend does not have. */
  get entries(): readonly (LegendEntry | null)[] {
    return this.#entries
  }

  /** undefined: no point ever had this label. */
  find(labelKey: number): number | undefined {
    return this.#slotOf.get(labelKey)
  }

  /** @throws TooManyLabels */
  slotOf(labelKey: number): number {
    const known = this.#slotOf.get(labelKey)
    if (known !== undefined) return known
    const slot = this.size
    if (slot > MOST_LABELS) throw new TooManyLabels(`a cloud can show ${MOST_LABELS} labels and no more`)
    this.#slotOf.set(labelKey, slot)
    this.#entries.push(null)
    return slot
  }

  /** As slotOf; labels that come when all slots are given away share the last one, and are of no entry. */
  slotOrShared(labelKey: number): number {
    if (this.size <= MOST_LABELS || this.#slotOf.has(labelKey)) return this.slotOf(labelKey)
    if (this.size === SHARED_SLOT) this.#entries.push(null)
    return SHARED_SLOT
  }

  setLegend(legend: readonly LegendEntry[]): void {
    const slots = legend.map(({ labelKey }) => this.slotOrShared(labelKey))
    const entries = new Array<LegendEntry | null>(this.size).fill(null)
    slots.forEach((slot, i) => {
      if (slot !== 0 && slot !== SHARED_SLOT) entries[slot] = legend[i]
    })
    this.#entries = entries
  }
}
