import type { Failure, FailureType } from '../errors/codes.ts'
import { MAX_FAILURES } from '../errors/codes.ts'

/** Faults found so far, one a field; after the first thousand nobody reads on. */
export class FailureList {
  readonly all: Failure[] = []
  private readonly fields = new Set<string>()

  add(field: string, type: FailureType): void {
    if (this.isFull || this.fields.has(field)) return
    this.fields.add(field)
    this.all.push({ field, type })
  }

  get isFull(): boolean {
    return this.all.length >= MAX_FAILURES
  }
}
