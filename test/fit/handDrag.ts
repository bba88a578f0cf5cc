import type { Random } from '../../src/demo/street/random.ts'
import type { Cuboid, Dimensions } from '../../src/geometry/cuboid.ts'
import { quaternionFromYaw, yawOf } from '../../src/geometry/quaternion.ts'
import type { GesturePoint } from '../../src/model/fit/gesture.ts'

/** How far off a person draws: standard deviations of each end in x and in y, and of a turn of the whole drag. */
export type Hand = { name: 'careful' | 'sloppy'; endM: number; headingDeg: number }

export const HANDS: readonly Hand[] = [
  { name: 'careful', endM: 0.1, headingDeg: 2 },
  { name: 'sloppy', endM: 0.3, headingDeg: 5 },
]

export type Drag = { kind: 'drag'; from: GesturePoint; to: GesturePoint }

/** A drag from the rear of the box to its front, off as the hand is. */
export function drawnDrag({ position, heading, dimensions }: Cuboid, hand: Hand, random: Random): Drag {
  const yawRad = yawOf(heading) + (random.normal() * hand.headingDeg * Math.PI) / 180
  const end = (side: 1 | -1): GesturePoint => ({
    x: position.x + (side * Math.cos(yawRad) * dimensions.length) / 2 + hand.endM * random.normal(),
    y: position.y + (side * Math.sin(yawRad) * dimensions.length) / 2 + hand.endM * random.normal(),
  })
  return { kind: 'drag', from: end(-1), to: end(1) }
}

/** The box that the drag alone gives: of the class's size at the middle of the drag, on the ground below the truth. */
export function boxOfDrag({ from, to }: Drag, classSize: Dimensions, truth: Cuboid): Cuboid {
  const bottom = truth.position.z - truth.dimensions.height / 2
  return {
    position: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, z: bottom + classSize.height / 2 },
    heading: quaternionFromYaw(Math.atan2(to.y - from.y, to.x - from.x)),
    dimensions: classSize,
  }
}
