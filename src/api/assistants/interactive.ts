import { AssistError } from '../../model/assistants/assistant.ts'

interface Running {
  controller: AbortController
  isSuperseded: boolean
}

/**
 * Calls that a person waits for: a newer one of the same person, job and assistant ends the older, and an assistant is
 * asked no more at once than it takes.
 */
export class InteractiveCalls {
  readonly #byPerson = new Map<string, Running>()
  readonly #inFlight = new Map<string, number>()

  /** @throws AssistError SUPERSEDED or BUSY, or what `call` throws */
  async run<Answer>(
    place: { person: string; assistant: string; maxInFlight: number },
    gone: AbortSignal,
    call: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const older = this.#byPerson.get(place.person)
    if (older) {
      older.isSuperseded = true
      older.controller.abort()
    }
    const inFlight = this.#inFlight.get(place.assistant) ?? 0
    // The older one is on its way out.
    if (inFlight - (older ? 1 : 0) >= place.maxInFlight)
      throw new AssistError('BUSY', 'the assistant is busy with other calls; try again')
    const running = { controller: new AbortController(), isSuperseded: false }
    this.#byPerson.set(place.person, running)
    this.#inFlight.set(place.assistant, inFlight + 1)
    const { signal } = running.controller
    try {
      return await call(AbortSignal.any([signal, gone]))
    } catch (error) {
      if (running.isSuperseded) throw new AssistError('SUPERSEDED', 'a newer call took the place of this one')
      throw error
    } finally {
      if (this.#byPerson.get(place.person) === running) this.#byPerson.delete(place.person)
      const left = (this.#inFlight.get(place.assistant) ?? 1) - 1
      if (left > 0) this.#inFlight.set(place.assistant, left)
      else this.#inFlight.delete(place.assistant)
    }
  }
}
