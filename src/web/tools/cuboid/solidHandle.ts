import { CORNER_SIGNS, CUBOID_EDGES, CUBOID_FACES, type Cuboid, halfExtents } from '../../../geometry/cuboid.ts'
import { applyPose } from '../../../geometry/pose.ts'
import { rotate } from '../../../geometry/quaternion.ts'
import { add, dot, scale, subtract, type Vec3 } from '../../../geometry/vec3.ts'
import type { BoxAxis } from '../../view3d/boxView.ts'
import { pixelsPerMetre, type ScreenPoint, screenOf, type ViewCamera } from '../../view3d/viewCamera.ts'
import type { BoxSide } from './boxHandle.ts'

/** What the box is taken by in the large view: a face at its middle, an edge or a corner. */
export interface SolidHandle {
  kind: 'face' | 'edge' | 'corner'
  /** The sides that move with it: one or two, never one that would move straight at the viewer. */
  sides: readonly BoxSide[]
  /** Where, in half sizes along the box's axes: −1 to 1. */
  at: Vec3
}

const AXES = ['x', 'y', 'z'] as const
const UNITS: Readonly<Record<BoxAxis, Vec3>> = {
  x: { x: 1, y: 0, z: 0 },
  y: { x: 0, y: 1, z: 0 },
  z: { x: 0, y: 0, z: 1 },
}
/** Faces seen more edge-on than this are as good as not seen. */
const LEAST_FACING = 0.03
/** The least visible share of a metre: a shorter direction points along the view, and dragging it would jump. */
const LEAST_SHARE = 0.25
/** Sine between two directions on the screen below which a movement of the pointer does not distinguish them. */
const LEAST_SINE = 0.2
/** Smaller on the screen, the whole box is for moving. */
const LEAST_BOX_PX = 36
const TOLERANCES_A_BOX = 22

/** A place of the box in the scene. @param at in half sizes */
export function placeOf(cuboid: Cuboid, at: Vec3): Vec3 {
  const half = halfExtents(cuboid.dimensions)
  return applyPose(cuboid, { x: at.x * half.x, y: at.y * half.y, z: at.z * half.z })
}

/** Sides whose faces turn towards the viewer. */
export function seenSides(cuboid: Cuboid, { eye, forward, projection }: ViewCamera): BoxSide[] {
  return CUBOID_FACES.flatMap(({ normal }) => {
    const outwards = rotate(cuboid.heading, normal)
    const away = projection.kind === 'orthographic' ? forward : subtract(placeOf(cuboid, normal), eye)
    const facing = -dot(outwards, away) / Math.hypot(away.x, away.y, away.z)
    if (facing < LEAST_FACING) return []
    const axis = AXES.find((name) => normal[name] !== 0) ?? 'x'
    return [{ axis, sign: normal[axis] > 0 ? 1 : -1 }]
  })
}

/** The size of the box on the screen; 0 unless all of it is in front of the viewer. */
function sizeOnScreen(cuboid: Cuboid, viewCamera: ViewCamera): number {
  const corners = CORNER_SIGNS.map((signs) => screenOf(viewCamera, placeOf(cuboid, signs)))
  if (corners.some((corner) => corner === null)) return 0
  const span = (values: number[]) => Math.max(...values) - Math.min(...values)
  const xs = corners.map((corner) => corner?.x ?? 0)
  const ys = corners.map((corner) => corner?.y ?? 0)
  return Math.max(span(xs), span(ys))
}

/** Whether the box is large enough on the screen to be taken by its parts. */
export const hasHandles = (cuboid: Cuboid, viewCamera: ViewCamera): boolean =>
  sizeOnScreen(cuboid, viewCamera) >= LEAST_BOX_PX

/** The part of the box under the pointer; corners before centres of faces before edges. null: none. */
export function solidHandleAt(
  cuboid: Cuboid,
  viewCamera: ViewCamera,
  pointer: ScreenPoint,
  mostTolerancePx = 8,
): SolidHandle | null {
  const sizePx = sizeOnScreen(cuboid, viewCamera)
  if (sizePx < LEAST_BOX_PX) return null
  // Enough of a small box must remain for moving it.
  const tolerancePx = Math.min(mostTolerancePx, Math.max(4, sizePx / TOLERANCES_A_BOX))
  const seen = seenSides(cuboid, viewCamera)
  const isSeen = (signs: Vec3) => seen.some(({ axis, sign }) => signs[axis] === sign)
  const nearest = (places: readonly Vec3[], kind: SolidHandle['kind'], reachPx: number) =>
    nearestOf(cuboid, viewCamera, pointer, { places, kind, reachPx })
  return (
    nearest(CORNER_SIGNS.filter(isSeen), 'corner', tolerancePx) ??
    nearest(
      seen.map(({ axis, sign }) => scale(UNITS[axis], sign)),
      'face',
      tolerancePx + 2,
    ) ??
    nearest(edgePlaces(cuboid, viewCamera, pointer, isSeen), 'edge', tolerancePx - 1)
  )
}

interface Offered {
  places: readonly Vec3[]
  kind: SolidHandle['kind']
  reachPx: number
}

function nearestOf(
  cuboid: Cuboid,
  viewCamera: ViewCamera,
  pointer: ScreenPoint,
  { places, kind, reachPx }: Offered,
): SolidHandle | null {
  let best: SolidHandle | null = null
  let bestPx = reachPx
  for (const at of places) {
    const screen = screenOf(viewCamera, placeOf(cuboid, at))
    const apart = screen ? Math.hypot(screen.x - pointer.x, screen.y - pointer.y) : Number.POSITIVE_INFINITY
    if (apart > bestPx) continue
    const sides = movableSides(cuboid, viewCamera, at)
    if (sides.length === 0) continue
    best = { kind, sides, at }
    bestPx = apart
  }
  return best
}

/** On each edge in sight the place nearest to the pointer, as the edge runs on the screen. */
function edgePlaces(
  cuboid: Cuboid,
  viewCamera: ViewCamera,
  pointer: ScreenPoint,
  isSeen: (signs: Vec3) => boolean,
): Vec3[] {
  const isFlat = viewCamera.projection.kind === 'orthographic'
  return CUBOID_EDGES.flatMap(([i, j]) => {
    const [a, b] = [CORNER_SIGNS[i], CORNER_SIGNS[j]]
    const shared = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, z: (a.z + b.z) / 2 }
    const from = screenOf(viewCamera, placeOf(cuboid, a))
    const to = screenOf(viewCamera, placeOf(cuboid, b))
    if (!isSeen(shared) || !from || !to) return []
    const way = { x: to.x - from.x, y: to.y - from.y }
    const length2 = way.x * way.x + way.y * way.y
    if (length2 < 1) return []
    const share = ((pointer.x - from.x) * way.x + (pointer.y - from.y) * way.y) / length2
    if (share < 0 || share > 1) return []
    const along = AXES.find((axis) => a[axis] !== b[axis]) ?? 'x'
    // Half way on the screen is not half way in depth.
    const t = isFlat ? share : (share * from.depthM) / (to.depthM + share * (from.depthM - to.depthM))
    return [{ ...shared, [along]: a[along] + (b[along] - a[along]) * t }]
  })
}

/** The sides at this place that the pointer can drag: two at most, across the view. */
function movableSides(cuboid: Cuboid, viewCamera: ViewCamera, at: Vec3): BoxSide[] {
  const anchor = placeOf(cuboid, at)
  const here = screenOf(viewCamera, anchor)
  if (!here) return []
  const leastPx = LEAST_SHARE * pixelsPerMetre(viewCamera, here.depthM)
  const pulls = AXES.filter((axis) => Math.abs(at[axis]) === 1)
    .map((axis) => ({ axis, way: screenWay(viewCamera, anchor, rotate(cuboid.heading, UNITS[axis])) }))
    .filter(({ way }) => Math.hypot(way.x, way.y) >= leastPx)
  const sideOf = ({ axis }: (typeof pulls)[number]): BoxSide => ({ axis, sign: at[axis] > 0 ? 1 : -1 })
  if (pulls.length < 2) return pulls.map(sideOf)
  const pairs = pulls.flatMap((one, i) =>
    pulls.slice(i + 1).map((other) => ({ one, other, sine: sineOf(one.way, other.way) })),
  )
  const [best] = pairs.toSorted((a, b) => b.sine - a.sine)
  // Horizontal directions first, since that is how things are laid out.
  const chosen = pairs.find(({ one, other, sine }) => one.axis === 'x' && other.axis === 'y' && sine > 0.4) ?? best
  if (chosen.sine >= LEAST_SINE) return [sideOf(chosen.one), sideOf(chosen.other)]
  return [sideOf(pulls.toSorted((a, b) => Math.hypot(b.way.x, b.way.y) - Math.hypot(a.way.x, a.way.y))[0])]
}

const sineOf = (a: ScreenPoint, b: ScreenPoint): number =>
  Math.abs(a.x * b.y - a.y * b.x) / (Math.hypot(a.x, a.y) * Math.hypot(b.x, b.y))

const STEP_M = 0.01

/** Pixels a metre along a direction at a place. */
export function screenWay(viewCamera: ViewCamera, place: Vec3, direction: Vec3): ScreenPoint {
  const a = screenOf(viewCamera, add(place, scale(direction, -STEP_M)))
  const b = screenOf(viewCamera, add(place, scale(direction, STEP_M)))
  if (!a || !b) return { x: 0, y: 0 }
  return { x: (b.x - a.x) / (2 * STEP_M), y: (b.y - a.y) / (2 * STEP_M) }
}
