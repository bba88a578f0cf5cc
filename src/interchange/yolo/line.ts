import { maskRings } from '../../geometry/maskRings.ts'
import { shapeKind } from '../../model/shapes/flatShapes.ts'
import type { ResultShape } from '../records/flatRecords.ts'
import { boxAround } from '../shapes/box.ts'
import { bridged } from '../shapes/bridge.ts'
import { clipToImage } from '../shapes/clip.ts'
import { uprightBox } from '../shapes/fromPixels.ts'
import { type PixelBox, type PixelRing, type PixelSize, pixelRings, rotatedCorners } from '../shapes/rings.ts'

/** The precision of shares of an image in parts of a pixel: fine enough to lead back to the same pixels. */
const PARTS = 1e5
/** Corners of rotated boxes must lead back to the same angle. */
const CORNER_PARTS = 1e7

/** Rounds to as many decimals as images of this width or height need. */
export function shareOfPx(px: number, ofPx: number, parts = PARTS): number {
  const step = parts * 10 ** Math.ceil(Math.log10(ofPx))
  return Math.round((px / ofPx) * step) / step
}

/** A written record: its numbers after the class, and its losses. If the numbers are null it is left out. */
export interface YoloLine {
  numbers: readonly number[] | null
  loss: string | null
  /** Written after the lines that are read back as boxes, which come first in an image. */
  comesLater?: boolean
}

const dropped = (type: string): YoloLine => ({ numbers: null, loss: `${type}_dropped` })

/** x and y of the centre, width and height, as shares of the image. */
export function detectLine({ shape }: ResultShape, size: PixelSize): YoloLine {
  const box = boxAround(shape, size)
  if (!box) return dropped(shape.type)
  return { numbers: boxShares(box, size), loss: shape.type === 'rectangle' ? null : `${shape.type}_as_box` }
}

/** x and y of the centre, width and height. */
export const boxShares = ({ left, top, right, bottom }: PixelBox, { widthPx, heightPx }: PixelSize): number[] => [
  shareOfPx((left + right) / 2, widthPx),
  shareOfPx((top + bottom) / 2, heightPx),
  shareOfPx(right - left, widthPx),
  shareOfPx(bottom - top, heightPx),
]

/** The outline as x y pairs; holes and further parts joined by bridges of zero width. */
export function segmentLine({ shape }: ResultShape, size: PixelSize): YoloLine {
  const { hasRotation, isCurved } = shapeKind(shape)
  const isClipped = hasRotation || isCurved
  const rings = shape.type === 'mask' ? maskRings(shape.counts, shape.heightPx) : pixelRings(shape, size)
  const outline = bridged((rings ?? []).map((ring) => (isClipped ? clipToImage(ring, size) : ring)))
  if (outline.length < 3) return dropped(shape.type)
  const isExact = shape.type === 'polygon' && shape.rings.length === 1
  return { numbers: shares(outline, size), loss: isExact ? null : `${shape.type}_as_polygon` }
}

/** Four corners in order, clockwise from the one that is top left at rotation 0. */
export function obbLine({ shape }: ResultShape, size: PixelSize): YoloLine {
  if (shape.type !== 'rectangle' && shape.type !== 'rotated_rectangle') return dropped(shape.type)
  const [ring] = shape.type === 'rectangle' ? (pixelRings(shape, size) ?? []) : [rotatedCorners(shape, size)]
  const { widthPx, heightPx } = size
  const clipped = ring.map(({ x, y }) => ({
    x: Math.min(Math.max(x, 0), widthPx),
    y: Math.min(Math.max(y, 0), heightPx),
  }))
  const isInside = clipped.every(({ x, y }, i) => x === ring[i].x && y === ring[i].y)
  const comesLater = uprightBox(clipped) === null
  return { numbers: shares(clipped, size, CORNER_PARTS), loss: isInside ? null : 'outside_dropped', comesLater }
}

const shares = (ring: PixelRing, { widthPx, heightPx }: PixelSize, parts?: number): number[] =>
  ring.flatMap(({ x, y }) => [shareOfPx(x, widthPx, parts), shareOfPx(y, heightPx, parts)])
