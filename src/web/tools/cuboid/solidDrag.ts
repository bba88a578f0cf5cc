import type { Cuboid } from '../../../geometry/cuboid.ts'
import { applyInversePose } from '../../../geometry/pose.ts'
import { rotate } from '../../../geometry/quaternion.ts'
import { add, distance, scale, subtract, type Vec3 } from '../../../geometry/vec3.ts'
import { hitCuboid } from '../../view3d/pickCuboid.ts'
import { meetPlaneZ, rayThrough, type ScreenPoint, screenOf, type ViewCamera } from '../../view3d/viewCamera.ts'
import { movedInBox, withSideMoved } from './boxHandle.ts'
import { placeOf, type SolidHandle, screenWay } from './solidHandle.ts'

const STEPS = 12
const NEAR_ENOUGH_PX = 1e-6
/** A step of the search, as a share of the way to the viewer: lines run off to their vanishing points. */
const MOST_SHARE = 0.5

/**
 * The cuboid after its part was dragged from one place of the view to another: the grabbed part is under the pointer
 * again, or as near as the moving sides allow.
 * @param keepSize moves the whole box instead
 */
export function solidDragged(
  cuboid: Cuboid,
  handle: SolidHandle,
  viewCamera: ViewCamera,
  from: ScreenPoint,
  to: ScreenPoint,
  keepSize: boolean,
): Cuboid {
  const anchor = placeOf(cuboid, handle.at)
  const start = screenOf(viewCamera, anchor)
  if (!start) return cuboid
  const target = { x: start.x + to.x - from.x, y: start.y + to.y - from.y }
  const directions = handle.sides.map(({ axis }) => rotate(cuboid.heading, { x: 0, y: 0, z: 0, [axis]: 1 }))
  const moves = movesTowards(viewCamera, anchor, directions, target)
  const move: Vec3 = { x: 0, y: 0, z: 0 }
  for (const [i, { axis }] of handle.sides.entries()) move[axis] = moves[i]
  if (keepSize) return movedInBox(cuboid, move)
  return handle.sides.reduce((box, side) => withSideMoved(box, side, move[side.axis] * side.sign), cuboid)
}

/** Metres along one or two directions that bring the place to the target of the view: Gauss–Newton on the screen. */
function movesTowards(
  viewCamera: ViewCamera,
  anchor: Vec3,
  directions: readonly Vec3[],
  target: ScreenPoint,
): readonly number[] {
  let moves = directions.map(() => 0)
  for (let step = 0; step < STEPS; step++) {
    const place = directions.reduce((at, direction, i) => add(at, scale(direction, moves[i])), anchor)
    const screen = screenOf(viewCamera, place)
    if (!screen) break
    const off = { x: target.x - screen.x, y: target.y - screen.y }
    const ways = directions.map((direction) => screenWay(viewCamera, place, direction))
    const more = leastSquares(ways, off)
    if (!more) break
    const most = MOST_SHARE * Math.min(distance(place, viewCamera.eye), 200)
    const longest = Math.max(...more.map(Math.abs))
    const share = longest > most ? most / longest : 1
    const next = moves.map((metres, i) => metres + share * more[i])
    if (!isInView(viewCamera, anchor, directions, next)) break
    moves = next
    if (Math.hypot(...more.map((metres, i) => metres * Math.hypot(ways[i].x, ways[i].y))) < NEAR_ENOUGH_PX) break
  }
  return moves
}

function isInView(
  viewCamera: ViewCamera,
  anchor: Vec3,
  directions: readonly Vec3[],
  moves: readonly number[],
): boolean {
  return (
    screenOf(
      viewCamera,
      directions.reduce((at, d, i) => add(at, scale(d, moves[i])), anchor),
    ) !== null
  )
}

/** One direction: its projection. Two: the exact solution. null if they are degenerate. */
function leastSquares(ways: readonly ScreenPoint[], off: ScreenPoint): number[] | null {
  const [a, b] = ways
  if (!a) return null
  if (!b) {
    const length2 = a.x * a.x + a.y * a.y
    return length2 > 0 ? [(a.x * off.x + a.y * off.y) / length2] : null
  }
  const determinant = a.x * b.y - a.y * b.x
  if (determinant === 0) return null
  return [(off.x * b.y - off.y * b.x) / determinant, (a.x * off.y - a.y * off.x) / determinant]
}

/**
 * The height at which the pointer grabs the box to move it over the ground: that of the ground itself below the box,
 * otherwise of the hit part; null outside it.
 */
export function takenHeight(cuboid: Cuboid, viewCamera: ViewCamera, pointer: ScreenPoint): number | null {
  const ray = rayThrough(viewCamera, pointer)
  const ground = placeOf(cuboid, { x: 0, y: 0, z: -1 }).z
  const met = meetPlaneZ(ray, ground)
  const inBox = met && applyInversePose(cuboid, met)
  const { length, width } = cuboid.dimensions
  if (inBox && Math.abs(inBox.x) <= length / 2 && Math.abs(inBox.y) <= width / 2) return ground
  return hitCuboid(ray, cuboid)?.point.z ?? null
}

/** Towards the horizon the ground moves very fast under the pointer: the limit in multiples of its distance. */
const MOST_LEAP = 3

/**
 * The cuboid grabbed at that height and dragged from one place of the view to another, level; null if the ground is not
 * reached.
 */
export function draggedLevel(
  cuboid: Cuboid,
  z: number,
  viewCamera: ViewCamera,
  from: ScreenPoint,
  to: ScreenPoint,
): Cuboid | null {
  const taken = meetPlaneZ(rayThrough(viewCamera, from), z)
  const reached = meetPlaneZ(rayThrough(viewCamera, to), z)
  if (!taken || !reached) return null
  const move = subtract(reached, taken)
  if (viewCamera.projection.kind === 'perspective') {
    if (Math.hypot(move.x, move.y) > MOST_LEAP * distance(viewCamera.eye, taken)) return null
  }
  return { ...cuboid, position: { ...add(cuboid.position, move), z: cuboid.position.z } }
}
