import { useSyncExternalStore } from 'react'
import type { ViewRenderer } from '../../scene/cloud/viewRenderer.ts'

/** Over the views while the graphics card has let go of them: they come back by themselves, and nothing is lost. */
export function ContextLost({ renderer }: { renderer: ViewRenderer }) {
  const isLost = useSyncExternalStore(renderer.subscribe, () => renderer.isLost)
  if (!isLost) return null
  return (
    <div className="sensors-lost" role="alert">
      <div>
        <p>
          The graphics card has let go of the 3D views. They are drawn again as soon as it is back; your work is kept.
        </p>
        <button type="button" onClick={() => location.reload()}>
          Load the page anew
        </button>
      </div>
    </div>
  )
}
