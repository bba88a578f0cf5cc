import type { Answerer, AskedGesture, OpenSuggestion } from '../../document/openSuggestions.ts'
import type { EditorSession } from '../../document/session.ts'
import { errorMessage } from '../../kit/errorMessage.ts'
import { msg } from '../../messages/message.ts'
import { replaceSuggestion } from './decideSuggestions.ts'
import { LivePreview } from './livePreview.ts'
import { readSuggestions } from './readSuggestions.ts'
import { waitForAnswer } from './waitForAnswer.ts'

/** The name under which the views draw previews of the tool. */
const PREVIEW = 'fit'

/** Asks an assistant to fit a cuboid: a gesture becomes a suggestion, and while it is drawn the answer is only looked at. */
export class CuboidAsking implements Answerer<AskedGesture> {
  readonly #session: EditorSession
  readonly #assistant: string
  readonly #live: LivePreview<AskedGesture> | null

  constructor(session: EditorSession, { name, previews }: { name: string; previews: boolean }) {
    this.#session = session
    this.#assistant = name
    const find = async (gesture: AskedGesture, signal: AbortSignal) =>
      readSuggestions(session, await waitForAnswer(session, { ...this.#bodyOf(gesture), preview: true }, { signal }))
    this.#live = previews ? new LivePreview(find, (found) => this.#show(found)) : null
  }

  preview(gesture: AskedGesture | null): void {
    if (gesture === null) this.#live?.stop()
    // A newer question would end the one that is waited for.
    else if (!this.#session.suggestions.awaited) this.#live?.look(gesture)
  }

  /** The answer takes the place of the one before, as long as that was not decided. */
  ask(gesture: AskedGesture): void {
    void this.#ask(gesture)
  }

  stop(): void {
    this.#session.suggestions.awaited?.stop()
    this.#live?.stop()
  }

  async #ask(gesture: AskedGesture): Promise<void> {
    const session = this.#session
    const { suggestions } = session
    const assistant = this.#assistant
    const controller = new AbortController()
    const { signal } = controller
    const stop = () => controller.abort()
    const progressed = (progress: number | null) => suggestions.setAwaited({ assistant, gesture, progress, stop })
    suggestions.awaited?.stop()
    this.#live?.hold()
    progressed(null)
    try {
      // Saves first, so that the assistant sees the newest shapes too.
      await session.flush()
      const rows = await waitForAnswer(session, this.#bodyOf(gesture), {
        signal,
        onProgress: progressed,
        onPartial: (found) => this.#show(readSuggestions(session, found)),
      })
      if (signal.aborted) return
      const [made] = readSuggestions(session, rows)
      if (!made) session.notices.add(msg('assist.nothingFitted', { name: assistant }), 'info')
      const before = suggestions.answerId
      if (made) suggestions.answer(made)
      if (made && before) await replaceSuggestion(session, before)
    } catch (error) {
      if (!signal.aborted) session.notices.add(errorMessage(error), 'error')
    } finally {
      if (suggestions.awaited?.stop === stop) {
        suggestions.setAwaited(null)
        this.#show([])
      }
    }
  }

  #show(found: readonly OpenSuggestion[]): void {
    this.#session.suggestions.setPreview(PREVIEW, found)
  }

  #bodyOf({ label, from, to, corners }: AskedGesture) {
    const { job, frame } = this.#session
    const flat = ({ x, y }: AskedGesture['from']) => ({ x, y })
    const gesture = { from: flat(from), to: flat(to), ...(corners && { corners: corners.map(flat) }) }
    const input = { frame_id: job.content.frames[frame].frameId, label, gesture }
    return { assistant: this.#assistant, verb: 'fit' as const, input }
  }
}
