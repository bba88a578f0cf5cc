import { type FailureType, MAX_FAILURES } from '../errors/codes.ts'
import type { Fault } from '../errors/fault.ts'

/** The faults so far, one per field, at most a thousand. */
export class FailureList {
  readonly all: Fault[] = []
  private readonly fields = new Set<string>()

  /** `words`: the expectation, and what came. */
  add(field: string, type: FailureType, words: Pick<Fault, 'expected' | 'found'>): void {
    if (this.isFull || this.fields.has(field)) return
    this.fields.add(field)
    this.all.push({ field, type, ...words })
  }

  get isFull(): boolean {
    return this.all.length >= MAX_FAILURES
  }
}
