/**
 * Average precision of scored boxes and areas as COCO counts it (pycocotools `COCOeval`, iouType bbox or segm, without
 * crowds): https://cocodataset.org/#detection-eval
 */
import { averageOf, type Curve, RECALLS, Weights } from './curve.ts'

const STEP = (0.95 - 0.5) / 9
/** 0.50, 0.55 … 0.95, as numpy.linspace rounds them. */
const IOUS: readonly number[] = Array.from({ length: 10 }, (_, i) => (i === 9 ? 0.95 : 0.5 + i * STEP))
const IOU_50 = 0
const IOU_75 = 5

/** Limits of the area in square pixels, both included. */
const AREAS = {
  all: [0, 1e10],
  small: [0, 32 ** 2],
  medium: [32 ** 2, 96 ** 2],
  large: [96 ** 2, 1e10],
} as const
type AreaName = keyof typeof AREAS
const AREA_NAMES = ['all', 'small', 'medium', 'large'] as const

/** The number of detections per image that count, by highest score. */
const MOST = 100

/** The objects of one class in one image. */
export interface ImageObjects {
  /** Index of the job, for intervals. */
  job: number
  truthAreasPx: readonly number[]
  found: readonly { areaPx: number; score: number }[]
  iou(found: number, truth: number): number
}

export interface ImagePrecision {
  /** Mean over IoU 0.50 to 0.95; null if the ground truth has none of these. */
  ap: number | null
  ap50: number | null
  ap75: number | null
  apSmall: number | null
  apMedium: number | null
  apLarge: number | null
  /** Recall with at most this many detections per image. */
  ar1: number | null
  ar10: number | null
  ar100: number | null
}

interface Detection {
  score: number
  job: number
  rank: number
  /** One bit for each IoU. */
  matched: Record<AreaName, number>
  ignored: Record<AreaName, number>
}

/** Gathers the images of one class. */
export class ImageClass {
  readonly #detections: Detection[] = []
  readonly #positives: Record<AreaName, number[]> = { all: [], small: [], medium: [], large: [] }
  #sorted: readonly Detection[] | null = null

  get truthCount(): number {
    return this.#positives.all.length
  }

  get foundCount(): number {
    return this.#detections.length
  }

  add(image: ImageObjects): void {
    this.#sorted = null
    const order = image.found.map((_, i) => i).sort((i, j) => image.found[j].score - image.found[i].score)
    const chosen = order.slice(0, MOST)
    const overlaps = chosen.map((d) => image.truthAreasPx.map((_, g) => image.iou(d, g)))
    const made = chosen.map(
      (d, rank): Detection => ({
        score: image.found[d].score,
        job: image.job,
        rank,
        matched: { all: 0, small: 0, medium: 0, large: 0 },
        ignored: { all: 0, small: 0, medium: 0, large: 0 },
      }),
    )
    for (const name of AREA_NAMES) {
      const [from, to] = AREAS[name]
      const isOut = (areaPx: number) => areaPx < from || areaPx > to
      const out = image.truthAreasPx.map(isOut)
      for (const isIgnored of out) if (!isIgnored) this.#positives[name].push(image.job)
      const truth = out.map((_, g) => g).sort((g, h) => Number(out[g]) - Number(out[h]))
      for (const [t, least] of IOUS.entries()) {
        const taken = new Set<number>()
        for (const [rank, detection] of made.entries()) {
          const match = bestMatch(overlaps[rank], truth, out, taken, Math.min(least, 1 - 1e-10))
          if (match !== null) {
            taken.add(match)
            detection.matched[name] |= 1 << t
          }
          const isIgnored = match === null ? isOut(image.found[chosen[rank]].areaPx) : out[match]
          if (isIgnored) detection.ignored[name] |= 1 << t
        }
      }
    }
    this.#detections.push(...made)
  }

  figures(): ImagePrecision {
    return {
      ap: this.ap(),
      ap50: this.#meanPrecision('all', [IOU_50]),
      ap75: this.#meanPrecision('all', [IOU_75]),
      apSmall: this.#meanPrecision('small'),
      apMedium: this.#meanPrecision('medium'),
      apLarge: this.#meanPrecision('large'),
      ar1: this.#meanRecall(1),
      ar10: this.#meanRecall(10),
      ar100: this.#meanRecall(MOST),
    }
  }

  /** AP, with each job as often as the weights say. */
  ap(weights: Weights = Weights.EQUAL): number | null {
    return this.#meanPrecision('all', IOUS.keys(), weights)
  }

  /** At IoU 0.5. */
  curve(): Curve {
    return this.#curve('all', IOU_50, MOST, Weights.EQUAL)
  }

  #meanPrecision(area: AreaName, thresholds: Iterable<number> = IOUS.keys(), weights = Weights.EQUAL): number | null {
    if (weights.sum(this.#positives[area]) === 0) return null
    const means = [...thresholds].map((t) => averageOf(this.#curve(area, t, MOST, weights).precision))
    return averageOf(means)
  }

  #meanRecall(most: number): number | null {
    if (this.#positives.all.length === 0) return null
    return averageOf(IOUS.map((_, t) => this.#curve('all', t, most, Weights.EQUAL).recall))
  }

  #curve(area: AreaName, t: number, most: number, weights: Weights): Curve {
    this.#sorted ??= [...this.#detections].sort((a, b) => b.score - a.score)
    const positives = weights.sum(this.#positives[area])
    const recalls: number[] = []
    const precisions: number[] = []
    const scores: number[] = []
    let [hits, misses] = [0, 0]
    for (const { score, job, rank, matched, ignored } of this.#sorted) {
      if (rank >= most) continue
      const bit = 1 << t
      if ((ignored[area] & bit) === 0) {
        if ((matched[area] & bit) !== 0) hits += weights.of(job)
        else misses += weights.of(job)
      }
      recalls.push(hits / positives)
      precisions.push(hits / (hits + misses + Number.EPSILON))
      scores.push(score)
    }
    for (let i = precisions.length - 1; i > 0; i--) precisions[i - 1] = Math.max(precisions[i - 1], precisions[i])
    let at = 0
    const sampled = RECALLS.map((recall) => {
      while (at < recalls.length && recalls[at] < recall) at++
      return at < recalls.length ? { precision: precisions[at], score: scores[at] } : { precision: 0, score: 0 }
    })
    return {
      recall: recalls.at(-1) ?? 0,
      precision: sampled.map(({ precision }) => precision),
      score: sampled.map(({ score }) => score),
    }
  }
}

/** The free object with the largest overlap; one that counts takes precedence over any that does not. */
function bestMatch(
  overlaps: readonly number[],
  truth: readonly number[],
  out: readonly boolean[],
  taken: ReadonlySet<number>,
  least: number,
): number | null {
  let [best, match] = [least, -1]
  for (const g of truth) {
    if (taken.has(g)) continue
    if (match >= 0 && !out[match] && out[g]) break
    if (overlaps[g] < best) continue
    best = overlaps[g]
    match = g
  }
  return match < 0 ? null : match
}
