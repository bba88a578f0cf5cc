import type { ImageStore } from '../../scene/cloud/imageStore.ts'
import type { SceneEditor } from './sceneEditor.ts'
import { useEditor } from './useEditor.ts'

interface Props {
  editor: SceneEditor
  images: ImageStore
  url: string
}

/** Whether a camera's image is there, and if not, why. */
export function ImageState({ editor, images, url }: Props) {
  const isThere = useEditor(editor, () => images.get(url) !== null)
  const failure = useEditor(editor, () => images.failureOf(url))
  if (isThere) return null
  if (failure === null) return <div className="sensors-loading">Loading image…</div>
  const retry = () => {
    images.retry()
    editor.changed()
  }
  return (
    <div className="sensors-loading" role="alert">
      The image could not be loaded ({failure}).{' '}
      <button type="button" onClick={retry}>
        Try again
      </button>
    </div>
  )
}
