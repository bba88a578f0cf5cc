import type { EditorSession } from '../../document/session.ts'
import type { CuboidEditor } from './cuboidEditor.ts'

const editors = new WeakMap<EditorSession, CuboidEditor>()
const listeners = new Set<() => void>()

/** The editor that shows a session now: the timeline stands apart from the views and finds it here. */
export const editorOf = (session: EditorSession): CuboidEditor | null => editors.get(session) ?? null

export function subscribeEditors(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The answer takes it away again. */
export function announceEditor(editor: CuboidEditor): () => void {
  editors.set(editor.session, editor)
  for (const listener of [...listeners]) listener()
  return () => {
    if (editors.get(editor.session) === editor) editors.delete(editor.session)
    for (const listener of [...listeners]) listener()
  }
}
