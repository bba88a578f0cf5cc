import { assign } from '../assignment.ts'
import { alikePairs, detections, type TrackingSequence } from './sequence.ts'

export interface IdentityFigures {
  /** Ristani et al. 2016, as TrackEval computes it. */
  idf1: number
  /** The one object each object is, over the frames in which both are alike. */
  pairs: { a: number; b: number; frames: number }[]
  approximate: boolean
}

export function identityFigures(
  sequence: TrackingSequence,
  leastSimilarity: number,
  isLate: () => boolean,
): IdentityFigures {
  const together = alikePairs(sequence)
  const frames = new Float64Array(together.a.length)
  for (const [step, { similar }] of sequence.steps.entries()) {
    const numbers = together.ofStep[step]
    for (let i = 0; i < similar.length; i++) if (similar[i].similarity >= leastSimilarity) frames[numbers[i]]++
  }
  const offered: { a: number; b: number; weight: number }[] = []
  for (const [i, weight] of frames.entries())
    if (weight > 0) offered.push({ a: together.a[i], b: together.b[i], weight })
  const { pairs, approximate } = assign(offered, isLate)
  const shared = pairs.reduce((sum, { weight }) => sum + weight, 0)
  const all = detections(sequence.steps, 'a') + detections(sequence.steps, 'b')
  return {
    idf1: all === 0 ? 1 : shared / Math.max(1, all / 2),
    pairs: pairs.map(({ a, b, weight }) => ({ a, b, frames: weight })),
    approximate,
  }
}
