import { cutText } from '../../interchange/core/untakenList.ts'
import type { LayoutRequest, SourceFailure, SourceWarning } from '../../interchange/layouts/layout.ts'
import type { IngestFindings } from '../../store/project/ingests/ingests.ts'

/** The number of failures, and of files left out, that are listed; the rest is counted. */
export const LISTED = 1000
const MAX_WARNINGS = 100

/** What an ingest finds, bounded however much is wrong with its source. */
export class IngestReport implements Pick<LayoutRequest, 'fail' | 'skip' | 'warn' | 'progress'> {
  duplicates = 0
  filesTotal = 0
  bytesTotal = 0
  skippedTotal = 0
  readonly skipped: { file: string; reason: string }[] = []
  readonly warnings: SourceWarning[] = []
  readonly #failures: SourceFailure[] = []
  #failuresTotal = 0
  #filesDone = 0
  #bytesDone = 0

  readonly fail = ({ file, field, type, expected, found }: SourceFailure): void => {
    this.#failuresTotal++
    if (this.#failures.length >= LISTED) return
    this.#failures.push({
      file: cutText(file),
      ...(field !== undefined && { field: cutText(field) }),
      type,
      ...(expected !== undefined && { expected: cutText(expected) }),
      ...(found !== undefined && { found: cutText(found) }),
    })
  }

  readonly skip = (file: string, reason: string): void => {
    this.skippedTotal++
    if (this.skipped.length < LISTED) this.skipped.push({ file: cutText(file), reason })
  }

  readonly warn = (warning: SourceWarning): void => {
    if (this.warnings.length < MAX_WARNINGS) this.warnings.push({ ...warning, message: cutText(warning.message) })
  }

  /** The furthest that was reported: layouts may look at a file twice. */
  readonly progress = (files: number, bytes: number): void => {
    this.#filesDone = Math.max(this.#filesDone, Math.min(files, this.filesTotal))
    this.#bytesDone = Math.max(this.#bytesDone, Math.min(bytes, this.bytesTotal))
  }

  findings(): IngestFindings {
    return {
      duplicates: this.duplicates,
      filesDone: this.#filesDone,
      filesTotal: this.filesTotal,
      bytesDone: this.#bytesDone,
      bytesTotal: this.bytesTotal,
      failures: this.#failures,
      failuresTotal: this.#failuresTotal,
    }
  }
}
