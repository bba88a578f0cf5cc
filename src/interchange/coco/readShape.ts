import type { PixelSize, PixelVertex } from '../shapes/rings.ts'
import { expandRuns } from '../shapes/runLengths.ts'
import { ROTATION } from './annotation.ts'
import type { CocoAnnotation, CocoCategory } from './dataset.ts'

export interface ReadShape {
  group: 'rectangles' | 'rotated_rectangles' | 'polygons' | 'masks' | 'landmarks'
  /** Members of the record that hold its geometry, as submitted. */
  members: object
}

/** How far corners of a box may be from its polygon's, in pixels: files carry 2 decimals and more. */
const NEAR_PX = 0.01

/** The shapes of one annotation: its polygon, mask or box, and its key points. */
export function readCocoShapes(annotation: CocoAnnotation, category: CocoCategory, size: PixelSize): ReadShape[] {
  const shapes: ReadShape[] = []
  const keypoints = readKeypoints(annotation, category, size)
  if (keypoints) shapes.push(keypoints)
  const area = readArea(annotation, size, keypoints !== null)
  if (area) shapes.push(area)
  return shapes
}

/** A person with key points has a box that only bounds them: it is taken where there is nothing else. */
function readArea(annotation: CocoAnnotation, size: PixelSize, hasKeypoints: boolean): ReadShape | null {
  const { segmentation, bbox, attributes } = annotation
  if (segmentation && !Array.isArray(segmentation)) return readMask(segmentation, size)
  const rings = (segmentation ?? []).filter((ring) => ring.length >= 6 && ring.length % 2 === 0).map(pointsOf)
  const box = bbox && rectangleOf(bbox)
  if (rings.length === 0) {
    if (!box || hasKeypoints) return null
    return rectangle(box, size)
  }
  if (rings.length === 1 && rings[0].length === 4) {
    const rotation = attributes?.[ROTATION]
    if (typeof rotation === 'number') return rotatedRectangle(rings[0], rotation, size)
    if (box && isSame(rings[0], box)) return rectangle(box, size)
  }
  return polygon(rings, size)
}

const pointsOf = (ring: readonly number[]): PixelVertex[] =>
  Array.from({ length: ring.length / 2 }, (_, i) => ({ x: ring[2 * i], y: ring[2 * i + 1] }))

const rectangleOf = ([left, top, width, height]: readonly number[]): PixelVertex[] => [
  { x: left, y: top },
  { x: left + width, y: top },
  { x: left + width, y: top + height },
  { x: left, y: top + height },
]

const isSame = (a: readonly PixelVertex[], b: readonly PixelVertex[]): boolean =>
  a.every(({ x, y }, i) => Math.abs(x - b[i].x) <= NEAR_PX && Math.abs(y - b[i].y) <= NEAR_PX)

/** Data sets reach a little over the edge of their images; results must not. */
const unit = (value: number): number => Math.min(Math.max(value, 0), 1)

const toUnit = ({ x, y }: PixelVertex, { widthPx, heightPx }: PixelSize) => ({
  x: unit(x / widthPx),
  y: unit(y / heightPx),
})

function rectangle(corners: readonly PixelVertex[], size: PixelSize): ReadShape | null {
  const coordinates = corners.map((corner) => toUnit(corner, size))
  const isEmpty = !(coordinates[0].x < coordinates[2].x && coordinates[0].y < coordinates[2].y)
  return isEmpty ? null : { group: 'rectangles', members: { coordinates } }
}

function rotatedRectangle([a, b, c]: readonly PixelVertex[], rotationDeg: number, size: PixelSize): ReadShape | null {
  const width = Math.hypot(b.x - a.x, b.y - a.y)
  const height = Math.hypot(c.x - b.x, c.y - b.y)
  if (!(width > 0 && height > 0)) return null
  const center = { x: (a.x + c.x) / 2 / size.widthPx, y: (a.y + c.y) / 2 / size.heightPx }
  return {
    group: 'rotated_rectangles',
    members: { center, size: { width, height }, rotation: (rotationDeg * Math.PI) / 180 },
  }
}

function polygon(rings: readonly (readonly PixelVertex[])[], size: PixelSize): ReadShape {
  const points: Record<string, object> = {}
  const edges: Record<string, [string, string]> = {}
  let count = 0
  for (const ring of rings) {
    const first = count
    for (const point of ring) points[`p${++count}`] = toUnit(point, size)
    for (let i = 0; i < ring.length; i++)
      edges[`e${first + i + 1}`] = [`p${first + i + 1}`, `p${first + ((i + 1) % ring.length) + 1}`]
  }
  return { group: 'polygons', members: { points, edges } }
}

function readMask(
  { size: given, counts }: { size: number[]; counts: string | number[] },
  size: PixelSize,
): ReadShape | null {
  const runs = typeof counts === 'string' ? expandRuns(counts) : counts
  const isWhole = given[0] === size.heightPx && given[1] === size.widthPx
  if (!runs || !isWhole || runs.reduce((sum, run) => sum + run, 0) !== given[0] * given[1]) return null
  return { group: 'masks', members: { size: given, counts: runs } }
}

function readKeypoints({ keypoints = [] }: CocoAnnotation, category: CocoCategory, size: PixelSize): ReadShape | null {
  const points: Record<string, object> = {}
  let count = 0
  for (let i = 0; 3 * i + 2 < keypoints.length; i++) {
    const [x, y, v] = keypoints.slice(3 * i, 3 * i + 3)
    if (v === 0) continue
    const name = category.keypoints?.[i] ?? ''
    const label = /^\d{1,9}$/.test(name) ? Number(name) : i + 1
    points[`p${++count}`] = { ...toUnit({ x, y }, size), label, visible: v === 2 }
  }
  return count === 0 ? null : { group: 'landmarks', members: { points } }
}
