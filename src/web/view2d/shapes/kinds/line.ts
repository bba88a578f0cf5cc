import type { Line } from '../../../../model/document/shape.ts'
import { pixelOf } from '../pixels.ts'
import type { ShapeView } from '../shapeView.ts'
import { midpointsOf, movedPoints, verticesOf } from './points.ts'

export const LINE_VIEW: ShapeView<Line> = {
  isFilled: false,
  outline: ({ points }, image) => ({ paths: [points.map((point) => pixelOf(point, image))], closed: false }),
  handles: ({ points }, image) => [...midpointsOf(points, 0, false, image), ...verticesOf(points, 0, image)],
  withVertex: (shape, _, index, point, replaced) => ({
    ...shape,
    points: shape.points.toSpliced(index, replaced, point),
  }),
  withoutVertex: (shape, _, index) =>
    shape.points.length > 2 ? { ...shape, points: shape.points.toSpliced(index, 1) } : null,
  moved: ({ points }, by, image) => ({ type: 'line', points: movedPoints(points, by, image) }),
}
