import { type Cuboid, halfExtents } from '../../../../geometry/cuboid.ts'
import { rotate } from '../../../../geometry/quaternion.ts'
import { add, dot, scale, subtract, type Vec3 } from '../../../../geometry/vec3.ts'
import { hitCuboid } from '../../../view3d/pickCuboid.ts'
import {
  meetPlaneZ,
  type Ray,
  rayThrough,
  type ScreenPoint,
  screenOf,
  type ViewCamera,
} from '../../../view3d/viewCamera.ts'
import { type BoxSide, withSideMoved } from '../../cuboid/boxHandle.ts'

/** How a box in the large view is grabbed: by the centre of a face, or anywhere else to move it over the ground. */
export type BoxGrip = { kind: 'side'; side: BoxSide } | { kind: 'whole' }

const GRIP_PX = 10
/** A face that the viewer looks along its normal at cannot be pulled: its knob would stay where it is. */
const MOST_ALONG = 0.97
const SIDES: readonly BoxSide[] = (['x', 'y', 'z'] as const).flatMap((axis): BoxSide[] => [
  { axis, sign: 1 },
  { axis, sign: -1 },
])

const outwardsOf = ({ heading }: Cuboid, { axis, sign }: BoxSide): Vec3 =>
  rotate(heading, { x: 0, y: 0, z: 0, [axis]: sign })

const knobOf = (cuboid: Cuboid, side: BoxSide): Vec3 =>
  add(cuboid.position, scale(outwardsOf(cuboid, side), halfExtents(cuboid.dimensions)[side.axis]))

/** Knobs that can be pulled as one looks now, and where they are. */
export function knobsOf(cuboid: Cuboid, viewCamera: ViewCamera): { side: BoxSide; at: ScreenPoint }[] {
  return SIDES.flatMap((side) => {
    const knob = knobOf(cuboid, side)
    const at = screenOf(viewCamera, knob)
    const ray = at && rayThrough(viewCamera, at)
    return ray && Math.abs(dot(ray.direction, outwardsOf(cuboid, side))) < MOST_ALONG ? [{ side, at }] : []
  })
}

export function gripAt(cuboid: Cuboid, viewCamera: ViewCamera, pointer: ScreenPoint): BoxGrip | null {
  const near = knobsOf(cuboid, viewCamera)
    .map(({ side, at }) => ({ side, px: Math.hypot(at.x - pointer.x, at.y - pointer.y) }))
    .sort((a, b) => a.px - b.px)[0]
  if (near && near.px <= GRIP_PX) return { kind: 'side', side: near.side }
  return hitCuboid(rayThrough(viewCamera, pointer), cuboid) ? { kind: 'whole' } : null
}

/** The box after its grip was dragged from one place of the view to another. */
export function grippedBox(cuboid: Cuboid, grip: BoxGrip, viewCamera: ViewCamera, from: ScreenPoint, to: ScreenPoint) {
  const [start, end] = [rayThrough(viewCamera, from), rayThrough(viewCamera, to)]
  if (grip.kind === 'whole') {
    const z = cuboid.position.z - cuboid.dimensions.height / 2
    const [a, b] = [meetPlaneZ(start, z), meetPlaneZ(end, z)]
    return a && b ? { ...cuboid, position: add(cuboid.position, subtract(b, a)) } : cuboid
  }
  const knob = knobOf(cuboid, grip.side)
  const outwards = outwardsOf(cuboid, grip.side)
  const outwardsM = alongLine(end, knob, outwards) - alongLine(start, knob, outwards)
  return Number.isFinite(outwardsM) ? withSideMoved(cuboid, grip.side, outwardsM) : cuboid
}

/** Where on the line (metres from `origin` along `direction`) the ray passes nearest to it. */
function alongLine(ray: Ray, origin: Vec3, direction: Vec3): number {
  const apart = subtract(origin, ray.origin)
  const cosine = dot(direction, ray.direction)
  return (cosine * dot(apart, ray.direction) - dot(apart, direction)) / (1 - cosine * cosine)
}
