import { type PixelPoint, pixelDistance } from '../../../view2d/shapes/pixels.ts'
import type { ImageToolState, PointerInfo } from '../imageHost.ts'
import { DRAG_START_PX } from '../select/pressing.ts'

/** Measures from a press to the release, or to the next click; the result stays until the next measurement. */
export function measuring(from: PointerInfo): ImageToolState {
  let to = from.at
  let isOver = false
  return {
    name: 'ruler.measuring',
    cursor: 'crosshair',
    pointerDown: (_, info) => (isOver && info.button === 0 ? measuring(info) : undefined),
    pointerMove(_, { at }) {
      if (!isOver) to = at
      return undefined
    },
    pointerUp(_, { screen }) {
      isOver ||= pixelDistance(screen, from.screen) >= DRAG_START_PX
      return undefined
    },
    overlay: () => ({
      path: { points: [from.at], next: to, closing: false },
      hint: { at: to, text: lengthText(from.at, to) },
    }),
  }
}

/** How long, and how far across and down. */
function lengthText(from: PixelPoint, to: PixelPoint): string {
  const [across, down] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)].map(Math.round)
  return `${pixelDistance(from, to).toFixed(1)} px (${across} × ${down})`
}
