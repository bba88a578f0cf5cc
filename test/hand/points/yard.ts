import type { Vec3 } from '../../../src/geometry/vec3.ts'
import { segmentationSample } from '../../web/segmentationPayload.ts'

/** A yard of ground with blocks of points on it, and what reflections put under the road. */

const GROUND_STEP_M = 0.5
const HALF_M = { x: 15, y: 10 }
const SENSOR_Z_M = 1.8
const BLOCK_M = { length: 2.4, width: 1.4, height: 1.2 }
const STEP_M = 0.2

export const BLOCKS: readonly (readonly [x: number, y: number])[] = [
  [-10, -6],
  [-4, -6],
  [4, -6],
  [10, -6],
  [-10, 5],
  [-4, 5],
  [4, 5],
  [10, 5],
]

const GROUND = -1
const BELOW = -2

interface Yard {
  positions: Float64Array
  /** Number of the block of each point; ground and what is below it are under 0. */
  blockOf: readonly number[]
}

function makeYard(): Yard {
  const points: number[] = []
  const blockOf: number[] = []
  const put = (block: number, x: number, y: number, z: number) => {
    points.push(x, y, z - SENSOR_Z_M)
    blockOf.push(block)
  }
  const isUnder = (x: number, y: number) =>
    BLOCKS.some(([bx, by]) => Math.abs(x - bx) < BLOCK_M.length / 2 + 0.2 && Math.abs(y - by) < BLOCK_M.width / 2 + 0.2)
  for (let x = -HALF_M.x; x <= HALF_M.x; x += GROUND_STEP_M)
    for (let y = -HALF_M.y; y <= HALF_M.y; y += GROUND_STEP_M)
      if (!isUnder(x, y)) put(GROUND, x, y, 0.01 * Math.sin(3 * x + 7 * y))
  for (const [block, [bx, by]] of BLOCKS.entries()) {
    for (let x = -BLOCK_M.length / 2; x <= BLOCK_M.length / 2 + 1e-6; x += STEP_M)
      for (let y = -BLOCK_M.width / 2; y <= BLOCK_M.width / 2 + 1e-6; y += STEP_M)
        for (let z = 0.3; z <= BLOCK_M.height + 1e-6; z += 0.45) put(block, bx + x, by + y, z)
  }
  // A group of reflections as wet roads give: far below, and close together.
  for (let i = 0; i < 40; i++) put(BELOW, 0.2 * (i % 8), 0.2 * Math.floor(i / 8), -4.2 + 0.02 * i)
  return { positions: Float64Array.from(points), blockOf }
}

export const YARD = makeYard()
export const isGround = (index: number): boolean => YARD.blockOf[index] === GROUND

/** Every block has this many points. */
export const BLOCK_POINTS = YARD.blockOf.filter((block) => block === 0).length

export const YARD_SAMPLE = await segmentationSample({
  framing: 'sensor',
  withEgoPose: false,
  positions: YARD.positions,
})

/** A place of the yard, relative to the job's origin. */
export function inScene(x: number, y: number, z: number): Vec3 {
  const [first] = YARD_SAMPLE.points
  const [px, py, pz] = YARD.positions
  return { x: x + first.x - px, y: y + first.y - py, z: z - SENSOR_Z_M + first.z - pz }
}
