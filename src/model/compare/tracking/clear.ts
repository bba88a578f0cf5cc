import { assign } from '../assignment.ts'
import { detections, type TrackingSequence } from './sequence.ts'

export interface ClearFigures {
  mota: number
  idSwitches: number
}

/** The bonus for an object's partner of the previous step, which exceeds any similarity. */
const CONTINUITY = 1000

/** Multiple object tracking accuracy (Bernardin and Stiefelhagen 2008), step for step as TrackEval computes it. */
export function clearFigures(
  { steps }: TrackingSequence,
  leastSimilarity: number,
  isLate: () => boolean,
): { figures: ClearFigures; approximate: boolean } {
  const [countA, countB] = [detections(steps, 'a'), detections(steps, 'b')]
  if (countA === 0 || countB === 0) return { figures: { mota: 0, idSwitches: 0 }, approximate: false }
  const lastPartner = new Map<number, number>()
  let partnerBefore = new Map<number, number>()
  let [matched, idSwitches, approximate] = [0, 0, false]
  for (const { a: ofA, b: ofB, similar } of steps) {
    // Same as TrackEval: a step without one side keeps the partners of the previous step.
    if (ofA.length === 0 || ofB.length === 0) continue
    const offered = similar.flatMap(({ a, b, similarity }) => {
      if (similarity < leastSimilarity - Number.EPSILON) return []
      return [{ a, b, weight: similarity + (partnerBefore.get(a) === b ? CONTINUITY : 0) }]
    })
    const chosen = assign(offered, isLate)
    approximate ||= chosen.approximate
    partnerBefore = new Map()
    for (const { a, b } of chosen.pairs) {
      const last = lastPartner.get(a)
      if (last !== undefined && last !== b) idSwitches++
      lastPartner.set(a, b)
      partnerBefore.set(a, b)
      matched++
    }
  }
  const falsePositives = countB - matched
  return { figures: { mota: (matched - falsePositives - idSwitches) / Math.max(1, countA), idSwitches }, approximate }
}
