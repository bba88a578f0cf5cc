/** The parts that are examined, in the order of the report. */
export type Part = 'settings' | 'database' | 'storage' | 'clock' | 'egress' | 'email' | 'models'

/** `failed`: the service does not start or cannot work like this. `warning`: it works, and something may go wrong. */
export type State = 'ok' | 'warning' | 'failed'

export interface Examined {
  part: Part
  state: State
  /** The state that was found. */
  found: string
  /** What to do; null if all is well. */
  advice: string | null
}

/** Findings of one part. */
export class Report {
  readonly all: Examined[] = []
  readonly #part: Part

  constructor(part: Part) {
    this.#part = part
  }

  ok(found: string): void {
    this.all.push({ part: this.#part, state: 'ok', found, advice: null })
  }

  warning(found: string, advice: string): void {
    this.all.push({ part: this.#part, state: 'warning', found, advice })
  }

  failed(found: string, advice: string): void {
    this.all.push({ part: this.#part, state: 'failed', found, advice })
  }
}

/** The innermost reason: what libraries wrap around it says less. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message || error.name : reasonOf(error.cause)
}
