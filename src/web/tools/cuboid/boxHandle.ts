import { type Cuboid, type Dimensions, halfExtents } from '../../../geometry/cuboid.ts'
import {
  multiplyQuaternions,
  normalizeQuaternion,
  quaternionFromAxisAngle,
  rotate,
} from '../../../geometry/quaternion.ts'
import { add, type Vec3 } from '../../../geometry/vec3.ts'
import { BOX_PLANES, type BoxAxis, type BoxViewName } from '../../view3d/boxView.ts'
import { type ScreenPoint, screenOf, type ViewCamera } from '../../view3d/viewCamera.ts'

export interface BoxSide {
  axis: BoxAxis
  sign: 1 | -1
}

/** What a small view's box is taken by: one side (a face seen edge-on), two (a corner), its inside, or the turning knob. */
export type BoxHandle = { kind: 'sides'; sides: readonly BoxSide[] } | { kind: 'inside' } | { kind: 'turn' }

/** The minimum size of a box in any drag. */
export const LEAST_SIZE_M = 0.05
/** The distance of the knob from the upper side. */
export const TURN_KNOB_PX = 18

const DIMENSION_OF: Readonly<Record<BoxAxis, keyof Dimensions>> = { x: 'length', y: 'width', z: 'height' }

/** Half sizes of the box in a small view, in pixels, and its middle. */
export function boxOnScreen(cuboid: Cuboid, name: BoxViewName, viewCamera: ViewCamera) {
  const { right, up } = BOX_PLANES[name]
  const half = halfExtents(cuboid.dimensions)
  const centre = screenOf(viewCamera, cuboid.position) ?? { x: viewCamera.widthPx / 2, y: viewCamera.heightPx / 2 }
  const metresPerPx = viewCamera.projection.kind === 'orthographic' ? viewCamera.projection.metresPerPx : 1
  return { centre, halfX: half[right.axis] / metresPerPx, halfY: half[up.axis] / metresPerPx }
}

/** The handle under the pointer in a small view; sides win over the inside even on a tiny box. */
export function boxHandleAt(
  cuboid: Cuboid,
  name: BoxViewName,
  viewCamera: ViewCamera,
  pointer: ScreenPoint,
  tolerancePx = 7,
): BoxHandle | null {
  const { right, up } = BOX_PLANES[name]
  const { centre, halfX, halfY } = boxOnScreen(cuboid, name, viewCamera)
  const x = pointer.x - centre.x
  const y = centre.y - pointer.y
  if (Math.hypot(x, y - halfY - TURN_KNOB_PX) <= tolerancePx + 2) return { kind: 'turn' }
  if (Math.abs(x) > halfX + tolerancePx || Math.abs(y) > halfY + tolerancePx) return null
  // A third of a small box stays free for moving it.
  const reachX = Math.min(tolerancePx, Math.max(2, halfX / 1.5))
  const reachY = Math.min(tolerancePx, Math.max(2, halfY / 1.5))
  const sides: BoxSide[] = []
  if (Math.abs(Math.abs(x) - halfX) <= reachX || Math.abs(x) > halfX) sides.push(sideOf(right, x))
  if (Math.abs(Math.abs(y) - halfY) <= reachY || Math.abs(y) > halfY) sides.push(sideOf(up, y))
  return sides.length > 0 ? { kind: 'sides', sides } : { kind: 'inside' }
}

function sideOf({ axis, sign }: { axis: BoxAxis; sign: 1 | -1 }, towards: number): BoxSide {
  return { axis, sign: towards >= 0 === (sign === 1) ? 1 : -1 }
}

/** Metres in the box's axes for a way over the screen of a small view. */
export function boxMove(name: BoxViewName, viewCamera: ViewCamera, from: ScreenPoint, to: ScreenPoint): Vec3 {
  const { right, up } = BOX_PLANES[name]
  const metresPerPx = viewCamera.projection.kind === 'orthographic' ? viewCamera.projection.metresPerPx : 1
  const move = { x: 0, y: 0, z: 0 }
  move[right.axis] += (to.x - from.x) * metresPerPx * right.sign
  move[up.axis] += (from.y - to.y) * metresPerPx * up.sign
  return move
}

/** Moved by metres along its own axes. */
export function movedInBox(cuboid: Cuboid, move: Vec3): Cuboid {
  return { ...cuboid, position: add(cuboid.position, rotate(cuboid.heading, move)) }
}

/** One side moved outwards by metres, the opposite one stays where it is. */
export function withSideMoved(cuboid: Cuboid, { axis, sign }: BoxSide, outwardsM: number): Cuboid {
  const name = DIMENSION_OF[axis]
  const size = Math.max(LEAST_SIZE_M, cuboid.dimensions[name] + outwardsM)
  const move = { x: 0, y: 0, z: 0 }
  move[axis] = (sign * (size - cuboid.dimensions[name])) / 2
  return { ...movedInBox(cuboid, move), dimensions: { ...cuboid.dimensions, [name]: size } }
}

/** Rotated about one axis of the box, counter-clockwise looking against it. */
export function turnedInBox(cuboid: Cuboid, axis: Vec3, angleRad: number): Cuboid {
  const turn = quaternionFromAxisAngle(axis, angleRad)
  return { ...cuboid, heading: normalizeQuaternion(multiplyQuaternions(cuboid.heading, turn)) }
}

/**
 * The cuboid after its handle was dragged.
 * @param keepSize sides move the whole box instead of resizing it
 */
export function draggedBy(
  cuboid: Cuboid,
  handle: BoxHandle,
  name: BoxViewName,
  viewCamera: ViewCamera,
  from: ScreenPoint,
  to: ScreenPoint,
  keepSize: boolean,
): Cuboid {
  if (handle.kind === 'turn') return turnedTowards(cuboid, name, viewCamera, from, to)
  const move = boxMove(name, viewCamera, from, to)
  if (handle.kind === 'inside') return movedInBox(cuboid, move)
  if (keepSize) {
    const kept = { x: 0, y: 0, z: 0 }
    for (const { axis } of handle.sides) kept[axis] = move[axis]
    return movedInBox(cuboid, kept)
  }
  return handle.sides.reduce((box, side) => withSideMoved(box, side, move[side.axis] * side.sign), cuboid)
}

function turnedTowards(
  cuboid: Cuboid,
  name: BoxViewName,
  viewCamera: ViewCamera,
  from: ScreenPoint,
  to: ScreenPoint,
): Cuboid {
  const { centre } = boxOnScreen(cuboid, name, viewCamera)
  const angleOf = (p: ScreenPoint) => Math.atan2(centre.y - p.y, p.x - centre.x)
  // Counter-clockwise on the screen is counter-clockwise about the axis that points at the viewer.
  const { forward } = BOX_PLANES[name]
  const towardsViewer = { x: -forward.x, y: -forward.y, z: -forward.z }
  return turnedInBox(cuboid, towardsViewer, angleOf(to) - angleOf(from))
}
