import type { Cuboid } from '../../geometry/cuboid.ts'
import { rotationMatrix } from '../../geometry/quaternion.ts'
import { type DistanceLimits, type PointRules, type Row, rowAlong } from './pointCloud.ts'

type Limits = Pick<PointRules, 'heightsM' | 'crop' | 'distances'>

const ORIGIN = { x: 0, y: 0, z: 0 }

/** A cuboid made ready for testing many points of one cloud; its faces belong to it. */
export class CuboidTest {
  readonly #x: Row
  readonly #y: Row
  readonly #z: Row
  readonly #halfX: number
  readonly #halfY: number
  readonly #halfZ: number

  constructor(relativeFromCloud: readonly number[], { position, heading, dimensions }: Cuboid) {
    const m = rotationMatrix(heading)
    const axis = (column: number) => ({ x: m[column], y: m[3 + column], z: m[6 + column] })
    this.#x = rowAlong(relativeFromCloud, axis(0), position)
    this.#y = rowAlong(relativeFromCloud, axis(1), position)
    this.#z = rowAlong(relativeFromCloud, axis(2), position)
    // A hair more than the half, for points that were put on a face.
    this.#halfX = dimensions.length / 2 + 1e-6
    this.#halfY = dimensions.width / 2 + 1e-6
    this.#halfZ = dimensions.height / 2 + 1e-6
  }

  /** Whether a point in the cloud's frame is inside; NaN never is. */
  contains(x: number, y: number, z: number): boolean {
    const a = this.#x
    const b = this.#y
    const c = this.#z
    return (
      Math.abs(a[0] * x + a[1] * y + a[2] * z + a[3]) <= this.#halfX &&
      Math.abs(b[0] * x + b[1] * y + b[2] * z + b[3]) <= this.#halfY &&
      Math.abs(c[0] * x + c[1] * y + c[2] * z + c[3]) <= this.#halfZ
    )
  }
}

/** Distances made ready for testing many points of one cloud. */
class DistanceTest {
  readonly #x: Row
  readonly #y: Row
  readonly #least: number
  readonly #most: number

  constructor(relativeFromCloud: readonly number[], { sensor, limitsM: [least, most] }: DistanceLimits) {
    this.#x = rowAlong(relativeFromCloud, { x: 1, y: 0, z: 0 }, sensor)
    this.#y = rowAlong(relativeFromCloud, { x: 0, y: 1, z: 0 }, sensor)
    this.#least = least * least
    this.#most = most * most
  }

  contains(x: number, y: number, z: number): boolean {
    const a = this.#x
    const b = this.#y
    const across = a[0] * x + a[1] * y + a[2] * z + a[3]
    const along = b[0] * x + b[1] * y + b[2] * z + b[3]
    const square = across * across + along * along
    return square >= this.#least && square <= this.#most
  }
}

/** Heights, crop and distances as one test. */
export class PointLimits {
  /** Whether nothing is cut away. */
  readonly isEmpty: boolean
  readonly #up: Row
  readonly #heights: readonly [number, number]
  readonly #crop: CuboidTest | null
  readonly #distances: DistanceTest | null

  constructor(relativeFromCloud: readonly number[], { heightsM, crop, distances }: Limits) {
    this.isEmpty = heightsM === null && crop === null && distances === undefined
    this.#distances = distances ? new DistanceTest(relativeFromCloud, distances) : null
    this.#up = rowAlong(relativeFromCloud, { x: 0, y: 0, z: 1 }, ORIGIN)
    this.#heights = heightsM ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    this.#crop = crop && new CuboidTest(relativeFromCloud, crop)
  }

  /** Whether a point in the cloud's frame is inside; NaN never is. */
  contains(x: number, y: number, z: number): boolean {
    const up = this.#up
    const height = up[0] * x + up[1] * y + up[2] * z + up[3]
    if (!(height >= this.#heights[0] && height <= this.#heights[1])) return false
    if (this.#distances?.contains(x, y, z) === false) return false
    return this.#crop === null || this.#crop.contains(x, y, z)
  }
}
