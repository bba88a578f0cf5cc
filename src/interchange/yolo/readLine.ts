import type { FlatShape } from '../../model/document/shape.ts'
import type { SentKeypoints } from '../records/sentKeypoints.ts'
import { landmarkFrom, polygonFrom, rectangleFrom, rotatedFrom, uprightBox } from '../shapes/fromPixels.ts'
import type { PixelSize, PixelVertex } from '../shapes/rings.ts'
import type { YoloDescription } from './dataFolder.ts'

export type YoloFormat = 'detect' | 'segment' | 'obb' | 'pose'

/** The shape that the numbers after the class tell; null when they do not. */
export type ReadYoloLine = (
  numbers: readonly number[],
  size: PixelSize,
  keypointShape: YoloDescription['keypointShape'],
  labels: SentKeypoints,
) => FlatShape | null

/** Centre and size of a box. */
export const readDetectLine: ReadYoloLine = (numbers, size) => (numbers.length === 4 ? boxOf(numbers, size) : null)

/** Detectors write how sure they are behind what a label has; lines of a variable length cannot tell it. */
export function withoutConfidence(
  format: YoloFormat,
  numbers: readonly number[],
  { keypointShape }: YoloDescription,
): { numbers: readonly number[]; confidence: number | null } {
  const [count, dimensions] = keypointShape ?? [0, 0]
  const length = { detect: 4, obb: 8, pose: 4 + count * dimensions, segment: null }[format]
  // An outline has pairs of numbers: one more is no half of a pair.
  const hasMore = length === null ? numbers.length >= 5 && numbers.length % 2 === 1 : numbers.length === length + 1
  return hasMore ? { numbers: numbers.slice(0, -1), confidence: numbers.at(-1) ?? null } : { numbers, confidence: null }
}

function boxOf([x, y, width, height]: readonly number[], size: PixelSize) {
  const { widthPx, heightPx } = size
  const box = {
    left: (x - width / 2) * widthPx,
    top: (y - height / 2) * heightPx,
    right: (x + width / 2) * widthPx,
    bottom: (y + height / 2) * heightPx,
  }
  return rectangleFrom(box, size)
}

/** Boxes are allowed among the outlines, as Ultralytics reads them. */
export const readSegmentLine: ReadYoloLine = (numbers, size) => {
  if (numbers.length === 4) return boxOf(numbers, size)
  return numbers.length >= 6 && numbers.length % 2 === 0 ? polygonFrom([pairsOf(numbers, size)], size) : null
}

export const readObbLine: ReadYoloLine = (numbers, size) => {
  if (numbers.length !== 8) return null
  const corners = pairsOf(numbers, size)
  const box = uprightBox(corners)
  return box ? rectangleFrom(box, size) : rotatedFrom(corners, size)
}

/** Key points in their order, those without visibility seen; a line without any is its box. */
export const readPoseLine: ReadYoloLine = (numbers, size, keypointShape, labels) => {
  if (!keypointShape) return null
  const [count, dimensions] = keypointShape
  if (numbers.length !== 4 + count * dimensions) return null
  const points = Array.from({ length: count }, (_, i) => {
    const [x, y, v = x === 0 && y === 0 ? 0 : 2] = numbers.slice(4 + i * dimensions, 4 + (i + 1) * dimensions)
    const label = v === 0 ? null : labels.labelOf(i)
    return label === null ? [] : [{ x: x * size.widthPx, y: y * size.heightPx, label, visible: v !== 1 }]
  })
  return landmarkFrom(points.flat(), size) ?? boxOf(numbers, size)
}

const pairsOf = (numbers: readonly number[], { widthPx, heightPx }: PixelSize): PixelVertex[] =>
  Array.from({ length: numbers.length / 2 }, (_, i) => ({
    x: numbers[2 * i] * widthPx,
    y: numbers[2 * i + 1] * heightPx,
  }))
