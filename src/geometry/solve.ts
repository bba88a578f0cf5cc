/**
 * The zero of f between `from` and `to`, where f has opposite signs: Newton's step where it stays inside the bracket,
 * otherwise halving, so that a slope of zero at the border does no harm.
 */
export function zeroBetween(f: (x: number) => number, slope: (x: number) => number, from: number, to: number): number {
  let lower = from
  let upper = to
  const lowerIsPositive = f(from) > 0
  let x = (from + to) / 2
  for (let i = 0; i < 200; i++) {
    const value = f(x)
    if (value === 0) return x
    if (value > 0 === lowerIsPositive) lower = x
    else upper = x
    const newton = x - value / slope(x)
    const next = newton > lower && newton < upper ? newton : (lower + upper) / 2
    if (next === x || upper - lower <= Number.EPSILON * Math.abs(x)) return next
    // A step below rounding ends it; the bracket alone would shrink from one side only.
    if (Math.abs(next - x) <= Number.EPSILON * Math.abs(x)) return next
    x = next
  }
  return x
}
