/**
 * A comparison of ten thousand cuboids with ten thousand, each alike with twenty of the others: upright ones, and
 * pitched and rolled ones, whose bodies are cut exactly. In processor time of the thread that compares.
 */

import { createRandom } from '../src/demo/street/random.ts'
import { normalizeQuaternion } from '../src/geometry/quaternion.ts'
import { type ComparedSide, compare } from '../src/model/compare/compare.ts'
import { DEFAULT_COMPARE_OPTIONS } from '../src/model/compare/compareOptions.ts'
import { atMost, type BenchResult } from './result.ts'

const CUBOIDS = 10_000
const PARTNERS = 20
const GOAL_S = 2

export async function run(): Promise<BenchResult[]> {
  const crowds = [
    ['upright', 0, 25],
    ['pitched and rolled', 0.05, 25],
    ['pitched and rolled, in one street,', 0.05, 1],
  ] as const
  return crowds.map(([name, tiltRad, streets]) => {
    const { next } = createRandom(CUBOIDS)
    const [a, b] = [crowd(next, tiltRad, streets), crowd(next, tiltRad, streets)]
    const job = {
      annotationType: 'cuboid3d',
      frameCount: 1,
      classes: [],
      imageOf: () => null,
      egoAt: () => null,
      frameIdOf: () => null,
    } as const
    const startedUs = processorUs()
    const { pairs } = compare(a, b, job, DEFAULT_COMPARE_OPTIONS)
    const seconds = (processorUs() - startedUs) / 1e6
    if (pairs.length === 0) throw new Error('nothing was alike')
    return atMost(`${CUBOIDS} ${name} cuboids against as many, ${PARTNERS} partners each`, seconds, 's', GOAL_S)
  })
}

function processorUs(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** Groups of partners 12 m apart, along `streets` streets. */
function crowd(next: () => number, tiltRad: number, streets: number): ComparedSide {
  const tilt = () => (next() - 0.5) * tiltRad
  const records = Array.from({ length: CUBOIDS }, (_, i) => {
    const group = Math.floor(i / PARTNERS)
    const heading = normalizeQuaternion({ w: 1, x: tilt(), y: tilt(), z: (next() - 0.5) / 10 })
    const position = {
      x: (group % streets) * 12 + next() * 0.4,
      y: Math.floor(group / streets) * 12 + next() * 0.4,
      z: next() / 5,
    }
    const dimensions = { length: 4.2 + next() * 0.3, width: 1.8 + next() * 0.2, height: 1.6 }
    return {
      id: `${i}`,
      trackId: `${i}`,
      frame: 0,
      sensorId: null,
      label: 'car',
      hidden: false,
      attributes: new Map(),
      shape: { type: 'solid' as const, cuboid: { position, heading, dimensions } },
    }
  })
  return { records, points: null }
}
