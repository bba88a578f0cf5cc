import type { Positions } from '../../geometry/positions.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import { GroundGrid } from '../fit/groundGrid.ts'

/**
 * Points of upright objects on the ground around the vehicle, thinned out so that near things count no more than far
 * ones.
 */
export interface StandingCloud {
  readonly x: Float64Array
  readonly y: Float64Array
  /** Index of the point's height in LAYERS_M: only points of the same layer can match. */
  readonly layer: Uint8Array
  readonly count: number
}

/** Heights over the ground at which layers begin; below the first one is ground, above the last one sky. */
const LAYERS_M = [0.4, 1.2, 2.2, 3.5, 5.5, 9]
export const LAYERS = LAYERS_M.length - 1
/** Things further from the vehicle are not looked at. */
export const STANDING_REACH_M = 60
const CELL_M = 0.3

/** @param middle what the places are relative to */
export function standingCloud(positions: Positions, middle: Pick<Vec3, 'x' | 'y'>): StandingCloud {
  const ground = new GroundGrid(positions)
  const cells = new Map<number, { x: number; y: number; layer: number; count: number }>()
  const side = 2 * Math.ceil(STANDING_REACH_M / CELL_M) + 2
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const x = positions[i] - middle.x
    const y = positions[i + 1] - middle.y
    // Written so that NaN fails.
    if (!(x * x + y * y <= STANDING_REACH_M * STANDING_REACH_M)) continue
    const overM = positions[i + 2] - ground.heightAt(positions[i], positions[i + 1])
    const layer = LAYERS_M.findLastIndex((from) => overM >= from)
    if (layer < 0 || layer >= LAYERS) continue
    const key =
      (layer * side + Math.floor((y + STANDING_REACH_M) / CELL_M)) * side + Math.floor((x + STANDING_REACH_M) / CELL_M)
    const cell = cells.get(key) ?? { x: 0, y: 0, layer, count: 0 }
    cells.set(key, cell)
    cell.count++
    cell.x += (x - cell.x) / cell.count
    cell.y += (y - cell.y) / cell.count
  }
  const kept = [...cells.values()]
  return {
    x: Float64Array.from(kept, ({ x }) => x),
    y: Float64Array.from(kept, ({ y }) => y),
    layer: Uint8Array.from(kept, ({ layer }) => layer),
    count: kept.length,
  }
}
