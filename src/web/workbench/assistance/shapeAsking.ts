import { geometriesOf } from '../../../model/tag.ts'
import type { Answerer, ShapePrompts, ShareBox } from '../../document/openSuggestions.ts'
import type { EditorSession } from '../../document/session.ts'
import { ApiFailure } from '../../kit/api.ts'
import { errorMessage } from '../../kit/errorMessage.ts'
import { replaceSuggestion } from './decideSuggestions.ts'
import { LivePreview } from './livePreview.ts'
import { readSuggestions } from './readSuggestions.ts'
import { seenCrop } from './seenCrop.ts'
import type { FinderInput, ShapeFinder } from './shapeFinder.ts'

/** The name under which the views draw previews of the tool. */
const PREVIEW = 'segment'

/**
 * Asks a finder for the object at prompts: clicks become a suggestion, and while the pointer moves the answer is only a
 * preview.
 */
export class ShapeAsking implements Answerer<ShapePrompts> {
  readonly #session: EditorSession
  readonly #finder: ShapeFinder
  readonly #live: LivePreview<ShapePrompts>
  #crop: ShareBox | null = null
  #stop = () => {}

  constructor(session: EditorSession, finder: ShapeFinder) {
    this.#session = session
    this.#finder = finder
    this.#live = new LivePreview(
      async (prompts, signal) =>
        readSuggestions(session, (await finder.preview?.(session, this.#inputOf(prompts), signal)) ?? []),
      (found) => session.suggestions.setPreview(PREVIEW, found),
    )
  }

  preview(prompts: ShapePrompts | null): void {
    const isAwaited = this.#session.suggestions.awaited !== null
    if (prompts === null || !this.#finder.preview) this.#live.stop()
    // A newer question would end the one that is waited for.
    else if (!isAwaited) this.#live.look(prompts)
  }

  ask(prompts: ShapePrompts): void {
    void this.#ask(prompts)
  }

  stop(): void {
    this.#stop()
    this.#live.stop()
  }

  async #ask(prompts: ShapePrompts): Promise<void> {
    const session = this.#session
    const { suggestions } = session
    const controller = new AbortController()
    const stop = () => controller.abort()
    this.#stop()
    this.#stop = stop
    this.#live.hold()
    const assistant = this.#finder.name
    suggestions.setAwaited({ assistant, gesture: null, progress: null, stop })
    const before = suggestions.answerId
    try {
      const rows = await this.#finder.find(session, this.#inputOf(prompts), {
        signal: controller.signal,
        onProgress: (progress) => suggestions.setAwaited({ assistant, gesture: null, progress, stop }),
        onPartial: (found) => suggestions.setPreview(PREVIEW, readSuggestions(session, found)),
      })
      // A newer press has asked again, or the prompts are about another object now.
      if (suggestions.prompts !== prompts) return
      const [made] = readSuggestions(session, rows)
      if (made) suggestions.answer(made)
      if (before) await replaceSuggestion(session, before)
    } catch (error) {
      if (controller.signal.aborted || (error instanceof ApiFailure && error.code === 'SUPERSEDED')) return
      session.notices.add(errorMessage(error), 'error')
    } finally {
      if (this.#stop === stop) {
        suggestions.setAwaited(null)
        this.#live.stop()
      }
    }
  }

  #inputOf(prompts: ShapePrompts): FinderInput {
    const { job, currentClassId, frame } = this.#session
    const { content, tag } = job
    const tagClass = tag.classes.find(({ classId }) => classId === currentClassId)
    const allowed = tagClass ? geometriesOf(tag, tagClass) : []
    const geometry = (['polygon', 'mask'] as const).find((one) => allowed.includes(one))
    const { points, box, text } = prompts
    const image = content.kind === 'image' || content.kind === 'video' ? content.frames[frame].image : null
    this.#crop = image && seenCrop(prompts, image, this.#crop)
    return {
      label: tagClass?.name ?? '',
      ...(geometry && { geometry }),
      sequence: sequence++,
      ...(content.kind === 'video' && { frame_id: content.frames[frame].frameId }),
      ...(this.#crop && { crop: this.#crop }),
      prompts: { points, ...(box && { box }), ...(text !== '' && { text }) },
    }
  }
}

let sequence = 0
