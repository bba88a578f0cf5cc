/** A number as text without an exponent: readers written by hand stumble over `1e-7`. */
export function plainNumber(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(12).replace(/\.?0+$/, '') : text
}
