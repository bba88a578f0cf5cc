import { countPointsInBoxes } from '../../geometry/boxCounts.ts'
import type { Cuboid } from '../../geometry/cuboid.ts'
import { PointIndex } from '../../geometry/pointCount.ts'
import { applyInversePose, type Pose } from '../../geometry/pose.ts'
import type { Positions } from '../../geometry/positions.ts'
import { rotationMatrix } from '../../geometry/quaternion.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import { heightOverGround } from '../fit/overGround.ts'

/** The points of one cloud. */
export interface PosedPoints {
  positions: Positions
  /** Pose of the frame that the points are stored in, in the common frame of the job. */
  commonFromPoints: Pose
}

const GROUND_AROUND_M = 9
/** More points around a box add nothing about its ground. */
const MOST_POINTS = 2_000

/** The points of one frame, ready for many cuboids. */
export class FramePoints {
  readonly #clouds: readonly PosedPoints[]
  /** Made when the ground is asked for: to count points in boxes takes one walk over them. */
  #indexed: readonly (PosedPoints & { index: PointIndex })[] | null = null

  constructor(clouds: readonly PosedPoints[]) {
    this.#clouds = clouds
  }

  /** Finite points in each of the cuboids, of all clouds. */
  countIn(cuboids: readonly Cuboid[]): Uint32Array {
    const counts = new Uint32Array(cuboids.length)
    for (const { positions, commonFromPoints } of this.#clouds) {
      countPointsInBoxes(positions, commonFromPoints, cuboids).forEach((count, box) => {
        counts[box] += count
      })
    }
    return counts
  }

  /** The height of the cuboid's bottom above the surrounding ground, metres; null if no ground is visible. */
  overGroundM(cuboid: Cuboid): number | null {
    const { length, width } = cuboid.dimensions
    const radiusM = Math.hypot(length, width) / 2 + GROUND_AROUND_M
    this.#indexed ??= this.#clouds.map((cloud) => ({ ...cloud, index: new PointIndex(cloud.positions) }))
    const parts = this.#indexed.map((cloud) => relativePoints(cloud, cuboid.position, radiusM))
    const [first] = parts
    const positions = parts.length === 1 ? first : Float64Array.from(parts.flatMap((part) => [...part]))
    // Relative to the box: its place may be a hundred thousand kilometres from the origin.
    return heightOverGround(positions, { ...cuboid, position: { x: 0, y: 0, z: 0 } })
  }
}

/** All points of some clouds in the common frame. */
export function allInCommonFrame(clouds: readonly PosedPoints[]): Float64Array {
  const parts = clouds.map(inCommonFrame)
  const points = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    points.set(part, at)
    at += part.length
  }
  return points
}

function inCommonFrame({ positions, commonFromPoints: { position, heading } }: PosedPoints): Float64Array {
  const m = rotationMatrix(heading)
  const points = new Float64Array(positions.length)
  for (let i = 0; i + 2 < points.length; i += 3) {
    const x = positions[i]
    const y = positions[i + 1]
    const z = positions[i + 2]
    points[i] = m[0] * x + m[1] * y + m[2] * z + position.x
    points[i + 1] = m[3] * x + m[4] * y + m[5] * z + position.y
    points[i + 2] = m[6] * x + m[7] * y + m[8] * z + position.z
  }
  return points
}

/** Coordinates of the points around a place, in the common frame relative to it. */
function relativePoints(
  { index, commonFromPoints }: PosedPoints & { index: PointIndex },
  place: Vec3,
  radiusM: number,
): Float64Array {
  const { x: atX, y: atY } = applyInversePose(commonFromPoints, place)
  const found = index.around(atX, atY, radiusM, MOST_POINTS)
  const { position, heading } = commonFromPoints
  const m = rotationMatrix(heading)
  const dx = position.x - place.x
  const dy = position.y - place.y
  const dz = position.z - place.z
  for (let i = 0; i < found.length; i += 3) {
    const x = found[i]
    const y = found[i + 1]
    const z = found[i + 2]
    found[i] = m[0] * x + m[1] * y + m[2] * z + dx
    found[i + 1] = m[3] * x + m[4] * y + m[5] * z + dy
    found[i + 2] = m[6] * x + m[7] * y + m[8] * z + dz
  }
  return found
}
