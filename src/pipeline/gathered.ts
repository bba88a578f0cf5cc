import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionError } from '../store/postgres/errors.ts'
import { Gate } from '../threads/gate.ts'

/** Calls that go together at most. */
const MOST = 256
/** Under load a project's calls go this often; the first after a pause goes at once. */
const EVERY_MS = 80

interface WaitingCall<Input, Output> {
  input: Input
  done(output: Output): void
  failed(error: unknown): void
}

/**
 * Makes one call of many that come close together and are about one project: what comes while one is under way goes
 * with the next, so that many share round trips and a commit. Where a shared call fails, each is made alone: what is
 * wrong with one harms no other.
 */
export class Gathered<Input, Output> {
  readonly #together: (projectId: string, inputs: readonly Input[]) => Promise<readonly Output[]>
  readonly #gate: Gate
  readonly #everyMs: number
  readonly #waiting = new Map<string, WaitingCall<Input, Output>[]>()

  /**
   * @param together answers in the order of the inputs, all or nothing
   * @param sideBySide how many projects are served at once
   * @param everyMs less where calls come together by themselves
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
        // Not at once: what else comes in this turn of the loop joins.
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
      // What ends within this time begins together again. The project is forgotten only after it, so that a call that
      // comes alone goes at once.
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
      // Without a database none would succeed alone either.
      if (calls.length === 1 || isConnectionError(error)) for (const { failed } of calls) failed(error)
      else for (const call of calls) await this.#settle(projectId, [call])
    }
  }
}
