import { closenessToFaces, coverageOf, evenWeights, lownessOf, spreadAcross, type TurnedPoints } from './boxEvidence.ts'
import type { BoxPrior } from './boxPrior.ts'
import type { FlatPoints } from './cluster.ts'
import { type Views, type Visible, viewsOf } from './endViews.ts'
import { type DrawnPrior, type DrawnPriorOf, likelyHand } from './handCare.ts'
import type { HeadingPlace } from './headingSearch.ts'
import { likelyMean, logLikelihoodOf, type Option } from './likelyMean.ts'
import { withoutMirrors } from './mirrors.ts'
import { expectedShare } from './ownPoints.ts'
import { type Ends, SideCounts } from './sideFit.ts'
import { misfit, nearerFirst, type SidePrior } from './sidePrior.ts'

/** A box seen from above in the gesture's axes: its direction and its ends along and across it. */
export type FoundBox = { yawRad: number; along: Ends; across: Ends; cost: number; views: Views }

/** `drawn`: how far a hand is to be believed; `isLikeliest`: in a known direction the likeliest ends, not their mean. */
export type SearchHow = { drawn?: DrawnPriorOf; isLikeliest?: boolean }

const DEGREE = Math.PI / 180
const COARSE_DEG = 2
const FINE_DEG = 0.5
const FINE_STEPS = [-3, -2, -1, 1, 2, 3] as const
/** More points add nothing about a direction. */
const MOST_POINTS = 600
/**
 * The gain if every point of a box-shaped thing is on a face that the sensor sees, in full from FACES_POINTS points.
 */
const FACES_GAIN = 60
const FACES_POINTS = 120
/** Narrower things have no faces; wider ones have them increasingly. */
const ROUND_M = 0.9
const FLAT_M = 1.6
/** Shorter things are people. */
const SHORT_M = 1
const LONG_M = 1.6
/**
 * The points of a thin thing determine its direction as strongly as this many independent ones, each counted for three.
 */
const SHAPE_POINTS = 30
/** Deviation of the points of a thin thing across it, as a share of its width. */
const SHAPE_SHARE = 1 / 3.5
/** From this much longer than wide on a thing shows its direction, then more and more. */
const ROUND_RATIO = 1.4
const LONG_RATIO = 2.2
/** The share of the points within the expected area below which they show another object's direction. */
const ALIEN_SHARE = 0.5
const OWN_SHARE = 0.9

/**
 * The box that directions around the gesture's lead to, at most `mostTurnDeg` from it, each counted by how well it
 * fits: first with what hands are usually like, then with what the points say of this one.
 */
export function searchBox(
  points: FlatPoints,
  prior: BoxPrior,
  sensors: readonly HeadingPlace[],
  mostTurnDeg: number,
  { drawn, isLikeliest = false }: SearchHow = {},
): FoundBox {
  const reachDeg = Math.min(mostTurnDeg, (3 * prior.headingSigmaRad) / DEGREE)
  if (reachDeg < FINE_DEG) {
    const search = new BoxSearch(points, prior, sensors)
    return isLikeliest ? search.likeliest(0) : search.settled(0)
  }
  const some = points.count > MOST_POINTS ? someOf(points) : points
  const turns = triedTurns(new BoxSearch(some, prior, sensors), reachDeg)
  const under = (known: BoxPrior): Option[] =>
    turns.map(({ value, cost, stands }) => ({
      value,
      cost: cost - misfit(value / prior.headingSigmaRad) + misfit(value / known.headingSigmaRad),
      stands,
    }))
  const costOf = ({ prior: known, cost }: DrawnPrior): number => {
    const tried = under(known)
    const { along, across } = new BoxSearch(some, known, sensors).settled(likelyMean(tried))
    return cost - along.logLikelihood - across.logLikelihood - logLikelihoodOf(tried)
  }
  const known = drawn ? likelyHand(drawn, costOf) : prior
  return new BoxSearch(points, known, sensors).settled(likelyMean(under(known)))
}

/** Directions in coarse steps, and in fine steps around the best of them. */
function triedTurns(search: BoxSearch, reachDeg: number): Option[] {
  const tried = (degrees: number, stands: number): Option => {
    const value = degrees * DEGREE
    return { value, cost: search.at(value).cost, stands }
  }
  const most = Math.floor(reachDeg / COARSE_DEG)
  const coarse = Array.from({ length: 2 * most + 1 }, (_, k) => tried((k - most) * COARSE_DEG, COARSE_DEG))
  const best = coarse.reduce((one, other) => (other.cost < one.cost ? other : one))
  best.stands = FINE_DEG
  return [...coarse, ...FINE_STEPS.map((k) => tried(best.value / DEGREE + k * FINE_DEG, FINE_DEG))]
}

class BoxSearch {
  readonly #points: FlatPoints
  readonly #prior: BoxPrior
  readonly #sensors: readonly HeadingPlace[]
  readonly #turned: TurnedPoints
  /** 0 for things without flat faces, 1 for vehicles. */
  readonly #flatness: number
  readonly #thinness: number
  readonly #visible: Visible
  readonly #lowness: Float64Array
  /** How much of the points is the object's: a wall that it was not parted from has a direction too. */
  readonly #purity: number

  constructor(points: FlatPoints, prior: BoxPrior, sensors: readonly HeadingPlace[]) {
    this.#points = points
    this.#prior = prior
    this.#sensors = sensors
    this.#turned = {
      a: new Float64Array(points.count),
      b: new Float64Array(points.count),
      weights: evenWeights(points),
    }
    const long = Math.max(prior.shape.length, prior.shape.width)
    const narrow = Math.min(prior.shape.length, prior.shape.width)
    this.#flatness = share(narrow, ROUND_M, FLAT_M)
    this.#thinness = (1 - this.#flatness) * share(long / narrow, ROUND_RATIO, LONG_RATIO)
    this.#lowness = lownessOf(points, prior.height.size)
    this.#purity = share(expectedShare(points, prior, this.#turned.weights), ALIEN_SHARE, OWN_SHARE)
    const softness = 1 - share(long, SHORT_M, LONG_M)
    this.#visible = { coverage: coverageOf(points, prior.height.size), softness }
  }

  /** The best box in one direction, by coarse ends. */
  at(yawRad: number): FoundBox {
    return this.#found(yawRad, 'best', false)
  }

  /** The best box in one direction. */
  likeliest(yawRad: number): FoundBox {
    return this.#found(yawRad, 'best', true)
  }

  /** The box in one direction whose ends are the mean of all, each counted by how well it fits. */
  settled(yawRad: number): FoundBox {
    return this.#found(yawRad, 'expected', true)
  }

  #found(yawRad: number, ends: 'best' | 'expected', fine: boolean): FoundBox {
    const cos = Math.cos(yawRad)
    const sin = Math.sin(yawRad)
    const { a, b, weights } = this.#turned
    for (let i = 0; i < a.length; i++) {
      a[i] = cos * this.#points.u[i] + sin * this.#points.v[i]
      b[i] = cos * this.#points.v[i] - sin * this.#points.u[i]
    }
    const priorA = { ...this.#prior.along, middle: cos * this.#prior.along.middle + sin * this.#prior.across.middle }
    const priorB = { ...this.#prior.across, middle: cos * this.#prior.across.middle - sin * this.#prior.along.middle }
    const sensors = this.#sensors.map(({ u, v }) => ({ u: cos * u + sin * v, v: cos * v - sin * u }))
    let along = endsOf(priorA)
    let across = endsOf(priorB)
    let views = viewsOf(along, across, sensors, this.#visible)
    const countsA = sideCounts(priorA, fine)
    const countsB = sideCounts(priorB, fine)
    const weightsB =
      this.#flatness > 0
        ? withoutMirrors(this.#turned, this.#points.z, priorA, this.#prior.height.size, this.#flatness)
        : nearerFirst(b, priorB, weights)
    for (const slackM of [priorA.sizeSigma / 2, 0.1]) {
      countsB.fill(b, a, along.from - slackM, along.to + slackM, weightsB)
      across = countsB[ends](priorB, ...views.across)
      countsA.fill(a, b, across.from - 0.1, across.to + 0.1, weights)
      along = countsA[ends](priorA, ...views.along)
      views = viewsOf(along, across, sensors, this.#visible)
    }
    const cost = this.#costOfTurn(yawRad, along, across, sensors)
    return { yawRad, along, across, cost, views }
  }

  #costOfTurn(yawRad: number, along: Ends, across: Ends, sensors: readonly HeadingPlace[]): number {
    let cost = misfit(yawRad / this.#prior.headingSigmaRad)
    if (this.#flatness > 0) {
      const { closeness, inside } = closenessToFaces(this.#turned, along, across, sensors)
      const faces = FACES_GAIN * Math.min(1, inside / FACES_POINTS) * closeness
      cost += this.#flatness * (along.cost + across.cost - faces)
    }
    if (this.#thinness > 0) {
      const { variance, count } = spreadAcross(this.#turned, along, across, this.#lowness)
      const usual = (this.#prior.across.size * SHAPE_SHARE) ** 2
      cost += (this.#thinness * this.#purity * Math.min(SHAPE_POINTS, count / 3) * variance) / (2 * usual)
    }
    return cost
  }
}

/** 0 up to `from`, 1 from `to` on. */
const share = (value: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)))

const endsOf = ({ middle, size }: SidePrior): Ends => ({
  from: middle - size / 2,
  to: middle + size / 2,
  cost: 0,
  logLikelihood: 0,
})

function sideCounts({ middle, middleSigma, size, sizeSigma }: SidePrior, fine: boolean): SideCounts {
  const reach = size / 2 + 3 * (middleSigma + sizeSigma) + 0.3
  const binM = fine ? Math.min(0.04, size / 20) : Math.min(0.08, size / 12)
  return new SideCounts(middle - reach, middle + reach, binM)
}

/** Evenly out of all, in their order. */
function someOf({ u, v, z, count }: FlatPoints): FlatPoints {
  const pick = (values: Float64Array): Float64Array =>
    Float64Array.from({ length: MOST_POINTS }, (_, k) => values[Math.floor((k * count) / MOST_POINTS)])
  return { u: pick(u), v: pick(v), z: pick(z), count: MOST_POINTS }
}
