import { CUBOID_FACES, type Cuboid, type FaceName, halfExtents } from '../../geometry/cuboid.ts'
import { unrotate } from '../../geometry/quaternion.ts'
import { add, norm, scale, subtract, type Vec3 } from '../../geometry/vec3.ts'
import { type Ray, rayThrough, type ScreenPoint, screenOf, type ViewCamera } from './viewCamera.ts'

export interface CuboidHit {
  face: FaceName
  distanceM: number
  point: Vec3
}

const AXES = ['x', 'y', 'z'] as const

/** Where the ray enters the cuboid; from inside, where it leaves it. Slab test in the box's own axes. */
export function hitCuboid(ray: Ray, cuboid: Cuboid): CuboidHit | null {
  const origin = unrotate(cuboid.heading, subtract(ray.origin, cuboid.position))
  const direction = unrotate(cuboid.heading, ray.direction)
  const half = halfExtents(cuboid.dimensions)
  let enter = { at: Number.NEGATIVE_INFINITY, axis: 0, sign: 0 }
  let leave = { at: Number.POSITIVE_INFINITY, axis: 0, sign: 0 }
  for (let i = 0; i < 3; i++) {
    const axis = AXES[i]
    if (Math.abs(direction[axis]) < 1e-12) {
      if (Math.abs(origin[axis]) > half[axis]) return null
      continue
    }
    const sign = direction[axis] > 0 ? -1 : 1
    const near = (sign * half[axis] - origin[axis]) / direction[axis]
    const far = (-sign * half[axis] - origin[axis]) / direction[axis]
    if (near > enter.at) enter = { at: near, axis: i, sign }
    if (far < leave.at) leave = { at: far, axis: i, sign: -sign }
  }
  if (enter.at > leave.at || leave.at < 0) return null
  const hit = enter.at >= 0 ? enter : leave
  const face = CUBOID_FACES.find(({ normal }) => normal[AXES[hit.axis]] === hit.sign)
  if (!face) return null
  return { face: face.name, distanceM: hit.at, point: add(ray.origin, scale(ray.direction, hit.at)) }
}

export interface NamedCuboid {
  trackId: string
  cuboid: Cuboid
}

/** The cuboid under the pointer: the smallest of those hit, so that one inside another can be reached. */
export function pickCuboid<N extends NamedCuboid>(
  viewCamera: ViewCamera,
  pointer: ScreenPoint,
  cuboids: Iterable<N>,
): (N & { hit: CuboidHit }) | null {
  const ray = rayThrough(viewCamera, pointer)
  let best: (N & { hit: CuboidHit }) | null = null
  let bestScore = Number.POSITIVE_INFINITY
  for (const named of cuboids) {
    const hit = hitCuboid(ray, named.cuboid)
    if (!hit || (viewCamera.projection.kind === 'perspective' && hit.distanceM < viewCamera.nearM)) continue
    const { length, width, height } = named.cuboid.dimensions
    const score = viewCamera.projection.kind === 'perspective' ? hit.distanceM : length * width * height
    if (score < bestScore) {
      best = { ...named, hit }
      bestScore = score
    }
  }
  return best ?? pickSmall(viewCamera, pointer, cuboids)
}

const LEAST_PX = 8

/** Far away a pedestrian is a pixel or two: within a few pixels of its middle it counts as hit. */
function pickSmall<N extends NamedCuboid>(
  viewCamera: ViewCamera,
  pointer: ScreenPoint,
  cuboids: Iterable<N>,
): (N & { hit: CuboidHit }) | null {
  let best: (N & { hit: CuboidHit }) | null = null
  let nearest = LEAST_PX
  for (const named of cuboids) {
    const at = screenOf(viewCamera, named.cuboid.position)
    if (!at) continue
    const apart = Math.hypot(at.x - pointer.x, at.y - pointer.y)
    if (apart < nearest) {
      nearest = apart
      const point = named.cuboid.position
      best = { ...named, hit: { face: 'top', distanceM: norm(subtract(point, viewCamera.eye)), point } }
    }
  }
  return best
}
