import type { BoxPrior } from './boxPrior.ts'
import { type FoundBox, type SearchHow, searchBox } from './boxSearch.ts'
import { clustersOf, type FlatPoints } from './cluster.ts'
import type { HeadingPlace } from './headingSearch.ts'
import { ownPoints } from './ownPoints.ts'
import { misfit, type SidePrior } from './sidePrior.ts'

/** Where a search begins, in the region's axes. */
export type Start = HeadingPlace & { yawRad: number; isCluster?: boolean }

/** A box found, and how many points it holds. */
export type StartedBox = { box: FoundBox; inside: number }

const LINK_M = 0.4
const MOST_STARTS = 6
/** A box is left for one this much further away only where that fits clearly better. */
const PLACE_SIGMA_M = 0.8
/** Cost of a box that leaves out all of the clusters it touches: it is next to its object. */
const ALL_OUTSIDE = 12

/** The box found from a start, in the region's axes; null without points. */
export function searchFrom(
  points: FlatPoints,
  prior: BoxPrior,
  sensors: readonly HeadingPlace[],
  start: Start,
  mostTurnDeg: number,
  how: SearchHow = {},
): StartedBox | null {
  const cos = Math.cos(start.yawRad)
  const sin = Math.sin(start.yawRad)
  const there = ({ u, v }: HeadingPlace): HeadingPlace => ({
    u: cos * (u - start.u) + sin * (v - start.v),
    v: cos * (v - start.v) - sin * (u - start.u),
  })
  const moved: FlatPoints = { u: points.u.slice(), v: points.v.slice(), z: points.z, count: points.count }
  for (let i = 0; i < points.count; i++) {
    const { u, v } = there({ u: points.u[i], v: points.v[i] })
    moved.u[i] = u
    moved.v[i] = v
  }
  const expected = start.isCluster ? aroundCluster(prior) : prior
  const own = ownPoints(moved, expected)
  if (own.count === 0) return null
  const found = searchBox(own, expected, sensors.map(there), mostTurnDeg, how)
  const yawRad = start.yawRad + found.yawRad
  const a = Math.cos(yawRad) * start.u + Math.sin(yawRad) * start.v
  const b = Math.cos(yawRad) * start.v - Math.sin(yawRad) * start.u
  const { along, across } = found
  const box = {
    ...found,
    yawRad,
    along: { ...along, from: along.from + a, to: along.to + a },
    across: { ...across, from: across.from + b, to: across.to + b },
  }
  return { box, inside: isInside(points, box).reduce((sum, is) => sum + is, 0) }
}

/** The middle of what is visible of an object is somewhere in it. */
function aroundCluster({ along, across, ...prior }: BoxPrior): BoxPrior {
  const loose = (side: SidePrior): SidePrior => ({ ...side, middleSigma: Math.max(side.middleSigma, side.size / 2) })
  return { ...prior, along: loose(along), across: loose(across) }
}

/** Places where objects may stand: here, and the middles of the clusters within reach, the nearest first. */
export function startsAround(points: FlatPoints, reachM: number): Start[] {
  const here: Start = { u: 0, v: 0, yawRad: 0 }
  if (points.count === 0) return [here]
  const { clusterOf, clusterCount } = clustersOf(points, LINK_M)
  const middles = Array.from({ length: clusterCount }, () => ({ u: 0, v: 0, yawRad: 0, count: 0 }))
  for (let i = 0; i < points.count; i++) {
    const middle = middles[clusterOf[i]]
    middle.count++
    middle.u += (points.u[i] - middle.u) / middle.count
    middle.v += (points.v[i] - middle.v) / middle.count
  }
  const away = ({ u, v }: HeadingPlace): number => Math.hypot(u, v)
  const near = middles
    .filter((middle) => away(middle) <= reachM && middle.count >= 3)
    .sort((one, other) => away(one) - away(other))
  return [here, ...near.slice(0, MOST_STARTS).map(({ u, v }) => ({ u, v, yawRad: 0, isCluster: true }))]
}

/** The best of the boxes found from several starts: near, of the expected size, and including all that it touches. */
export function bestStarted<Found extends StartedBox>(
  points: FlatPoints,
  found: readonly (Found | null)[],
): Found | null {
  const likely = found.filter((started): started is Found => started !== null && started.inside > 0)
  if (likely.length < 2) return likely[0] ?? null
  const { clusterOf, clusterCount } = clustersOf(points, LINK_M)
  let best: Found | null = null
  let bestCost = Number.POSITIVE_INFINITY
  for (const started of likely) {
    const { box } = started
    const a = (box.along.from + box.along.to) / 2
    const b = (box.across.from + box.across.to) / 2
    const cost =
      box.along.cost +
      box.across.cost +
      misfit(Math.hypot(a, b) / PLACE_SIGMA_M) +
      ALL_OUTSIDE * shareOutside(isInside(points, box), clusterOf, clusterCount)
    if (cost >= bestCost) continue
    bestCost = cost
    best = started
  }
  return best
}

/** 1 for each point that the box holds, seen from above. */
function isInside({ u, v, count }: FlatPoints, { yawRad, along, across }: FoundBox): Uint8Array {
  const cos = Math.cos(yawRad)
  const sin = Math.sin(yawRad)
  const inside = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    const a = cos * u[i] + sin * v[i]
    const b = cos * v[i] - sin * u[i]
    if (a >= along.from && a <= along.to && b >= across.from && b <= across.to) inside[i] = 1
  }
  return inside
}

/** Among the points of all clusters that a box touches, the share outside it. */
function shareOutside(isIn: Uint8Array, clusterOf: Int32Array, clusterCount: number): number {
  const all = new Float64Array(clusterCount)
  const within = new Float64Array(clusterCount)
  for (let i = 0; i < isIn.length; i++) {
    all[clusterOf[i]]++
    within[clusterOf[i]] += isIn[i]
  }
  let [inside, touched] = [0, 0]
  for (let cluster = 0; cluster < clusterCount; cluster++) {
    inside += within[cluster]
    if (within[cluster] > 0) touched += all[cluster]
  }
  return touched > 0 ? 1 - inside / touched : 1
}
