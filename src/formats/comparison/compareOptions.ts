import { type CompareOptions, DEFAULT_COMPARE_OPTIONS, type ErrorWeights } from '../../model/compare/compareOptions.ts'
import { type Fault, faultAt } from '../errors/fault.ts'
import { isJsonObject, type JsonObject } from '../results/read.ts'
import { readIgnore } from './ignoreOption.ts'
import { readBetween } from './readBetween.ts'

const MOST = 1e6

/** Reads `{classes?: {label: weight}, missing?, extra?, other_class?, moved?}`; null with faults. */
function readWeights(given: unknown, field: string, failures: Fault[]): ErrorWeights | null {
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

const NAMES: readonly string[] = ['iou', 'distance_m', 'by_class', 'oks', 'chamfer_px', 'ignore', 'weights']
const KNOWN = `${NAMES.slice(0, -1).join(', ')} or ${NAMES.at(-1)}`

/** Options as they are written; those that are left out, or null, keep their defaults. */
export function readCompareOptions(given: unknown, failures: Fault[]): CompareOptions {
  const options = { ...DEFAULT_COMPARE_OPTIONS }
  if (given === undefined || given === null) return options
  if (!isJsonObject(given)) {
    failures.push(faultAt('options', 'INVALID_TYPE', 'an object', given))
    return options
  }
  for (const name of Object.keys(given)) {
    const value = given[name]
    if (value === null && NAMES.includes(name)) continue
    const field = `options.${name}`
    // A faulty one is reported; what it is taken for then does not matter.
    const number = (least: number, most: number) => readBetween(value, field, least, most, failures) ?? most
    switch (name) {
      case 'iou':
        options.iou = isJsonObject(value) ? readLabels(value, field, failures) : number(0, 1)
        break
      case 'distance_m':
        options.distanceM = number(Number.MIN_VALUE, 1e6)
        break
      case 'chamfer_px':
        options.chamferPx = number(Number.MIN_VALUE, 1e6)
        break
      case 'oks':
        options.oks = number(0, 1)
        break
      case 'by_class':
        if (typeof value === 'boolean') options.byClass = value
        else failures.push(faultAt(field, 'INVALID_TYPE', 'true or false', value))
        break
      case 'ignore':
        options.ignore = readIgnore(value, field, failures)
        break
      case 'weights':
        options.weights = readWeights(value, field, failures)
        break
      default:
        failures.push(faultAt(field, 'UNKNOWN', KNOWN, name))
    }
  }
  return options
}

function readLabels(given: JsonObject, field: string, failures: Fault[]): Map<string, number> {
  const labels = new Map<string, number>()
  for (const label of Object.keys(given)) {
    const least = readBetween(given[label], `${field}.${label}`, 0, 1, failures)
    if (least !== null) labels.set(label, least)
  }
  return labels
}
