import type { CanvasEditor, ScreenPointer } from '../tools/image/canvasEditor.ts'
import { type PixelPoint, pixelDistance } from '../view2d/shapes/pixels.ts'
import { placeTurnedBack } from '../view2d/turned.ts'

const DOUBLE_CLICK_MS = 350
const DOUBLE_CLICK_PX = 5
/** How much one pixel of wheel movement zooms. */
const ZOOM_PER_PX = 0.0015
/** Firefox counts wheels in lines. */
const LINE_PX = 16

/** Brings the page's pointer, wheel and Space events to the editor. The answer takes the listeners away. */
export function listenToPointer(element: HTMLElement, editor: CanvasEditor, onTap: () => void): () => void {
  const abort = new AbortController()
  const { signal } = abort
  let last: { timeMs: number; screen: PixelPoint; count: number } | null = null
  let isSpaceUsed = false

  const screenOf = (event: MouseEvent): PixelPoint => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const place = { x: event.clientX - left, y: event.clientY - top }
    return placeTurnedBack(place, { widthPx: width, heightPx: height }, editor.camera.turns)
  }
  const infoOf = (event: PointerEvent, clickCount = 1): ScreenPointer => ({
    screen: screenOf(event),
    button: event.button,
    pressed: event.buttons !== 0,
    shift: event.shiftKey,
    ctrl: event.ctrlKey || event.metaKey,
    alt: event.altKey,
    clickCount,
  })
  const counted = (event: PointerEvent): number => {
    const screen = screenOf(event)
    const isAgain =
      last !== null &&
      event.timeStamp - last.timeMs < DOUBLE_CLICK_MS &&
      pixelDistance(screen, last.screen) < DOUBLE_CLICK_PX
    last = { timeMs: event.timeStamp, screen, count: isAgain && last ? last.count + 1 : 1 }
    return last.count
  }

  element.addEventListener(
    'pointerdown',
    (event) => {
      element.focus({ preventScroll: true })
      element.setPointerCapture(event.pointerId)
      isSpaceUsed = true
      editor.pointerDown(infoOf(event, counted(event)))
      // The middle button would begin the browser's own scrolling.
      if (event.button === 1) event.preventDefault()
    },
    { signal },
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      // Strokes keep every place that the pointer passed, not only one a frame.
      const passed = event.buttons !== 0 ? event.getCoalescedEvents() : []
      for (const step of passed.length > 0 ? passed : [event]) editor.pointerMove(infoOf(step))
    },
    { signal },
  )
  element.addEventListener('pointerup', (event) => editor.pointerUp(infoOf(event)), { signal })
  element.addEventListener('pointercancel', () => editor.drop(), { signal })
  element.addEventListener('pointerleave', () => editor.pointerLeave(), { signal })
  element.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const deltaPx = event.deltaMode === 1 ? event.deltaY * LINE_PX : event.deltaY
      editor.zoomAt(screenOf(event), Math.exp(-deltaPx * ZOOM_PER_PX))
    },
    { signal, passive: false },
  )
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.code !== 'Space' || hasModifier(event) || !isForImage(event.target, element)) return
      event.preventDefault()
      if (event.repeat) return
      isSpaceUsed = false
      editor.beginPan(null)
    },
    { signal },
  )
  window.addEventListener(
    'keyup',
    (event) => {
      if (event.code !== 'Space' || !isForImage(event.target, element)) return
      editor.endPan()
      if (!isSpaceUsed) onTap()
    },
    { signal },
  )
  window.addEventListener('blur', () => editor.endPan(), { signal })
  return () => abort.abort()
}

const hasModifier = (event: KeyboardEvent) => event.ctrlKey || event.metaKey || event.altKey || event.shiftKey

const isForImage = (target: EventTarget | null, element: HTMLElement) =>
  target === element || target === document.body || target === null
