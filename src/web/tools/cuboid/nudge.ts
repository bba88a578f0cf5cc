import type { Cuboid } from '../../../geometry/cuboid.ts'
import type { Vec3 } from '../../../geometry/vec3.ts'
import { movedInBox, turnedInBox } from './boxHandle.ts'

const STEP_M = 0.05
const STEP_RAD = Math.PI / 180
const BIG_STEP_RAD = Math.PI / 4
const UP: Vec3 = { x: 0, y: 0, z: 1 }

export const NUDGES = ['forward', 'back', 'left', 'right', 'up', 'down', 'turnLeft', 'turnRight', 'flip'] as const
export type Nudge = (typeof NUDGES)[number]

const MOVES: Readonly<Partial<Record<Nudge, Vec3>>> = {
  forward: { x: STEP_M, y: 0, z: 0 },
  back: { x: -STEP_M, y: 0, z: 0 },
  left: { x: 0, y: STEP_M, z: 0 },
  right: { x: 0, y: -STEP_M, z: 0 },
  up: { x: 0, y: 0, z: STEP_M },
  down: { x: 0, y: 0, z: -STEP_M },
}

/** A small step along the box's own axes, or about its upright one. `big`: 45° instead of 1°, 0.5 m instead of 0.05. */
export function nudged(cuboid: Cuboid, nudge: Nudge, big = false): Cuboid {
  const move = MOVES[nudge]
  if (move) {
    const factor = big ? 10 : 1
    return movedInBox(cuboid, { x: move.x * factor, y: move.y * factor, z: move.z * factor })
  }
  if (nudge === 'flip') return turnedInBox(cuboid, UP, Math.PI)
  const angle = big ? BIG_STEP_RAD : STEP_RAD
  return turnedInBox(cuboid, UP, nudge === 'turnLeft' ? angle : -angle)
}
