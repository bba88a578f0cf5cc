import type { SpaceGeometryKind } from '../annotationType.ts'
import type { CuboidPlacement, SpaceShape, ViewShape } from '../document/shape.ts'

/** What the program knows about one kind of shape that is made of points in the common frame. */
export interface SpaceShapeKind {
  /** The minimum number of points of a shape. */
  leastPoints: number
  /** Lines join the points in their order; otherwise each point is a separate place. */
  joinsPoints: boolean
}

/** Each kind of shape in the common frame, by the `type` of its shapes. */
const SPACE_SHAPES: Readonly<Record<SpaceGeometryKind, SpaceShapeKind>> = {
  polyline3d: { leastPoints: 2, joinsPoints: true },
  keypoint3d: { leastPoints: 1, joinsPoints: false },
}

const KINDS: ReadonlySet<string> = new Set(Object.keys(SPACE_SHAPES))

export const spaceKind = (type: SpaceGeometryKind): SpaceShapeKind => SPACE_SHAPES[type]

export const isSpaceShape = (shape: CuboidPlacement | ViewShape): shape is SpaceShape =>
  'type' in shape && KINDS.has(shape.type)

/** Why the shape cannot be delivered; null if it can. */
export function spaceShapeFault({ type, points }: SpaceShape): string | null {
  const { leastPoints } = SPACE_SHAPES[type]
  if (points.length < leastPoints) return `a ${type} has at least ${leastPoints} points`
  return points.every(({ x, y, z }) => [x, y, z].every(Number.isFinite)) ? null : 'a coordinate is not a number'
}
