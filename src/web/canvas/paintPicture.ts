import type { PaintStroke } from '../tools/image/imageHost.ts'
import type { Camera2d } from '../view2d/camera2d.ts'
import { contextOf, wordOf } from './maskPicture.ts'
import type { Rgb } from './paintStyle.ts'

const OPACITY = 0.55

/** A stroke as it grows: only the pixels that it painted since the last drawing are turned into colour. */
export class PaintPicture {
  readonly stroke: PaintStroke
  private readonly canvas: OffscreenCanvas
  private readonly word: number
  private isNew = true

  constructor(stroke: PaintStroke, colour: Rgb) {
    this.stroke = stroke
    this.canvas = new OffscreenCanvas(stroke.grid.widthPx, stroke.grid.heightPx)
    this.word = wordOf(colour)
  }

  draw(context: CanvasRenderingContext2D, { scale, x, y }: Camera2d): void {
    this.update()
    const { widthPx, heightPx } = this.stroke.grid
    context.save()
    context.imageSmoothingEnabled = false
    context.globalAlpha = OPACITY
    context.drawImage(this.canvas, x, y, widthPx * scale, heightPx * scale)
    context.restore()
  }

  private update(): void {
    const { grid } = this.stroke
    const painted = this.stroke.takeDirty()
    const dirty = this.isNew ? { left: 0, top: 0, right: grid.widthPx, bottom: grid.heightPx } : painted
    this.isNew = false
    if (!dirty) return
    const width = dirty.right - dirty.left
    const height = dirty.bottom - dirty.top
    const context = contextOf(this.canvas)
    const picture = context.createImageData(width, height)
    const words = new Uint32Array(picture.data.buffer)
    for (let row = 0; row < height; row++) {
      const from = (dirty.top + row) * grid.widthPx + dirty.left
      for (let column = 0; column < width; column++) {
        if (grid.pixels[from + column] !== 0) words[row * width + column] = this.word
      }
    }
    context.putImageData(picture, dirty.left, dirty.top)
  }
}
