import type { AttributeValue, AttributeValues } from '../attribute.ts'
import { krippendorffAlpha, valueText } from './krippendorff.ts'

export interface AttributeFigures {
  /** Pairs of which at least one has a value. */
  n: number
  /** The share with equal values. */
  agreement: number
  /** Krippendorff's α: ordinal for numbers, otherwise nominal; null if only one value occurs. */
  alpha: number | null
}

/** By name of the attribute. */
export function attributeAgreement(
  pairs: readonly { a: { attributes: AttributeValues }; b: { attributes: AttributeValues } }[],
): Map<string, AttributeFigures> {
  const units = new Map<string, AttributeValue[][]>()
  for (const { a, b } of pairs) {
    for (const name of new Set([...a.attributes.keys(), ...b.attributes.keys()])) {
      const values = [a.attributes.get(name), b.attributes.get(name)].filter((value) => value !== undefined)
      const known = units.get(name)
      if (known) known.push(values)
      else units.set(name, [values])
    }
  }
  const sorted = [...units].sort(([one], [other]) => (one < other ? -1 : 1))
  return new Map(sorted.map(([name, values]) => [name, agreementOf(values)]))
}

function agreementOf(units: readonly (readonly AttributeValue[])[]): AttributeFigures {
  const equal = units.filter(([a, b]) => a !== undefined && b !== undefined && valueText(a) === valueText(b)).length
  const isNumeric = units.every((values) => values.every((value) => typeof value === 'number'))
  return {
    n: units.length,
    agreement: equal / units.length,
    alpha: krippendorffAlpha(units, isNumeric ? 'ordinal' : 'nominal'),
  }
}
