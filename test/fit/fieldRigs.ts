import type { StreetOptions } from '../../src/demo/street/street.ts'
import { quaternionFromAxisAngle } from '../../src/geometry/quaternion.ts'

type Rig = Partial<StreetOptions> & { beams: number; elevationsDeg: readonly number[] }

/** Beams from below to above, evenly from stop to stop: each stop with the number of beams before it. */
function spread(fromDeg: number, ...stops: readonly [beams: number, toDeg: number][]): readonly number[] {
  let at = fromDeg
  return stops.flatMap(([beams, toDeg]) => {
    const step = (toDeg - at) / beams
    const some = Array.from({ length: beams }, (_, k) => at + step * k)
    at = toDeg
    return some
  })
}

function rig(
  elevationsDeg: readonly number[],
  azimuthStepDeg: number,
  heightM: number,
  leansDeg: number,
  rangeNoiseM: number,
): Rig {
  const heading = quaternionFromAxisAngle({ x: 0.6, y: 0.8, z: 0 }, (leansDeg * Math.PI) / 180)
  const lidarMount = { position: { x: 1, y: 0, z: heightM }, heading }
  return { elevationsDeg, beams: elevationsDeg.length, azimuthStepDeg, lidarMount, rangeNoiseM, divergenceDeg: 0.15 }
}

/**
 * Lidars as recordings of the field have them, 1.6 to 2.5 m above the road and up to 3° askew: 64 beams closer above
 * than below, 32 even ones, 64 and 40 that are dense in the middle, 128 of them, and 64 that look down.
 */
export const FIELD_RIGS: readonly Rig[] = [
  rig(spread(-24.8, [32, -8.8], [32, 2]), 0.18, 1.73, 0, 0.02),
  rig(spread(-30.7, [32, 10.7]), 0.33, 1.84, 1, 0.02),
  rig(spread(-25, [10, -6], [48, 2], [6, 15]), 0.2, 1.6, 2, 0.03),
  rig(spread(-16, [10, -6], [24, 2], [6, 7]), 0.2, 2.3, 1, 0.03),
  rig(spread(-25, [24, -7], [72, 1], [32, 15]), 0.2, 2.5, 3, 0.05),
  rig(spread(-17.6, [20, -8], [44, 2.4]), 0.14, 2.2, 1, 0.02),
]
