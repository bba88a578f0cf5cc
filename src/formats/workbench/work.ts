import type { Stage } from '../../model/stage.ts'
import type { WireFinding } from './findingAnswer.ts'
import type { Lease } from './queue.ts'

/** The most operations and bytes of JSON in one save. */
export const MAX_OPERATIONS = 5000
export const MAX_SAVE_BYTES = 32 * 1024 * 1024

/** In `error.meta_data` of a 409: why the work was not taken. */
export type WorkConflict =
  /** The document is at another version: saved from another window, or by another person. */
  | { reason: 'VERSION'; version: number }
  /** Another person has the lease, or it is free (holder null). Store the work as a draft, or claim again. */
  | { reason: 'LEASE_LOST'; holder: Lease | null; stage: Stage }
  /** Blocking findings at submission. */
  | { reason: 'CHECKS'; findings: WireFinding[] }

/** Header of a request that saves: what `document_hash` has to be after it. */
export const DOCUMENT_HASH_HEADER = 'x-document-hash'
