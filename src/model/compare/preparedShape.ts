import { cuboidCorners } from '../../geometry/cuboid.ts'
import type { ViewShape } from '../document/shape.ts'
import { shapeKind } from '../shapes/flatShapes.ts'
import { extentOf, type PixelScale, type PreparedShape } from '../shapes/preparedShape.ts'
import { isSpaceShape } from '../shapes/spaceShapes.ts'
import type { SolidShape } from './comparedRecord.ts'

/** The scale of an image of unknown size: its coordinates stay fractions. */
export const UNKNOWN_SCALE: PixelScale = { widthPx: 1, heightPx: 1 }

/** `sigmas`: of the keypoints of the shape's class, if it has any. */
export function preparedShape(
  shape: ViewShape | SolidShape,
  scale: PixelScale,
  sigmas: readonly number[] | null = null,
): PreparedShape {
  if (shape.type === 'solid')
    return { kind: 'solid', cuboid: shape.cuboid, extent: extentOf(cuboidCorners(shape.cuboid)) }
  if (isSpaceShape(shape)) return { kind: shape.type, points: shape.points, extent: extentOf(shape.points) }
  return shapeKind(shape).prepared(shape, scale, sigmas)
}
