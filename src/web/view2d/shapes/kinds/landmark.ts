import type { Landmark } from '../../../../model/document/shape.ts'
import { screenFromImage } from '../../camera2d.ts'
import { pixelOf } from '../pixels.ts'
import type { ShapeView } from '../shapeView.ts'
import { movedPoint, verticesOf } from './points.ts'

const KEYPOINT_RADIUS_PX = 4
const COVERED_HALF_PX = 3.5

export const LANDMARK_VIEW: ShapeView<Landmark> = {
  isFilled: true,
  outline: ({ points }, image) => ({ paths: points.map((point) => [pixelOf(point, image)]), closed: false }),
  handles: ({ points }, image) => verticesOf(points, 0, image),
  withVertex: (shape, _, index, point) => ({
    ...shape,
    points: shape.points.with(index, { ...shape.points[index], ...point }),
  }),
  withoutVertex: (shape, _, index) =>
    shape.points.length > 1 ? { ...shape, points: shape.points.toSpliced(index, 1) } : null,
  moved: ({ points }, by, image) => ({
    type: 'landmark',
    points: points.map((point) => ({ ...point, ...movedPoint(point, by, image) })),
  }),
  trace(target, shape, image, camera) {
    for (const point of shape.points) {
      const { x, y } = screenFromImage(pixelOf(point, image), camera)
      // Hidden points are squares, so that they differ without colour.
      if (!point.visible) {
        target.rect(x - COVERED_HALF_PX, y - COVERED_HALF_PX, 2 * COVERED_HALF_PX, 2 * COVERED_HALF_PX)
        continue
      }
      target.moveTo(x + KEYPOINT_RADIUS_PX, y)
      target.arc(x, y, KEYPOINT_RADIUS_PX, 0, 2 * Math.PI)
    }
  },
}
