import { useEffect } from 'react'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useEditor } from '../sensors/useEditor.ts'
import type { CuboidEditor } from './cuboidEditor.ts'

/** Long enough to be read twice. */
const SHOWN_MS = 12_000

/** What there is to tell about what was done last; goes by itself, or by a press. */
export function Notice({ editor }: { editor: CuboidEditor }) {
  const t = useTranslator()
  const notice = useEditor(editor, (e) => e.notice)
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => editor.tell(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [editor, notice])
  return (
    <div aria-live="polite">
      {notice && (
        <button
          type="button"
          className="sensors-notice"
          title={t('cuboid.hideNotice')}
          onClick={() => editor.tell(null)}
        >
          {t.of(notice)}
        </button>
      )}
    </div>
  )
}
