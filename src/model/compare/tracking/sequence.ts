/** Objects of one class over time, by number; the numbers index the ids. */
export interface TrackingSequence {
  /** In order of time. `similar` are all pairs with a similarity above 0. */
  steps: { a: number[]; b: number[]; similar: { a: number; b: number; similarity: number }[] }[]
  idsA: readonly string[]
  idsB: readonly string[]
}

export const detections = (steps: TrackingSequence['steps'], side: 'a' | 'b'): number =>
  steps.reduce((sum, step) => sum + step[side].length, 0)

/** The number of steps that contain each object. */
export function stepsById(steps: TrackingSequence['steps'], side: 'a' | 'b', count: number): Float64Array {
  const counts = new Float64Array(count)
  for (const step of steps) for (const id of step[side]) counts[id]++
  return counts
}

/** Each two objects that are alike in any step, by number, and in which places of the steps they are. */
export interface AlikePairs {
  a: number[]
  b: number[]
  /** By step, the number of the pair at the same index of `similar`. */
  ofStep: Int32Array[]
}

export function alikePairs({ steps, idsB }: TrackingSequence): AlikePairs {
  const pairs: AlikePairs = { a: [], b: [], ofStep: [] }
  const numbers = new Map<number, number>()
  for (const { similar } of steps) {
    const numbered = new Int32Array(similar.length)
    for (let i = 0; i < similar.length; i++) {
      const { a, b } = similar[i]
      const key = a * idsB.length + b
      // A single step has each pair once, so nothing has to be looked up.
      const known = steps.length === 1 ? undefined : numbers.get(key)
      numbered[i] = known ?? pairs.a.length
      if (known !== undefined) continue
      if (steps.length > 1) numbers.set(key, pairs.a.length)
      pairs.a.push(a)
      pairs.b.push(b)
    }
    pairs.ofStep.push(numbered)
  }
  return pairs
}
