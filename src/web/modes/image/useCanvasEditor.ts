import { useEffect, useMemo } from 'react'
import type { ImageFile } from '../../../formats/workbench/job.ts'
import type { EditorSession } from '../../document/session.ts'
import { CanvasEditor } from '../../tools/image/canvasEditor.ts'
import { imageTools } from '../../tools/image/imageTools.ts'

export function firstImageOf({ job: { content } }: EditorSession): ImageFile {
  if (content.kind !== 'image' && content.kind !== 'video') throw new Error(`there are no images in ${content.kind}`)
  return content.frames[0].image
}

/** The editor lives as long as the session is shown. */
export function useCanvasEditor(session: EditorSession): CanvasEditor {
  const editor = useMemo(() => {
    const { widthPx, heightPx } = firstImageOf(session)
    return new CanvasEditor(session, { widthPx, heightPx }, imageTools(session.job.tag), () => crypto.randomUUID())
  }, [session])
  useEffect(() => editor.attach(), [editor])
  return editor
}
