/** Objects of one class over time, by number; the numbers index the ids. */
export interface TrackingSequence {
  /** In order of time. `similar` are all pairs with a similarity above 0. */
  steps: { a: number[]; b: number[]; similar: { a: number; b: number; similarity: number }[] }[]
  idsA: readonly string[]
  idsB: readonly string[]
}

export const detections = (steps: TrackingSequence['steps'], side: 'a' | 'b'): number =>
  steps.reduce((sum, step) => sum + step[side].length, 0)

/** In how many steps each object is. */
export function stepsById(steps: TrackingSequence['steps'], side: 'a' | 'b', count: number): Float64Array {
  const counts = new Float64Array(count)
  for (const step of steps) for (const id of step[side]) counts[id]++
  return counts
}

/** Of two objects' numbers one that no other two have. */
export const pairKey = (a: number, b: number, { idsB }: TrackingSequence): number => a * idsB.length + b
