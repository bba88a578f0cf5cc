import { useTranslator } from '../../messages/useTranslator.tsx'
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
  const t = useTranslator()
  const isThere = useEditor(editor, () => images.get(url) !== null)
  const failure = useEditor(editor, () => images.failureOf(url))
  if (isThere) return null
  if (failure === null) return <div className="sensors-loading">{t('image.loading')}</div>
  const retry = () => {
    images.retry()
    editor.changed()
  }
  return (
    <div className="sensors-loading" role="alert">
      {t('load.image', { detail: failure })}
      <button type="button" onClick={retry}>
        {t('common.tryAgain')}
      </button>
    </div>
  )
}
