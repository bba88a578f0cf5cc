import type { CanvasEditor } from '../tools/image/canvasEditor.ts'
import { type Camera2d, imageBounds, type ViewportSize, visibleBounds } from '../view2d/camera2d.ts'
import { turnedBack, turnedSize } from '../view2d/turned.ts'
import { uiScale } from './uiScale.ts'
import './minimap.css'

/** The longer side. */
const SIDE_PX = 160
/** The distance at which it makes way for the pointer. */
const NEAR_PX = 16
/** How far one press of an arrow goes, as a part of the view. */
const STEP = 0.25

const WAYS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

type DrawPicture = (context: CanvasRenderingContext2D, camera: Camera2d, viewport: ViewportSize) => void

/**
 * The whole image in a corner while only a part of it is in view, and in it which part that is. A press or drag brings
 * a place to the middle of the view, arrows move the view and Home shows all of it. It turns with the view.
 */
export class Minimap {
  readonly #editor: CanvasEditor
  readonly #draw: DrawPicture
  readonly #container: HTMLElement
  readonly #element = document.createElement('div')
  readonly #canvas = document.createElement('canvas')
  readonly #seen = document.createElement('div')
  /** Pixels of the page that one of the image takes. */
  #scale = 1
  #isDrawn = false
  #request = 0

  constructor(container: HTMLElement, editor: CanvasEditor, label: string, draw: DrawPicture) {
    this.#editor = editor
    this.#draw = draw
    this.#container = container
    this.#element.className = 'minimap'
    this.#element.tabIndex = 0
    this.#element.role = 'group'
    this.#element.ariaLabel = label
    this.#seen.className = 'minimap-seen'
    this.#element.append(this.#canvas, this.#seen)
    container.append(this.#element)
    this.#listen()
    this.followCamera()
  }

  dispose(): void {
    this.#container.removeEventListener('pointermove', this.#giveWay, { capture: true })
    cancelAnimationFrame(this.#request)
    this.#element.remove()
  }

  /** The filter of the picture. */
  set filter(filter: string) {
    this.#canvas.style.filter = filter
  }

  readonly followCamera = (): void => {
    const { camera, viewport, image } = this.#editor
    const seen = visibleBounds(camera, viewport)
    const whole = imageBounds(image)
    const isWhole = seen.left <= 0 && seen.top <= 0 && seen.right >= whole.right && seen.bottom >= whole.bottom
    this.#element.hidden = isWhole
    if (isWhole) return
    this.#scale = (SIDE_PX * uiScale()) / Math.max(whole.right, whole.bottom)
    const px = (length: number) => `${length * this.#scale}px`
    const [left, top] = [Math.max(0, seen.left), Math.max(0, seen.top)]
    const [right, bottom] = [Math.min(whole.right, seen.right), Math.min(whole.bottom, seen.bottom)]
    Object.assign(this.#element.style, { width: px(whole.right), height: px(whole.bottom) })
    Object.assign(this.#seen.style, { left: px(left), top: px(top), width: px(right - left), height: px(bottom - top) })
    if (!this.#isDrawn) this.pictureChanged()
  }

  /** Another picture, or more of it. */
  readonly pictureChanged = (): void => {
    this.#isDrawn = false
    if (!this.#element.hidden) this.#request ||= requestAnimationFrame(() => this.#paint())
  }

  #paint(): void {
    this.#request = 0
    this.#isDrawn = true
    const { widthPx, heightPx } = this.#editor.image
    const scale = this.#scale * devicePixelRatio
    const viewport = { widthPx: Math.ceil(widthPx * scale), heightPx: Math.ceil(heightPx * scale) }
    Object.assign(this.#canvas, { width: viewport.widthPx, height: viewport.heightPx })
    const context = this.#canvas.getContext('2d')
    if (context) this.#draw(context, { scale, x: 0, y: 0, turns: 0 }, viewport)
  }

  #listen(): void {
    const element = this.#element
    const goTo = ({ offsetX, offsetY }: PointerEvent) => {
      const { camera, viewport } = this.#editor
      const [x, y] = [offsetX, offsetY].map((length) => (length / this.#scale) * camera.scale)
      this.#editor.panBy({ x: viewport.widthPx / 2 - x - camera.x, y: viewport.heightPx / 2 - y - camera.y })
    }
    this.#container.addEventListener('pointermove', this.#giveWay, { capture: true })
    // The tool below must not see these events.
    element.addEventListener('pointerdown', (event) => {
      event.stopPropagation()
      if (event.button !== 0) return
      element.setPointerCapture(event.pointerId)
      goTo(event)
    })
    element.addEventListener('pointermove', (event) => {
      event.stopPropagation()
      if (element.hasPointerCapture(event.pointerId)) goTo(event)
    })
    element.addEventListener('pointerup', (event) => event.stopPropagation())
    element.addEventListener('keydown', (event) => {
      const way = WAYS[event.key]
      if (!way && event.key !== 'Home') return
      event.preventDefault()
      event.stopPropagation()
      if (way) this.#step(way)
      else this.#editor.fit()
    })
  }

  /** What lies below it can be annotated: it is taken hold of with the tool that pans. */
  readonly #giveWay = ({ clientX, clientY, buttons }: PointerEvent): void => {
    const { left, top, right, bottom } = this.#element.getBoundingClientRect()
    const isNear =
      clientX > left - NEAR_PX && clientX < right + NEAR_PX && clientY > top - NEAR_PX && clientY < bottom + NEAR_PX
    const isPanning = this.#editor.session.activeTool === 'pan'
    if (buttons === 0 || !isPanning) this.#element.classList.toggle('minimap-away', isNear && !isPanning)
  }

  #step([x, y]: readonly [number, number]): void {
    const { camera, viewport } = this.#editor
    const { widthPx, heightPx } = turnedSize(viewport, camera.turns)
    this.#editor.panBy(turnedBack({ x: x * STEP * widthPx, y: y * STEP * heightPx }, camera.turns))
  }
}
