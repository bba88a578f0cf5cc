import type { Cuboid } from '../../geometry/cuboid.ts'
import { quaternionFromYaw } from '../../geometry/quaternion.ts'
import type { NewActor } from './actor.ts'
import type { Solid } from './solid.ts'

/** Margin of the ground-truth box around its object: more than the range noise, so that no point is outside. */
export const TRUTH_MARGIN_M = 0.08

/** The actor's solids at a moment. */
export function placeActor(actor: NewActor, seconds: number): Solid[] {
  const { x, y, yawRad, liftM = 0 } = actor.at(seconds)
  const c = Math.cos(yawRad)
  const s = Math.sin(yawRad)
  return actor.parts.map((part) => ({
    ...part,
    x: x + c * part.x - s * part.y,
    y: y + s * part.x + c * part.y,
    z: part.z + liftM,
    yawRad: yawRad + part.yawRad,
  }))
}

/** The ground truth: a box around all parts that count for the size, in the street's frame. */
export function actorCuboid(actor: NewActor, seconds: number): Cuboid {
  const parts = actor.parts.filter(({ outsideBox }) => !outsideBox)
  const reach = (low: (p: Solid) => number, high: (p: Solid) => number): [number, number] => [
    Math.min(...parts.map(low)) - TRUTH_MARGIN_M,
    Math.max(...parts.map(high)) + TRUTH_MARGIN_M,
  ]
  const [back, front] = reach(
    (p) => p.x - p.halfLength,
    (p) => p.x + p.halfLength,
  )
  const [right, left] = reach(
    (p) => p.y - p.halfWidth,
    (p) => p.y + p.halfWidth,
  )
  const [bottom, top] = reach(
    (p) => p.z - p.halfHeight,
    (p) => p.z + p.halfHeight,
  )
  const floor = actor.boxedFromGround ? 0 : bottom
  const { x, y, yawRad, liftM = 0 } = actor.at(seconds)
  const forward = (front + back) / 2
  const sideways = (left + right) / 2
  return {
    position: {
      x: x + Math.cos(yawRad) * forward - Math.sin(yawRad) * sideways,
      y: y + Math.sin(yawRad) * forward + Math.cos(yawRad) * sideways,
      z: (top + floor) / 2 + liftM,
    },
    heading: quaternionFromYaw(yawRad),
    dimensions: { length: front - back, width: left - right, height: top - floor },
  }
}
