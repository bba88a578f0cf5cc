import { add, norm, scale, subtract, type Vec3 } from '../../geometry/vec3.ts'
import {
  meetPlaneZ,
  pixelsPerMetre,
  rayThrough,
  type ScreenPoint,
  type ViewCamera,
  type ViewSize,
} from './viewCamera.ts'

/** Axis-aligned bounds, relative to the job's origin. */
export interface Bounds {
  min: Vec3
  max: Vec3
}

/** The state of the large view: orbiting a target in perspective, or straight from above. */
export interface Orbit {
  kind: 'perspective' | 'top'
  target: Vec3
  distanceM: number
  /** Where the viewer looks, counter-clockwise from +x. */
  yawRad: number
  /** Below the horizon. */
  pitchRad: number
}

const HALF_FOV_RAD = (50 * Math.PI) / 360
const TAN_HALF_FOV = Math.tan(HALF_FOV_RAD)
const LEAST_DISTANCE_M = 0.5
const MOST_DISTANCE_M = 5000
const LEAST_PITCH_RAD = -0.3
// Just short of straight down, where yaw would lose its meaning.
const MOST_PITCH_RAD = Math.PI / 2 - 0.01
const RAD_PER_PX = 0.006

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

export function orbitViewCamera(orbit: Orbit, { widthPx, heightPx }: ViewSize): ViewCamera {
  const { yawRad, target, distanceM } = orbit
  const ahead = { x: Math.cos(yawRad), y: Math.sin(yawRad), z: 0 }
  const right = { x: Math.sin(yawRad), y: -Math.cos(yawRad), z: 0 }
  if (orbit.kind === 'top') {
    return {
      widthPx,
      heightPx,
      right,
      up: ahead,
      forward: { x: 0, y: 0, z: -1 },
      eye: { ...target, z: target.z + MOST_DISTANCE_M },
      projection: { kind: 'orthographic', metresPerPx: metresPerPxOf(orbit, heightPx) },
      nearM: 0,
      farM: 2 * MOST_DISTANCE_M,
    }
  }
  const [sine, cosine] = [Math.sin(orbit.pitchRad), Math.cos(orbit.pitchRad)]
  const forward = { x: ahead.x * cosine, y: ahead.y * cosine, z: -sine }
  const up = { x: ahead.x * sine, y: ahead.y * sine, z: cosine }
  return {
    widthPx,
    heightPx,
    right,
    up,
    forward,
    eye: subtract(target, scale(forward, distanceM)),
    projection: { kind: 'perspective', tanHalfFov: TAN_HALF_FOV },
    nearM: Math.max(0.05, distanceM / 500),
    farM: distanceM + MOST_DISTANCE_M,
  }
}

/** From above a metre is as large as the perspective shows it at the target: switching keeps the size of things. */
function metresPerPxOf({ distanceM }: Orbit, heightPx: number): number {
  return (2 * TAN_HALF_FOV * distanceM) / heightPx
}

export function turned(orbit: Orbit, dxPx: number, dyPx: number): Orbit {
  return {
    ...orbit,
    yawRad: orbit.yawRad - dxPx * RAD_PER_PX,
    pitchRad: clamp(orbit.pitchRad + dyPx * RAD_PER_PX, LEAST_PITCH_RAD, MOST_PITCH_RAD),
  }
}

/** Moves the scene with the pointer: the place under `from` moves to `to` (in perspective: at ground height). */
export function panned(orbit: Orbit, size: ViewSize, from: ScreenPoint, to: ScreenPoint): Orbit {
  const viewCamera = orbitViewCamera(orbit, size)
  const grabbed = meetPlaneZ(rayThrough(viewCamera, from), orbit.target.z)
  const reached = meetPlaneZ(rayThrough(viewCamera, to), orbit.target.z)
  if (grabbed && reached) {
    const move = subtract(grabbed, reached)
    // Near the horizon the ground rushes away under the pointer.
    if (norm(move) < orbit.distanceM * 2) return { ...orbit, target: add(orbit.target, move) }
  }
  const perPx = 1 / pixelsPerMetre(viewCamera, orbit.distanceM)
  const move = add(scale(viewCamera.right, (from.x - to.x) * perPx), scale(viewCamera.up, (to.y - from.y) * perPx))
  return { ...orbit, target: add(orbit.target, move) }
}

/** Nearer with `factor` < 1, farther with > 1; the place under the pointer at the target's height stays there. */
export function zoomed(orbit: Orbit, size: ViewSize, at: ScreenPoint, factor: number): Orbit {
  const distanceM = clamp(orbit.distanceM * factor, LEAST_DISTANCE_M, MOST_DISTANCE_M)
  const applied = distanceM / orbit.distanceM
  const fixed = meetPlaneZ(rayThrough(orbitViewCamera(orbit, size), at), orbit.target.z)
  if (!fixed || norm(subtract(fixed, orbit.target)) > orbit.distanceM * 4) return { ...orbit, distanceM }
  return { ...orbit, distanceM, target: add(fixed, scale(subtract(orbit.target, fixed), applied)) }
}

/** All of the bounds in view. */
export function fittedOrbit(orbit: Orbit, bounds: Bounds, { widthPx, heightPx }: ViewSize): Orbit {
  const centre = scale(add(bounds.min, bounds.max), 0.5)
  const extent = subtract(bounds.max, bounds.min)
  const aspect = Math.max(0.2, widthPx / Math.max(1, heightPx))
  const { right, up } = orbitViewCamera({ ...orbit, kind: 'top' }, { widthPx, heightPx })
  const across = Math.abs(right.x) * extent.x + Math.abs(right.y) * extent.y
  const along = Math.abs(up.x) * extent.x + Math.abs(up.y) * extent.y
  const seenHeight = Math.max(along, across / aspect, 2)
  const distanceM = clamp((seenHeight * 0.55) / TAN_HALF_FOV, LEAST_DISTANCE_M, MOST_DISTANCE_M)
  return { ...orbit, target: centre, distanceM }
}

/** The eye at a camera's place, looking along its ray. */
export function lookingAlong(orbit: Orbit, eye: Vec3, direction: Vec3, distanceM: number): Orbit {
  const flat = Math.hypot(direction.x, direction.y)
  return {
    kind: 'perspective',
    target: add(eye, scale(direction, distanceM)),
    distanceM,
    yawRad: flat > 1e-6 ? Math.atan2(direction.y, direction.x) : orbit.yawRad,
    pitchRad: clamp(Math.asin(clamp(-direction.z / norm(direction), -1, 1)), -MOST_PITCH_RAD, MOST_PITCH_RAD),
  }
}
