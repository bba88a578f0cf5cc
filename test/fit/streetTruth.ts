import { makeStreet, type StreetOptions } from '../../src/demo/street/street.ts'
import type { LabelledCloud } from './labelledCloud.ts'
import { LEAST_POINTS } from './labelledCloud.ts'

/** Frames of synthetic streets with what the lidar saw well enough. */
export function streetClouds(
  seeds: readonly number[],
  frames: number,
  options: Partial<StreetOptions> = {},
): LabelledCloud[] {
  return seeds.flatMap((seed) =>
    makeStreet({ secondsPerFrame: 0.6, framing: 'common', ...options, seed, frames }).frames.map((frame) => ({
      name: `street ${seed}/${frame.frameId}`,
      positions: frame.lidar.positions,
      sensorPosition: frame.lidar.commonFromSensor.position,
      objects: frame.truth
        .filter(({ pointCount }) => pointCount >= LEAST_POINTS)
        .map(({ trackId, label, cuboid, pointCount }) => ({ trackId, label, cuboid, pointCount })),
    })),
  )
}
