import type { Vec3 } from '../../../geometry/vec3.ts'

/**
 * Points of a cloud by the part of space they lie in, so that what lies around a place is found without walking all.
 * Three arrays only: they are handed over by the worker that makes them.
 */
export interface PointGrid {
  /** Numbers of the points that are there, cell after cell. */
  order: Uint32Array
  /** Of each cell where it begins in `order`, and one more for the end. */
  starts: Uint32Array
  /** Of each cell what its points span: min x y z, max x y z. */
  bounds: Float32Array
}

const CELL_M = 4
/** Cells an axis before they begin anew: what is further apart than that shares one, and only its bounds are wide. */
const CELLS = 64
const MASK = CELLS - 1

export const gridBytes = ({ order, starts, bounds }: PointGrid): number =>
  order.byteLength + starts.byteLength + bounds.byteLength

/** @param positions x y z after one another, NaN where a point is missing: those are left out */
export function pointGridOf(positions: Float32Array): PointGrid {
  const count = Math.floor(positions.length / 3)
  const cellOf = new Int32Array(count)
  const counts = new Uint32Array(CELLS * CELLS * CELLS)
  let found = 0
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]]
    if (!Number.isFinite(x + y + z)) {
      cellOf[i] = -1
      continue
    }
    const cell =
      ((Math.floor(x / CELL_M) & MASK) * CELLS + (Math.floor(y / CELL_M) & MASK)) * CELLS +
      (Math.floor(z / CELL_M) & MASK)
    cellOf[i] = cell
    counts[cell]++
    found++
  }
  return sorted(positions, cellOf, counts, found)
}

/** Points by their cells, those without any left out. `counts` becomes the place of each cell among the kept ones. */
function sorted(positions: Float32Array, cellOf: Int32Array, counts: Uint32Array, found: number): PointGrid {
  const used = counts.reduce((sum, ofCell) => sum + (ofCell > 0 ? 1 : 0), 0)
  const starts = new Uint32Array(used + 1)
  let kept = 0
  for (let cell = 0; cell < counts.length; cell++) {
    if (counts[cell] === 0) continue
    starts[kept + 1] = starts[kept] + counts[cell]
    counts[cell] = kept++
  }
  const order = new Uint32Array(found)
  const bounds = new Float32Array(6 * used)
  const next = starts.slice(0, used)
  for (let i = 0; i < cellOf.length; i++) {
    if (cellOf[i] < 0) continue
    const cell = counts[cellOf[i]]
    const isFirst = next[cell] === starts[cell]
    order[next[cell]++] = i
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[3 * i + axis]
      const at = 6 * cell + axis
      if (isFirst || value < bounds[at]) bounds[at] = value
      if (isFirst || value > bounds[at + 3]) bounds[at + 3] = value
    }
  }
  return { order, starts, bounds }
}

/** One cloud as `pointsNear` sees it. */
export interface GriddedCloud {
  positions: Float32Array
  grid: PointGrid
  /** Column-major 4 × 4 of a rigid transform. */
  relativeFromChunk: readonly number[]
}

/** Points within `radiusM` of a place by their way over the ground, in the scene's coordinates: x y z after one another. */
export function pointsNear(
  clouds: readonly GriddedCloud[],
  centre: Pick<Vec3, 'x' | 'y'>,
  radiusM: number,
): Float32Array {
  const near = clouds.map((cloud) => cellsNear(cloud, centre, radiusM))
  const found = new Float32Array(3 * near.reduce((sum, { pointCount }) => sum + pointCount, 0))
  let length = 0
  clouds.forEach((cloud, i) => {
    for (const cell of near[i].cells) length = takeCell(found, length, cloud, cell, centre, radiusM)
  })
  return found.slice(0, length)
}

function cellsNear({ grid, relativeFromChunk }: GriddedCloud, centre: Pick<Vec3, 'x' | 'y'>, radiusM: number) {
  const cells: number[] = []
  let pointCount = 0
  for (let cell = 0; cell + 1 < grid.starts.length; cell++) {
    if (!isNear(grid, cell, relativeFromChunk, centre, radiusM)) continue
    cells.push(cell)
    pointCount += grid.starts[cell + 1] - grid.starts[cell]
  }
  return { cells, pointCount }
}

/** Writes the cell's points within the radius from `at` on; the answer is where they end. */
function takeCell(
  found: Float32Array,
  at: number,
  { positions, grid: { order, starts }, relativeFromChunk }: GriddedCloud,
  cell: number,
  centre: Pick<Vec3, 'x' | 'y'>,
  radiusM: number,
): number {
  const [m0, m1, m2, , m4, m5, m6, , m8, m9, m10, , m12, m13, m14] = relativeFromChunk
  const [centreX, centreY] = [centre.x, centre.y]
  const reach = radiusM * radiusM
  const end = starts[cell + 1]
  let to = at
  for (let k = starts[cell]; k < end; k++) {
    const i = 3 * order[k]
    const px = positions[i]
    const py = positions[i + 1]
    const pz = positions[i + 2]
    const x = m0 * px + m4 * py + m8 * pz + m12
    const y = m1 * px + m5 * py + m9 * pz + m13
    const dx = x - centreX
    const dy = y - centreY
    if (dx * dx + dy * dy > reach) continue
    found[to] = x
    found[to + 1] = y
    found[to + 2] = m2 * px + m6 * py + m10 * pz + m14
    to += 3
  }
  return to
}

/** Rounding must not lose what lies on the rim. */
const SLACK_M = 1e-3

/** Whether any point of the cell can lie within the radius: its bounds, turned, seen from above. */
function isNear(
  { bounds }: PointGrid,
  cell: number,
  m: readonly number[],
  centre: Pick<Vec3, 'x' | 'y'>,
  radiusM: number,
): boolean {
  const at = 6 * cell
  const midX = (bounds[at] + bounds[at + 3]) / 2
  const midY = (bounds[at + 1] + bounds[at + 4]) / 2
  const midZ = (bounds[at + 2] + bounds[at + 5]) / 2
  const halfX = bounds[at + 3] - midX
  const halfY = bounds[at + 4] - midY
  const halfZ = bounds[at + 5] - midZ
  const awayX = Math.abs(m[0] * midX + m[4] * midY + m[8] * midZ + m[12] - centre.x)
  const awayY = Math.abs(m[1] * midX + m[5] * midY + m[9] * midZ + m[13] - centre.y)
  const dx = Math.max(0, awayX - Math.abs(m[0]) * halfX - Math.abs(m[4]) * halfY - Math.abs(m[8]) * halfZ)
  const dy = Math.max(0, awayY - Math.abs(m[1]) * halfX - Math.abs(m[5]) * halfY - Math.abs(m[9]) * halfZ)
  return Math.hypot(dx, dy) <= radiusM + SLACK_M
}
