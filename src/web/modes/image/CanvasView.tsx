import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { WireClient } from '../../assist/livewire/wireClient.ts'
import { RegionClient } from '../../assist/regions/regionClient.ts'
import { ImageScene } from '../../canvas/imageScene.ts'
import { listenToPointer } from '../../canvas/pointerInput.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { LIGHT_FAINT, SHADE } from '../../tokens.ts'
import type { CanvasEditor } from '../../tools/image/canvasEditor.ts'
import { pageModelsOf } from '../../workbench/assistance/pageModels.ts'
import { CanvasViewBar } from './CanvasViewBar.tsx'

const ToolBar = lazy(async () => ({ default: (await import('./ToolBar.tsx')).ToolBar }))

interface Props {
  editor: CanvasEditor
  label: string
  /** The scene is there until it answers. */
  onScene(scene: ImageScene): () => void
  /** Space, without moving the view. */
  onTap?(): void
  /** Shown in the bar at the bottom of the view. */
  buttons?: React.ReactNode
  children?: React.ReactNode
}

/** The bar is below the picture, never over it. */
const FILL = { position: 'absolute', inset: '0 0 2.25rem', touchAction: 'none', overflow: 'hidden' } as const

/** The canvas of an image or a video frame, with its pointer events. */
export function CanvasView({ editor, label, onScene, onTap, buttons, children }: Props) {
  const t = useTranslator()
  const mapLabel = t('image.map')
  const element = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState('default')
  const tap = useRef(onTap)
  tap.current = onTap
  useEffect(() => {
    const view = element.current
    if (!view) return
    const host = document.createElement('div')
    host.style.position = 'absolute'
    view.append(host)
    const scene = new ImageScene(view, host, editor, mapLabel)
    const undoScene = onScene(scene)
    const edges = new WireClient(scene, editor.redraw)
    editor.edges.use(edges)
    const regions = new RegionClient(scene, [SHADE.middle, LIGHT_FAINT])
    editor.regions.use(regions)
    const models = pageModelsOf(editor.session)
    models.setPicture({
      get image() {
        return editor.image
      },
      draw: (width, height) => scene.whole(width, height),
    })
    const stopPointer = listenToPointer(view, editor, () => tap.current?.())
    const observer = new ResizeObserver(() => scene.resize())
    observer.observe(view)
    const leave = editor.subscribe(() => setCursor(editor.cursor))
    editor.setFocus(() => document.activeElement === view || document.activeElement === document.body)
    return () => {
      leave()
      observer.disconnect()
      stopPointer()
      undoScene()
      editor.edges.use(null)
      models.setPicture(null)
      edges.dispose()
      editor.regions.use(null)
      regions.dispose()
      scene.dispose()
      host.remove()
    }
  }, [editor, onScene, mapLabel])
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys for the image go to it while it is focused. */}
      <div ref={element} style={{ ...FILL, cursor }} role="application" aria-label={label} tabIndex={0} />
      <CanvasViewBar editor={editor}>{buttons}</CanvasViewBar>
      {children}
      <Suspense>
        <ToolBar editor={editor} />
      </Suspense>
    </>
  )
}
