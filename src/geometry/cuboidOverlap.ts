import { type ConvexPolygon, convexArea, convexHull, convexOverlap } from './convexPolygon.ts'
import { CUBOID_FACES, type Cuboid, cuboidCorners, frameFromBox, halfExtents } from './cuboid.ts'
import { relativePose } from './pose.ts'
import type { Vec3 } from './vec3.ts'

/** One face of a convex body, corners counter-clockwise seen from outside. */
type Face = readonly Vec3[]
type Axis = keyof Vec3

/** The axes that span a plane, so that their cross product is the third. */
const PLANE_AXES: Readonly<Record<Axis, readonly [Axis, Axis]>> = { x: ['y', 'z'], y: ['z', 'x'], z: ['x', 'y'] }

const isUpright = ({ heading }: Cuboid): boolean => heading.x === 0 && heading.y === 0

const volumeOf = ({ dimensions: { length, width, height } }: Cuboid): number => length * width * height

/** Intersection over union of two boxes at any heading, pitched and rolled ones included. Exact but for rounding. */
export function solidIou(a: Cuboid, b: Cuboid): number {
  if (isUpright(a) && isUpright(b)) return uprightIou(a, b)
  // In a's own axes it is cut by six planes square to them, and nothing is large.
  const inA: Cuboid = { ...relativePose(frameFromBox(a), frameFromBox(b)), dimensions: b.dimensions }
  const half = halfExtents(a.dimensions)
  const corners = cuboidCorners(inA)
  let faces: readonly Face[] = CUBOID_FACES.map((face) => face.corners.map((corner) => corners[corner]))
  for (const axis of ['x', 'y', 'z'] as const) {
    for (const sign of [1, -1]) faces = faces.length > 0 ? cutOff(faces, axis, sign, half[axis]) : faces
  }
  const common = Math.max(0, volumeInside(faces))
  const union = volumeOf(a) + volumeOf(b) - common
  return union > 0 ? common / union : 0
}

/** Footprint times height, the quick way for what is by far the most frequent. */
function uprightIou(a: Cuboid, b: Cuboid): number {
  const rise = b.position.z - a.position.z
  const top = Math.min(a.dimensions.height / 2, rise + b.dimensions.height / 2)
  const bottom = Math.max(-a.dimensions.height / 2, rise - b.dimensions.height / 2)
  if (top <= bottom) return 0
  const there = uprightFootprint(b, b.position.x - a.position.x, b.position.y - a.position.y)
  const common = Math.max(0, convexArea(convexOverlap(there, uprightFootprint(a, 0, 0)))) * (top - bottom)
  const union = volumeOf(a) + volumeOf(b) - common
  return union > 0 ? common / union : 0
}

function uprightFootprint({ heading: { w, z }, dimensions }: Cuboid, x: number, y: number): ConvexPolygon {
  const [cos, sin] = [w * w - z * z, 2 * w * z]
  const [ax, ay] = [(cos * dimensions.length) / 2, (sin * dimensions.length) / 2]
  const [bx, by] = [(-sin * dimensions.width) / 2, (cos * dimensions.width) / 2]
  return [x - ax - bx, y - ay - by, x + ax - bx, y + ay - by, x + ax + bx, y + ay + by, x - ax + bx, y - ay + by]
}

/** Intersection over union of what two boxes cover seen from above: the hulls of their corners in the xy plane. */
export function bevIou(a: Cuboid, b: Cuboid): number {
  const [first, second] = [footprintOf(a, a.position), footprintOf(b, a.position)]
  const common = Math.max(0, convexArea(convexOverlap(second, first)))
  const union = convexArea(first) + convexArea(second) - common
  return union > 0 ? common / union : 0
}

/** Corners are made about `origin`, where they lose no digits however far away both boxes are. */
function footprintOf(cuboid: Cuboid, origin: Vec3): ConvexPolygon {
  const { position: p } = cuboid
  const near = { ...cuboid, position: { x: p.x - origin.x, y: p.y - origin.y, z: p.z - origin.z } }
  return convexHull(cuboidCorners(near).map(({ x, y }) => [x, y] as const))
}

/** The part of a convex body where `sign`·axis ≤ limit, closed by a new face; no faces where nothing is left. */
function cutOff(faces: readonly Face[], axis: Axis, sign: number, limit: number): Face[] {
  const beyond = (point: Vec3): number => sign * point[axis] - limit
  if (faces.every((face) => face.every((point) => beyond(point) <= 0))) return [...faces]
  const kept: Face[] = []
  const rim: Vec3[] = []
  for (const face of faces) {
    const left: Vec3[] = []
    face.forEach((point, i) => {
      const next = face[(i + 1) % face.length]
      const [from, to] = [beyond(point), beyond(next)]
      if (from <= 0) left.push(point)
      if (from === 0) rim.push(point)
      if (from < 0 !== to < 0 && from !== 0 && to !== 0) {
        const t = from / (from - to)
        const cut = { ...onLine(point, next, t), [axis]: sign * limit }
        left.push(cut)
        rim.push(cut)
      }
    })
    if (left.length > 2) kept.push(left)
  }
  return kept.length > 0 ? [...kept, capOver(rim, axis, sign, limit)] : []
}

function capOver(rim: readonly Vec3[], axis: Axis, sign: number, limit: number): Face {
  const [u, v] = PLANE_AXES[axis]
  const hull = convexHull(rim.map((point) => [point[u], point[v]] as const))
  const face: Vec3[] = []
  for (let i = 0; i < hull.length; i += 2) {
    face.push({ ...{ x: 0, y: 0, z: 0 }, [u]: hull[i], [v]: hull[i + 1], [axis]: sign * limit })
  }
  return sign > 0 ? face : face.reverse()
}

const onLine = (a: Vec3, b: Vec3, t: number): Vec3 => ({
  x: a.x + (b.x - a.x) * t,
  y: a.y + (b.y - a.y) * t,
  z: a.z + (b.z - a.z) * t,
})

/** Sum of the tetrahedra between the origin and the triangles of the surface (divergence theorem). */
function volumeInside(faces: readonly Face[]): number {
  let six = 0
  for (const face of faces) {
    const a = face[0]
    for (let i = 2; i < face.length; i++) {
      const [b, c] = [face[i - 1], face[i]]
      six += a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) + a.z * (b.x * c.y - b.y * c.x)
    }
  }
  return six / 6
}
