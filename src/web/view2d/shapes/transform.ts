import type { ImageSize } from '../../../formats/results/jobContext.ts'
import { decodeMask, encodeMask } from '../../../formats/results/runLengths.ts'
import type { FlatShape, ImagePoint, Mask } from '../../../model/document/shape.ts'
import { boundsOfShape } from './outline.ts'
import { clamp, insideOf, type PixelPoint, pixelOf } from './pixels.ts'

/** The shape moved by pixels. What has to stay inside the image stops at its border as a whole, unchanged in form. */
export function translated(shape: FlatShape, byPx: PixelPoint, image: ImageSize): FlatShape {
  if (shape.type === 'rotated_rectangle' || shape.type === 'ellipse') {
    const center = pixelOf(shape.center, image)
    return { ...shape, center: insideOf({ x: center.x + byPx.x, y: center.y + byPx.y }, image) }
  }
  const { left, top, right, bottom } = boundsOfShape(shape, image)
  const dx = clamp(byPx.x, -left, image.widthPx - right)
  const dy = clamp(byPx.y, -top, image.heightPx - bottom)
  if (shape.type === 'mask') return shiftedMask(shape, Math.round(dx), Math.round(dy))
  return mapPoints(shape, (point) => {
    const { x, y } = pixelOf(point, image)
    return insideOf({ x: x + dx, y: y + dy }, image)
  })
}

type PointShape = Exclude<FlatShape, { type: 'rotated_rectangle' | 'ellipse' | 'mask' }>

export function mapPoints(shape: PointShape, to: (point: ImagePoint) => ImagePoint): FlatShape {
  switch (shape.type) {
    case 'rectangle': {
      const a = to({ x: shape.left, y: shape.top })
      const b = to({ x: shape.right, y: shape.bottom })
      return { type: 'rectangle', left: a.x, top: a.y, right: b.x, bottom: b.y }
    }
    case 'polygon':
      return { type: 'polygon', rings: shape.rings.map((ring) => ring.map(to)) }
    case 'line':
    case 'cuboid':
      return { type: shape.type, points: shape.points.map(to) }
    case 'landmark':
      return { type: 'landmark', points: shape.points.map((point) => ({ ...point, ...to(point) })) }
  }
}

function shiftedMask(mask: Mask, dx: number, dy: number): Mask {
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
