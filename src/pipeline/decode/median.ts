/**
 * The median of the values: the middle one, or the mean of the two in the middle. Reorders `values`; mean time O(n).
 * NaN for an empty list; the values themselves must not be NaN. (Hoare's selection, median of three as pivot)
 */
export function medianOf(values: Float64Array): number {
  if (values.length === 0) return Number.NaN
  const middle = values.length >>> 1
  const upper = select(values, middle)
  if (values.length % 2 === 1) return upper
  let lower = values[0]
  for (let index = 1; index < middle; index++) if (values[index] > lower) lower = values[index]
  // Halved first: the sum of two coordinates may overflow.
  return lower / 2 + upper / 2
}

/** Puts the value of rank `rank` in its place, smaller ones before it, and returns it. */
function select(values: Float64Array, rank: number): number {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const pivot = middleOfThree(values[low], values[(low + high) >>> 1], values[high])
    let left = low
    let right = high
    while (left <= right) {
      while (values[left] < pivot) left++
      while (values[right] > pivot) right--
      if (left <= right) {
        const swapped = values[left]
        values[left++] = values[right]
        values[right--] = swapped
      }
    }
    if (rank <= right) high = right
    else if (rank >= left) low = left
    else break
  }
  return values[rank]
}

const middleOfThree = (a: number, b: number, c: number) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
