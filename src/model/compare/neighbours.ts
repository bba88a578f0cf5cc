import type { PreparedShape, ShapeExtent } from '../shapes/preparedShape.ts'
import type { CompareOptions } from './compareOptions.ts'
import { ExtentGrid } from './extentGrid.ts'
import { reachPx } from './keypointSimilarity.ts'
import { reachM } from './pointsInSpace.ts'

/** The least similarity of landmarks that tracks ask for. */
const LEAST_SIMILARITY = 0.05

/** Calls `meet` for each two whose surroundings overlap: all that can be alike, for each a from left to right. */
export function forEachNeighbour<Item extends { outline: PreparedShape }>(
  as: readonly Item[],
  bs: readonly Item[],
  options: CompareOptions,
  meet: (a: Item, b: Item) => void,
): void {
  const sorted = bs.toSorted((one, other) => one.outline.extent.left - other.outline.extent.left)
  const grid = new ExtentGrid(sorted.map(({ outline }) => outline.extent))
  for (const a of as) for (const index of grid.overlapping(surroundings(a.outline, options))) meet(a, sorted[index])
}

function surroundings(outline: PreparedShape, options: CompareOptions): ShapeExtent {
  const reach = reachOf(outline, options)
  const { left, top, right, bottom } = outline.extent
  return { left: left - reach, top: top - reach, right: right + reach, bottom: bottom + reach }
}

function reachOf(outline: PreparedShape, options: CompareOptions): number {
  if (outline.kind === 'line') return options.chamferPx
  if (outline.kind === 'landmark') return reachPx(outline, Math.min(LEAST_SIMILARITY, options.oks || Number.MIN_VALUE))
  if (outline.kind === 'polyline3d' || outline.kind === 'keypoint3d') return reachM(options)
  return outline.kind === 'solid' ? (options.distanceM ?? 0) : 0
}
