/**
 * A plane through points: its centre, its normal (of length 1), and the spread of the points along, across and off it.
 */
export interface FittedPlane {
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
export const SUMS = 10

/** Adds a point to the sums that begin at a place. */
export function addPoint(sums: Float64Array, at: number, x: number, y: number, z: number): void {
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
export function planeOf(sums: Float64Array): FittedPlane {
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
    ...{ x, y, z },
    ...{ nx: normal.x * by, ny: normal.y * by, nz: normal.z * by },
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
