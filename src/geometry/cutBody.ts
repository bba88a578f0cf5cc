import { CUBOID_FACES, type Cuboid, type Dimensions } from './cuboid.ts'
import { rotationMatrix } from './quaternion.ts'

type Axis = 0 | 1 | 2

const AXES: readonly Axis[] = [0, 1, 2]

/** The numbers of a side of a face: x y z of its two ends. */
const SIDE = 6
/** A box cut by six planes has at most twelve faces with 60 sides, and a few sides without length. */
const MOST_FACES = 12
const MOST_SIDES = 128

/**
 * The surface of a convex body: the sides of one face after another, each directed so that they go around it
 * counter-clockwise seen from outside, in any order.
 */
interface Surface {
  sides: Float64Array
  /** Where the sides of each face end. */
  ends: Int32Array
  faceCount: number
}

const emptySurface = (): Surface => ({
  sides: new Float64Array(MOST_SIDES * SIDE),
  ends: new Int32Array(MOST_FACES),
  faceCount: 0,
})

/** Room to work in: hundreds of thousands of pairs are cut, and memory of each would cost more than the cutting. */
const room = {
  corners: new Float64Array(24),
  half: new Float64Array(3),
  /** By axis: how far the corners reach. */
  least: new Float64Array(3),
  most: new Float64Array(3),
  /** Where the sides of the face that a cut adds begin. */
  cap: new Int32Array(MOST_FACES),
  surface: emptySurface(),
  next: emptySurface(),
}

/** Volume of what a box at any heading has in common with one of these dimensions about the origin, along the axes. */
export function volumeWithin(box: Cuboid, { length, width, height }: Dimensions): number {
  const { half, least, most } = room
  half[0] = length / 2
  half[1] = width / 2
  half[2] = height / 2
  putCorners(box, room.corners)
  for (const axis of AXES) {
    putReach(axis)
    if (least[axis] >= half[axis] || most[axis] <= -half[axis]) return 0
  }
  putFaces(room.corners, room.surface)
  for (const axis of AXES) {
    if (most[axis] > half[axis]) cutRoom(axis, 1)
    if (least[axis] < -half[axis]) cutRoom(axis, -1)
  }
  return Math.max(0, volumeInside(room.surface))
}

function putReach(axis: Axis): void {
  const { corners } = room
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (let i: number = axis; i < corners.length; i += 3) {
    least = Math.min(least, corners[i])
    most = Math.max(most, corners[i])
  }
  room.least[axis] = least
  room.most[axis] = most
}

function cutRoom(axis: Axis, sign: 1 | -1): void {
  cutOff(room.surface, room.next, axis, sign, room.half[axis])
  const before = room.surface
  room.surface = room.next
  room.next = before
}

/** Eight corners in the order of CORNER_SIGNS. */
function putCorners({ position, heading, dimensions }: Cuboid, corners: Float64Array): void {
  const m = rotationMatrix(heading)
  const { length, width, height } = dimensions
  for (let i = 0; i < 8; i++) {
    const u = (i & 1 ? length : -length) / 2
    const v = (i & 2 ? width : -width) / 2
    const w = (i & 4 ? height : -height) / 2
    corners[3 * i] = position.x + m[0] * u + m[1] * v + m[2] * w
    corners[3 * i + 1] = position.y + m[3] * u + m[4] * v + m[5] * w
    corners[3 * i + 2] = position.z + m[6] * u + m[7] * v + m[8] * w
  }
}

function putFaces(corners: Float64Array, surface: Surface): void {
  let at = 0
  for (let face = 0; face < CUBOID_FACES.length; face++) {
    const around = CUBOID_FACES[face].corners
    for (let i = 0; i < around.length; i++) {
      const from = 3 * around[i]
      const to = 3 * around[(i + 1) % around.length]
      for (let k = 0; k < 3; k++) {
        surface.sides[at + k] = corners[from + k]
        surface.sides[at + 3 + k] = corners[to + k]
      }
      at += SIDE
    }
    surface.ends[face] = at
  }
  surface.faceCount = CUBOID_FACES.length
}

/**
 * The part of a convex body where sign·axis ≤ limit, closed by a new face. Both faces that share a side lose the same
 * piece of it, so the surface stays closed even where corners are on the plane.
 */
function cutOff({ sides, ends, faceCount }: Surface, rest: Surface, axis: Axis, sign: 1 | -1, limit: number): void {
  const kept = rest.sides
  const { cap } = room
  let capCount = 0
  let at = 0
  let start = 0
  rest.faceCount = 0
  for (let face = 0; face < faceCount; face++) {
    const first = at
    // Where the outline of the face leaves the part that remains, and where it returns.
    let leave = -1
    let back = -1
    for (let i = start; i < ends[face]; i += SIDE) {
      const from = sign * sides[i + axis] - limit
      const to = sign * sides[i + 3 + axis] - limit
      if (from > 0 && to > 0) continue
      for (let k = 0; k < SIDE; k++) kept[at + k] = sides[i + k]
      if (from > 0 || to > 0) {
        const t = from / (from - to)
        const end = to > 0 ? at + 3 : at
        for (let k = 0; k < 3; k++) kept[end + k] = sides[i + k] + (sides[i + 3 + k] - sides[i + k]) * t
        if (to > 0) leave = end
        else back = end
      }
      at += SIDE
    }
    start = ends[face]
    if (leave >= 0 && back >= 0) {
      for (let k = 0; k < 3; k++) {
        kept[at + k] = kept[leave + k]
        kept[at + 3 + k] = kept[back + k]
      }
      cap[capCount++] = at
      at += SIDE
    }
    if (at > first) rest.ends[rest.faceCount++] = at
  }
  if (capCount === 0) return
  for (let i = 0; i < capCount; i++) {
    const side = cap[i]
    for (let k = 0; k < 3; k++) {
      kept[at + k] = kept[side + 3 + k]
      kept[at + 3 + k] = kept[side + k]
    }
    at += SIDE
  }
  rest.ends[rest.faceCount++] = at
}

/** Sum of the tetrahedra between the origin and the triangles of the surface (divergence theorem). */
function volumeInside({ sides, ends, faceCount }: Surface): number {
  let six = 0
  let start = 0
  for (let face = 0; face < faceCount; face++) {
    const x = sides[start]
    const y = sides[start + 1]
    const z = sides[start + 2]
    for (let i = start + SIDE; i < ends[face]; i += SIDE) {
      const towardsX = sides[i + 1] * sides[i + 5] - sides[i + 2] * sides[i + 4]
      const towardsY = sides[i + 2] * sides[i + 3] - sides[i] * sides[i + 5]
      const towardsZ = sides[i] * sides[i + 4] - sides[i + 1] * sides[i + 3]
      six += x * towardsX + y * towardsY + z * towardsZ
    }
    start = ends[face]
  }
  return six / 6
}
