import { type CompareOptions, DEFAULT_COMPARE_OPTIONS } from '../../model/compare/compareOptions.ts'
import type { Failure, FailureType } from '../errors/codes.ts'
import { isJsonObject, type JsonObject, own } from '../results/read.ts'

/** Which document is meant: one that the job has, or the `data` of the body itself. */
export type DocumentName = 'result' | 'prediction' | { resultVersion: number } | 'data'

export interface CompareBody {
  a: DocumentName
  b: DocumentName
  options: CompareOptions
  pageToken: string | null
}

/** Reads `{a, b, options?, page_token?}`; what is inside of `data` is not looked at. */
export function readCompareBody(body: unknown): CompareBody | { failures: Failure[] } {
  const failures: Failure[] = []
  if (!isJsonObject(body)) return { failures }
  const [a, b] = [readName(body, 'a', failures), readName(body, 'b', failures)]
  const options = readCompareOptions(own(body, 'options'), failures)
  const pageToken = own(body, 'page_token') ?? null
  if (pageToken !== null && typeof pageToken !== 'string') failures.push({ field: 'page_token', type: 'INVALID_TYPE' })
  if (failures.length > 0 || a === null || b === null) return { failures }
  return { a, b, options, pageToken: typeof pageToken === 'string' ? pageToken : null }
}

function readName(body: JsonObject, side: 'a' | 'b', failures: Failure[]): DocumentName | null {
  const value = own(body, side)
  const fail = (type: FailureType, field: string = side) => {
    const expected = '"result", "prediction", {"result_version": n} or {"data": …}'
    failures.push({ field, type, expected })
    return null
  }
  if (value === undefined) return fail('MISSING')
  if (value === 'result' || value === 'prediction') return value
  if (!isJsonObject(value)) return fail(typeof value === 'string' ? 'INVALID_VALUE' : 'INVALID_TYPE')
  const [key, ...more] = Object.keys(value)
  if (more.length > 0 || (key !== 'data' && key !== 'result_version')) return fail('INVALID_VALUE')
  if (key === 'data') return 'data'
  const version = value.result_version
  if (typeof version !== 'number') return fail('INVALID_TYPE', `${side}.result_version`)
  return Number.isSafeInteger(version) && version > 0
    ? { resultVersion: version }
    : fail('OUT_OF_RANGE', `${side}.result_version`)
}

/** Options as they are written; those that are left out, or null, keep their defaults. */
function readCompareOptions(given: unknown, failures: Failure[]): CompareOptions {
  const options = { ...DEFAULT_COMPARE_OPTIONS }
  if (given === undefined || given === null) return options
  if (!isJsonObject(given)) {
    failures.push({ field: 'options', type: 'INVALID_TYPE', expected: 'an object' })
    return options
  }
  for (const name of Object.keys(given)) {
    const value = given[name]
    if (value === null) continue
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
        else failures.push({ field, type: 'INVALID_TYPE', expected: 'true or false' })
        break
      default:
        failures.push({ field, type: 'UNKNOWN', expected: 'iou, distance_m, by_class, oks or chamfer_px' })
    }
  }
  return options
}

function readLabels(given: JsonObject, field: string, failures: Failure[]): Map<string, number> {
  const labels = new Map<string, number>()
  for (const label of Object.keys(given)) {
    const least = readBetween(given[label], `${field}.${label}`, 0, 1, failures)
    if (least !== null) labels.set(label, least)
  }
  return labels
}

function readBetween(value: unknown, field: string, least: number, most: number, failures: Failure[]): number | null {
  if (typeof value === 'number' && value >= least && value <= most) return value
  const type = typeof value === 'number' ? 'OUT_OF_RANGE' : 'INVALID_TYPE'
  failures.push({
    field,
    type,
    expected: least === 0 ? `a number from 0 to ${most}` : `a number above 0, up to ${most}`,
  })
  return null
}
