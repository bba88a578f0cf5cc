/**
 * Surfaces grown in point clouds from one click: how much of the road of the synthetic street is selected, how much
 * else with it, and how long the worker takes.
 */

import { makeStreet } from '../src/demo/street/street.ts'
import { surfacePoints } from '../src/model/segmentation/surface.ts'
import { quantile } from '../test/fit/measure.ts'
import { atMost, type BenchResult } from './result.ts'

const SEEDS = [1, 2, 3]
/** Ways of a click around the car, in metres. */
const CLICKS_M = [-14, -8, 8, 14]
/** The default of the workbench. */
const TURN_RAD = (15 * Math.PI) / 180
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
const RULES = { takes: Uint8Array.of(1), shows: Uint8Array.of(1), heightsM: null, crop: null }
const NEAR_M = 25

export function run(): BenchResult[] {
  const grown = SEEDS.flatMap(clicks)
  const of = (figure: keyof Grown, share: number) =>
    quantile(
      grown.map((one) => one[figure]),
      share,
    )
  return [
    shown(`surface: of the road within ${NEAR_M} m one click takes, median`, of('taken', 0.5)),
    shown('surface: of what a click takes road is, median', of('right', 0.5)),
    shown('surface: points of the cloud', of('points', 0.5)),
    atMost('surface: a click, p95 in the worker', of('ms', 0.95), 'ms', 1000),
  ]
}

const shown = (name: string, value: number): BenchResult => ({ name, value, unit: '', goal: null, holds: null })

interface Grown {
  taken: number
  right: number
  points: number
  ms: number
}

function clicks(seed: number): Grown[] {
  const street = makeStreet({ seed, frames: 1 })
  const [{ lidar }] = street.frames
  const positions = Float32Array.from(lidar.positions)
  const cloud = { positions, slots: new Uint16Array(positions.length / 3), relativeFromCloud: IDENTITY }
  const road = street.classes.findIndex(({ name }) => name === 'road')
  const own = Array.from(lidar.classes, (_, i) => i).filter((i) => lidar.classes[i] === road)
  const near = own.filter((i) => Math.hypot(positions[3 * i], positions[3 * i + 1]) < NEAR_M)
  return CLICKS_M.map((way) => {
    const away = (i: number) => Math.hypot(positions[3 * i] - way, positions[3 * i + 1])
    const clicked = own.reduce((best, i) => (away(i) < away(best) ? i : best), own[0])
    const start = process.cpuUsage()
    const found = surfacePoints(cloud, clicked, TURN_RAD, RULES)
    const { user, system } = process.cpuUsage(start)
    const isTaken = new Set(found)
    return {
      taken: near.filter((i) => isTaken.has(i)).length / near.length,
      right: [...found].filter((i) => lidar.classes[i] === road).length / Math.max(1, found.length),
      points: positions.length / 3,
      ms: (user + system) / 1000,
    }
  })
}
