import { isJsonObject } from '../results/read.ts'

/** A suggestion that two objects are one. */
export interface MergeRecord {
  merge: [string, string]
}

export const isMergeRecord = (record: unknown): record is MergeRecord =>
  isJsonObject(record) &&
  Array.isArray(record.merge) &&
  record.merge.length === 2 &&
  record.merge.every((id) => typeof id === 'string')
