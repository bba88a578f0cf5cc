import { INVISIBLE } from '../tokens.ts'

export type Draw = (context: CanvasRenderingContext2D) => void

/** One of several stacked canvases, drawn at most once per screen refresh, in CSS pixels. */
export class CanvasLayer {
  readonly #canvas = document.createElement('canvas')
  readonly #context: CanvasRenderingContext2D | null
  readonly #draw: Draw
  #request = 0

  /** @param isBelow under those that were made before it */
  constructor(container: HTMLElement, draw: Draw, isBelow = false) {
    this.#draw = draw
    this.#context = this.#canvas.getContext('2d')
    Object.assign(this.#canvas.style, { position: 'absolute', top: '0', left: '0', display: 'block' })
    if (isBelow) this.#canvas.style.zIndex = '-1'
    container.append(this.#canvas)
  }

  /** `brightness(…) contrast(…)`; '' for none. */
  set filter(filter: string) {
    this.#canvas.style.filter = filter
  }

  resize(widthPx: number, heightPx: number): void {
    const ratio = window.devicePixelRatio
    this.#canvas.width = Math.round(widthPx * ratio)
    this.#canvas.height = Math.round(heightPx * ratio)
    this.#canvas.style.width = `${widthPx}px`
    this.#canvas.style.height = `${heightPx}px`
    // A canvas of another size is empty: drawn now, it does not flicker.
    this.#paint()
  }

  /** Something that is drawn here has changed. */
  readonly invalidate = (): void => {
    this.#request ||= requestAnimationFrame(() => this.#paint())
  }

  dispose(): void {
    cancelAnimationFrame(this.#request)
    this.#canvas.remove()
  }

  #paint(): void {
    cancelAnimationFrame(this.#request)
    this.#request = 0
    const context = this.#context
    if (!context) return
    const ratio = window.devicePixelRatio
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    touch(context)
    context.save()
    this.#draw(context)
    context.restore()
  }
}

/**
 * Draws one corner pixel of 1/255, which is invisible. Chromium shows an older picture of a canvas on which nothing was
 * drawn since it was cleared, such as a box that has just left the view.
 */
function touch(context: CanvasRenderingContext2D): void {
  context.fillStyle = INVISIBLE
  context.fillRect(0, 0, 1, 1)
}
