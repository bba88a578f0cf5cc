import { useSyncExternalStore } from 'react'
import type { Observable } from '../../document/watch.ts'

/** A part of an editor that re-renders when it changes. The selector answers what is held, never something new. */
export function useEditor<E extends Observable, T>(editor: E, selector: (editor: E) => T): T {
  return useSyncExternalStore(editor.subscribe, () => selector(editor))
}
