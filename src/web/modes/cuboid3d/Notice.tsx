import { useEffect } from 'react'
import { useEditor } from '../sensors/useEditor.ts'
import type { CuboidEditor } from './cuboidEditor.ts'

/** Long enough to be read twice. */
const SHOWN_MS = 12_000

/** What there is to tell about what was done last; goes by itself, or by a press. */
export function Notice({ editor }: { editor: CuboidEditor }) {
  const notice = useEditor(editor, (e) => e.notice)
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => editor.tell(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [editor, notice])
  return (
    <div aria-live="polite">
      {notice && (
        <button type="button" className="sensors-notice" title="Hide" onClick={() => editor.tell(null)}>
          {notice}
        </button>
      )}
    </div>
  )
}
