import type { ImageSize } from '../../../formats/results/jobContext.ts'
import { maskRings } from '../../../geometry/maskRings.ts'
import { signedArea } from '../../../geometry/nestedRings.ts'
import { simplifiedRing } from '../../../geometry/simplifiedRing.ts'
import type { Box, FoundShape, WantedShape } from './modelMessages.ts'

/** What a network says of each place: above the threshold is the object. */
export interface MaskPlane {
  values: ArrayLike<number>
  width: number
  height: number
  /** The part of it that the picture covers, in its own cells. */
  part: { left: number; top: number; width: number; height: number }
  threshold: number
}

/** The grid for tracing outlines has at most this many cells per side. */
const OUTLINE_CELLS = 1024
const OUTLINE_TOLERANCE = 0.75
/** Relative to the largest part: smaller ones are specks. */
const SPECK_SHARE = 0.01

/** The object as its class requires; null if nothing exceeds the threshold. */
export function maskShape(plane: MaskPlane, image: ImageSize, shape: WantedShape, score: number | null): FoundShape {
  const shrink = shape === 'mask' ? 1 : Math.min(1, OUTLINE_CELLS / Math.max(image.widthPx, image.heightPx))
  const width = Math.max(1, Math.round(image.widthPx * shrink))
  const height = Math.max(1, Math.round(image.heightPx * shrink))
  const counts = maskCounts(plane, width, height)
  if (counts.length < 2) return null
  if (shape === 'mask') return { mask: { size: [height, width], counts }, score }
  const rings = maskRings(counts, height)
  if (shape === 'box') return { box: boundsOf(rings.flat(), width, height), score }
  const areas = rings.map((ring) => Math.abs(signedArea(ring)))
  const least = Math.max(...areas) * SPECK_SHARE
  const polygons = rings
    .filter((_, i) => areas[i] >= least)
    .map((ring) => simplifiedRing(ring, OUTLINE_TOLERANCE).map(({ x, y }) => ({ x: x / width, y: y / height })))
  return { polygons, score }
}

/** Runs column by column, beginning with background, on a grid of this size over the picture. */
function maskCounts(plane: MaskPlane, width: number, height: number): number[] {
  const counts: number[] = []
  let isInside = false
  let run = 0
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      if (valueAt(plane, (x + 0.5) / width, (y + 0.5) / height) > plane.threshold !== isInside) {
        counts.push(run)
        run = 0
        isInside = !isInside
      }
      run++
    }
  }
  counts.push(run)
  return counts
}

/** Interpolates between the centres of four cells, at fractions of the picture. */
function valueAt({ values, width, height, part }: MaskPlane, shareX: number, shareY: number): number {
  const x = Math.min(width - 1, Math.max(0, part.left + shareX * part.width - 0.5))
  const y = Math.min(height - 1, Math.max(0, part.top + shareY * part.height - 0.5))
  const [x0, y0] = [Math.floor(x), Math.floor(y)]
  const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)]
  const upper = values[y0 * width + x0] * (x0 + 1 - x) + values[y0 * width + x1] * (x - x0)
  const lower = values[y1 * width + x0] * (x0 + 1 - x) + values[y1 * width + x1] * (x - x0)
  return upper * (y0 + 1 - y) + lower * (y - y0)
}

function boundsOf(points: readonly { x: number; y: number }[], width: number, height: number): Box {
  const box = { left: 1, top: 1, right: 0, bottom: 0 }
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x / width)
    box.right = Math.max(box.right, x / width)
    box.top = Math.min(box.top, y / height)
    box.bottom = Math.max(box.bottom, y / height)
  }
  return box
}
