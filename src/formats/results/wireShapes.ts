import type { TProperties } from 'typebox'
import { FLAT_GEOMETRY_KINDS, type FlatGeometryKind } from '../../model/annotationType.ts'
import type { FlatShape } from '../../model/document/shape.ts'
import type { FailureList } from './failureList.ts'
import type { ImageSize } from './jobContext.ts'
import type { JsonObject } from './read.ts'
import { WIRE_ELLIPSE } from './shapes/ellipse.ts'
import { WIRE_FLAT_CUBOID } from './shapes/flatCuboid.ts'
import { WIRE_LANDMARK } from './shapes/landmark.ts'
import { WIRE_LINE } from './shapes/line.ts'
import { WIRE_MASK } from './shapes/mask.ts'
import { WIRE_POLYGON } from './shapes/polygon.ts'
import { WIRE_RECTANGLE } from './shapes/rectangle.ts'
import { WIRE_ROTATED_RECTANGLE } from './shapes/rotatedRectangle.ts'
import type { WireShape } from './shapes/wireShape.ts'

/** Each kind of shape in images, by the `type` of its records, in the order in which an image's groups are delivered. */
const WIRE_SHAPES: Readonly<Record<FlatGeometryKind, WireShape>> = {
  rectangle: WIRE_RECTANGLE,
  polygon: WIRE_POLYGON,
  line: WIRE_LINE,
  cuboid: WIRE_FLAT_CUBOID,
  landmark: WIRE_LANDMARK,
  rotated_rectangle: WIRE_ROTATED_RECTANGLE,
  ellipse: WIRE_ELLIPSE,
  mask: WIRE_MASK,
}

const DELIVERY_ORDER = FLAT_GEOMETRY_KINDS.toSorted((a, b) => placeOf(a) - placeOf(b))

function placeOf(kind: FlatGeometryKind): number {
  return Object.keys(WIRE_SHAPES).indexOf(kind)
}

/** Groups of an image's annotations in the order of delivery. */
export const IMAGE_GROUPS: readonly { name: string; kind: FlatGeometryKind; always: boolean }[] = DELIVERY_ORDER.map(
  (kind) => ({ kind, ...WIRE_SHAPES[kind].group }),
)

/** The members of a delivered record that make the geometry of its kind. */
export const deliveredGeometry = (kind: FlatGeometryKind): TProperties => WIRE_SHAPES[kind].delivered

/** The members of a shape as pages and rows of data sets send it, next to its `type`. */
export const sentGeometry = (kind: FlatGeometryKind): TProperties => WIRE_SHAPES[kind].sent

/**
 * Reads the geometry of a 2D record; reports its faults and returns null. `image` is null where masks are not allowed.
 */
export const readFlatShape = (
  kind: FlatGeometryKind,
  record: JsonObject,
  path: string,
  image: ImageSize | null,
  failures: FailureList,
): FlatShape | null => WIRE_SHAPES[kind].read(record, path, image, failures)

/** The members of a record that make its geometry. `image`: the pixels in which angles and radii are measured. */
export const writeShape = (shape: FlatShape, image: ImageSize | null): Record<string, unknown> =>
  WIRE_SHAPES[shape.type].write(shape, image)
