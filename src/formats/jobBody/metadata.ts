import { beginningOf } from '../../json/beginningOf.ts'
import type { JobMetadata } from '../../model/jobMetadata.ts'
import { type Fault, faultAt } from '../errors/fault.ts'
import { isObject } from './shape.ts'

export const MAX_METADATA_KEYS = 20
export const MAX_METADATA_KEY_LENGTH = 64
export const MAX_METADATA_VALUE_LENGTH = 256

/** The metadata as sent, or its faults. Absent and null are empty. */
export function readMetadata(value: unknown): { metadata: JobMetadata } | { faults: Fault[] } {
  if (value === undefined || value === null) return { metadata: {} }
  if (!isObject(value)) return { faults: [faultAt('metadata', 'INVALID_TYPE', 'an object', value)] }
  const entries = Object.entries(value)
  if (entries.length > MAX_METADATA_KEYS) {
    const found = `${entries.length} keys`
    return { faults: [faultAt('metadata', 'OUT_OF_RANGE', `at most ${MAX_METADATA_KEYS} keys`, found)] }
  }
  const faults = entries.flatMap(([key, one]) => entryFaults(key, one))
  return faults.length > 0 ? { faults } : { metadata: Object.fromEntries(entries.filter(isEntry)) }
}

type Entry = [string, string | number | boolean]

const isEntry = (entry: [string, unknown]): entry is Entry => ['string', 'number', 'boolean'].includes(typeof entry[1])

/** As schemas count: a character outside the basic plane is one. Longer texts are not taken apart to be counted. */
const isLonger = (text: string, most: number): boolean => text.length > 2 * most || Array.from(text).length > most

function entryFaults(key: string, value: unknown): Fault[] {
  const field = `metadata.${beginningOf(key, MAX_METADATA_KEY_LENGTH)}`
  if (key === '' || isLonger(key, MAX_METADATA_KEY_LENGTH))
    return [faultAt(field, 'OUT_OF_RANGE', `a key of 1 to ${MAX_METADATA_KEY_LENGTH} characters`, key)]
  if (!isEntry([key, value])) return [faultAt(field, 'INVALID_TYPE', 'a string, number or boolean', value)]
  if (typeof value === 'string' && isLonger(value, MAX_METADATA_VALUE_LENGTH))
    return [faultAt(field, 'OUT_OF_RANGE', `at most ${MAX_METADATA_VALUE_LENGTH} characters`, value)]
  return []
}
