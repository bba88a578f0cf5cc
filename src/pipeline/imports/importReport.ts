import type { ImportFailure } from '../../interchange/core/reader.ts'
import { cutText, UntakenList } from '../../interchange/core/untakenList.ts'
import type { ImportedClass, ImportFindings, Unmatched } from '../../store/project/imports/imports.ts'

/** The number of failures that are listed; the rest is counted. */
const KEPT = 1000

/** What an import finds, bounded however much is wrong with the archive. */
export class ImportReport {
  partsTotal = 0
  partsDone = 0
  matched = 0
  created = 0
  readonly #classes: ReadonlyMap<string, ImportedClass>
  readonly #unmatched: Unmatched[] = []
  readonly #failures = new UntakenList()
  #unmatchedTotal = 0

  constructor(classes: readonly ImportedClass[] = []) {
    this.#classes = new Map(classes.map((one) => [one.name, { ...one, dropped: 0 }]))
  }

  readonly fail = (failure: ImportFailure): void => this.#failures.add(failure)

  leave(file: string, reason: Unmatched['reason']): void {
    this.#unmatchedTotal++
    if (this.#unmatched.length < KEPT) this.#unmatched.push({ file: cutText(file), reason })
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
      failures: this.#failures.first(),
      failuresTotal: this.#failures.total,
      failureKinds: this.#failures.kinds(),
    }
  }
}
