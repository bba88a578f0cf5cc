import type { OpenSuggestion } from '../../document/openSuggestions.ts'
import { ApiFailure } from '../../kit/api.ts'

/** The pointer rests: its place is asked about, and an unfinished request is cancelled. */
const REST_MS = 100
/** While it moves, this is the least pause between an answer and the next request. */
const PACE_MS = 200
/** The pause after a failure: a click says why. */
const QUIET_MS = 3000

/** Asks while a person moves: one question at a time, the newest, and shows the last answer. */
export class LivePreview<Question> {
  readonly #find: (question: Question, signal: AbortSignal) => Promise<readonly OpenSuggestion[]>
  readonly #show: (found: readonly OpenSuggestion[]) => void
  #newest: Question | null = null
  #asked: Question | null = null
  #controller: AbortController | null = null
  #restTimer: ReturnType<typeof setTimeout> | undefined
  #notBeforeMs = 0

  constructor(
    find: (question: Question, signal: AbortSignal) => Promise<readonly OpenSuggestion[]>,
    show: (found: readonly OpenSuggestion[]) => void,
  ) {
    this.#find = find
    this.#show = show
  }

  look(question: Question): void {
    this.#newest = question
    clearTimeout(this.#restTimer)
    this.#restTimer = setTimeout(() => this.#askNewest(), REST_MS)
    if (!this.#controller) this.#askNewest()
  }

  /** Asks nothing more; the last answer stays in view. */
  hold(): void {
    clearTimeout(this.#restTimer)
    this.#newest = null
    this.#asked = null
    this.#controller?.abort()
    this.#controller = null
  }

  stop(): void {
    this.hold()
    this.#show([])
  }

  #askNewest(): void {
    const question = this.#newest
    if (question === null || question === this.#asked) return
    const earlyMs = this.#notBeforeMs - performance.now()
    if (earlyMs > 0) {
      clearTimeout(this.#restTimer)
      this.#restTimer = setTimeout(() => this.#askNewest(), earlyMs)
      return
    }
    this.#notBeforeMs = performance.now() + PACE_MS
    this.#asked = question
    this.#controller?.abort()
    const controller = new AbortController()
    this.#controller = controller
    void this.#ask(question, controller)
  }

  async #ask(question: Question, controller: AbortController): Promise<void> {
    try {
      const found = await this.#find(question, controller.signal)
      if (this.#controller === controller) this.#show(found)
    } catch (error) {
      const isFailure = !controller.signal.aborted && !(error instanceof ApiFailure && error.code === 'SUPERSEDED')
      if (isFailure) this.#notBeforeMs = performance.now() + QUIET_MS
    } finally {
      if (this.#controller === controller) this.#controller = null
    }
  }
}
