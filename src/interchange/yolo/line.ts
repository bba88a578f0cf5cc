import type { ResultShape } from '../records/flatRecords.ts'
import { boxAround } from '../shapes/box.ts'
import { bridged } from '../shapes/bridge.ts'
import { clipToImage } from '../shapes/clip.ts'
import { maskRings } from '../shapes/maskRings.ts'
import { type PixelRing, type PixelSize, pixelRings } from '../shapes/rings.ts'

/** Shares of the image that files carry: a hundredth of a pixel of an image of 100,000 pixels. */
const SHARE_STEP = 1e7

const share = (px: number, ofPx: number): number => Math.round((px / ofPx) * SHARE_STEP) / SHARE_STEP

/** What becomes of a record: its numbers after the class, and what is lost; null numbers: it is left out. */
export interface YoloLine {
  numbers: readonly number[] | null
  loss: string | null
}

const dropped = (type: string): YoloLine => ({ numbers: null, loss: `${type}_dropped` })

/** x and y of the centre, width and height, as shares of the image. */
export function detectLine({ shape }: ResultShape, size: PixelSize): YoloLine {
  const box = boxAround(shape, size)
  if (!box) return dropped(shape.type)
  const { left, top, right, bottom } = box
  const { widthPx, heightPx } = size
  return {
    numbers: [
      share((left + right) / 2, widthPx),
      share((top + bottom) / 2, heightPx),
      share(right - left, widthPx),
      share(bottom - top, heightPx),
    ],
    loss: shape.type === 'rectangle' ? null : `${shape.type}_as_box`,
  }
}

/** The outline as x y pairs; holes and further parts joined by bridges of zero width. */
export function segmentLine({ shape }: ResultShape, size: PixelSize): YoloLine {
  const isClipped = shape.type === 'rotated_rectangle' || shape.type === 'ellipse'
  const rings = shape.type === 'mask' ? maskRings(shape.counts, shape.heightPx) : pixelRings(shape, size)
  const outline = bridged((rings ?? []).map((ring) => (isClipped ? clipToImage(ring, size) : ring)))
  if (outline.length < 3) return dropped(shape.type)
  const isExact = shape.type === 'polygon' && shape.rings.length === 1
  return { numbers: shares(outline, size), loss: isExact ? null : `${shape.type}_as_polygon` }
}

/** Four corners in order, clockwise from the one that is top left at rotation 0. */
export function obbLine({ shape }: ResultShape, size: PixelSize): YoloLine {
  if (shape.type !== 'rectangle' && shape.type !== 'rotated_rectangle') return dropped(shape.type)
  const [ring] = pixelRings(shape, size) ?? []
  const { widthPx, heightPx } = size
  const clipped = ring.map(({ x, y }) => ({
    x: Math.min(Math.max(x, 0), widthPx),
    y: Math.min(Math.max(y, 0), heightPx),
  }))
  const isInside = clipped.every(({ x, y }, i) => x === ring[i].x && y === ring[i].y)
  return { numbers: shares(clipped, size), loss: isInside ? null : 'outside_dropped' }
}

const shares = (ring: PixelRing, { widthPx, heightPx }: PixelSize): number[] =>
  ring.flatMap(({ x, y }) => [share(x, widthPx), share(y, heightPx)])
