/**
 * Detection figures of scored cuboids as nuScenes counts them (devkit, eval/detection/algo.py: `accumulate`, `calc_ap`,
 * `calc_tp`): pairs by the distance of centres seen from above. Results have no velocities and no nuScenes attributes:
 * their two errors are left out, and the detection score weighs the other three.
 */
import type { Cuboid } from '../../geometry/cuboid.ts'
import { type CuboidErrors, cuboidErrors } from '../compare/cuboidErrors.ts'
import { averageOf, type Curve, RECALLS, Weights } from './curve.ts'

/** Pairs are closer than this. */
const DISTANCES_M = [0.5, 1, 2, 4] as const
/** Errors are those of pairs within this; an index of DISTANCES_M. */
const ERRORS_AT = 2
const LEAST_PRECISION = 0.1
/** The first index of RECALLS that counts: below it, precision is not meaningful. */
const FIRST_RECALL = 11

export interface SpacePrecision {
  /** Mean over distances of 0.5, 1, 2 and 4 m; null if the ground truth has none of these. */
  ap: number | null
  /** By distance in metres. */
  apByDistance: Record<string, number> | null
  /** Means over recalls from 0.11; 1 if none of them is reached. */
  ate: number | null
  ase: number | null
  aoe: number | null
}

interface Detection {
  score: number
  job: number
  index: number
  /** One bit for each distance. */
  matched: number
  errors: CuboidErrors | null
}

/** Gathers the frames of one class. */
export class SpaceClass {
  readonly #detections: Detection[] = []
  readonly #truth: number[] = []
  #sorted: readonly Detection[] | null = null

  get truthCount(): number {
    return this.#truth.length
  }

  get foundCount(): number {
    return this.#detections.length
  }

  /** The objects of one frame; `job` is its index, for intervals. */
  add(job: number, truth: readonly Cuboid[], found: readonly { cuboid: Cuboid; score: number }[]): void {
    this.#sorted = null
    for (const _ of truth) this.#truth.push(job)
    const made = found.map(({ cuboid, score }, i) => {
      const detection: Detection = { score, job, index: this.#detections.length + i, matched: 0, errors: null }
      return { cuboid, detection }
    })
    this.#detections.push(...made.map(({ detection }) => detection))
    const order = made.toSorted((a, b) => byScore(a.detection, b.detection))
    for (const [t, most] of DISTANCES_M.entries()) {
      const taken = new Set<Cuboid>()
      for (const { cuboid, detection } of order) {
        const near = nearest(cuboid, truth, taken)
        if (!near || near.distance >= most) continue
        taken.add(near.cuboid)
        detection.matched |= 1 << t
        if (t === ERRORS_AT) detection.errors = cuboidErrors(near.cuboid, cuboid)
      }
    }
  }

  figures(): SpacePrecision {
    if (this.#truth.length === 0) return { ap: null, apByDistance: null, ate: null, ase: null, aoe: null }
    const precisions = DISTANCES_M.map(
      (metres, t) => [`${metres}`, precisionOf(this.#curve(t, Weights.EQUAL))] as const,
    )
    return {
      ap: averageOf(precisions.map(([, ap]) => ap)),
      apByDistance: Object.fromEntries(precisions),
      ate: this.#error(({ distance }) => distance),
      ase: this.#error(({ size }) => size),
      aoe: this.#error(({ turnRad }) => turnRad),
    }
  }

  /** AP, with each job as often as the weights say. */
  ap(weights: Weights): number | null {
    if (weights.sum(this.#truth) === 0) return null
    return averageOf(DISTANCES_M.map((_, t) => precisionOf(this.#curve(t, weights))))
  }

  /** The curve at 2 m. */
  curve(): Curve {
    return this.#curve(ERRORS_AT, Weights.EQUAL)
  }

  #curve(t: number, weights: Weights): Curve {
    const positives = weights.sum(this.#truth)
    const [recalls, precisions, scores]: number[][] = [[], [], []]
    let [hits, misses] = [0, 0]
    for (const { score, job, matched } of this.#inOrder()) {
      if ((matched & (1 << t)) === 0) misses += weights.of(job)
      else hits += weights.of(job)
      if (hits + misses === 0) continue
      recalls.push(hits / positives)
      precisions.push(hits / (hits + misses))
      scores.push(score)
    }
    if (hits === 0) return { recall: 0, precision: RECALLS.map(() => 0), score: RECALLS.map(() => 0) }
    const beyond = { right: 0 }
    return {
      recall: recalls.at(-1) ?? 0,
      precision: interpolated(RECALLS, recalls, precisions, beyond),
      score: interpolated(RECALLS, recalls, scores, beyond),
    }
  }

  #inOrder(): readonly Detection[] {
    this.#sorted ??= this.#detections.toSorted(byScore)
    return this.#sorted
  }

  /** The mean over recalls of the mean error of all pairs up to there. */
  #error(of: (errors: CuboidErrors) => number): number {
    const matched = this.#inOrder().flatMap(({ errors, score }) => (errors ? [{ score, error: of(errors) }] : []))
    const confidence = this.curve().score
    const last = confidence.findLastIndex((score) => score !== 0)
    if (matched.length === 0 || last < FIRST_RECALL) return 1
    let sum = 0
    const means = matched.map(({ error }, i) => {
      sum += error
      return sum / (i + 1)
    })
    const ascending = interpolated(
      confidence.toReversed(),
      matched.map(({ score }) => score).reverse(),
      means.reverse(),
    )
    return averageOf(ascending.reverse().slice(FIRST_RECALL, last + 1))
  }
}

/** As nuScenes orders them: of equal scores the later one first. */
const byScore = (a: Detection, b: Detection): number => b.score - a.score || b.index - a.index

function nearest(
  { position }: Cuboid,
  truth: readonly Cuboid[],
  taken: ReadonlySet<Cuboid>,
): { cuboid: Cuboid; distance: number } | null {
  let best: { cuboid: Cuboid; distance: number } | null = null
  for (const cuboid of truth) {
    if (taken.has(cuboid)) continue
    const distance = Math.hypot(cuboid.position.x - position.x, cuboid.position.y - position.y)
    if (!best || distance < best.distance) best = { cuboid, distance }
  }
  return best
}

const precisionOf = ({ precision }: Curve): number =>
  averageOf(precision.slice(FIRST_RECALL).map((value) => Math.max(0, value - LEAST_PRECISION))) / (1 - LEAST_PRECISION)

/** numpy.interp: `xp` ascends. */
function interpolated(
  xs: readonly number[],
  xp: readonly number[],
  fp: readonly number[],
  { right = fp[fp.length - 1] }: { right?: number } = {},
): number[] {
  const last = xp.length - 1
  return xs.map((x) => {
    if (x > xp[last]) return right
    if (x < xp[0]) return fp[0]
    let [low, high] = [0, last + 1]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (xp[middle] <= x) low = middle
      else high = middle
    }
    if (low === last) return fp[last]
    return ((fp[low + 1] - fp[low]) / (xp[low + 1] - xp[low])) * (x - xp[low]) + fp[low]
  })
}
