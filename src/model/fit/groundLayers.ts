import type { PlanGrid } from '../../geometry/planGrid.ts'
import type { Positions } from '../../geometry/positions.ts'

/** Surfaces of each cell that may be ground, from below, in parallel arrays of `LAYERS_A_CELL` for each cell. */
export interface GroundLayers {
  /** The lowest point of the surface; NaN: there is no such surface. */
  z: Float64Array
  /** Points of the surface, up to its thickness over the lowest one. */
  points: Uint32Array
}

export const LAYERS_A_CELL = 3
/** Without points between them over this height, two surfaces are apart. */
const APART_M = 0.3
/** Points this near over the lowest one count for a surface. */
export const THICKNESS_M = 0.25

/** Splits the points of each cell at vertical gaps: reflections below the street become separate from it. */
export function groundLayers(grid: PlanGrid, positions: Positions): GroundLayers {
  const cells = grid.columns * grid.rows
  const { heights, starts } = heightsByCell(grid, positions)
  const layers = {
    z: new Float64Array(cells * LAYERS_A_CELL).fill(Number.NaN),
    points: new Uint32Array(cells * LAYERS_A_CELL),
  }
  for (let cell = 0; cell < cells; cell++) {
    const ofCell = heights.subarray(starts[cell], starts[cell + 1]).sort()
    let layer = -1
    for (let i = 0; i < ofCell.length; i++) {
      if (i === 0 || ofCell[i] - ofCell[i - 1] >= APART_M) {
        layer++
        if (layer === LAYERS_A_CELL) break
        layers.z[cell * LAYERS_A_CELL + layer] = ofCell[i]
      }
      const at = cell * LAYERS_A_CELL + layer
      if (ofCell[i] - layers.z[at] <= THICKNESS_M) layers.points[at]++
    }
  }
  return layers
}

/** Heights of the finite points, those of one cell side by side; a counting sort. */
function heightsByCell(grid: PlanGrid, positions: Positions): { heights: Float64Array; starts: Uint32Array } {
  const starts = new Uint32Array(grid.columns * grid.rows + 1)
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const cell = grid.cellOf(positions, i)
    if (cell >= 0) starts[cell + 1]++
  }
  for (let cell = 1; cell < starts.length; cell++) starts[cell] += starts[cell - 1]
  const heights = new Float64Array(starts[starts.length - 1])
  const next = starts.slice()
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const cell = grid.cellOf(positions, i)
    if (cell >= 0) heights[next[cell]++] = positions[i + 2]
  }
  return { heights, starts }
}
