import { pointsWhere } from './cuboidPoints.ts'
import type { PointRules, SlottedCloud } from './pointCloud.ts'
import { VoxelMap } from './voxels.ts'

/**
 * A plane through points: its centre, its normal (of length 1), and the spread of the points along, across and off it.
 */
interface FittedPlane {
  x: number
  y: number
  z: number
  nx: number
  ny: number
  nz: number
  /** Standard deviations in metres, the largest first; the last is off the plane. */
  spreads: readonly [number, number, number]
}

/** Count, sums of x y z, then of xx xy xz yy yz zz. */
const SUMS = 10

/** Adds a point to the sums that begin at a place. */
function addPoint(sums: Float64Array, at: number, x: number, y: number, z: number): void {
  sums[at]++
  sums[at + 1] += x
  sums[at + 2] += y
  sums[at + 3] += z
  sums[at + 4] += x * x
  sums[at + 5] += x * y
  sums[at + 6] += x * z
  sums[at + 7] += y * y
  sums[at + 8] += y * z
  sums[at + 9] += z * z
}

/** The plane that is nearest to the summed points. */
function planeOf(sums: Float64Array): FittedPlane {
  const n = sums[0]
  const [x, y, z] = [sums[1] / n, sums[2] / n, sums[3] / n]
  const xx = sums[4] / n - x * x
  const xy = sums[5] / n - x * y
  const xz = sums[6] / n - x * z
  const yy = sums[7] / n - y * y
  const yz = sums[8] / n - y * z
  const zz = sums[9] / n - z * z
  const [large, middle, small] = eigenvalues(xx, xy, xz, yy, yz, zz)
  // The cross product of two rows of the matrix less its smallest eigenvalue is the eigenvector.
  const a = [xx - small, xy, xz] as const
  const b = [xy, yy - small, yz] as const
  const c = [xz, yz, zz - small] as const
  const [normal] = [across(a, b), across(a, c), across(b, c)].sort((one, other) => other.length - one.length)
  const by = normal.length > 0 ? 1 / normal.length : 0
  const spreads = [large, middle, small].map((value) => Math.sqrt(Math.max(0, value)))
  return {
    x,
    y,
    z,
    nx: normal.x * by,
    ny: normal.y * by,
    nz: normal.z * by,
    spreads: [spreads[0], spreads[1], spreads[2]],
  }
}

type Row = readonly [number, number, number]

function across(a: Row, b: Row) {
  const [x, y, z] = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
  return { x, y, z, length: Math.hypot(x, y, z) }
}

/** The eigenvalues of a symmetric matrix, the largest first (Smith 1961). */
function eigenvalues(xx: number, xy: number, xz: number, yy: number, yz: number, zz: number): Row {
  const mean = (xx + yy + zz) / 3
  const off = xy * xy + xz * xz + yz * yz
  const size = Math.sqrt(((xx - mean) ** 2 + (yy - mean) ** 2 + (zz - mean) ** 2 + 2 * off) / 6)
  if (size < 1e-12) return [mean, mean, mean]
  const [a, b, c] = [(xx - mean) / size, (yy - mean) / size, (zz - mean) / size]
  const [d, e, f] = [xy / size, xz / size, yz / size]
  const half = (a * (b * c - f * f) - d * (d * c - f * e) + e * (d * f - b * e)) / 2
  const angle = Math.acos(Math.min(1, Math.max(-1, half))) / 3
  const large = mean + 2 * size * Math.cos(angle)
  const small = mean + 2 * size * Math.cos(angle + (2 * Math.PI) / 3)
  return [large, 3 * mean - large - small, small]
}

const VOXEL_M = 0.25
/** Rings of a lidar are far apart: a surface continues over up to this many voxels without a point. */
const REACH = 3
/** Points this far off a surface do not belong to it. */
const OFF_M = 0.08
/** Fewer points around a voxel do not determine its plane. */
const LEAST_POINTS = 5
/** Points along a line, such as one ring, do not determine a plane: the previous plane continues. */
const LINE_SHARE = 0.15

/**
 * The surface around a point, as long as its normals turn by at most the angle from one place to the next. Ascending;
 * empty if the point may not be selected.
 */
export function surfacePoints(
  cloud: SlottedCloud,
  seed: number,
  maxTurnRad: number,
  rules: PointRules,
): Uint32Array<ArrayBuffer> {
  const indices = pointsWhere(cloud, rules, () => true)
  if (!indices.includes(seed)) return new Uint32Array(0)
  const voxels = new SummedVoxels(cloud.positions, indices, seed)
  const planes = grown(voxels, voxels.start, Math.cos(maxTurnRad))
  const { positions } = cloud
  return indices.filter((index, i) => {
    const plane = planes.get(voxels.voxelOf[i])
    return plane !== undefined && offPlane(plane, voxels.place(positions, index)) <= OFF_M
  })
}

/** Grows from voxel to voxel; each has the plane against which its points are tested. */
function grown(voxels: SummedVoxels, start: number, leastCos: number): Map<number, FittedPlane> {
  const first = voxels.planeAround(start)
  const planes = new Map<number, FittedPlane>()
  if (!first) return planes
  planes.set(start, first)
  const open = [start]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const from = planes.get(at)
    if (!from) continue
    for (const next of voxels.near(at, REACH)) {
      if (planes.has(next)) continue
      const plane = continued(from, voxels.planeAround(next), voxels.centreOf(next), leastCos)
      if (!plane) continue
      planes.set(next, plane)
      open.push(next)
    }
  }
  return planes
}

interface Place {
  x: number
  y: number
  z: number
}

/** The plane with which a surface continues; null if it ends. */
function continued(from: FittedPlane, to: FittedPlane | null, centre: Place, leastCos: number): FittedPlane | null {
  if (offPlane(from, centre) > OFF_M) return null
  const isLine = !to || to.spreads[1] < LINE_SHARE * to.spreads[0]
  if (isLine) return { ...from, ...centre }
  // Where a floor meets a wall, the surrounding points are not a plane: the previous surface decides there.
  if (to.spreads[2] > OFF_M / 2) return { ...from, ...centre }
  return Math.abs(from.nx * to.nx + from.ny * to.ny + from.nz * to.nz) >= leastCos ? to : null
}

const offPlane = ({ x, y, z, nx, ny, nz }: FittedPlane, place: Place): number =>
  Math.abs(nx * (place.x - x) + ny * (place.y - y) + nz * (place.z - z))

/** Points by voxel, with the sums that planes are made of; places are relative to a point, so that sums stay exact. */
class SummedVoxels {
  /** By index in the list of points. */
  readonly voxelOf: Int32Array
  readonly #map = new VoxelMap()
  readonly #sums: Float64Array
  readonly #planes = new Map<number, FittedPlane | null>()
  readonly #origin: Place

  constructor(positions: Float32Array, indices: Uint32Array, origin: number) {
    this.#origin = { x: positions[3 * origin], y: positions[3 * origin + 1], z: positions[3 * origin + 2] }
    this.voxelOf = Int32Array.from(indices, (index) => {
      const { x, y, z } = this.place(positions, index)
      return this.#map.findOrAdd(Math.floor(x / VOXEL_M), Math.floor(y / VOXEL_M), Math.floor(z / VOXEL_M))
    })
    this.#sums = new Float64Array(SUMS * this.#map.size)
    indices.forEach((index, i) => {
      const { x, y, z } = this.place(positions, index)
      addPoint(this.#sums, SUMS * this.voxelOf[i], x, y, z)
    })
  }

  place(positions: Float32Array, index: number): Place {
    const { x, y, z } = this.#origin
    return { x: positions[3 * index] - x, y: positions[3 * index + 1] - y, z: positions[3 * index + 2] - z }
  }

  /** The voxel of the point that is the origin. */
  get start(): number {
    return this.#map.find(0, 0, 0)
  }

  centreOf(voxel: number): Place {
    const [n, x, y, z] = this.#sums.subarray(SUMS * voxel, SUMS * voxel + 4)
    return { x: x / n, y: y / n, z: z / n }
  }

  /** Voxels with points, at most `reach` steps away. */
  *near(voxel: number, reach: number): Generator<number> {
    const { xs, ys, zs } = this.#map
    for (let x = xs[voxel] - reach; x <= xs[voxel] + reach; x++)
      for (let y = ys[voxel] - reach; y <= ys[voxel] + reach; y++)
        for (let z = zs[voxel] - reach; z <= zs[voxel] + reach; z++) {
          const found = this.#map.find(x, y, z)
          if (found >= 0) yield found
        }
  }

  /** The plane of the voxel and its neighbours; null if they have too few points. */
  planeAround(voxel: number): FittedPlane | null {
    const known = this.#planes.get(voxel)
    if (known !== undefined) return known
    const sums = new Float64Array(SUMS)
    for (const one of this.near(voxel, 1)) for (let k = 0; k < SUMS; k++) sums[k] += this.#sums[SUMS * one + k]
    const plane = sums[0] >= LEAST_POINTS ? planeOf(sums) : null
    this.#planes.set(voxel, plane)
    return plane
  }
}
