import type { Turns } from '../view2d/camera2d.ts'
import type { PixelPoint } from '../view2d/shapes/pixels.ts'

/** Draws readable content at a place of a canvas that is shown turned. */
export function upright(context: CanvasRenderingContext2D, at: PixelPoint, turns: Turns, write: () => void): void {
  context.save()
  context.translate(at.x, at.y)
  context.rotate((-turns * Math.PI) / 2)
  context.translate(-at.x, -at.y)
  write()
  context.restore()
}
