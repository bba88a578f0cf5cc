/** Intersection over union of two masks of one image, by their run lengths. */
export function maskIou(a: readonly number[], b: readonly number[]): number {
  let common = 0
  let union = 0
  let [i, j] = [0, 0]
  let [leftA, leftB] = [a[0] ?? Infinity, b[0] ?? Infinity]
  while (i < a.length || j < b.length) {
    const run = Math.min(leftA, leftB)
    if (!Number.isFinite(run)) break
    const [inA, inB] = [i < a.length && i % 2 === 1, j < b.length && j % 2 === 1]
    if (inA && inB) common += run
    if (inA || inB) union += run
    leftA -= run
    leftB -= run
    if (leftA === 0) leftA = a[++i] ?? Infinity
    if (leftB === 0) leftB = b[++j] ?? Infinity
  }
  return union > 0 ? common / union : 0
}
