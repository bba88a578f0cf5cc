import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionError } from '../store/postgres/errors.ts'
import { Gate } from '../threads/gate.ts'

/** Calls that go together at most. */
const MOST = 256
/** The interval of a project's calls under load; the first call after a pause is made immediately. */
const EVERY_MS = 80

interface WaitingCall<Input, Output> {
  input: Input
  done(output: Output): void
  failed(error: unknown): void
}

/**
 * Combines calls about one project that come close together: those that arrive while one is running are made together
 * next, so that many share round trips and a commit. If a combined call fails, each is made alone, so that the fault of
 * one does not affect the others.
 */
export class CallBatcher<Input, Output> {
  readonly #together: (projectId: string, inputs: readonly Input[]) => Promise<readonly Output[]>
  readonly #gate: Gate
  readonly #everyMs: number
  readonly #waiting = new Map<string, WaitingCall<Input, Output>[]>()

  /**
   * @param together answers in the order of the inputs, all or nothing
   * @param sideBySide the number of projects served in parallel
   * @param everyMs a shorter interval if calls arrive together anyway
   */
  constructor(
    together: (projectId: string, inputs: readonly Input[]) => Promise<readonly Output[]>,
    sideBySide: number,
    everyMs = EVERY_MS,
  ) {
    this.#together = together
    this.#gate = new Gate(sideBySide)
    this.#everyMs = everyMs
  }

  add(projectId: string, input: Input): Promise<Output> {
    return new Promise((done, failed) => {
      const call = { input, done, failed }
      const waiting = this.#waiting.get(projectId)
      if (waiting) waiting.push(call)
      else {
        this.#waiting.set(projectId, [call])
        // Deferred, so that other calls of this turn of the loop join.
        setImmediate(() => void this.#serve(projectId))
      }
    })
  }

  async #serve(projectId: string): Promise<void> {
    while (this.#waiting.has(projectId)) {
      const goneAtMs = performance.now()
      await this.#gate.run(projectId, async () => {
        const calls = this.#waiting.get(projectId)?.splice(0, MOST) ?? []
        if (calls.length === 0) this.#waiting.delete(projectId)
        else await this.#settle(projectId, calls)
      })
      // Calls that end within this time start together again. The project is forgotten only afterwards, so that a
      // single call is made immediately.
      await sleep(Math.max(0, goneAtMs + this.#everyMs - performance.now()), undefined, { ref: false })
    }
  }

  async #settle(projectId: string, calls: readonly WaitingCall<Input, Output>[]): Promise<void> {
    try {
      const outputs = await this.#together(
        projectId,
        calls.map(({ input }) => input),
      )
      for (const [n, { done }] of calls.entries()) done(outputs[n])
    } catch (error) {
      // Without a database, single calls would fail too.
      if (calls.length === 1 || isConnectionError(error)) for (const { failed } of calls) failed(error)
      else for (const call of calls) await this.#settle(projectId, [call])
    }
  }
}
