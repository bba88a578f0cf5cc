import type { ImageSize } from '../../../../formats/results/jobContext.ts'
import type { FlatCuboid } from '../../../../model/document/shape.ts'
import { boundsOfPoints, isInside, pixelOf } from '../pixels.ts'
import type { ShapeView } from '../shapeView.ts'
import { movedPoints, verticesOf } from './points.ts'

/** Front face, back face, and the edges between. */
const PATHS: readonly (readonly number[])[] = [
  [0, 1, 2, 3, 0],
  [4, 5, 6, 7, 4],
  [0, 4],
  [1, 5],
  [2, 6],
  [3, 7],
]

const inPixels = ({ points }: FlatCuboid, image: ImageSize) => points.map((point) => pixelOf(point, image))

export const FLAT_CUBOID_VIEW: ShapeView<FlatCuboid> = {
  isFilled: false,
  outline(shape, image) {
    const points = inPixels(shape, image)
    return { paths: PATHS.map((path) => path.map((i) => points[i])), closed: false }
  },
  area(shape, image) {
    const { left, top, right, bottom } = boundsOfPoints(inPixels(shape, image))
    return (right - left) * (bottom - top)
  },
  /** Its front face is what people point at. */
  contains: (shape, image, at) => isInside([inPixels(shape, image).slice(0, 4)], at),
  handles: ({ points }, image) => verticesOf(points, 0, image),
  withVertex: (shape, _, index, point) => ({ ...shape, points: shape.points.with(index, point) }),
  moved: ({ points }, by, image) => ({ type: 'cuboid', points: movedPoints(points, by, image) }),
}
