import { assign } from '../assignment.ts'
import { detections, pairKey, type TrackingSequence } from './sequence.ts'

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
  const together = new Map<number, { a: number; b: number; weight: number }>()
  for (const { similar } of sequence.steps) {
    for (const { a, b, similarity } of similar) {
      if (similarity < leastSimilarity) continue
      const key = pairKey(a, b, sequence)
      const known = together.get(key) ?? { a, b, weight: 0 }
      known.weight++
      together.set(key, known)
    }
  }
  const { pairs, approximate } = assign([...together.values()], isLate)
  const shared = pairs.reduce((sum, { weight }) => sum + weight, 0)
  const all = detections(sequence.steps, 'a') + detections(sequence.steps, 'b')
  return {
    idf1: all === 0 ? 1 : shared / Math.max(1, all / 2),
    pairs: pairs.map(({ a, b, weight }) => ({ a, b, frames: weight })),
    approximate,
  }
}
