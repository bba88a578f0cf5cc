/** One fault of a file; `line` counts from 1 and is absent for a fault without a line (binary payloads, sizes). */
export interface PcdProblem {
  line?: number
  message: string
}

export const MAX_PCD_PROBLEMS = 20

/** A refused file. `tooLarge` distinguishes a file over a limit from a wrong one. */
export class PcdError extends Error {
  override readonly name = 'PcdError'
  readonly problems: readonly PcdProblem[]
  readonly tooLarge: boolean

  constructor(problems: readonly PcdProblem[], tooLarge = false) {
    super(problems.map(problemText).join('; '))
    this.problems = problems
    this.tooLarge = tooLarge
  }
}

export function problemText(problem: PcdProblem): string {
  return problem.line === undefined ? problem.message : `line ${problem.line}: ${problem.message}`
}

/**
 * Collects faults so that a customer sees many together, and stops at the twentieth: garbage is not read to its end.
 */
export class PcdProblems {
  readonly list: PcdProblem[] = []

  add(message: string, line?: number): void {
    this.list.push(line === undefined ? { message } : { line, message })
    if (this.list.length >= MAX_PCD_PROBLEMS) throw new PcdError(this.list)
  }

  /** Adds a fault after which the rest of the file cannot be understood. */
  fatal(message: string, line?: number): never {
    this.list.push(line === undefined ? { message } : { line, message })
    throw new PcdError(this.list)
  }

  throwIfAny(): void {
    if (this.list.length > 0) throw new PcdError(this.list)
  }
}

/** Bytes of a file as a message may show them: printable, short. */
export function quoted(bytes: Uint8Array): string {
  const head = bytes.subarray(0, 24)
  const text = Array.from(head, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·')).join('')
  return bytes.length > head.length ? `"${text}…"` : `"${text}"`
}
