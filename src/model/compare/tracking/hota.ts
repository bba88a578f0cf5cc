import { assign } from '../assignment.ts'
import { type AlikePairs, alikePairs, detections, stepsById, type TrackingSequence } from './sequence.ts'

export interface HotaFigures {
  hota: number
  detA: number
  assA: number
}

/** α = 0.05, 0.10 … 0.95, as TrackEval spells them. */
const THRESHOLDS = Array.from({ length: 19 }, (_, i) => 0.05 + i * 0.05)

/**
 * Higher order tracking accuracy (Luiten et al. 2021), the mean over the thresholds. The steps, their order and the
 * rounding allowances are those of TrackEval, so that the figures are equal.
 */
export function hotaFigures(
  sequence: TrackingSequence,
  isLate: () => boolean,
): { figures: HotaFigures; approximate: boolean } {
  const { steps, idsA, idsB } = sequence
  const [countA, countB] = [detections(steps, 'a'), detections(steps, 'b')]
  if (countA === 0 || countB === 0) return { figures: { hota: 0, detA: 0, assA: 0 }, approximate: false }
  const [stepsA, stepsB] = [stepsById(steps, 'a', idsA.length), stepsById(steps, 'b', idsB.length)]
  const alike = alikePairs(sequence)
  const alignment = alignmentOf(sequence, alike, stepsA, stepsB)
  const truePositives = new Float64Array(THRESHOLDS.length)
  const matches = new Map<number, { a: number; b: number; counts: Float64Array }>()
  let approximate = false
  for (const [step, { similar }] of steps.entries()) {
    const numbers = alike.ofStep[step]
    const offered = similar.map(({ a, b, similarity }, i) => {
      return { a, b, similarity, number: numbers[i], weight: alignment[numbers[i]] * similarity }
    })
    const chosen = assign(offered, isLate)
    approximate ||= chosen.approximate
    for (const { a, b, similarity, number } of chosen.pairs) {
      const match = matches.get(number) ?? { a, b, counts: new Float64Array(THRESHOLDS.length) }
      matches.set(number, match)
      for (const [i, threshold] of THRESHOLDS.entries()) {
        if (similarity < threshold - Number.EPSILON) break
        truePositives[i]++
        match.counts[i]++
      }
    }
  }
  const association = new Float64Array(THRESHOLDS.length)
  for (const { a, b, counts } of matches.values()) {
    for (const [i, count] of counts.entries()) {
      association[i] += (count * count) / Math.max(1, stepsA[a] + stepsB[b] - count)
    }
  }
  const detA = THRESHOLDS.map((_, i) => truePositives[i] / Math.max(1, countA + countB - truePositives[i]))
  const assA = THRESHOLDS.map((_, i) => association[i] / Math.max(1, truePositives[i]))
  const mean = (of: (i: number) => number) => THRESHOLDS.reduce((sum, _, i) => sum + of(i), 0) / THRESHOLDS.length
  return {
    figures: {
      hota: mean((i) => Math.sqrt(detA[i] * assA[i])),
      detA: mean((i) => detA[i]),
      assA: mean((i) => assA[i]),
    },
    approximate,
  }
}

/** How much two objects are one over the whole sequence, before anything is matched (a Jaccard index). */
function alignmentOf(
  { steps, idsA, idsB }: TrackingSequence,
  alike: AlikePairs,
  stepsA: Float64Array,
  stepsB: Float64Array,
): Float64Array {
  const sums = new Float64Array(alike.a.length)
  const [ofA, ofB] = [new Float64Array(idsA.length), new Float64Array(idsB.length)]
  for (const [step, { similar }] of steps.entries()) {
    for (const { a, b } of similar) {
      ofA[a] = 0
      ofB[b] = 0
    }
    for (const { a, b, similarity } of similar) {
      ofA[a] += similarity
      ofB[b] += similarity
    }
    const numbers = alike.ofStep[step]
    for (const [i, { a, b, similarity }] of similar.entries()) {
      const all = ofA[a] + ofB[b] - similarity
      if (all > Number.EPSILON) sums[numbers[i]] += similarity / all
    }
  }
  return sums.map((sum, i) => sum / (stepsA[alike.a[i]] + stepsB[alike.b[i]] - sum))
}
