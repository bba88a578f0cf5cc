import { type ComparedJob, matchingContext } from '../compare/compare.ts'
import type { ComparedRecord } from '../compare/comparedRecord.ts'
import type { CompareOptions } from '../compare/compareOptions.ts'
import { withoutIgnored } from '../compare/ignored.ts'
import { iouOf, shapeAreaPx } from '../compare/likeness.ts'
import { preparedShape } from '../compare/preparedShape.ts'
import { RANKED_FROM, type ScoreInterval } from '../scoreInterval.ts'
import type { PreparedShape } from '../shapes/preparedShape.ts'
import { averageOf, type Curve, Weights } from './curve.ts'
import { ImageClass, type ImagePrecision } from './imagePrecision.ts'
import { SpaceClass, type SpacePrecision } from './spacePrecision.ts'

const ROUNDS = 100

/**
 * The 95 % confidence interval of a figure when the jobs are resampled (percentile bootstrap; Efron 1979), the same at
 * each call. null: there are fewer jobs than a comparison of people needs, or no figure.
 */
function resampled(jobs: number, figureOf: (weights: Weights) => number | null): ScoreInterval | null {
  if (jobs < RANKED_FROM) return null
  const next = numbers()
  const figures: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const counts = new Uint32Array(jobs)
    for (let i = 0; i < jobs; i++) counts[Math.floor(next() * jobs)]++
    const figure = figureOf(new Weights(counts))
    if (figure !== null) figures.push(figure)
  }
  if (figures.length === 0) return null
  figures.sort((a, b) => a - b)
  const at = (share: number) => figures[Math.round(share * (figures.length - 1))]
  return { low: at(0.025), high: at(0.975) }
}

/** Random numbers from 0 to 1 (Steele's SplitMix32). */
function numbers(): () => number {
  let state = 1
  return () => {
    state = (state + 0x9e3779b9) | 0
    let t = state ^ (state >>> 16)
    t = Math.imul(t, 0x21f0aaad)
    t = Math.imul(t ^ (t >>> 15), 0x735a2d97)
    return ((t ^ (t >>> 15)) >>> 0) / 4294967296
  }
}

/** The detections in a job, with its ground truth. */
export interface EvaluatedJob {
  job: ComparedJob
  truth: readonly ComparedRecord[]
  found: readonly ComparedRecord[]
  /** 0 to 1, of a record of `found`. */
  scoreOf(record: ComparedRecord): number
}

export interface ClassEvaluation<Figures> {
  truth: number
  found: number
  figures: Figures
  curve: Curve
}

export interface SetEvaluation<Figures> {
  /** Mean over the classes of the ground truth. */
  map: number | null
  interval: ScoreInterval | null
  byClass: ReadonlyMap<string, ClassEvaluation<Figures>>
}

export interface EvaluationFigures {
  jobs: number
  /** Boxes, areas and masks; null where neither side has any. */
  images: SetEvaluation<ImagePrecision> | null
  /** Cuboids in space; `nds` is null if the ground truth has none. */
  space: (SetEvaluation<SpacePrecision> & { nds: number | null }) | null
  /** Records of either side that have neither an area nor a volume: lines and points. */
  leftOut: number
}

interface Shown {
  record: ComparedRecord
  shape: PreparedShape
}

/** Compares scored detections with the ground truth, over any number of jobs. */
export class Evaluation {
  readonly #images = new Map<string, ImageClass>()
  readonly #space = new Map<string, SpaceClass>()
  readonly #options: CompareOptions
  #jobs = 0
  #leftOut = 0

  /** Only `ignore` of the options is used. */
  constructor(options: CompareOptions) {
    this.#options = options
  }

  add({ job, truth, found, scoreOf }: EvaluatedJob): void {
    const context = matchingContext(job, this.#options, () => false)
    const { ignore } = this.#options
    const sides = ignore === null ? { a: truth, b: found } : withoutIgnored(truth, found, ignore, context)
    const shown = (record: ComparedRecord): Shown => ({
      record,
      shape: preparedShape(record.shape, context.scaleOf(record)),
    })
    const place = ({ record: { frame, sensorId, label } }: Shown) => JSON.stringify([frame, sensorId, label])
    const [as, bs] = [Map.groupBy(sides.a.map(shown), place), Map.groupBy(sides.b.map(shown), place)]
    // In the order of the frames, which decides between equal scores.
    const places = [...new Map([...as, ...bs])].sort(([, [one]], [, [other]]) => one.record.frame - other.record.frame)
    for (const [key] of places) this.#addPlace(as.get(key) ?? [], bs.get(key) ?? [], scoreOf)
    this.#jobs++
  }

  figures(): EvaluationFigures {
    const space = setFigures(this.#space, this.#jobs)
    return {
      jobs: this.#jobs,
      images: setFigures(this.#images, this.#jobs),
      space: space && { ...space, nds: detectionScore(space) },
      leftOut: this.#leftOut,
    }
  }

  #addPlace(truth: readonly Shown[], found: readonly Shown[], scoreOf: EvaluatedJob['scoreOf']): void {
    const { label } = (truth[0] ?? found[0]).record
    const areas = { truth: withArea(truth), found: withArea(found) }
    if (areas.truth.length + areas.found.length > 0) {
      made(this.#images, label, () => new ImageClass()).add({
        job: this.#jobs,
        truthAreasPx: areas.truth.map(({ areaPx }) => areaPx),
        found: areas.found.map(({ areaPx, record }) => ({ areaPx, score: scoreOf(record) })),
        iou: (d, g) => iouOf(areas.truth[g].shape, areas.found[d].shape),
      })
    }
    const solids = { truth: truth.flatMap(cuboidOf), found: found.flatMap(cuboidOf) }
    if (solids.truth.length + solids.found.length > 0) {
      const scored = solids.found.map(({ cuboid, record }) => ({ cuboid, score: scoreOf(record) }))
      const cuboids = solids.truth.map(({ cuboid }) => cuboid)
      made(this.#space, label, () => new SpaceClass()).add(this.#jobs, cuboids, scored)
    }
    const counted = [areas.truth, areas.found, solids.truth, solids.found].reduce((sum, list) => sum + list.length, 0)
    this.#leftOut += truth.length + found.length - counted
  }
}

const withArea = (shown: readonly Shown[]) =>
  shown.flatMap(({ record, shape }) => {
    const areaPx = shapeAreaPx(shape)
    return areaPx === null ? [] : [{ record, shape, areaPx }]
  })

const cuboidOf = ({ record, shape }: Shown) => (shape.kind === 'solid' ? [{ record, cuboid: shape.cuboid }] : [])

function made<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

interface Gathered<Figures> {
  truthCount: number
  foundCount: number
  figures(): Figures
  curve(): Curve
  ap(weights: Weights): number | null
}

function setFigures<Figures extends { ap: number | null }>(
  classes: ReadonlyMap<string, Gathered<Figures>>,
  jobs: number,
): SetEvaluation<Figures> | null {
  if (classes.size === 0) return null
  const sorted = [...classes].sort(([a], [b]) => (a < b ? -1 : 1))
  const byClass = new Map(
    sorted.map(([label, one]) => [
      label,
      { truth: one.truthCount, found: one.foundCount, figures: one.figures(), curve: one.curve() },
    ]),
  )
  return {
    map: meanOfKnown([...byClass.values()].map(({ figures }) => figures.ap)),
    interval: resampled(jobs, (weights) => meanOfKnown(sorted.map(([, one]) => one.ap(weights)))),
    byClass,
  }
}

const meanOfKnown = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : averageOf(known)
}

/** As the nuScenes detection score, of the three errors that results have: (5 mAP + Σ (1 − min(1, error))) / 8. */
function detectionScore({ map, byClass }: SetEvaluation<SpacePrecision>): number | null {
  if (map === null) return null
  const all = [...byClass.values()].map(({ figures }) => figures)
  const errors = [({ ate }: SpacePrecision) => ate, ({ ase }: SpacePrecision) => ase, ({ aoe }: SpacePrecision) => aoe]
  const good = errors.map((of) => 1 - Math.min(1, meanOfKnown(all.map(of)) ?? 1))
  return (5 * map + good.reduce((sum, one) => sum + one, 0)) / (5 + errors.length)
}
