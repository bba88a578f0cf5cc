import type { JobMetadata } from '../../model/jobMetadata.ts'
import type { Fault } from '../errors/fault.ts'
import { isObject } from './shape.ts'

export const MAX_METADATA_KEYS = 20
export const MAX_METADATA_KEY_LENGTH = 64
export const MAX_METADATA_VALUE_LENGTH = 256

/** The metadata as it was sent, or what of it is outside the limits. Absent and null are empty. */
export function readMetadata(value: unknown): { metadata: JobMetadata } | { faults: Fault[] } {
  if (value === undefined || value === null) return { metadata: {} }
  if (!isObject(value)) return { faults: [{ field: 'metadata', type: 'INVALID_TYPE', expected: 'an object' }] }
  const entries = Object.entries(value)
  const faults = entries.flatMap(([key, one]) => entryFaults(key, one))
  if (entries.length > MAX_METADATA_KEYS)
    faults.unshift({ field: 'metadata', type: 'OUT_OF_RANGE', expected: `at most ${MAX_METADATA_KEYS} keys` })
  return faults.length > 0 ? { faults } : { metadata: Object.fromEntries(entries.filter(isEntry)) }
}

type Entry = [string, string | number | boolean]

const isEntry = (entry: [string, unknown]): entry is Entry => ['string', 'number', 'boolean'].includes(typeof entry[1])

function entryFaults(key: string, value: unknown): Fault[] {
  const field = `metadata.${key.slice(0, MAX_METADATA_KEY_LENGTH)}`
  if (key === '' || key.length > MAX_METADATA_KEY_LENGTH)
    return [{ field, type: 'OUT_OF_RANGE', expected: `a key of 1 to ${MAX_METADATA_KEY_LENGTH} characters` }]
  if (!isEntry([key, value])) return [{ field, type: 'INVALID_TYPE', expected: 'a string, number or boolean' }]
  if (typeof value === 'string' && value.length > MAX_METADATA_VALUE_LENGTH)
    return [{ field, type: 'OUT_OF_RANGE', expected: `at most ${MAX_METADATA_VALUE_LENGTH} characters` }]
  return []
}
