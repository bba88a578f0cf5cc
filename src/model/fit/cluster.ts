/** Points in the gesture's own axes: u along it, v to its left, z up. Parallel arrays. */
export type FlatPoints = { u: Float64Array; v: Float64Array; z: Float64Array; count: number }

/**
 * Numbers the clusters of points linked over at most `linkM`, seen from above: the beams of a far lidar lie too far
 * apart in height to be linked in space.
 * @returns cluster of each point, from 0, and how many there are
 */
export function clustersOf(points: FlatPoints, linkM: number): { clusterOf: Int32Array; clusterCount: number } {
  // Two points of one cell are always linked; those of cells further than two apart never.
  const cellM = linkM / Math.SQRT2
  const cellOf = new Map<number, number>()
  const members: number[][] = []
  const at: [number, number][] = []
  const key = (column: number, row: number): number => column * 65536 + row
  for (let i = 0; i < points.count; i++) {
    const column = Math.floor(points.u[i] / cellM) + 32768
    const row = Math.floor(points.v[i] / cellM) + 32768
    let cell = cellOf.get(key(column, row))
    if (cell === undefined) {
      cell = members.length
      cellOf.set(key(column, row), cell)
      members.push([])
      at.push([column, row])
    }
    members[cell].push(i)
  }
  const parent = members.map((_, i) => i)
  const root = (cell: number): number => {
    while (parent[cell] !== cell) {
      parent[cell] = parent[parent[cell]]
      cell = parent[cell]
    }
    return cell
  }
  for (let cell = 0; cell < members.length; cell++) {
    const [column, row] = at[cell]
    for (let dc = 0; dc <= 2; dc++) {
      for (let dr = dc === 0 ? 1 : -2; dr <= 2; dr++) {
        const other = cellOf.get(key(column + dc, row + dr))
        if (other === undefined || root(other) === root(cell)) continue
        if (anyWithin(points, members[cell], members[other], linkM)) parent[root(other)] = root(cell)
      }
    }
  }
  return numbered(points.count, members, root)
}

function anyWithin(points: FlatPoints, some: readonly number[], others: readonly number[], linkM: number): boolean {
  const most = linkM * linkM
  for (const i of some) {
    for (const j of others) {
      const du = points.u[i] - points.u[j]
      const dv = points.v[i] - points.v[j]
      if (du * du + dv * dv <= most) return true
    }
  }
  return false
}

function numbered(count: number, members: readonly number[][], root: (cell: number) => number) {
  const clusterOf = new Int32Array(count)
  const numberOf = new Map<number, number>()
  members.forEach((points, cell) => {
    const top = root(cell)
    const number = numberOf.get(top) ?? numberOf.size
    numberOf.set(top, number)
    for (const i of points) clusterOf[i] = number
  })
  return { clusterOf, clusterCount: numberOf.size }
}

/** Those points for which `keep` is true. */
export function pointsWhere(points: FlatPoints, keep: (i: number) => boolean): FlatPoints {
  const kept: number[] = []
  for (let i = 0; i < points.count; i++) if (keep(i)) kept.push(i)
  return {
    u: Float64Array.from(kept, (i) => points.u[i]),
    v: Float64Array.from(kept, (i) => points.v[i]),
    z: Float64Array.from(kept, (i) => points.z[i]),
    count: kept.length,
  }
}
