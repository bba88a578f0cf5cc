import { TRUTH_MARGIN_M } from '../../src/demo/street/placedActor.ts'
import { makeStreet, type StreetOptions } from '../../src/demo/street/street.ts'
import type { Cuboid } from '../../src/geometry/cuboid.ts'
import { FIELD_RIGS } from './fieldRigs.ts'
import { type LabelledCloud, LEAST_POINTS } from './labelledCloud.ts'

/** Frames of synthetic streets with what the lidar saw well enough. */
export function streetClouds(
  seeds: readonly number[],
  frames: number,
  options: (seed: number) => Partial<StreetOptions> = () => ({}),
  leastPoints = LEAST_POINTS,
): LabelledCloud[] {
  return seeds.flatMap((seed) =>
    makeStreet({ secondsPerFrame: 0.6, framing: 'common', ...options(seed), seed, frames }).frames.map((frame) => ({
      name: `street ${seed}/${frame.frameId}`,
      positions: frame.lidar.positions,
      sensorPosition: frame.lidar.commonFromSensor.position,
      objects: frame.truth
        .filter(({ pointCount }) => pointCount >= leastPoints)
        .map(({ trackId, label, cuboid, pointCount }) => ({ trackId, label, cuboid, pointCount })),
    })),
  )
}

const LIDARS = [
  { beams: 16, azimuthStepDeg: 0.2 },
  { beams: 32, azimuthStepDeg: 0.33 },
  { beams: 64, azimuthStepDeg: 0.2 },
  { beams: 128, azimuthStepDeg: 0.4 },
] as const

/** Dense traffic as in the field: lidars of 16 to 128 beams, slopes, rain and reflections in turns. */
export function denseStreet(seed: number): Partial<StreetOptions> {
  return {
    traffic: 'dense',
    ...LIDARS[seed % LIDARS.length],
    slopeDeg: [0, 2, -4, 5, 0][seed % 5],
    yawRad: seed,
    rangeNoiseM: [0.01, 0.02, 0.03][seed % 3],
    disturbances: {
      reflections: [0, 0.05, 0.15][seed % 3],
      rain: seed % 4 === 3 ? 0.01 : 0,
      dropouts: 0.05,
    },
  }
}

/**
 * Some labels are tight, others leave this much room around the points: labels of recordings end where the points end.
 */
const ROOM_M = [0, 0.04, 0.08] as const

/** The same dense traffic as other lidars see it, labelled more and less tightly. */
export function rigClouds(seeds: readonly number[], frames: number): LabelledCloud[] {
  const options = (seed: number) => ({ ...denseStreet(seed), ...FIELD_RIGS[seed % FIELD_RIGS.length] })
  return seeds.flatMap((seed) => {
    const roomM = ROOM_M[seed % ROOM_M.length]
    return streetClouds([seed], frames, options).map((cloud) => ({
      ...cloud,
      objects: cloud.objects.map((one) => ({ ...one, cuboid: withRoom(one.cuboid, roomM - TRUTH_MARGIN_M) })),
    }))
  })
}

/** Adds room on all sides except at the ground. */
function withRoom({ position, heading, dimensions: { length, width, height } }: Cuboid, roomM: number): Cuboid {
  return {
    position: { ...position, z: position.z + roomM / 2 },
    heading,
    dimensions: { length: length + 2 * roomM, width: width + 2 * roomM, height: height + roomM },
  }
}
