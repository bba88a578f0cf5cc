import type { ImportFailure } from '../../interchange/core/reader.ts'
import type { ImportedClass, ImportFindings, StoredFailure, Unmatched } from '../../store/project/imports/imports.ts'

/** So many of each are kept; the rest is counted. */
const KEPT = 1000
const MAX_TEXT = 300

/** What an import finds, bounded however much is wrong with the archive. */
export class ImportReport {
  partsTotal = 0
  partsDone = 0
  matched = 0
  created = 0
  readonly #classes: ReadonlyMap<string, ImportedClass>
  readonly #unmatched: Unmatched[] = []
  readonly #failures: StoredFailure[] = []
  #unmatchedTotal = 0
  #failuresTotal = 0

  constructor(classes: readonly ImportedClass[] = []) {
    this.#classes = new Map(classes.map((one) => [one.name, { ...one, dropped: 0 }]))
  }

  readonly fail = (failure: ImportFailure): void => {
    this.#failuresTotal++
    if (this.#failures.length >= KEPT) return
    const { file, line, field, type } = failure
    this.#failures.push({
      file: cut(file),
      ...(line !== undefined && { line }),
      ...(field !== undefined && { field: cut(field) }),
      type,
    })
  }

  leave(file: string, reason: Unmatched['reason']): void {
    this.#unmatchedTotal++
    if (this.#unmatched.length < KEPT) this.#unmatched.push({ file: cut(file), reason })
  }

  /** A record was left out, since the tag does not have its class. */
  drop(className: string): void {
    const known = this.#classes.get(className)
    if (known) known.dropped++
  }

  findings(): ImportFindings {
    return {
      partsTotal: this.partsTotal,
      partsDone: this.partsDone,
      matched: this.matched,
      created: this.created,
      classes: [...this.#classes.values()],
      unmatched: this.#unmatched,
      unmatchedTotal: this.#unmatchedTotal,
      failures: this.#failures,
      failuresTotal: this.#failuresTotal,
    }
  }
}

const cut = (text: string): string => (text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`)
