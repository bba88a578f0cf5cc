import type { AttributeValue } from '../attribute.ts'

export type MeasurementLevel = 'nominal' | 'ordinal'

/** Text of a value that is equal exactly where the values are: multiselects are sets. */
export const valueText = (value: AttributeValue): string =>
  JSON.stringify(typeof value === 'object' ? value.toSorted() : value)

/**
 * Krippendorff's α (2011): 1 − observed by expected disagreement. A unit is the values of its coders, without missing
 * ones; units with fewer than two values do not count. null if at most one value occurs.
 */
export function krippendorffAlpha(
  units: readonly (readonly AttributeValue[])[],
  level: MeasurementLevel,
): number | null {
  const coded = units.filter((values) => values.length > 1)
  const totals = new Map<string, { value: AttributeValue; count: number }>()
  for (const value of coded.flat()) {
    const known = totals.get(valueText(value)) ?? { value, count: 0 }
    known.count++
    totals.set(valueText(value), known)
  }
  if (totals.size < 2) return null
  const places = level === 'ordinal' ? ranksOf(totals) : null
  const apart = (one: AttributeValue, other: AttributeValue): number => {
    const [p, q] = [valueText(one), valueText(other)]
    return places ? ((places.get(p) ?? 0) - (places.get(q) ?? 0)) ** 2 : Number(p !== q)
  }
  const pairable = coded.reduce((sum, { length }) => sum + length, 0)
  const observed = coded.reduce((sum, values) => {
    let within = 0
    for (const [i, one] of values.entries()) for (const other of values.slice(i + 1)) within += 2 * apart(one, other)
    return sum + within / (values.length - 1)
  }, 0)
  return 1 - ((pairable - 1) * observed) / expectedOf([...totals], places)
}

/** The rank of each number in the middle of those that are equal: differences of these are the ordinal distances. */
function ranksOf(totals: ReadonlyMap<string, { value: AttributeValue; count: number }>): Map<string, number> {
  const sorted = [...totals].sort(([, one], [, other]) => Number(one.value) - Number(other.value))
  let before = 0
  return new Map(
    sorted.map(([text, { count }]) => {
      const rank = before + count / 2
      before += count
      return [text, rank]
    }),
  )
}

/** Sum over all pairs of values, without forming them: there may be thousands of numbers. */
function expectedOf(
  totals: readonly [string, { count: number }][],
  places: ReadonlyMap<string, number> | null,
): number {
  const all = totals.reduce((sum, [, { count }]) => sum + count, 0)
  if (!places) return all * all - totals.reduce((sum, [, { count }]) => sum + count * count, 0)
  const mean = totals.reduce((sum, [text, { count }]) => sum + count * (places.get(text) ?? 0), 0) / all
  return 2 * all * totals.reduce((sum, [text, { count }]) => sum + count * ((places.get(text) ?? 0) - mean) ** 2, 0)
}
