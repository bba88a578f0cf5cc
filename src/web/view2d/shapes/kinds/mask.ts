import { decodeMask, encodeMask, runsBounds } from '../../../../formats/results/runLengths.ts'
import type { Mask } from '../../../../model/document/shape.ts'
import { cornersOf, type PixelBounds, type PixelPoint } from '../pixels.ts'
import type { ShapeView } from '../shapeView.ts'

/** Runs are long to walk and masks never change in place. */
const knownBounds = new WeakMap<Mask, PixelBounds>()

function boundsOf(mask: Mask): PixelBounds {
  const known = knownBounds.get(mask)
  if (known) return known
  const bounds = runsBounds(mask) ?? { left: 0, top: 0, right: 0, bottom: 0 }
  knownBounds.set(mask, bounds)
  return bounds
}

/** Whether the pixel under the point is foreground. */
export function maskHas({ widthPx, heightPx, counts }: Mask, at: PixelPoint): boolean {
  const x = Math.floor(at.x)
  const y = Math.floor(at.y)
  if (x < 0 || y < 0 || x >= widthPx || y >= heightPx) return false
  let left = x * heightPx + y
  for (let i = 0; i < counts.length; i++) {
    left -= counts[i]
    if (left < 0) return i % 2 === 1
  }
  return false
}

function shifted(mask: Mask, dx: number, dy: number): Mask {
  if (dx === 0 && dy === 0) return mask
  const { widthPx, heightPx } = mask
  const pixels = decodeMask(mask)
  const moved = new Uint8Array(pixels.length)
  for (let y = 0; y < heightPx; y++) {
    if (y + dy < 0 || y + dy >= heightPx) continue
    const row = pixels.subarray(y * widthPx, (y + 1) * widthPx)
    const from = Math.max(0, -dx)
    const to = Math.min(widthPx, widthPx - dx)
    moved.set(row.subarray(from, to), (y + dy) * widthPx + from + dx)
  }
  return { type: 'mask', ...encodeMask(moved, heightPx, widthPx) }
}

export const MASK_VIEW: ShapeView<Mask> = {
  isFilled: true,
  fillsBounds: true,
  outline: (mask) => ({ paths: [cornersOf(boundsOf(mask))], closed: true }),
  bounds: boundsOf,
  area: ({ counts }) => counts.reduce((sum, run, i) => (i % 2 === 1 ? sum + run : sum), 0),
  contains: (mask, _, at) => maskHas(mask, at),
  handles: () => [],
  moved: (mask, by) => shifted(mask, Math.round(by.x), Math.round(by.y)),
  // It has no path: it is drawn as pixels.
  trace: () => undefined,
}
