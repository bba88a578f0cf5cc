import { GroundGrid } from '../fit/groundGrid.ts'
import { pointsWhere } from './cuboidPoints.ts'
import { type PointRules, type Row, rowAlong, type SlottedCloud } from './pointCloud.ts'

/** The surface is made from an even sample: more points add nothing. */
const MOST_POINTS = 2_000_000
/** Reflections are far below the street; points only a little below are the street itself. */
const BELOW_M = 0.3

/** Over the ground: what lies lower is road, and what stands on it is seen. */
const ROAD_M = 0.3
const ALL = { takes: Uint8Array.of(1), shows: Uint8Array.of(1), heightsM: null, crop: null }

/** All points of the cloud that lie on the ground, whatever their labels; ascending. */
export const groundPoints = (cloud: SlottedCloud, heights: GroundHeights): Uint32Array =>
  heights.points({ ...cloud, slots: new Uint16Array(cloud.slots.length) }, ROAD_M, ALL)

/** Heights of the ground under one cloud, whichever way its own axes are turned; z is up. */
export class GroundHeights {
  readonly #grid: GroundGrid
  readonly #rows: readonly [Row, Row, Row]

  constructor({ positions, relativeFromCloud }: Pick<SlottedCloud, 'positions' | 'relativeFromCloud'>) {
    const origin = { x: 0, y: 0, z: 0 }
    this.#rows = [
      rowAlong(relativeFromCloud, { x: 1, y: 0, z: 0 }, origin),
      rowAlong(relativeFromCloud, { x: 0, y: 1, z: 0 }, origin),
      rowAlong(relativeFromCloud, { x: 0, y: 0, z: 1 }, origin),
    ]
    const pointCount = positions.length / 3
    const step = Math.max(1, Math.ceil(pointCount / MOST_POINTS))
    const sample = new Float32Array(3 * Math.ceil(pointCount / step))
    for (let i = 0, at = 0; i < pointCount; i += step) {
      const [x, y, z] = [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]]
      for (const [a, b, c, d] of this.#rows) sample[at++] = a * x + b * y + c * z + d
    }
    this.#grid = new GroundGrid(sample)
  }

  /** Points of the cloud up to `aboveM` over the ground, ascending. */
  points(cloud: SlottedCloud, aboveM: number, rules: PointRules): Uint32Array<ArrayBuffer> {
    const [east, north, up] = this.#rows
    return pointsWhere(cloud, rules, (x, y, z) => {
      const ground = this.#grid.heightAt(
        east[0] * x + east[1] * y + east[2] * z + east[3],
        north[0] * x + north[1] * y + north[2] * z + north[3],
      )
      const over = up[0] * x + up[1] * y + up[2] * z + up[3] - ground
      return over <= aboveM && over >= -BELOW_M
    })
  }
}
