import { useObserved } from '../../document/useObserved.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { ImageStore } from '../../scene/cloud/imageStore.ts'

interface Props {
  images: ImageStore
  url: string
}

/** Whether a camera's image is there, and if not, why. */
export function ImageState({ images, url }: Props) {
  const t = useTranslator()
  const isThere = useObserved(images, () => images.get(url) !== null)
  const failure = useObserved(images, () => images.failureOf(url))
  if (isThere) return null
  if (failure === null) return <div className="sensors-loading">{t('image.loading')}</div>
  return (
    <div className="sensors-loading" role="alert">
      {t('load.image', { detail: failure })}
      <button type="button" onClick={() => images.retry()}>
        {t('common.tryAgain')}
      </button>
    </div>
  )
}
