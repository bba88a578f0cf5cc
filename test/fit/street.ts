import { STREET_CLASSES } from '../../src/demo/street/classes.ts'
import { createRandom } from '../../src/demo/street/random.ts'
import { makeStreet, type StreetTruth } from '../../src/demo/street/street.ts'
import { cuboidIou } from '../../src/geometry/cuboidIou.ts'
import type { Positions } from '../../src/geometry/positions.ts'
import type { Vec3 } from '../../src/geometry/vec3.ts'
import { fitCuboid } from '../../src/model/fit/fitCuboid.ts'
import type { FitInput } from '../../src/model/fit/fitInput.ts'
import type { FitGesture } from '../../src/model/fit/gesture.ts'
import { dragOver, headingErrorDeg } from './scene.ts'

/** One object of a demo street in one frame, and one drag over it as a hand draws it. */
export type StreetTask = FitInput & {
  truth: StreetTruth
  positions: Positions
  gesture: FitGesture
  sensorPosition: Vec3
}

export const LEAST_POINTS = 50

/** Every car and pedestrian with 50 points or more. */
export function streetTasks(seeds: readonly number[], frames: number): StreetTask[] {
  return seeds.flatMap((seed) => {
    const random = createRandom(seed * 31)
    const street = makeStreet({ seed, frames, secondsPerFrame: 0.6, framing: 'common' })
    return street.frames.flatMap(({ lidar, truth }) =>
      truth
        .filter(({ pointCount }) => pointCount >= LEAST_POINTS)
        .map((object) => ({
          truth: object,
          positions: lidar.positions,
          gesture: dragOver(object.cuboid, random),
          classSize: STREET_CLASSES.find(({ name }) => name === object.label)?.default_size ?? null,
          sensorPosition: lidar.commonFromSensor.position,
        })),
    )
  })
}

/** A refused fit overlaps nothing and points nowhere. */
export function scoreOf(task: StreetTask): { iou: number; headingErrorDeg: number } {
  const result = fitCuboid(task)
  if ('refused' in result) return { iou: 0, headingErrorDeg: 180 }
  const { cuboid } = task.truth
  return { iou: cuboidIou(result.cuboid, cuboid), headingErrorDeg: headingErrorDeg(result.cuboid, cuboid) }
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}
