import type { DepthMap } from './depthMap.ts'
import { IndexList } from './indexList.ts'
import { type PointRules, type SlottedCloud, takenSlots } from './pointCloud.ts'
import { PointLimits } from './pointLimits.ts'
import type { PointSurface } from './pointSurface.ts'
import type { ScreenGrid } from './screenGrid.ts'
import { ScreenPolygon, type SurfacePlace } from './screenPolygon.ts'

/** A way of a round brush, in places of the surface. */
export interface BrushWay {
  from: SurfacePlace
  to: SurfacePlace
  radiusPx: number
}

export interface CloudStrokeParts {
  cloud: SlottedCloud
  surface: PointSurface
  /** The grid of this surface. */
  grid: ScreenGrid
  /** null: hidden points may be selected too. */
  depths: DepthMap | null
  rules: PointRules
  /** One byte per point, all 0: what the brush has found. The array is passed in, so that strokes can share it. */
  found: Uint8Array
}

/** One stroke over the points of a cloud. Answers ascend; a point that is missing or out of view is never among them. */
export class CloudStroke {
  readonly #parts: CloudStrokeParts
  readonly #taken: Uint8Array
  readonly #limits: PointLimits

  constructor(parts: CloudStrokeParts) {
    this.#parts = parts
    this.#taken = takenSlots(parts.rules)
    this.#limits = new PointLimits(parts.cloud.relativeFromCloud, parts.rules)
  }

  /** Points within the radius of the paths that no earlier call returned. */
  brush(ways: readonly BrushWay[]): Uint32Array<ArrayBuffer> {
    const { found, cloud } = this.#parts
    const list = new IndexList()
    const add = (index: number) => {
      if (found[index]) return
      found[index] = 1
      list.push(index)
    }
    for (const way of ways) this.#along(way, add)
    return list.ascending(cloud.slots.length)
  }

  polygon(corners: readonly SurfacePlace[]): Uint32Array<ArrayBuffer> {
    const { grid, surface, cloud } = this.#parts
    const list = new IndexList()
    if (corners.length < 3) return list.ascending(0)
    const inGrid = corners.map(({ x, y }) => ({ x: x - surface.left, y: y - surface.top }))
    const polygon = new ScreenPolygon(inGrid, grid)
    const isInside = () => polygon.contains(surface.u - surface.left, surface.v - surface.top)
    const add = (index: number) => list.push(index)
    for (let row = 0; row < grid.rows; row++) {
      for (let column = 0; column < grid.columns; column++) {
        const part = polygon.partOf(row, column)
        if (part !== 'outside') this.#inCell(row * grid.columns + column, part === 'edge' ? isInside : null, add)
      }
    }
    return list.ascending(cloud.slots.length)
  }

  #along({ from, to, radiusPx }: BrushWay, add: (index: number) => void): void {
    const { grid, surface } = this.#parts
    const { cellPx } = grid
    const distance = wayDistance(from, to)
    const within = (most: number, value: number) => Math.min(Math.max(Math.floor(value / cellPx), 0), most - 1)
    const firstRow = within(grid.rows, Math.min(from.y, to.y) - radiusPx - surface.top)
    const lastRow = within(grid.rows, Math.max(from.y, to.y) + radiusPx - surface.top)
    const firstColumn = within(grid.columns, Math.min(from.x, to.x) - radiusPx - surface.left)
    const lastColumn = within(grid.columns, Math.max(from.x, to.x) + radiusPx - surface.left)
    const isInside = () => distance(surface.u, surface.v) <= radiusPx
    // From a cell's middle to its corners, and a little for rounding.
    const halfPx = cellPx * Math.SQRT1_2 + 1e-6
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) {
        const away = distance(surface.left + (column + 0.5) * cellPx, surface.top + (row + 0.5) * cellPx)
        if (away > radiusPx + halfPx) continue
        this.#inCell(row * grid.columns + column, away + halfPx <= radiusPx ? null : isInside, add)
      }
    }
  }

  /** @param isInside asked about the place that the surface holds; null: all of the cell is inside */
  #inCell(cell: number, isInside: (() => boolean) | null, add: (index: number) => void): void {
    const { grid, surface, depths } = this.#parts
    const { positions, slots } = this.#parts.cloud
    const limits = this.#limits
    for (let at = grid.starts[cell]; at < grid.starts[cell + 1]; at++) {
      const index = grid.order[at]
      if (!this.#taken[slots[index]]) continue
      const i = 3 * index
      if (isInside || depths) {
        surface.place(positions[i], positions[i + 1], positions[i + 2])
        if (isInside && !isInside()) continue
        if (depths && !depths.sees(surface.u, surface.v, surface.depthM)) continue
      }
      if (limits.isEmpty || limits.contains(positions[i], positions[i + 1], positions[i + 2])) add(index)
    }
  }
}

/** The distance of a place from the path between two others. */
function wayDistance(from: SurfacePlace, to: SurfacePlace): (x: number, y: number) => number {
  const [wayX, wayY] = [to.x - from.x, to.y - from.y]
  const square = wayX * wayX + wayY * wayY
  return (x, y) => {
    const along = square > 0 ? ((x - from.x) * wayX + (y - from.y) * wayY) / square : 0
    const part = Math.min(1, Math.max(0, along))
    return Math.hypot(x - from.x - part * wayX, y - from.y - part * wayY)
  }
}
