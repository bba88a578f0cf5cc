import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const TRACE_FILE = 'STATEMENT_TRACE'

/** The statements that a service in a separate process sends to its database. */
export class StatementTrace {
  readonly #folder = mkdtempSync(join(tmpdir(), 'fiducial-trace-'))
  readonly #file = join(this.#folder, 'statements')

  /** Settings of the service. */
  get env(): Record<string, string> {
    const preload = new URL('./traceStatements.ts', import.meta.url).href
    return { NODE_OPTIONS: `--import ${preload}`, [TRACE_FILE]: this.#file }
  }

  /** Forgets the statements so far. */
  clear(): void {
    writeFileSync(this.#file, '')
  }

  /** The others, in the order in which they were sent. */
  get statements(): string[] {
    return readFileSync(this.#file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line): string => JSON.parse(line))
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
