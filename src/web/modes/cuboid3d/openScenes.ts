import type { EditorSession } from '../../document/session.ts'
import type { CuboidScene } from './useScene.ts'

const scenes = new WeakMap<EditorSession, CuboidScene>()
const listeners = new Set<() => void>()

/** What shows a session now: timeline and numbers stand apart from the views and find it here. */
export const sceneOf = (session: EditorSession): CuboidScene | null => scenes.get(session) ?? null

export function subscribeScenes(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The answer takes it away again. */
export function announceScene(scene: CuboidScene): () => void {
  const { session } = scene.editor
  scenes.set(session, scene)
  for (const listener of [...listeners]) listener()
  return () => {
    if (scenes.get(session) === scene) scenes.delete(session)
    for (const listener of [...listeners]) listener()
  }
}
