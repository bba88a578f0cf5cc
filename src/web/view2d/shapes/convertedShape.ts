import type { ImageSize } from '../../../formats/results/jobContext.ts'
import type { AreaRing } from '../../../geometry/evenOddArea.ts'
import { joinedRings } from '../../../geometry/joinedRings.ts'
import { maskRings } from '../../../geometry/maskRings.ts'
import { withoutHoles } from '../../../geometry/nestedRings.ts'
import { rasterizeRings } from '../../../geometry/rasterizeRings.ts'
import { simplifiedRing } from '../../../geometry/simplifiedRing.ts'
import type { FlatShape, Mask, Polygon } from '../../../model/document/shape.ts'
import { insideOf, pixelOf } from './pixels.ts'

/** How far a polygon made of a mask may be from the pixels' edges: steps of one pixel become slanted lines. */
const TRACE_TOLERANCE_PX = 0.75

/** In pixels: angles and distances mean something there. */
export const ringsOf = ({ rings }: Polygon, image: ImageSize): AreaRing[] =>
  rings.map((ring) => ring.map((point) => pixelOf(point, image)))

export const polygonOf = (rings: readonly AreaRing[], image: ImageSize): Polygon => ({
  type: 'polygon',
  rings: rings.map((ring) => ring.map((point) => insideOf(point, image))),
})

export const maskOf = (rings: readonly AreaRing[], { widthPx, heightPx }: ImageSize): Mask => ({
  type: 'mask',
  widthPx,
  heightPx,
  counts: rasterizeRings(rings, { widthPx, heightPx }),
})

/**
 * Converts a polygon to the pixels whose centres it covers, and a mask to the polygon around it; null if nothing would
 * be left.
 */
export function convertedShape(shape: FlatShape, image: ImageSize): Polygon | Mask | null {
  if (shape.type === 'polygon') {
    const mask = maskOf(ringsOf(shape, image), image)
    return mask.counts.length > 1 ? mask : null
  }
  if (shape.type !== 'mask') return null
  const rings = maskRings(shape.counts, shape.heightPx).map((ring) => simplifiedRing(ring, TRACE_TOLERANCE_PX))
  return rings.length > 0 ? polygonOf(rings, image) : null
}

/** Fills all holes; null if there are none, or if the shape is neither polygon nor mask. */
export function filledShape(shape: FlatShape, image: ImageSize): Polygon | Mask | null {
  if (shape.type !== 'polygon' && shape.type !== 'mask') return null
  const rings = shape.type === 'polygon' ? ringsOf(shape, image) : maskRings(shape.counts, shape.heightPx)
  const filled = withoutHoles(rings)
  if (filled.length === rings.length) return null
  return shape.type === 'polygon' ? polygonOf(filled, image) : maskOf(filled, image)
}

/** The union of the shapes; null unless all are polygons or all are masks. */
export function joinedShape(shapes: readonly FlatShape[], image: ImageSize): Polygon | Mask | null {
  const polygons = shapes.filter((shape) => shape.type === 'polygon')
  const masks = shapes.filter((shape) => shape.type === 'mask')
  if (polygons.length === shapes.length && polygons.length > 1) {
    const [first, ...others] = polygons.map((polygon) => ringsOf(polygon, image))
    return polygonOf(
      others.reduce<AreaRing[]>((all, rings) => joinedRings(all, rings), first),
      image,
    )
  }
  if (masks.length !== shapes.length || masks.length < 2) return null
  const [first, ...others] = masks
  return { ...first, counts: others.reduce((counts, mask) => joinedRuns(counts, mask.counts), first.counts) }
}

/** The union of two masks as run lengths, processed in parallel without unpacking pixels. */
function joinedRuns(a: readonly number[], b: readonly number[]): readonly number[] {
  const ends = [...runEnds(a), ...runEnds(b)].sort((one, other) => one - other)
  const isIn = (runs: readonly { from: number; to: number }[], cursor: { at: number }, place: number) => {
    while (cursor.at < runs.length && runs[cursor.at].to <= place) cursor.at++
    return cursor.at < runs.length && runs[cursor.at].from <= place
  }
  const [runsA, runsB] = [foreground(a), foreground(b)]
  const [cursorA, cursorB] = [{ at: 0 }, { at: 0 }]
  const counts: number[] = []
  let covered = false
  let since = 0
  let before = 0
  for (const end of ends) {
    if (end > before) {
      const isCovered = isIn(runsA, cursorA, before) || isIn(runsB, cursorB, before)
      if (isCovered !== covered) {
        counts.push(before - since)
        since = before
        covered = isCovered
      }
    }
    before = end
  }
  counts.push(before - since)
  return counts
}

function runEnds(counts: readonly number[]): number[] {
  let at = 0
  return counts.map((count) => {
    at += count
    return at
  })
}

const foreground = (counts: readonly number[]) =>
  runEnds(counts).flatMap((to, i) => (i % 2 === 1 ? { from: to - counts[i], to } : []))
