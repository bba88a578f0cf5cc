import type { PlanGrid } from '../../geometry/planGrid.ts'
import { type GroundLayers, LAYERS_A_CELL } from './groundLayers.ts'

/** Streets are built to about 5°; a little more lets noise of the ground itself pass. */
export const MAX_SLOPE = Math.tan((6 * Math.PI) / 180)
/** Reflections seem to be below the street: anything this much lower than the street allows is one. */
export const PIT_M = 0.3
/** From cell to cell the ground rises and falls this much more than its slope: curbs, and few points. */
const STEP_M = 0.15
/** Places with a gap of up to this many cells without visible ground are one ground. */
const GAP_CELLS = 3
/** More points of one cell add nothing about it. */
const MOST_POINTS = 10
/**
 * A surface below the street is ground too, such as a field next to a dam, if it has this share of the street's
 * support.
 */
const OWN_GROUND_SHARE = 0.2
const LEVEL = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
] as const

/**
 * Height of the ground in each cell. Surfaces that continue from cell to cell without a step are one; the best
 * supported of them is the street. A surface farther below it than a street can fall is a reflection, however many
 * cells it has, and a surface farther above stands on it. The street continues below both: the lower envelope of cones
 * of the greatest slope.
 */
export function groundSurface(grid: PlanGrid, layers: GroundLayers): Float64Array {
  const parts = connectedParts(grid, layers)
  const support = supportOf(layers, parts)
  const street = support.indexOf(support.reduce((most, one) => Math.max(most, one), 0))
  const cells = grid.columns * grid.rows
  const surface = new Float64Array(cells).fill(Number.POSITIVE_INFINITY)
  if (street < 0) return surface
  take(surface, layers, (node) => parts[node] === street)
  spread(grid, surface, 1)
  // The most that a street falls from its known places.
  const lowest = new Float64Array(cells).fill(Number.NEGATIVE_INFINITY)
  for (let node = 0; node < parts.length; node++) {
    const cell = Math.floor(node / LAYERS_A_CELL)
    if (parts[node] === street) lowest[cell] = surface[cell]
  }
  spread(grid, lowest, -1)
  const isKnown = new Uint8Array(cells)
  take(surface, layers, (node, cell) => {
    const isGround = layers.z[node] >= lowest[cell] - PIT_M
    if (isGround) isKnown[cell] = 1
    return isGround
  })
  spread(grid, surface, 1)
  // Where there is another ground, the street is not visible above it.
  const least = OWN_GROUND_SHARE * support[street]
  take(surface, layers, (node, cell) => isKnown[cell] === 0 && support[parts[node]] >= least)
  return surface
}

/** Lowers the surface to the nodes that are chosen. */
function take(surface: Float64Array, { z }: GroundLayers, isTaken: (node: number, cell: number) => boolean): void {
  for (let node = 0; node < z.length; node++) {
    const cell = Math.floor(node / LAYERS_A_CELL)
    if (!Number.isNaN(z[node]) && isTaken(node, cell)) surface[cell] = Math.min(surface[cell], z[node])
  }
}

/** The connected component of each surface of each cell, named by its first surface. */
function connectedParts({ columns, rows, cellM }: PlanGrid, { z }: GroundLayers): Int32Array {
  const parents = Int32Array.from(z, (_, node) => node)
  const root = (node: number): number => {
    while (parents[node] !== node) {
      parents[node] = parents[parents[node]]
      node = parents[node]
    }
    return node
  }
  const connect = (cell: number, other: number, most: number): void => {
    for (let a = cell * LAYERS_A_CELL; a < (cell + 1) * LAYERS_A_CELL && !Number.isNaN(z[a]); a++) {
      for (let b = other * LAYERS_A_CELL; b < (other + 1) * LAYERS_A_CELL && !Number.isNaN(z[b]); b++) {
        if (Math.abs(z[a] - z[b]) > most) continue
        const [one, two] = [root(a), root(b)]
        if (one !== two) parents[Math.max(one, two)] = Math.min(one, two)
      }
    }
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (Number.isNaN(z[(row * columns + column) * LAYERS_A_CELL])) continue
      for (const [right, down] of LEVEL) {
        for (let far = 1; far <= GAP_CELLS; far++) {
          const [c, r] = [column + far * right, row + far * down]
          if (c < 0 || c >= columns || r >= rows) break
          const wayM = far * cellM * Math.hypot(right, down)
          connect(row * columns + column, r * columns + c, STEP_M + wayM * MAX_SLOPE)
          if (!Number.isNaN(z[(r * columns + c) * LAYERS_A_CELL])) break
        }
      }
    }
  }
  return parents.map((_, node) => root(node))
}

function supportOf({ points }: GroundLayers, parts: Int32Array): Uint32Array {
  const support = new Uint32Array(parts.length)
  for (let node = 0; node < parts.length; node++) support[parts[node]] += Math.min(points[node], MOST_POINTS)
  return support
}

/**
 * Cones of the greatest slope, by two sweeps over the grid (a chamfer distance transform): the lower envelope of those
 * that open upwards (`sign` 1), or the upper one of those that open downwards (-1).
 */
function spread({ columns, rows, cellM }: PlanGrid, surface: Float64Array, sign: 1 | -1): void {
  const straight = cellM * MAX_SLOPE
  const bound = sign === 1 ? Math.min : Math.max
  const relax = (cell: number, row: number, column: number, rise: number): void => {
    if (row < 0 || column < 0 || row >= rows || column >= columns) return
    surface[cell] = bound(surface[cell], surface[row * columns + column] + sign * rise)
  }
  const sweep = (row: number, column: number, step: 1 | -1): void => {
    const cell = row * columns + column
    relax(cell, row, column - step, straight)
    relax(cell, row - step, column, straight)
    relax(cell, row - step, column - step, straight * Math.SQRT2)
    relax(cell, row - step, column + step, straight * Math.SQRT2)
  }
  for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) sweep(row, column, 1)
  for (let row = rows - 1; row >= 0; row--) for (let column = columns - 1; column >= 0; column--) sweep(row, column, -1)
}
