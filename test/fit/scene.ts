import { scanStreet } from '../../src/demo/street/lidar.ts'
import { createRandom, type Random } from '../../src/demo/street/random.ts'
import type { Solid } from '../../src/demo/street/solid.ts'
import type { Cuboid, Dimensions } from '../../src/geometry/cuboid.ts'
import { applyPose, type Pose } from '../../src/geometry/pose.ts'
import { quaternionFromYaw, yawOf } from '../../src/geometry/quaternion.ts'
import type { Vec3 } from '../../src/geometry/vec3.ts'
import type { FitGesture } from '../../src/model/fit/gesture.ts'

export const CAR: Dimensions = { length: 4.5, width: 1.8, height: 1.5 }

export type Scene = { positions: Float64Array; sensorPosition: Vec3; cars: Cuboid[] }

export type SceneOptions = {
  beams: number
  azimuthStepDeg: number
  slopeDeg: number
  /** Taken off the sensor's place in the world: where an origin was subtracted. */
  shift: Vec3
  seed: number
}

const HEIGHT_M = 1.9
const DEFAULTS: SceneOptions = { beams: 64, azimuthStepDeg: 0.3, slopeDeg: 0, shift: { x: 0, y: 0, z: 0 }, seed: 1 }

/** Plain boxes 0.2 m above a plain, ray by ray as a lidar at (0, 0) sees them; on a slope all is sheared upwards. */
export function scanCars(
  places: readonly { x: number; y: number; yawDeg: number; size?: Dimensions }[],
  given: Partial<SceneOptions> = {},
): Scene {
  const options = { ...DEFAULTS, ...given }
  const solids = places.map(({ x, y, yawDeg, size = CAR }): Solid => {
    const [halfLength, halfWidth, halfHeight] = [size.length / 2, size.width / 2, (size.height - 0.2) / 2]
    const yawRad = (yawDeg * Math.PI) / 180
    const look = { className: 'car', actor: 1, color: [0, 0, 0], finish: 'plain' } as const
    return { x, y, z: 0.2 + halfHeight, yawRad, halfLength, halfWidth, halfHeight, ...look }
  })
  const sensor: Pose = { position: { x: 0, y: 0, z: HEIGHT_M }, heading: quaternionFromYaw(0.02) }
  const lidar = { ...options, maxRangeM: 90, rangeNoiseM: 0.015 }
  const scan = scanStreet(solids, sensor, lidar, createRandom(options.seed))
  const { shift } = options
  const rise = Math.tan((options.slopeDeg * Math.PI) / 180)
  const placed = ({ x, y, z }: Vec3): Vec3 => ({ x: x + shift.x, y: y + shift.y, z: z + rise * x + shift.z })
  const positions = new Float64Array(scan.positions.length)
  for (let i = 0; i < positions.length; i += 3) {
    const at = applyPose(sensor, { x: scan.positions[i], y: scan.positions[i + 1], z: scan.positions[i + 2] })
    const { x, y, z } = placed(at)
    positions.set([x, y, z], i)
  }
  const cars = places.map(({ x, y, yawDeg, size = CAR }) => ({
    position: placed({ x, y, z: size.height / 2 }),
    heading: quaternionFromYaw((yawDeg * Math.PI) / 180),
    dimensions: size,
  }))
  return { positions, sensorPosition: placed(sensor.position), cars }
}

/** A drag from the rear of the box to its front; with `random`, as a hand draws it: ± 0.2 m and ± 8° off. */
export function dragOver(cuboid: Cuboid, random?: Random): FitGesture {
  const off = (most: number): number => (random ? random.between(-most, most) : 0)
  const yawRad = yawOf(cuboid.heading) + off((8 * Math.PI) / 180)
  const half = (cuboid.dimensions.length + off(0.2)) / 2
  const x = cuboid.position.x + off(0.2)
  const y = cuboid.position.y + off(0.2)
  const [dx, dy] = [half * Math.cos(yawRad), half * Math.sin(yawRad)]
  return { kind: 'drag', from: { x: x - dx, y: y - dy }, to: { x: x + dx, y: y + dy } }
}

/** The smaller angle between two headings, 0 … 180. */
export function headingErrorDeg(a: Cuboid, b: Cuboid): number {
  const turn = yawOf(a.heading) - yawOf(b.heading)
  return (Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn))) * 180) / Math.PI
}
