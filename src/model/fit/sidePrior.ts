/** What is expected of one side of a box before a point is looked at: deviations in metres. */
export type SidePrior = { middle: number; middleSigma: number; size: number; sizeSigma: number }

/** Half the square within two deviations, then as a line: what is far off is not unthinkable. */
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
 * Weights of points by how likely they are the object's at all: full where its side is expected, less and less beyond,
 * where people stand that walk beside it.
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
