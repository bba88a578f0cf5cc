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
