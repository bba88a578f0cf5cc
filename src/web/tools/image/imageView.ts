import type { ImageSize } from '../../../formats/results/jobContext.ts'
import {
  type Camera2d,
  fitted,
  imageBounds,
  pannedBy,
  screenFromImage,
  type ViewportSize,
  zoomedAt,
} from '../../view2d/camera2d.ts'
import type { PixelBounds, PixelPoint } from '../../view2d/shapes/pixels.ts'
import { turnedSize, turnsAfter } from '../../view2d/turned.ts'

/** An image in a view: its visible part, and its scale. */
export class ImageView {
  #image: ImageSize
  #viewport: ViewportSize = { widthPx: 1, heightPx: 1 }
  #camera: Camera2d = { scale: 1, x: 0, y: 0, turns: 0 }

  constructor(image: ImageSize) {
    this.#image = image
  }

  get image(): ImageSize {
    return this.#image
  }

  get viewport(): ViewportSize {
    return this.#viewport
  }

  get camera(): Camera2d {
    return this.#camera
  }

  panBy(byPx: PixelPoint): void {
    this.#camera = pannedBy(this.#camera, byPx, this.#image, this.#viewport)
  }

  zoomAt(screen: PixelPoint, factor: number): void {
    this.#camera = zoomedAt(this.#camera, screen, factor, this.#image, this.#viewport)
  }

  zoomBy(factor: number): void {
    this.zoomAt({ x: this.#viewport.widthPx / 2, y: this.#viewport.heightPx / 2 }, factor)
  }

  fit(bounds: PixelBounds = imageBounds(this.#image), maxScale?: number): void {
    this.#camera = { ...this.#camera, ...fitted(bounds, this.#viewport, maxScale) }
  }

  /** A quarter turn, clockwise or back; the whole image is shown. */
  turn(step: 1 | -1): void {
    this.#camera = { ...this.#camera, turns: turnsAfter(this.#camera.turns, step) }
    this.#viewport = turnedSize(this.#viewport, 1)
    this.fit()
  }

  /** Moves only when the place is not in view. */
  bringIntoView({ left, top, right, bottom }: PixelBounds): void {
    const center = screenFromImage({ x: (left + right) / 2, y: (top + bottom) / 2 }, this.#camera)
    const { widthPx, heightPx } = this.#viewport
    if (center.x >= 0 && center.y >= 0 && center.x <= widthPx && center.y <= heightPx) return
    this.panBy({ x: widthPx / 2 - center.x, y: heightPx / 2 - center.y })
  }

  /** Its centre stays, and a whole image stays whole. `isHeld`: nothing moves away during a drag. */
  resize(viewport: ViewportSize, isHeld: boolean): void {
    const isFitted = this.#viewport.widthPx <= 1 || this.#isFitted()
    const dx = (viewport.widthPx - this.#viewport.widthPx) / 2
    const dy = (viewport.heightPx - this.#viewport.heightPx) / 2
    this.#viewport = viewport
    if (isHeld) return
    if (isFitted) this.fit()
    else this.panBy({ x: dx, y: dy })
  }

  /** Another image; the view stays where it is when the sizes agree. True when they do not. */
  setImage(image: ImageSize): boolean {
    if (image.widthPx === this.#image.widthPx && image.heightPx === this.#image.heightPx) return false
    this.#image = image
    return true
  }

  #isFitted(): boolean {
    const { scale, x, y } = fitted(imageBounds(this.#image), this.#viewport)
    return this.#camera.scale === scale && this.#camera.x === x && this.#camera.y === y
  }
}
