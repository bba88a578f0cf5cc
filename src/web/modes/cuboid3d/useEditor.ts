import { useSyncExternalStore } from 'react'
import type { CuboidEditor } from './cuboidEditor.ts'

/** A part of the editor that re-renders when it changes. The selector answers what is held, never something new. */
export function useEditor<T>(editor: CuboidEditor, selector: (editor: CuboidEditor) => T): T {
  return useSyncExternalStore(editor.subscribe, () => selector(editor))
}
