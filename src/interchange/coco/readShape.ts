import type { FlatShape } from '../../model/document/shape.ts'
import type { ReadRequest } from '../core/reader.ts'
import { keypointBox } from '../records/keypointBox.ts'
import type { SentKeypoints } from '../records/sentKeypoints.ts'
import type { ReadPlace } from '../records/submittedImage.ts'
import { landmarkFrom, maskFrom, polygonFrom, rectangleFrom, rotatedFrom } from '../shapes/fromPixels.ts'
import type { PixelBox, PixelSize, PixelVertex } from '../shapes/rings.ts'
import { expandRuns } from '../shapes/runLengths.ts'
import { ROTATION } from './annotation.ts'
import type { CocoAnnotation } from './dataset.ts'

/** How far corners of a box may be from its polygon's, in pixels: files carry 2 decimals and more. */
const NEAR_PX = 0.01

interface CocoPlace {
  size: PixelSize
  /** Its class has an attribute called `rotation`, which is unrelated to the shape. */
  isRotationOwn: boolean
  labels: SentKeypoints
  /** The class as the tag calls it. */
  label: string | null
  place: ReadPlace
  request: ReadRequest
}

/** The shapes of one annotation: its key points, and its polygon, mask or box. */
export function readCocoShapes(annotation: CocoAnnotation, at: CocoPlace): FlatShape[] {
  const { size, isRotationOwn, labels } = at
  const points = labelledPoints(annotation)
  const keypoints = landmarkFrom(
    points.flatMap(({ index, x, y, visible }) => {
      const label = labels.labelOf(index)
      return label === null ? [] : [{ x, y, label, visible }]
    }),
    size,
  )
  const area =
    keypoints && !hasRings(annotation) ? boxBeside(annotation, points, at) : readArea(annotation, isRotationOwn, size)
  return [keypoints, area].filter((shape) => shape !== null)
}

const hasRings = ({ segmentation }: CocoAnnotation): boolean =>
  Array.isArray(segmentation) ? segmentation.some(isRing) : segmentation !== undefined && segmentation !== null

const boxBeside = ({ bbox }: CocoAnnotation, points: readonly PixelVertex[], at: CocoPlace): FlatShape | null =>
  bbox?.length === 4 ? keypointBox(boxOf(bbox), points, at.size, at) : null

function readArea(
  { segmentation, bbox, attributes }: CocoAnnotation,
  isRotationOwn: boolean,
  size: PixelSize,
): FlatShape | null {
  if (segmentation && !Array.isArray(segmentation)) return readMask(segmentation, size)
  const rings = (segmentation ?? []).filter(isRing).map(pointsOf)
  const box = bbox?.length === 4 ? boxOf(bbox) : null
  if (rings.length === 0) return box ? rectangleFrom(box, size) : null
  if (rings.length === 1 && rings[0].length === 4) {
    const rotation = isRotationOwn ? undefined : attributes?.[ROTATION]
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

/** The key points that the annotation has: those of visibility 0 are absent. */
function labelledPoints(annotation: CocoAnnotation) {
  const keypoints = annotation.keypoints ?? []
  return Array.from({ length: Math.floor(keypoints.length / 3) }, (_, index) => {
    const [x, y, v] = keypoints.slice(3 * index, 3 * index + 3)
    return { index, x, y, v, visible: v === 2 }
  }).filter(({ v }) => v !== 0)
}
