/** Coefficients from the constant upwards: c[0] + c[1] x + c[2] x² + … */
export type Polynomial = readonly number[]

export function evaluate(polynomial: Polynomial, x: number): number {
  let value = 0
  for (let i = polynomial.length - 1; i >= 0; i--) value = value * x + polynomial[i]
  return value
}

function derivative(polynomial: Polynomial): number[] {
  return polynomial.slice(1).map((c, i) => c * (i + 1))
}

function bisect(polynomial: Polynomial, from: number, to: number): number {
  const startsPositive = evaluate(polynomial, from) > 0
  let lower = from
  let upper = to
  for (let i = 0; i < 200; i++) {
    const middle = (lower + upper) / 2
    if (middle === lower || middle === upper) break
    if (evaluate(polynomial, middle) > 0 === startsPositive) lower = middle
    else upper = middle
  }
  return (lower + upper) / 2
}

/** Zeros in (0, limit] in ascending order: between two zeros of the derivative there is at most one. */
export function positiveRoots(polynomial: Polynomial, limit: number): number[] {
  if (polynomial.length < 2) return []
  const borders = [0, ...positiveRoots(derivative(polynomial), limit), limit]
  const roots: number[] = []
  for (let i = 0; i + 1 < borders.length; i++) {
    const atStart = evaluate(polynomial, borders[i])
    const atEnd = evaluate(polynomial, borders[i + 1])
    if (atStart === 0 || borders[i] === borders[i + 1]) continue
    if (atEnd === 0) roots.push(borders[i + 1])
    else if (atStart > 0 !== atEnd > 0) roots.push(bisect(polynomial, borders[i], borders[i + 1]))
  }
  return roots
}
