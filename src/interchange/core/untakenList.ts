import type { ImportFailure } from './reader.ts'

/** The number of entries that are listed; the rest is counted. */
const KEPT = 1000
/** The number of kinds that are counted separately: names of attributes come from the data set and are unlimited. */
const KINDS = 200
const MAX_TEXT = 300

/** Failures of one type; with `lost`, those of records that were taken without it. */
interface CountedFailures {
  type: string
  lost: string | null
  count: number
}

/**
 * The unused parts of a data set, bounded however large it is. Entries and records that were left out take precedence
 * over those that were imported without something: data sets have one of the latter at each object.
 */
export class UntakenList {
  total = 0
  readonly #faults: ImportFailure[] = []
  readonly #lost: ImportFailure[] = []
  readonly #kinds = new Map<string, CountedFailures>()

  readonly add = (failure: ImportFailure): void => {
    this.total++
    const { file, line, field, type } = failure
    const lost = failure.lost === undefined ? null : cutText(failure.lost)
    this.#count(type, lost)
    const list = lost === null ? this.#faults : this.#lost
    if (list.length >= KEPT) return
    list.push({
      file: cutText(file),
      ...(line !== undefined && { line }),
      ...(field !== undefined && { field: cutText(field) }),
      type,
      ...(lost !== null && { lost }),
    })
  }

  /** The first thousand. */
  first(): ImportFailure[] {
    return [...this.#faults, ...this.#lost].slice(0, KEPT)
  }

  /** Unused entries before entries that lost something, each the most frequent first. */
  kinds(): CountedFailures[] {
    return [...this.#kinds.values()].sort(
      (a, b) => Number(a.lost !== null) - Number(b.lost !== null) || b.count - a.count,
    )
  }

  #count(type: string, lost: string | null): void {
    const key = JSON.stringify([type, lost])
    const known = this.#kinds.get(key)
    if (known) known.count++
    else if (this.#kinds.size < KINDS) this.#kinds.set(key, { type, lost, count: 1 })
  }
}

/** Names of entries and fields are the data set's, however long. */
export const cutText = (text: string): string => (text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`)
