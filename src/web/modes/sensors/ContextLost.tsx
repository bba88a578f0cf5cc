import { useSyncExternalStore } from 'react'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { ViewRenderer } from '../../scene/cloud/viewRenderer.ts'

/** Shown while the graphics card has dropped the views: they return automatically, and nothing is lost. */
export function ContextLost({ renderer }: { renderer: ViewRenderer }) {
  const t = useTranslator()
  const isLost = useSyncExternalStore(renderer.subscribe, () => renderer.isLost)
  if (!isLost) return null
  return (
    <div className="sensors-lost" role="alert">
      <div>
        <p>{t('look.contextLost')}</p>
        <button type="button" onClick={() => location.reload()}>
          {t('app.reload')}
        </button>
      </div>
    </div>
  )
}
