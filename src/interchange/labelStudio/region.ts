import { decodeMask, encodeMask } from '../../formats/results/runLengths.ts'
import { rasterizeRings } from '../../geometry/rasterizeRings.ts'
import type { GeometryKind } from '../../model/annotationType.ts'
import type { FlatShape, Landmark } from '../../model/document/shape.ts'
import { degreesAround } from '../cvat/shapeElement.ts'
import { boxAround } from '../shapes/box.ts'
import { outlineInImage } from '../shapes/clip.ts'
import {
  type PixelRing,
  type PixelSize,
  pixelRings,
  rotatedCorners,
  roundPx,
  roundRad,
  toPixels,
} from '../shapes/rings.ts'
import { maskArea } from '../shapes/runLengths.ts'
import { packBrush } from './brushRuns.ts'
import type { CONTROLS } from './config.ts'

/** A region as Label Studio has it: places and sizes in percent of the image. */
export interface LabelRegion {
  type: keyof typeof CONTROLS
  value: Record<string, unknown>
  /** For a key point: which one, and whether it is visible. For a rotated box with rotation 0: that it is one. */
  meta?: { keypoint: number; visible: boolean } | { rotated: true }
}

export interface WrittenRegions {
  /** One, or one a key point. */
  regions: readonly LabelRegion[]
  /** The geometry that they are read back as: records are written in the order of theirs. */
  readAs: GeometryKind
  /** The loss, without the name of the shape; null if there is none. */
  loss: 'as_mask' | 'as_polygon' | null
}

/** Fine enough for corners to lead back to the same rotated box. */
const PARTS = 1e7

const percent = (px: number, ofPx: number): number => {
  const step = PARTS * 10 ** Math.max(Math.ceil(Math.log10(ofPx)) - 2, 0)
  return Math.round((px / ofPx) * 100 * step) / step
}

/** null for shapes that Label Studio has no region for, and for those that cover nothing. */
export function regionsOf(shape: FlatShape, size: PixelSize): WrittenRegions | null {
  const one = (region: LabelRegion, readAs: GeometryKind): WrittenRegions => ({ regions: [region], readAs, loss: null })
  switch (shape.type) {
    case 'rectangle': {
      const region = uprightRegion(shape, size)
      return region && one(region, 'rectangle')
    }
    case 'rotated_rectangle': {
      const rotation = degreesAround(roundRad(shape.rotationRad))
      const [a, b, c] = rotatedCorners(shape, size)
      const [width, height] = [Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(c.x - b.x, c.y - b.y)]
      const region = rectangle(a.x, a.y, width, height, rotation, size)
      return one(rotation === 0 ? { ...region, meta: { rotated: true } } : region, 'rotated_rectangle')
    }
    case 'ellipse': {
      const [radiusX, radiusY] = [roundPx(shape.radiusXPx), roundPx(shape.radiusYPx)]
      if (!(radiusX > 0 && radiusY > 0)) return null
      const value = {
        x: percent(roundPx(shape.center.x * size.widthPx), size.widthPx),
        y: percent(roundPx(shape.center.y * size.heightPx), size.heightPx),
        radiusX: percent(radiusX, size.widthPx),
        radiusY: percent(radiusY, size.heightPx),
        rotation: degreesAround(shape.rotationRad),
      }
      return one({ type: 'ellipselabels', value }, 'ellipse')
    }
    case 'polygon': {
      const rings = pixelRings(shape, size) ?? []
      if (rings.length > 1) return brush(rasterizeRings(rings, size), size, 'as_mask')
      return one({ type: 'polygonlabels', value: { points: percents(rings[0], size), closed: true } }, 'polygon')
    }
    case 'mask':
      return brush(shape.counts, size, null)
    case 'landmark':
      return { regions: keypoints(shape, size), readAs: 'landmark', loss: null }
    default: {
      const ring = outlineInImage(shape, size)
      const value = ring && { points: percents(ring, size), closed: true }
      return value && { regions: [{ type: 'polygonlabels', value }], readAs: 'polygon', loss: 'as_polygon' }
    }
  }
}

function uprightRegion(shape: FlatShape, size: PixelSize): LabelRegion | null {
  const box = boxAround(shape, size)
  return box && rectangle(box.left, box.top, box.right - box.left, box.bottom - box.top, 0, size)
}

/** Turned about its top left corner. */
function rectangle(
  x: number,
  y: number,
  width: number,
  height: number,
  rotation: number,
  { widthPx, heightPx }: PixelSize,
): LabelRegion {
  const value = {
    x: percent(x, widthPx),
    y: percent(y, heightPx),
    width: percent(width, widthPx),
    height: percent(height, heightPx),
    rotation,
  }
  return { type: 'rectanglelabels', value }
}

const percents = (ring: PixelRing, { widthPx, heightPx }: PixelSize) =>
  ring.map(({ x, y }) => [percent(x, widthPx), percent(y, heightPx)])

function brush(counts: readonly number[], size: PixelSize, loss: 'as_mask' | null): WrittenRegions | null {
  if (maskArea(counts) === 0) return null
  const pixels = decodeMask({ ...size, counts })
  // Row by row is column by column of an image that is one column wide.
  const rle = packBrush(encodeMask(pixels, pixels.length, 1).counts)
  return { regions: [{ type: 'brushlabels', value: { format: 'rle', rle } }], readAs: 'mask', loss }
}

/** Every point a region; their parent says that they belong together. */
const keypoints = ({ points }: Landmark, size: PixelSize): LabelRegion[] =>
  points.map((point) => {
    const [[x, y]] = percents([toPixels(point, size)], size)
    return {
      type: 'keypointlabels',
      value: { x, y, width: 0.5 },
      meta: { keypoint: point.label, visible: point.visible },
    }
  })
