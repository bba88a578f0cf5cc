/** The expectation of one side of a box before any point is examined: deviations in metres. */
export type SidePrior = { middle: number; middleSigma: number; size: number; sizeSigma: number }

/** Half the square within two deviations, then linear: distant values are not impossible. */
export function misfit(deviations: number): number {
  const off = Math.abs(deviations)
  return off <= 2 ? (off * off) / 2 : 2 * off - 2
}

/** Two independent opinions on one number, each with its own deviation, as one. */
export function combined(a: number, aSigma: number, b: number, bSigma: number): { value: number; sigma: number } {
  const [wa, wb] = [1 / (aSigma * aSigma), 1 / (bSigma * bSigma)]
  return { value: (wa * a + wb * b) / (wa + wb), sigma: Math.sqrt(1 / (wa + wb)) }
}

/**
 * Weights of points by how likely they belong to the object: full where its side is expected, decreasing beyond, where
 * people may walk next to it.
 */
export function nearerFirst(
  at: Float64Array,
  { middle, middleSigma, size, sizeSigma }: SidePrior,
  weights: Float64Array,
): Float64Array {
  const sigma = Math.hypot(middleSigma, sizeSigma / 2)
  return weights.map((weight, i) => {
    const beyond = Math.max(0, Math.abs(at[i] - middle) - size / 2) / sigma
    return weight * Math.exp(-(beyond * beyond) / 2)
  })
}
