import type { ImageSize } from '../../formats/results/jobContext.ts'
import { PICTURE_EDGE, TRANSPARENCY } from '../tokens.ts'
import type { Camera2d, ViewportSize } from '../view2d/camera2d.ts'

const SQUARE_PX = 8

/** Draws below the picture: squares that show transparency, and a line around its edge. */
export function drawGround(
  context: CanvasRenderingContext2D,
  { scale, x, y }: Camera2d,
  viewport: ViewportSize,
  { widthPx, heightPx }: ImageSize,
): void {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  const right = Math.min(viewport.widthPx, x + widthPx * scale)
  const bottom = Math.min(viewport.heightPx, y + heightPx * scale)
  if (right <= left || bottom <= top) return
  context.fillStyle = TRANSPARENCY[0]
  context.fillRect(left, top, right - left, bottom - top)
  context.save()
  context.beginPath()
  context.rect(left, top, right - left, bottom - top)
  context.clip()
  context.fillStyle = TRANSPARENCY[1]
  for (let row = Math.floor(top / SQUARE_PX); row * SQUARE_PX < bottom; row++) {
    for (let column = Math.floor(left / SQUARE_PX); column * SQUARE_PX < right; column++) {
      if ((row + column) % 2 === 0) context.fillRect(column * SQUARE_PX, row * SQUARE_PX, SQUARE_PX, SQUARE_PX)
    }
  }
  context.restore()
  context.strokeStyle = PICTURE_EDGE
  context.lineWidth = 1
  context.strokeRect(x - 0.5, y - 0.5, widthPx * scale + 1, heightPx * scale + 1)
}
