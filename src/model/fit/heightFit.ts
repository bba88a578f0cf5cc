import type { FoundBox } from './boxSearch.ts'
import type { FlatPoints } from './cluster.ts'
import { likelyMean, type Option } from './likelyMean.ts'
import { misfit } from './sidePrior.ts'

const STEP_M = 0.05
/** What leaving out all of the points costs: a crown over a car has many. */
const ALL_POINTS = 14
const ONE_POINT = 1.2
/** The top is somewhere between the highest beam that met it and the next one, which did not. */
const LEAST_GAP_SIGMA_M = 0.08
const GAP_OF_BEAMS = 0.5
const MOST_BEAM_GAP_M = 0.4
/** Closer points are noise of one beam. */
const ONE_BEAM_M = 0.03
const MOST_GAP_COST = 6
const TRIM_SHARE = 0.01
/** Up to this many deviations above the usual height, a single point is not noise: nothing else could be there. */
const USUAL_SIGMAS = 0.5
const CLEARANCE_M = 0.06
/** The cost of ending a box where its points continue upwards; full from MANY_SHARE of the points. */
const GOES_ON = 4
const MANY_SHARE = 0.1
/** What hangs over an object begins this far above it, seldom right on it. */
const CLEAR_M = 0.3

/**
 * Height of the top over the ground, from the heights of the points over the footprint and the expectation: leaving out
 * something that hangs over an object costs less than including it. The result is the mean of all heights, each
 * weighted by how well it fits.
 */
export function fitHeight(
  above: Float64Array,
  expected: { size: number; sizeSigma: number },
): { height: number; isTopSeen: boolean } {
  const heights = above.slice().sort()
  const count = heights.length
  if (count === 0) return { height: expected.size, isTopSeen: false }
  const gain = Math.min(ALL_POINTS, ONE_POINT * count) / count
  const gapSigma = LEAST_GAP_SIGMA_M + GAP_OF_BEAMS * beamGap(heights)
  const usualM = expected.size + USUAL_SIGMAS * expected.sizeSigma
  const trim = Math.floor(TRIM_SHARE * count)
  const tops: Option[] = []
  let inside = 0
  let usualInside = 0
  for (let top = STEP_M; top <= 2 * expected.size + 1; top += STEP_M) {
    while (inside < count && heights[inside] <= top) inside++
    while (usualInside < inside && heights[usualInside] <= usualM) usualInside++
    const kept = Math.max(inside - trim, usualInside)
    const under = kept > 0 ? heights[kept - 1] : 0
    const gap = Math.min(MOST_GAP_COST, ((top - under - CLEARANCE_M) / gapSigma) ** 2 / 2)
    const outside = count - inside
    const next = outside > trim ? heights[inside + trim] - top : Number.POSITIVE_INFINITY
    const isNear = 1 - Math.min(1, Math.max(0, next - gapSigma) / CLEAR_M)
    const goesOn = GOES_ON * Math.min(1, outside / (MANY_SHARE * count)) * isNear
    const usual = misfit((top - expected.size) / expected.sizeSigma)
    tops.push({ value: top, cost: usual + gain * outside + gap + goesOn })
  }
  const height = likelyMean(tops)
  const highest = heights.findLast((above) => above <= height) ?? 0
  return { height, isTopSeen: height - highest < MOST_BEAM_GAP_M }
}

/** Usual distance between the beams. */
function beamGap(heights: Float64Array): number {
  const gaps: number[] = []
  for (let i = 1; i < heights.length; i++) {
    const gap = heights[i] - heights[i - 1]
    if (gap > ONE_BEAM_M) gaps.push(gap)
  }
  if (gaps.length === 0) return 0
  gaps.sort((a, b) => a - b)
  return Math.min(MOST_BEAM_GAP_M, gaps[gaps.length >> 1])
}

/** z of the points over the footprint. */
export function pointsOver({ u, v, z, count }: FlatPoints, box: FoundBox): Float64Array {
  const cos = Math.cos(box.yawRad)
  const sin = Math.sin(box.yawRad)
  const over = new Float64Array(count)
  let kept = 0
  for (let i = 0; i < count; i++) {
    const a = cos * u[i] + sin * v[i]
    const b = cos * v[i] - sin * u[i]
    if (a < box.along.from || a > box.along.to || b < box.across.from || b > box.across.to) continue
    over[kept++] = z[i]
  }
  return over.subarray(0, kept)
}
