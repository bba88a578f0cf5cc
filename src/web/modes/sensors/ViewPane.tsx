import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import type { Scene } from 'three'
import type { ViewRenderer } from '../../scene/cloud/viewRenderer.ts'
import type { ViewCamera } from '../../view3d/viewCamera.ts'
import { clearOverlay } from './imageCanvas.ts'
import type { PaneHost, PanePointer, PaneTool } from './pane.ts'
import { wheelDeltaPx } from './wheelDelta.ts'

interface ViewPaneProps<View extends string> {
  name: View
  label: string
  host: PaneHost<View>
  tool: PaneTool<View>
  renderer: ViewRenderer
  scenes: readonly Scene[]
  /** Sets what differs from view to view, right before the scenes are drawn. */
  prepare(viewCamera: ViewCamera): void
  /** Drawn over the scene: names, handles, the hovered part. */
  paint(context: CanvasRenderingContext2D, viewCamera: ViewCamera): void
  children?: ReactNode
}

const BUTTONS = ['left', 'middle', 'right'] as const

/** A part of the page that shows the scene and hands its pointers to the tool. */
export function ViewPane<View extends string>(props: ViewPaneProps<View>) {
  const { name, label, host, tool, renderer, children, ...parts } = props
  const element = useRef<HTMLDivElement>(null)
  const overlay = useRef<HTMLCanvasElement>(null)
  const latest = useRef(parts)
  latest.current = parts

  useEffect(() => {
    const pane = element.current
    const canvas = overlay.current
    if (!pane || !canvas) return
    const fit = () => {
      host.setPane(name, pane)
      renderer.invalidate()
    }
    const resizes = new ResizeObserver(fit)
    resizes.observe(pane)
    const context = canvas.getContext('2d')
    const clear = () => {
      if (context) clearOverlay(context, pane)
    }
    const leave = renderer.add({
      element: pane,
      viewCamera: () => {
        const viewCamera = host.viewCameraOf(name)
        if (!viewCamera) clear()
        return viewCamera
      },
      prepare: () => {
        const viewCamera = host.viewCameraOf(name)
        if (!viewCamera || !context) return
        latest.current.prepare(viewCamera)
        clear()
        latest.current.paint(context, viewCamera)
      },
      scenes: latest.current.scenes,
    })
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { x, y } = placeIn(pane, event)
      tool.wheel({ view: name, x, y, deltaY: wheelDeltaPx(event), shift: event.shiftKey })
    }
    // React attaches passive wheel listeners, which cannot keep the page from scrolling.
    pane.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      resizes.disconnect()
      leave()
      host.setPane(name, null)
      pane.removeEventListener('wheel', onWheel)
    }
  }, [name, host, tool, renderer])

  const pointer = (event: PointerEvent<HTMLDivElement> | React.MouseEvent<HTMLDivElement>): PanePointer<View> => ({
    view: name,
    ...placeIn(event.currentTarget, event),
    button: BUTTONS[event.button] ?? 'left',
    shift: event.shiftKey,
    ctrl: event.ctrlKey || event.metaKey,
    alt: event.altKey,
  })

  return (
    <div
      ref={element}
      className="sensors-pane"
      tabIndex={name === 'main' ? 0 : -1}
      role="application"
      aria-label={label}
      data-view={name}
      onPointerDown={(event) => {
        // Only presses on the view itself: its buttons are their own.
        if (event.target !== event.currentTarget && event.target !== overlay.current) return
        event.currentTarget.setPointerCapture(event.pointerId)
        tool.pointerDown(pointer(event))
      }}
      onPointerMove={(event) => tool.pointerMove(pointer(event))}
      onPointerUp={(event) => tool.pointerUp(pointer(event))}
      onPointerCancel={() => tool.cancel()}
      onPointerLeave={() => tool.pointerLeave?.(name)}
      onDoubleClick={(event) => tool.doubleClick(pointer(event))}
      onContextMenu={(event) => event.preventDefault()}
    >
      <canvas ref={overlay} className="sensors-overlay" />
      {children}
    </div>
  )
}

function placeIn(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }) {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}
