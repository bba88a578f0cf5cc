import type { FlatShape } from '../../model/document/shape.ts'
import type { ReadRequest } from '../core/reader.ts'
import { keypointBox } from '../records/keypointBox.ts'
import type { SentKeypoints } from '../records/sentKeypoints.ts'
import type { ReadPlace } from '../records/submittedImage.ts'
import { landmarkFrom, polygonFrom, rectangleFrom, rotatedFrom, uprightBox } from '../shapes/fromPixels.ts'
import type { PixelBox, PixelSize, PixelVertex } from '../shapes/rings.ts'
import type { YoloDescription } from './dataFolder.ts'

export type YoloFormat = 'detect' | 'segment' | 'obb' | 'pose'

/** The context in which a line with key points is read. */
export interface YoloObject {
  keypointShape: YoloDescription['keypointShape']
  labels: SentKeypoints
  /** The class as the tag calls it. */
  label: string | null
  place: ReadPlace
  request: ReadRequest
}

/** The shapes of the numbers after the class: a pose gives key points and a box. Empty if they give none. */
export type ReadYoloLine = (numbers: readonly number[], size: PixelSize, object: YoloObject) => FlatShape[]

/** Centre and size of a box. */
export const readDetectLine: ReadYoloLine = (numbers, size) =>
  shapes(numbers.length === 4 ? rectangleFrom(boxOf(numbers, size), size) : null)

/** Removes the confidence that detectors append to a label; lines of variable length cannot have one. */
export function withoutConfidence(
  format: YoloFormat,
  numbers: readonly number[],
  { keypointShape }: YoloDescription,
): { numbers: readonly number[]; confidence: number | null } {
  const [count, dimensions] = keypointShape ?? [0, 0]
  const length = { detect: 4, obb: 8, pose: 4 + count * dimensions, segment: null }[format]
  // An outline has pairs of numbers, so an odd one at the end is a confidence.
  const hasMore = length === null ? numbers.length >= 5 && numbers.length % 2 === 1 : numbers.length === length + 1
  return hasMore ? { numbers: numbers.slice(0, -1), confidence: numbers.at(-1) ?? null } : { numbers, confidence: null }
}

const shapes = (shape: FlatShape | null): FlatShape[] => (shape ? [shape] : [])

const boxOf = ([x, y, width, height]: readonly number[], { widthPx, heightPx }: PixelSize): PixelBox => ({
  left: (x - width / 2) * widthPx,
  top: (y - height / 2) * heightPx,
  right: (x + width / 2) * widthPx,
  bottom: (y + height / 2) * heightPx,
})

/** Boxes are allowed among the outlines, as Ultralytics reads them. */
export const readSegmentLine: ReadYoloLine = (numbers, size) => {
  if (numbers.length === 4) return shapes(rectangleFrom(boxOf(numbers, size), size))
  return numbers.length >= 6 && numbers.length % 2 === 0 ? shapes(polygonFrom([pairsOf(numbers, size)], size)) : []
}

export const readObbLine: ReadYoloLine = (numbers, size) => {
  if (numbers.length !== 8) return []
  const corners = pairsOf(numbers, size)
  const box = uprightBox(corners)
  return shapes(box ? rectangleFrom(box, size) : rotatedFrom(corners, size))
}

/** Key points in their order; without a visibility they are visible. A line without any key point is its box. */
export const readPoseLine: ReadYoloLine = (numbers, size, object) => {
  const { keypointShape, labels } = object
  if (!keypointShape) return []
  const [count, dimensions] = keypointShape
  if (numbers.length !== 4 + count * dimensions) return []
  const points = Array.from({ length: count }, (_, index) => {
    const [x, y, v = x === 0 && y === 0 ? 0 : 2] = numbers.slice(4 + index * dimensions, 4 + (index + 1) * dimensions)
    return { index, x: x * size.widthPx, y: y * size.heightPx, v }
  }).filter(({ v }) => v !== 0)
  const keypoints = landmarkFrom(
    points.flatMap(({ index, x, y, v }) => {
      const label = labels.labelOf(index)
      return label === null ? [] : [{ x, y, label, visible: v !== 1 }]
    }),
    size,
  )
  const box = boxOf(numbers, size)
  if (!keypoints) return shapes(rectangleFrom(box, size))
  return [keypoints, ...shapes(keypointBox(box, points, size, object))]
}

const pairsOf = (numbers: readonly number[], { widthPx, heightPx }: PixelSize): PixelVertex[] =>
  Array.from({ length: numbers.length / 2 }, (_, i) => ({
    x: numbers[2 * i] * widthPx,
    y: numbers[2 * i + 1] * heightPx,
  }))
