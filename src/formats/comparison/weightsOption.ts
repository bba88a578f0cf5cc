import type { ErrorWeights } from '../../model/compare/compareOptions.ts'
import { type Fault, faultAt } from '../errors/fault.ts'
import { isJsonObject } from '../results/read.ts'
import { readBetween } from './readBetween.ts'

const MOST = 1e6

/** Reads `{classes?: {label: weight}, missing?, extra?, other_class?, moved?}`; null with faults. */
export function readWeights(given: unknown, field: string, failures: Fault[]): ErrorWeights | null {
  if (!isJsonObject(given)) {
    failures.push(faultAt(field, 'INVALID_TYPE', 'an object', given))
    return null
  }
  const classes = new Map<string, number>()
  const weights = { classes, missing: 1, extra: 1, otherClass: 1, moved: 1 }
  for (const [name, value] of Object.entries(given)) {
    const number = (most: number) => readBetween(value, `${field}.${name}`, 0, most, failures) ?? 1
    if (name === 'classes' && isJsonObject(value)) {
      for (const [label, weight] of Object.entries(value)) {
        classes.set(label, readBetween(weight, `${field}.classes.${label}`, 0, MOST, failures) ?? 1)
      }
    } else if (name === 'classes') failures.push(faultAt(`${field}.classes`, 'INVALID_TYPE', 'an object', value))
    else if (name === 'missing') weights.missing = number(MOST)
    else if (name === 'extra') weights.extra = number(MOST)
    else if (name === 'other_class') weights.otherClass = number(MOST)
    else if (name === 'moved') weights.moved = number(1)
    else failures.push(faultAt(`${field}.${name}`, 'UNKNOWN', 'classes, missing, extra, other_class or moved', name))
  }
  return weights
}
