import { FLAT_GEOMETRY_KINDS, type FlatGeometryKind } from '../annotationType.ts'
import type { FlatShape } from '../document/shape.ts'
import { ELLIPSE_KIND } from './ellipse.ts'
import { FLAT_CUBOID_KIND } from './flatCuboid.ts'
import type { FlatShapeKind } from './flatShapeKind.ts'
import { LANDMARK_KIND } from './landmark.ts'
import { LINE_KIND } from './line.ts'
import { MASK_KIND } from './mask.ts'
import { POLYGON_KIND } from './polygon.ts'
import { RECTANGLE_KIND } from './rectangle.ts'
import { ROTATED_RECTANGLE_KIND } from './rotatedRectangle.ts'

/** Each kind of shape in images, by the `type` of its shapes. */
const FLAT_SHAPES: Readonly<Record<FlatGeometryKind, FlatShapeKind>> = {
  rectangle: RECTANGLE_KIND,
  rotated_rectangle: ROTATED_RECTANGLE_KIND,
  polygon: POLYGON_KIND,
  line: LINE_KIND,
  landmark: LANDMARK_KIND,
  ellipse: ELLIPSE_KIND,
  mask: MASK_KIND,
  cuboid: FLAT_CUBOID_KIND,
}

export const shapeKind = ({ type }: Pick<FlatShape, 'type'>): FlatShapeKind => FLAT_SHAPES[type]

/** The names of the kinds that have a quality, in the order of FLAT_GEOMETRY_KINDS. */
export const kindsWith = (has: (kind: FlatShapeKind) => boolean): readonly FlatGeometryKind[] =>
  FLAT_GEOMETRY_KINDS.filter((type) => has(FLAT_SHAPES[type]))
