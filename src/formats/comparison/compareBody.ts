import type { CompareOptions } from '../../model/compare/compareOptions.ts'
import type { FailureType } from '../errors/codes.ts'
import { type Fault, faultAt } from '../errors/fault.ts'
import { isJsonObject, type JsonObject, own } from '../results/read.ts'
import { readCompareOptions } from './compareOptions.ts'

/** Which document is meant: one that the job has, or the `data` of the body itself. */
export type DocumentName = 'result' | 'prediction' | { resultVersion: number } | 'data'

export interface CompareBody {
  a: DocumentName
  b: DocumentName
  options: CompareOptions
  pageToken: string | null
}

/** Reads `{a, b, options?, page_token?}`; it does not check the content of `data`. */
export function readCompareBody(body: unknown): CompareBody | { failures: Fault[] } {
  const failures: Fault[] = []
  if (!isJsonObject(body)) return { failures }
  const [a, b] = [readName(body, 'a', failures), readName(body, 'b', failures)]
  const options = readCompareOptions(own(body, 'options'), failures)
  const pageToken = own(body, 'page_token') ?? null
  if (pageToken !== null && typeof pageToken !== 'string')
    failures.push(faultAt('page_token', 'INVALID_TYPE', 'text', pageToken))
  if (failures.length > 0 || a === null || b === null) return { failures }
  return { a, b, options, pageToken: typeof pageToken === 'string' ? pageToken : null }
}

function readName(body: JsonObject, side: 'a' | 'b', failures: Fault[]): DocumentName | null {
  const value = own(body, side)
  const expected = '"result", "prediction", {"result_version": n} or {"data": …}'
  const fail = (type: FailureType, field: string = side, came: unknown = value) => {
    failures.push(faultAt(field, type, expected, came))
    return null
  }
  if (value === undefined) return fail('MISSING')
  if (value === 'result' || value === 'prediction') return value
  if (!isJsonObject(value)) return fail(typeof value === 'string' ? 'INVALID_VALUE' : 'INVALID_TYPE')
  const [key, ...more] = Object.keys(value)
  if (more.length > 0 || (key !== 'data' && key !== 'result_version')) return fail('INVALID_VALUE')
  if (key === 'data') return 'data'
  const version = value.result_version
  if (typeof version !== 'number') return fail('INVALID_TYPE', `${side}.result_version`, version)
  return Number.isSafeInteger(version) && version > 0
    ? { resultVersion: version }
    : fail('OUT_OF_RANGE', `${side}.result_version`, version)
}
