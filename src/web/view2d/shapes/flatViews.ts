import type { FlatGeometryKind } from '../../../model/annotationType.ts'
import type { FlatShape } from '../../../model/document/shape.ts'
import { ELLIPSE_VIEW } from './kinds/ellipse.ts'
import { FLAT_CUBOID_VIEW } from './kinds/flatCuboid.ts'
import { LANDMARK_VIEW } from './kinds/landmark.ts'
import { LINE_VIEW } from './kinds/line.ts'
import { MASK_VIEW } from './kinds/mask.ts'
import { POLYGON_VIEW } from './kinds/polygon.ts'
import { RECTANGLE_VIEW } from './kinds/rectangle.ts'
import { ROTATED_RECTANGLE_VIEW } from './kinds/rotatedRectangle.ts'
import type { ShapeView } from './shapeView.ts'

/** The view of each kind of shape in images, by the `type` of its shapes. */
const FLAT_VIEWS: Readonly<Record<FlatGeometryKind, ShapeView>> = {
  rectangle: RECTANGLE_VIEW,
  rotated_rectangle: ROTATED_RECTANGLE_VIEW,
  polygon: POLYGON_VIEW,
  line: LINE_VIEW,
  landmark: LANDMARK_VIEW,
  ellipse: ELLIPSE_VIEW,
  mask: MASK_VIEW,
  cuboid: FLAT_CUBOID_VIEW,
}

export const viewOf = ({ type }: Pick<FlatShape, 'type'>): ShapeView => FLAT_VIEWS[type]
