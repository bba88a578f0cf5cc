import type { CompareOptions } from './compareOptions.ts'
import { reachPx } from './keypointSimilarity.ts'
import { reachM } from './pointsInSpace.ts'
import type { PreparedShape, ShapeExtent } from './preparedShape.ts'

/** The least similarity of landmarks that tracks ask for. */
const LEAST_SIMILARITY = 0.05

/** Calls `meet` for each two whose surroundings overlap: all that can be alike, found from left to right. */
export function forEachNeighbour<Item extends { outline: PreparedShape }>(
  as: readonly Item[],
  bs: readonly Item[],
  options: CompareOptions,
  meet: (a: Item, b: Item) => void,
): void {
  const sorted = bs.map((item) => ({ item, ...item.outline.extent })).sort((one, other) => one.left - other.left)
  const widest = sorted.reduce((most, { left, right }) => Math.max(most, right - left), 0)
  for (const a of as) {
    const around = surroundings(a.outline, options)
    for (let i = firstFrom(sorted, around.left - widest); i < sorted.length && sorted[i].left <= around.right; i++) {
      const b = sorted[i]
      if (b.right >= around.left && b.top <= around.bottom && b.bottom >= around.top) meet(a, b.item)
    }
  }
}

function firstFrom(sorted: readonly { left: number }[], least: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (sorted[middle].left < least) from = middle + 1
    else to = middle
  }
  return from
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
