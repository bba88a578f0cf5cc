import { Signal } from '../../document/observable.ts'
import type { EditorSession } from '../../document/session.ts'

/** The current scene of a session: panels are separate from the views and find it here. */
export class SceneRegister<Scene> {
  readonly #scenes = new WeakMap<EditorSession, Scene>()
  readonly #changes = new Signal()
  readonly subscribe = this.#changes.subscribe

  readonly of = (session: EditorSession): Scene | null => this.#scenes.get(session) ?? null

  /** The answer takes it away again. */
  announce(session: EditorSession, scene: Scene): () => void {
    this.#scenes.set(session, scene)
    this.#changes.emit()
    return () => {
      if (this.#scenes.get(session) === scene) this.#scenes.delete(session)
      this.#changes.emit()
    }
  }
}
