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
/**
 * The number of frames whose heights are sampled to see whether an object floats; the other frames are examined only if
 * it does.
 */
const SAMPLED_FRAMES = 5

/** The points of one frame, ready for many cuboids. */
export class FramePoints {
  readonly #clouds: readonly (PosedPoints & { index: PointIndex })[]

  constructor(clouds: readonly PosedPoints[]) {
    this.#clouds = clouds.map((cloud) => ({ ...cloud, index: new PointIndex(cloud.positions) }))
  }

  /** Finite points in the cuboid, of all clouds. */
  countIn(cuboid: Cuboid): number {
    let count = 0
    for (const { index, commonFromPoints } of this.#clouds) count += index.countInBox(commonFromPoints, cuboid)
    return count
  }

  /** The height of the cuboid's bottom above the surrounding ground, metres; null if no ground is visible. */
  overGroundM(cuboid: Cuboid): number | null {
    const { length, width } = cuboid.dimensions
    const radiusM = Math.hypot(length, width) / 2 + GROUND_AROUND_M
    const parts = this.#clouds.map((cloud) => relativePoints(cloud, cuboid.position, radiusM))
    const [first] = parts
    const positions = parts.length === 1 ? first : Float64Array.from(parts.flatMap((part) => [...part]))
    // Relative to the box: its place may be a hundred thousand kilometres from the origin.
    return heightOverGround(positions, { ...cuboid, position: { x: 0, y: 0, z: 0 } })
  }
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
  const [dx, dy, dz] = [position.x - place.x, position.y - place.y, position.z - place.z]
  for (let i = 0; i < found.length; i += 3) {
    const [x, y, z] = [found[i], found[i + 1], found[i + 2]]
    found[i] = m[0] * x + m[1] * y + m[2] * z + dx
    found[i + 1] = m[3] * x + m[4] * y + m[5] * z + dy
    found[i + 2] = m[6] * x + m[7] * y + m[8] * z + dz
  }
  return found
}

/** Frames, evenly spread, in which the height of an object is looked at first. */
export function sampledFrames(frames: readonly number[]): number[] {
  if (frames.length <= SAMPLED_FRAMES) return [...frames]
  const last = frames.length - 1
  return Array.from({ length: SAMPLED_FRAMES }, (_, i) => frames[Math.round((i * last) / (SAMPLED_FRAMES - 1))])
}
