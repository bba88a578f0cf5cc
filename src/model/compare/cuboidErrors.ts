import type { Cuboid } from '../../geometry/cuboid.ts'
import { yawOf } from '../../geometry/quaternion.ts'

/** The errors of a cuboid relative to another (nuScenes detection). */
export interface CuboidErrors {
  /** Metres between the centres seen from above. */
  distance: number
  /** 1 − intersection over union of the sizes, aligned. */
  size: number
  /** Radians between the headings' x axes, 0 to π. */
  turnRad: number
}

export function cuboidErrors(a: Cuboid, b: Cuboid): CuboidErrors {
  return {
    distance: Math.hypot(a.position.x - b.position.x, a.position.y - b.position.y),
    size: 1 - sizeIou(a.dimensions, b.dimensions),
    turnRad: turnBetween(yawOf(a.heading), yawOf(b.heading)),
  }
}

function turnBetween(fromRad: number, toRad: number): number {
  const turn = Math.abs(fromRad - toRad) % (2 * Math.PI)
  return Math.min(turn, 2 * Math.PI - turn)
}

function sizeIou(a: Cuboid['dimensions'], b: Cuboid['dimensions']): number {
  const common = Math.min(a.length, b.length) * Math.min(a.width, b.width) * Math.min(a.height, b.height)
  return common / (a.length * a.width * a.height + b.length * b.width * b.height - common)
}
