import type { Logger } from 'pino'
import type { AssistantReply } from './exchange.ts'

/** The minimum interval for reading partial findings of an assistant. */
const PAUSE_MS = 300

/** Reads partial findings of an assistant: one answer at a time, and then the newest of those that came meanwhile. */
export class PartialAnswers {
  readonly #read: (reply: AssistantReply) => Promise<void>
  readonly #log: Pick<Logger, 'debug'>
  #newest: AssistantReply | null = null
  #isReading = false
  #isOver = false

  constructor(log: Pick<Logger, 'debug'>, read: (reply: AssistantReply) => Promise<void>) {
    this.#log = log
    this.#read = read
  }

  add(reply: AssistantReply): void {
    this.#newest = reply
    if (!this.#isReading) void this.#readAll()
  }

  /** The whole answer is there, or none will come. */
  end(): void {
    this.#isOver = true
  }

  get isOver(): boolean {
    return this.#isOver
  }

  async #readAll(): Promise<void> {
    this.#isReading = true
    while (this.#newest && !this.#isOver) {
      const reply = this.#newest
      this.#newest = null
      // One that cannot be read is skipped: the whole answer reports the fault.
      await this.#read(reply).catch((error) => this.#log.debug({ err: error }, 'a partial answer was not read'))
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    this.#isReading = false
  }
}
