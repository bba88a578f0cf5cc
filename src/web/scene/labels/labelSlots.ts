import type { LegendEntry } from '../../../model/document/document.ts'

/** A slot takes 16 bits per point; the last slot is shared by all further labels. */
const SHARED_SLOT = 65_535
export const MOST_LABELS = SHARED_SLOT - 1

/** There are more labels than slots. */
export class TooManyLabels extends Error {}

/**
 * Slots of labels in the palette, in the order in which labels appear; slot 0 is label_key 0, unlabelled. A label keeps
 * its slot, so that changes of the legend change no point.
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

  /** Same as slotOf, but labels beyond the last slot share it and belong to no entry. */
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
