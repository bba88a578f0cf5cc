import type { EditorSession } from '../../document/session.ts'

/** What shows a session now: panels stand apart from the views and find it here. */
export class SceneRegister<Scene> {
  readonly #scenes = new WeakMap<EditorSession, Scene>()
  readonly #listeners = new Set<() => void>()

  of = (session: EditorSession): Scene | null => this.#scenes.get(session) ?? null

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The answer takes it away again. */
  announce(session: EditorSession, scene: Scene): () => void {
    this.#scenes.set(session, scene)
    this.#tell()
    return () => {
      if (this.#scenes.get(session) === scene) this.#scenes.delete(session)
      this.#tell()
    }
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}
