import type { PixelWindow } from '../livewire/edgeCosts.ts'
import { BACKGROUND, OBJECT, OPEN } from './gridCut.ts'
import type { CutTask } from './objectCut.ts'

/** The most cells of a window, so that a person does not wait for a cut. */
export const CUT_CELLS = 200_000

/** In cells of the window. */
export interface CellPlace {
  x: number
  y: number
}

/** A line that a person drew over the object, or over something else. */
export interface CellStroke {
  points: readonly CellPlace[]
  radius: number
  isObject: boolean
}

/** The task to find the object in a box, from one corner to the other; outside of the box all is ground. */
export function cutTask(
  pixels: PixelWindow,
  { from, to }: { from: CellPlace; to: CellPlace },
  drawn: readonly CellStroke[],
): CutTask {
  const { width, height } = pixels
  const marks = new Uint8Array(width * height).fill(BACKGROUND)
  // If the box is as large as the window, its outermost cells show what the ground looks like.
  const [left, right] = [Math.max(1, Math.floor(from.x)), Math.min(width - 1, Math.ceil(to.x))]
  const [top, bottom] = [Math.max(1, Math.floor(from.y)), Math.min(height - 1, Math.ceil(to.y))]
  for (let y = top; y < bottom; y++) marks.fill(OPEN, y * width + left, y * width + right)
  const strokes = new Uint8Array(width * height).fill(OPEN)
  for (const stroke of drawn) drawStroke(strokes, width, height, stroke)
  return { pixels, strokes, marks: marks.map((mark, at) => (strokes[at] === OPEN ? mark : strokes[at])) }
}

function drawStroke(
  strokes: Uint8Array,
  width: number,
  height: number,
  { points, radius, isObject }: CellStroke,
): void {
  for (let i = 0; i < points.length; i++) {
    const [a, b] = [points[Math.max(0, i - 1)], points[i]]
    const steps = Math.max(1, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y)))
    for (let step = 0; step <= steps; step++) {
      const [x, y] = [a.x + ((b.x - a.x) * step) / steps, a.y + ((b.y - a.y) * step) / steps]
      for (let cy = Math.max(0, Math.ceil(y - radius - 0.5)); cy < Math.min(height, y + radius); cy++) {
        for (let cx = Math.max(0, Math.ceil(x - radius - 0.5)); cx < Math.min(width, x + radius); cx++) {
          if (Math.hypot(cx + 0.5 - x, cy + 0.5 - y) <= Math.max(0.75, radius)) {
            strokes[cy * width + cx] = isObject ? OBJECT : BACKGROUND
          }
        }
      }
    }
  }
}
