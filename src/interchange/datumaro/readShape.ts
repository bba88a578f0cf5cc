import type { FlatShape } from '../../model/document/shape.ts'
import { ROTATION } from '../coco/annotation.ts'
import type { SentKeypoints } from '../records/sentKeypoints.ts'
import {
  cuboidFrom,
  ellipseFrom,
  landmarkFrom,
  lineFrom,
  maskFrom,
  polygonFrom,
  rectangleFrom,
  turnedBoxFrom,
} from '../shapes/fromPixels.ts'
import type { PixelSize, PixelVertex } from '../shapes/rings.ts'
import { expandRuns } from '../shapes/runLengths.ts'
import { CUBOID_ORDER } from './annotation.ts'
import type { DatumaroAnnotation } from './dataset.ts'

/**
 * The shape of an annotation; null if it has none. `isRotationOwn`: its class has an attribute called `rotation`, which
 * is unrelated to the shape.
 */
export function readDatumaroShape(
  annotation: DatumaroAnnotation,
  labels: SentKeypoints,
  size: PixelSize,
  isRotationOwn: boolean,
): FlatShape | null {
  const numbers = (annotation.points ?? []).flat()
  const points = Array.from(
    { length: Math.floor(numbers.length / 2) },
    (_, i): PixelVertex => ({
      x: numbers[2 * i],
      y: numbers[2 * i + 1],
    }),
  )
  const degrees = isRotationOwn ? null : annotation.attributes?.[ROTATION]
  const radians = typeof degrees === 'number' ? (degrees * Math.PI) / 180 : null
  switch (annotation.type) {
    case 'bbox': {
      if (!annotation.bbox) return null
      const [left, top, width, height] = annotation.bbox
      const box = { left, top, right: left + width, bottom: top + height }
      return radians === null ? rectangleFrom(box, size) : turnedBoxFrom(box, radians, size)
    }
    case 'ellipse': {
      if (points.length !== 2) return null
      const [a, b] = points
      const centre = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
      return ellipseFrom(centre, { x: (b.x - a.x) / 2, y: (b.y - a.y) / 2 }, radians ?? 0, size)
    }
    case 'polygon':
      return polygonFrom([points], size)
    case 'polyline':
      return lineFrom(points, size)
    case 'cuboid_2d': {
      if (points.length !== CUBOID_ORDER.length) return null
      const corners = points.map((_, i) => points[CUBOID_ORDER.indexOf(i)])
      return cuboidFrom(corners, size)
    }
    case 'points':
      return landmarkOf(points, annotation.visibility ?? [], labels, size)
    case 'mask': {
      const { counts = '', size: [heightPx, widthPx] = [] } = annotation.rle ?? {}
      const runs = heightPx === size.heightPx && widthPx === size.widthPx ? expandRuns(counts) : null
      return runs ? maskFrom(runs, size) : null
    }
    default:
      return null
  }
}

/** Those with visibility 0 are absent. */
const landmarkOf = (
  points: readonly PixelVertex[],
  visibility: readonly number[],
  labels: SentKeypoints,
  size: PixelSize,
) =>
  landmarkFrom(
    points.flatMap((point, i) => {
      const seen = visibility[i] ?? 2
      const label = seen === 0 ? null : labels.labelOf(i)
      return label === null ? [] : [{ ...point, label, visible: seen === 2 }]
    }),
    size,
  )
