import { misfit, type SidePrior } from './sidePrior.ts'

/** How the end of a side is seen: how far past its points a box usually reaches there, and what it costs otherwise. */
export type EndView = { gapM: number; gapSigmaM: number; mostCost: number }

/** `logLikelihood` is of all ends together, but for a constant; of one pair of ends that of this pair alone. */
export type Ends = { from: number; to: number; cost: number; logLikelihood: number }

/** The cost of leaving out all points, and the most that leaving out one costs. */
const ALL_POINTS = 30
const ONE_POINT = 1.2
/** Points beyond a face that count as noise, mirrors or a neighbour. */
const TRIM_SHARE = 0.02
/**
 * Ending where the points continue costs as much as ending away from them: fully from this share of their usual
 * density.
 */
const DENSE_SHARE = 0.5
/** Examined this far beyond an end, past what noise and loose boxes leave outside. */
const BEYOND_M = 0.25
const OUTSIDE_M = 0.05
/** Ends that cost this much more than the best have a share of less than one in 10¹⁷. */
const NEGLIGIBLE = 40

/** Points along one axis, counted in bins: cumulative, so that any stretch is counted in one step. */
export class SideCounts {
  readonly #binM: number
  readonly #from: number
  readonly #bins: number
  readonly #cumulative: Float64Array
  readonly #next: Int32Array

  constructor(from: number, to: number, binM: number) {
    this.#binM = binM
    this.#from = from
    this.#bins = Math.max(1, Math.ceil((to - from) / binM))
    this.#cumulative = new Float64Array(this.#bins + 1)
    this.#next = new Int32Array(this.#bins + 1)
  }

  /** Counts the points whose offset from the axis is within `from` … `to`. */
  fill(at: Float64Array, beside: Float64Array, from: number, to: number, weights: Float64Array): void {
    this.#cumulative.fill(0)
    for (let i = 0; i < at.length; i++) {
      if (beside[i] < from || beside[i] > to) continue
      const bin = Math.floor((at[i] - this.#from) / this.#binM)
      if (bin >= 0 && bin < this.#bins) this.#cumulative[bin + 1] += weights[i]
    }
    for (let i = 1; i <= this.#bins; i++) this.#cumulative[i] += this.#cumulative[i - 1]
  }

  #edge(at: number): number {
    return Math.min(this.#bins, Math.max(0, Math.round((at - this.#from) / this.#binM)))
  }

  #count(from: number, to: number): number {
    return this.#cumulative[this.#edge(to)] - this.#cumulative[this.#edge(from)]
  }

  /** The most points that a side of the expected size holds about where it is expected. */
  #most({ middle, middleSigma, size, sizeSigma }: SidePrior): number {
    const half = size / 2 + sizeSigma / 4
    let most = 0
    for (let at = middle - middleSigma; at <= middle + middleSigma; at += this.#binM) {
      most = Math.max(most, this.#count(at - half, at + half))
    }
    return most
  }

  /** The ends that best fit the expectation and the points. */
  best(prior: SidePrior, first: EndView, last: EndView): Ends {
    let best = unseen(prior)
    this.#weigh(prior, first, last, (from, to, cost) => {
      if (cost < best.cost) best = { from, to, cost, logLikelihood: -cost }
      return best.cost
    })
    return best
  }

  /** The mean of all ends, each counted by how well it fits: of ends that fit alike it is the closest to all. */
  expected(prior: SidePrior, first: EndView, last: EndView): Ends {
    let least = Number.POSITIVE_INFINITY
    let [all, sumFrom, sumTo] = [0, 0, 0]
    this.#weigh(prior, first, last, (from, to, cost) => {
      // Likelihoods are relative to the best so far; a better one makes all earlier ones less likely.
      if (cost < least) {
        const share = Math.exp(cost - least)
        all *= share
        sumFrom *= share
        sumTo *= share
        least = cost
      }
      const likelihood = Math.exp(least - cost)
      all += likelihood
      sumFrom += likelihood * from
      sumTo += likelihood * to
      return least + NEGLIGIBLE
    })
    if (all === 0) return unseen(prior)
    const logLikelihood = Math.log(all * this.#binM ** 2) - least
    return { from: sumFrom / all, to: sumTo / all, cost: least, logLikelihood }
  }

  /** The cost of each pair of ends within reach. @param use answers the cost above which further pairs do not matter */
  #weigh(
    prior: SidePrior,
    first: EndView,
    last: EndView,
    use: (from: number, to: number, cost: number) => number,
  ): void {
    const binM = this.#binM
    const cumulative = this.#cumulative
    const reach = 2 * (prior.middleSigma + prior.sizeSigma / 2) + 0.2
    const [low, high] = [prior.middle - prior.size / 2, prior.middle + prior.size / 2]
    const usual = Math.max(this.#most(prior), 1)
    const trimmed = Math.max(TRIM_SHARE * usual, 1e-9)
    const gain = Math.min(ALL_POINTS, ONE_POINT * usual) / usual
    const fromA = this.#edge(low - reach)
    const toA = this.#edge(Math.min(low + reach, prior.middle + reach))
    const fromB = this.#edge(Math.max(high - reach, prior.middle - reach))
    const toB = this.#edge(high + reach)
    const dense = Math.max((DENSE_SHARE * usual * BEYOND_M) / prior.size, 1e-9)
    const endCosts = this.#costsOfLast(fromB, toB, last, trimmed, dense)
    const least = Math.max(1, Math.floor((0.3 * prior.size) / binM))
    this.#gapsAfter(fromA, toA, trimmed)
    let most = Number.POSITIVE_INFINITY
    for (let a = fromA; a <= toA; a++) {
      const start = this.#from + a * binM
      const startCost = gapCost((this.#next[a] - a - 0.5) * binM, first) + this.#goesOnCost(start, -1, dense, first)
      if (startCost > most) continue
      for (let b = Math.max(fromB, a + least); b <= toB; b++) {
        if (startCost + endCosts[b - fromB] > most) continue
        const size = (b - a) * binM
        const outside = usual - (cumulative[b] - cumulative[a])
        const cost =
          startCost +
          endCosts[b - fromB] +
          misfit((size - prior.size) / prior.sizeSigma) +
          misfit((start + size / 2 - prior.middle) / prior.middleSigma) +
          (outside > 0 ? gain * outside : 0)
        most = use(start, start + size, cost)
      }
    }
  }

  #costsOfLast(from: number, to: number, view: EndView, trimmed: number, dense: number): Float64Array {
    const gaps = this.#gapsBefore(from, to, trimmed)
    return Float64Array.from(gaps, (before, i) => {
      const edge = from + i
      const end = this.#from + edge * this.#binM
      return gapCost((edge - before - 0.5) * this.#binM, view) + this.#goesOnCost(end, 1, dense, view)
    })
  }

  /** The cost of the points directly beyond an end, which are few where a box should end. */
  #goesOnCost(end: number, side: 1 | -1, dense: number, { mostCost }: EndView): number {
    const [near, far] = [end + side * OUTSIDE_M, end + side * (OUTSIDE_M + BEYOND_M)]
    return mostCost * Math.min(1, Math.abs(this.#count(near, far)) / dense)
  }

  /** For each edge, the first edge after it with enough points between. */
  #gapsAfter(from: number, to: number, enough: number): void {
    let at = from
    for (let edge = from; edge <= to; edge++) {
      at = Math.max(at, edge)
      while (at < this.#bins && this.#cumulative[at] - this.#cumulative[edge] < enough) at++
      this.#next[edge] = at
    }
  }

  /** For each edge, the last edge before it with enough points between. */
  #gapsBefore(from: number, to: number, enough: number): Int32Array {
    const before = new Int32Array(to - from + 1)
    let at = to
    for (let edge = to; edge >= from; edge--) {
      at = Math.min(at, edge)
      while (at > 0 && this.#cumulative[edge] - this.#cumulative[at] < enough) at--
      before[edge - from] = at
    }
    return before
  }
}

/** The expectation, if no pair of ends is possible. */
const unseen = ({ middle, size }: SidePrior): Ends => ({
  from: middle - size / 2,
  to: middle + size / 2,
  cost: Number.POSITIVE_INFINITY,
  logLikelihood: Number.NEGATIVE_INFINITY,
})

/** Student's t: distant values are unlikely, but less so than with a normal distribution. */
const FREEDOM = 3

function gapCost(foundM: number, { gapM, gapSigmaM, mostCost }: EndView): number {
  const off = (foundM - gapM) / gapSigmaM
  return Math.min(mostCost, ((FREEDOM + 1) / 2) * Math.log(1 + (off * off) / FREEDOM))
}
