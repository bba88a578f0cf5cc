import type { Vec3 } from '../../geometry/vec3.ts'
import type { Bounds } from './orbit.ts'
import { transformPoint } from './relativeMatrix.ts'

const SAMPLE = 20_000

/** Points of one sensor and where they are. */
interface PlacedCloud {
  chunk: { positions: ArrayLike<number>; pointCount: number }
  /** Column-major 4 × 4 to coordinates relative to the job's origin. */
  relativeFromChunk: readonly number[]
  /** The position of the sensor, relative to the job's origin. */
  sensor: Vec3
}

export interface CloudExtent {
  /** The range of 5 to 95 % of the points, along each axis. */
  bounds: Bounds
  /** Heights to spread colours over, relative to the sensor: the vehicle climbs, the colours stay. */
  heights: readonly [number, number]
  groundZ: number
  /** Least and most height there is but for stray points, relative to the sensor. */
  reach: readonly [number, number]
  /** Height of the ground, relative to the sensor. */
  ground: number
  /** How far from its sensor a point is at most, seen from above, but for stray points. */
  farM: number
}

/** Measured from an even sample of the points; null without any. */
export function cloudExtent(clouds: readonly PlacedCloud[]): CloudExtent | null {
  const axes: [number[], number[], number[]] = [[], [], []]
  const distances: number[] = []
  const total = clouds.reduce((sum, { chunk }) => sum + chunk.pointCount, 0)
  const step = Math.max(1, Math.floor(total / SAMPLE)) * 3
  for (const { chunk, relativeFromChunk, sensor } of clouds) {
    const { positions } = chunk
    for (let i = 0; i + 2 < positions.length; i += step) {
      const p = transformPoint(relativeFromChunk, { x: positions[i], y: positions[i + 1], z: positions[i + 2] })
      if (!Number.isFinite(p.x + p.y + p.z)) continue
      axes[0].push(p.x)
      axes[1].push(p.y)
      axes[2].push(p.z)
      distances.push(Math.hypot(p.x - sensor.x, p.y - sensor.y))
    }
  }
  if (axes[0].length === 0) return null
  const [xs, ys, zs] = axes.map((values) => Float64Array.from(values).sort())
  const at = (sorted: Float64Array, share: number) => sorted[Math.round((sorted.length - 1) * share)]
  const sensorZ = clouds[0].sensor.z
  return {
    bounds: {
      min: { x: at(xs, 0.05), y: at(ys, 0.05), z: at(zs, 0.05) },
      max: { x: at(xs, 0.95), y: at(ys, 0.95), z: at(zs, 0.95) },
    },
    heights: [at(zs, 0.02) - sensorZ, at(zs, 0.97) - sensorZ],
    groundZ: at(zs, 0.1),
    ground: at(zs, 0.1) - sensorZ,
    farM: at(Float64Array.from(distances).sort(), 0.999),
    reach: [at(zs, 0.001) - sensorZ, at(zs, 0.999) - sensorZ],
  }
}
