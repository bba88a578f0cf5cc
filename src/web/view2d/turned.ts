import type { Turns, ViewportSize } from './camera2d.ts'
import type { PixelPoint } from './shapes/pixels.ts'

const BACK: readonly ((by: PixelPoint) => PixelPoint)[] = [
  ({ x, y }) => ({ x, y }),
  ({ x, y }) => ({ x: y, y: -x }),
  ({ x, y }) => ({ x: -x, y: -y }),
  ({ x, y }) => ({ x: -y, y: x }),
]

export const turnsAfter = (turns: Turns, step: 1 | -1): Turns => TURNS[(turns + step + 4) % 4]
const TURNS: readonly Turns[] = [0, 1, 2, 3]

/** Converts a movement on the screen to the picture before it is turned. */
export const turnedBack = (by: PixelPoint, turns: Turns): PixelPoint => BACK[turns](by)

/** The size of the view before it is turned. */
export const turnedSize = ({ widthPx, heightPx }: ViewportSize, turns: Turns): ViewportSize =>
  turns % 2 === 0 ? { widthPx, heightPx } : { widthPx: heightPx, heightPx: widthPx }

/** A place of the view on the canvas that is turned about their common middle. `view` is the view's own size. */
export function placeTurnedBack(place: PixelPoint, view: ViewportSize, turns: Turns): PixelPoint {
  const { widthPx, heightPx } = turnedSize(view, turns)
  const { x, y } = turnedBack({ x: place.x - view.widthPx / 2, y: place.y - view.heightPx / 2 }, turns)
  return { x: x + widthPx / 2, y: y + heightPx / 2 }
}
