import type { Vec3 } from '../../../src/geometry/vec3.ts'
import { encodePointChunks } from '../../../src/pcd/pointChunks.ts'

const WALL_SHARE = 0.3
const HALF_STREET_M = 12
const REACH_M = 70

/** Points of a street canyon around a lidar 1.8 m above the ground, to the millimetre, the same for the same seed. */
export function denseCloud(pointCount: number, seed = 1): Float64Array {
  let state = seed >>> 0
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const positions = new Float64Array(pointCount * 3)
  for (let i = 0; i < positions.length; i += 3) {
    const along = (random() * 2 - 1) * REACH_M * random()
    const isWall = random() < WALL_SHARE
    const across = isWall ? (random() < 0.5 ? -HALF_STREET_M : HALF_STREET_M) : (random() * 2 - 1) * HALF_STREET_M
    const up = isWall ? random() * 9 - 1.8 : random() * 0.04 - 1.8
    positions.set([toMillimetres(along), toMillimetres(across), toMillimetres(up)], i)
  }
  return positions
}

const toMillimetres = (metres: number) => Math.round(metres * 1000) / 1000

/** ASCII PCD as customers send it. */
export function asciiPcd(positions: Float64Array): Buffer {
  const count = positions.length / 3
  const lines: string[] = [
    '# .PCD v0.7 - Point Cloud Data file format',
    'VERSION 0.7',
    'FIELDS x y z',
    'SIZE 4 4 4',
    'TYPE F F F',
    'COUNT 1 1 1',
    `WIDTH ${count}`,
    'HEIGHT 1',
    'VIEWPOINT 0 0 0 1 0 0 0',
    `POINTS ${count}`,
    'DATA ascii',
  ]
  for (let i = 0; i < positions.length; i += 3) {
    lines.push(`${positions[i].toFixed(3)} ${positions[i + 1].toFixed(3)} ${positions[i + 2].toFixed(3)}`)
  }
  return Buffer.from(`${lines.join('\n')}\n`)
}

/** The chunks that the service makes from the same points for browsers. */
export function pointChunks(positions: Float64Array): Uint8Array {
  const [min, max] = [0, 1].map((end) => boundsAt(positions, end))
  const pointCount = positions.length / 3
  const cloud = {
    header: {} as never,
    pointCount,
    finiteCount: pointCount,
    positions,
    bounds: { min: [min.x, min.y, min.z], max: [max.x, max.y, max.z] } as never,
    intensity: Float32Array.from({ length: pointCount }, (_, i) => (i * 37) % 255),
  }
  return encodePointChunks(cloud, { x: 0, y: 0, z: 0 })
}

function boundsAt(positions: Float64Array, end: number): Vec3 {
  const bound = [0, 0, 0]
  for (let i = 0; i < positions.length; i++) {
    const best = bound[i % 3]
    bound[i % 3] = end === 0 ? Math.min(best, positions[i]) : Math.max(best, positions[i])
  }
  return { x: bound[0], y: bound[1], z: bound[2] }
}
