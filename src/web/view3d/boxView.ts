import type { Cuboid, FaceName } from '../../geometry/cuboid.ts'
import { rotate } from '../../geometry/quaternion.ts'
import { add, scale, type Vec3 } from '../../geometry/vec3.ts'
import type { ViewCamera, ViewSize } from './viewCamera.ts'

export const BOX_VIEWS = ['top', 'side', 'rear'] as const
/** Rear instead of front, so that left and right are the same as from above. */
export type BoxViewName = (typeof BOX_VIEWS)[number]

export type BoxAxis = 'x' | 'y' | 'z'

/** Which of the box's axes run to the right and up on the screen, and in which sense. */
export interface BoxPlane {
  right: { axis: BoxAxis; sign: 1 | -1 }
  up: { axis: BoxAxis; sign: 1 | -1 }
  /** Where the viewer looks, in box axes. */
  forward: Vec3
}

export const BOX_PLANES: Readonly<Record<BoxViewName, BoxPlane>> = {
  top: { right: { axis: 'y', sign: -1 }, up: { axis: 'x', sign: 1 }, forward: { x: 0, y: 0, z: -1 } },
  side: { right: { axis: 'x', sign: 1 }, up: { axis: 'z', sign: 1 }, forward: { x: 0, y: 1, z: 0 } },
  rear: { right: { axis: 'y', sign: -1 }, up: { axis: 'z', sign: 1 }, forward: { x: 1, y: 0, z: 0 } },
}

/** The faces at the right, the lower, the left and the upper edge of a view. */
export function edgesOf(name: BoxViewName): FaceName[] {
  const { right, up } = BOX_PLANES[name]
  const at = ({ axis, sign }: BoxPlane['right']): FaceName => FACES[axis][sign === 1 ? 1 : 0]
  const opposite = ({ axis, sign }: BoxPlane['right']): FaceName => FACES[axis][sign === 1 ? 0 : 1]
  return [at(right), opposite(up), opposite(right), at(up)]
}

const FACES: Readonly<Record<BoxAxis, readonly [minus: FaceName, plus: FaceName]>> = {
  x: ['back', 'front'],
  y: ['right', 'left'],
  z: ['bottom', 'top'],
}

/** The surroundings that the small views show around the box. */
export const SURROUNDINGS_M = 1.5
/** Above the box there has to be room for what it is turned by; below for the sake of balance. */
const KNOB_ROOM_PX = 16

const AXES: Readonly<Record<BoxAxis, Vec3>> = {
  x: { x: 1, y: 0, z: 0 },
  y: { x: 0, y: 1, z: 0 },
  z: { x: 0, y: 0, z: 1 },
}

export const sizeAlong = ({ dimensions }: Cuboid, axis: BoxAxis): number =>
  axis === 'x' ? dimensions.length : axis === 'y' ? dimensions.width : dimensions.height

/**
 * An orthographic view along one of the box's axes, the box in its middle.
 * @param zoom 1 shows the box and its surroundings; 2 twice as large
 * @param slidM how far the box is from the middle of the view, to the right and up
 */
export function boxViewViewCamera(
  cuboid: Cuboid,
  name: BoxViewName,
  size: ViewSize,
  zoom = 1,
  slidM = { right: 0, up: 0 },
): ViewCamera {
  const plane = BOX_PLANES[name]
  const turn = (v: Vec3) => rotate(cuboid.heading, v)
  const across = sizeAlong(cuboid, plane.right.axis) + SURROUNDINGS_M * 1.4
  const along = sizeAlong(cuboid, plane.up.axis) + SURROUNDINGS_M * 1.4
  const heightPx = Math.max(1, size.heightPx - 2 * Math.min(KNOB_ROOM_PX, size.heightPx / 5))
  const metresPerPx = Math.max(across / Math.max(1, size.widthPx), along / heightPx) / zoom
  const { length, width, height } = cuboid.dimensions
  const reach = Math.hypot(length, width, height) / 2 + SURROUNDINGS_M * 2
  const forward = turn(plane.forward)
  const right = turn(scale(AXES[plane.right.axis], plane.right.sign))
  const up = turn(scale(AXES[plane.up.axis], plane.up.sign))
  const middle = add(cuboid.position, add(scale(right, -slidM.right), scale(up, -slidM.up)))
  return {
    widthPx: size.widthPx,
    heightPx: size.heightPx,
    eye: add(middle, scale(forward, -reach)),
    right,
    up,
    forward,
    projection: { kind: 'orthographic', metresPerPx },
    nearM: 0,
    farM: 2 * reach,
  }
}
