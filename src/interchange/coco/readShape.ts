import type { FlatShape } from '../../model/document/shape.ts'
import type { SentKeypoints } from '../records/sentKeypoints.ts'
import { landmarkFrom, maskFrom, polygonFrom, rectangleFrom, rotatedFrom } from '../shapes/fromPixels.ts'
import type { PixelBox, PixelSize, PixelVertex } from '../shapes/rings.ts'
import { expandRuns } from '../shapes/runLengths.ts'
import { ROTATION } from './annotation.ts'
import type { CocoAnnotation } from './dataset.ts'

/** How far corners of a box may be from its polygon's, in pixels: files carry 2 decimals and more. */
const NEAR_PX = 0.01

interface CocoPlace {
  size: PixelSize
  /** Its class has an attribute called `rotation`, which says nothing of the shape. */
  isRotationOwn: boolean
  labels: SentKeypoints
}

/** The shapes of one annotation: its polygon, mask or box, and its key points. */
export function readCocoShapes(annotation: CocoAnnotation, { size, isRotationOwn, labels }: CocoPlace): FlatShape[] {
  const keypoints = readKeypoints(annotation, labels, size)
  const area = readArea(isRotationOwn ? { ...annotation, attributes: {} } : annotation, size, keypoints !== null)
  return [keypoints, area].filter((shape) => shape !== null)
}

/** A person with key points has a box that only bounds them: it is taken where there is nothing else. */
function readArea(annotation: CocoAnnotation, size: PixelSize, hasKeypoints: boolean): FlatShape | null {
  const { segmentation, bbox, attributes } = annotation
  if (segmentation && !Array.isArray(segmentation)) return readMask(segmentation, size)
  const rings = (segmentation ?? []).filter(isRing).map(pointsOf)
  const box = bbox?.length === 4 ? boxOf(bbox) : null
  if (rings.length === 0) return box && !hasKeypoints ? rectangleFrom(box, size) : null
  if (rings.length === 1 && rings[0].length === 4) {
    const rotation = attributes?.[ROTATION]
    if (typeof rotation === 'number') return rotatedFrom(rings[0], size, (rotation * Math.PI) / 180)
    if (box && isBox(rings[0], box)) return rectangleFrom(box, size)
  }
  return polygonFrom(rings, size)
}

export const isRing = (ring: readonly number[]): boolean => ring.length >= 6 && ring.length % 2 === 0

const pointsOf = (ring: readonly number[]): PixelVertex[] =>
  Array.from({ length: ring.length / 2 }, (_, i) => ({ x: ring[2 * i], y: ring[2 * i + 1] }))

const boxOf = ([left, top, width, height]: readonly number[]): PixelBox => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

function isBox(ring: readonly PixelVertex[], { left, top, right, bottom }: PixelBox): boolean {
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
  return corners.every(([x, y], i) => Math.abs(ring[i].x - x) <= NEAR_PX && Math.abs(ring[i].y - y) <= NEAR_PX)
}

function readMask({ size: given, counts }: { size: number[]; counts: string | number[] }, size: PixelSize) {
  const runs = typeof counts === 'string' ? expandRuns(counts) : counts
  const isWhole = given[0] === size.heightPx && given[1] === size.widthPx
  return runs && isWhole ? maskFrom(runs, size) : null
}

function readKeypoints(annotation: CocoAnnotation, labels: SentKeypoints, size: PixelSize) {
  const keypoints = annotation.keypoints ?? []
  const points = Array.from({ length: Math.floor(keypoints.length / 3) }, (_, i) => {
    const [x, y, v] = keypoints.slice(3 * i, 3 * i + 3)
    const label = v === 0 ? null : labels.labelOf(i)
    return label === null ? [] : [{ x, y, label, visible: v === 2 }]
  })
  return landmarkFrom(points.flat(), size)
}
