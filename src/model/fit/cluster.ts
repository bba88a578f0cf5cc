/** Points in the gesture's own axes: u along it, v to its left, z up. Parallel arrays. */
export type FlatPoints = { u: Float64Array; v: Float64Array; z: Float64Array; count: number }

/** Points per cell, grouped: those of cell c are order[starts[c] .. starts[c + 1]]. */
type Cells = { columns: number; rows: number; starts: Uint32Array; order: Uint32Array }

/**
 * Clusters points linked over at most `linkM`, seen from above: the beams of a distant lidar are too far apart in
 * height to be linked in space. The points must be within some tens of metres, since the grid is dense.
 * @returns the cluster of each point, from 0, and the number of clusters
 */
export function clustersOf(points: FlatPoints, linkM: number): { clusterOf: Int32Array; clusterCount: number } {
  // Two points of one cell are always linked; those of cells further than two apart never.
  const cells = sortedIntoCells(points, linkM / Math.SQRT2)
  const { columns, rows, starts } = cells
  const parent = Int32Array.from({ length: columns * rows }, (_, i) => i)
  const root = (cell: number): number => {
    let at = cell
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]]
      at = parent[at]
    }
    return at
  }
  for (let cell = 0; cell < columns * rows; cell++) {
    if (starts[cell] === starts[cell + 1]) continue
    const column = cell % columns
    for (let step = 1; step <= 14; step++) {
      // Half of the 5 × 5 cells around: the other half has looked from its own side.
      const dc = ((step + 2) % 5) - 2
      const dr = Math.floor((step + 2) / 5)
      const other = cell + dr * columns + dc
      if (dr > 2 || column + dc < 0 || column + dc >= columns || other >= columns * rows) continue
      if (starts[other] === starts[other + 1] || root(other) === root(cell)) continue
      if (anyWithin(points, cells, cell, other, linkM)) parent[root(other)] = root(cell)
    }
  }
  return numbered(points.count, cells, root)
}

function sortedIntoCells({ u, v, count }: FlatPoints, cellM: number): Cells {
  let [minU, minV, maxU, maxV] = [0, 0, 0, 0]
  for (let i = 0; i < count; i++) {
    minU = Math.min(minU, u[i])
    maxU = Math.max(maxU, u[i])
    minV = Math.min(minV, v[i])
    maxV = Math.max(maxV, v[i])
  }
  const columns = Math.floor((maxU - minU) / cellM) + 1
  const rows = Math.floor((maxV - minV) / cellM) + 1
  const starts = new Uint32Array(columns * rows + 1)
  const cellOf = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    cellOf[i] = Math.floor((v[i] - minV) / cellM) * columns + Math.floor((u[i] - minU) / cellM)
    starts[cellOf[i] + 1]++
  }
  for (let cell = 1; cell < starts.length; cell++) starts[cell] += starts[cell - 1]
  const next = starts.slice()
  const order = new Uint32Array(count)
  for (let i = 0; i < count; i++) order[next[cellOf[i]]++] = i
  return { columns, rows, starts, order }
}

function anyWithin({ u, v }: FlatPoints, { starts, order }: Cells, one: number, other: number, linkM: number): boolean {
  for (let k = starts[one]; k < starts[one + 1]; k++) {
    const i = order[k]
    for (let l = starts[other]; l < starts[other + 1]; l++) {
      const du = u[i] - u[order[l]]
      const dv = v[i] - v[order[l]]
      if (du * du + dv * dv <= linkM * linkM) return true
    }
  }
  return false
}

function numbered(count: number, { starts, order }: Cells, root: (cell: number) => number) {
  const clusterOf = new Int32Array(count)
  const numberOf = new Map<number, number>()
  for (let cell = 0; cell + 1 < starts.length; cell++) {
    if (starts[cell] === starts[cell + 1]) continue
    const top = root(cell)
    const number = numberOf.get(top) ?? numberOf.size
    numberOf.set(top, number)
    for (let k = starts[cell]; k < starts[cell + 1]; k++) clusterOf[order[k]] = number
  }
  return { clusterOf, clusterCount: numberOf.size }
}

/** Those points for which `keep` is true. */
export function keptPoints(points: FlatPoints, keep: (i: number) => boolean): FlatPoints {
  const kept = new Uint32Array(points.count)
  let count = 0
  for (let i = 0; i < points.count; i++) if (keep(i)) kept[count++] = i
  const pick = (from: Float64Array): Float64Array => {
    const picked = new Float64Array(count)
    for (let k = 0; k < count; k++) picked[k] = from[kept[k]]
    return picked
  }
  return { u: pick(points.u), v: pick(points.v), z: pick(points.z), count }
}
