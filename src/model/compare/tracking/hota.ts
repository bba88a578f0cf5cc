import { assign } from '../assignment.ts'
import { detections, pairKey, stepsById, type TrackingSequence } from './sequence.ts'

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
  const alignment = alignmentOf(sequence, stepsA, stepsB)
  const truePositives = new Float64Array(THRESHOLDS.length)
  const matches = new Map<number, { a: number; b: number; counts: Float64Array }>()
  let approximate = false
  for (const { similar } of steps) {
    const offered = similar.map((pair) => ({
      ...pair,
      weight: (alignment.get(pairKey(pair.a, pair.b, sequence)) ?? 0) * pair.similarity,
    }))
    const chosen = assign(offered, isLate)
    approximate ||= chosen.approximate
    for (const { a, b, similarity } of chosen.pairs) {
      const key = pairKey(a, b, sequence)
      const match = matches.get(key) ?? { a, b, counts: new Float64Array(THRESHOLDS.length) }
      matches.set(key, match)
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
function alignmentOf(sequence: TrackingSequence, stepsA: Float64Array, stepsB: Float64Array): Map<number, number> {
  const potential = new Map<number, { a: number; b: number; sum: number }>()
  for (const { similar } of sequence.steps) {
    const [ofA, ofB] = [new Map<number, number>(), new Map<number, number>()]
    for (const { a, b, similarity } of similar) {
      ofA.set(a, (ofA.get(a) ?? 0) + similarity)
      ofB.set(b, (ofB.get(b) ?? 0) + similarity)
    }
    for (const { a, b, similarity } of similar) {
      const all = (ofA.get(a) ?? 0) + (ofB.get(b) ?? 0) - similarity
      const key = pairKey(a, b, sequence)
      const known = potential.get(key) ?? { a, b, sum: 0 }
      if (all > Number.EPSILON) known.sum += similarity / all
      potential.set(key, known)
    }
  }
  return new Map([...potential].map(([key, { a, b, sum }]) => [key, sum / (stepsA[a] + stepsB[b] - sum)]))
}
