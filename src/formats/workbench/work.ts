import type { Edit } from '../../model/document/operations/documentOperation.ts'
import type { Stage } from '../../model/stage.ts'
import type { WireFinding } from './checks.ts'
import type { Lease } from './queue.ts'

/** The most operations and bytes of JSON in one save. */
export const MAX_OPERATIONS = 5000
export const MAX_SAVE_BYTES = 32 * 1024 * 1024

export interface SaveOperations {
  /** UUID made by the browser: sent again after a lost answer, the batch is not saved twice. */
  batchId: string
  baseVersion: number
  operations: Edit[]
}

export interface Saved {
  version: number
  heldUntil: string
  /** SHA-256 of the canonical JSON of the document at this version. */
  document_hash: string
}

/** In `error.meta_data` of a 409: why the work was not taken. */
export type WorkConflict =
  /** The document is at another version: saved from another window, or by another person. */
  | { reason: 'VERSION'; version: number }
  /** Another person has the lease, or it is free (holder null). Store the work as a draft, or claim again. */
  | { reason: 'LEASE_LOST'; holder: Lease | null; stage: Stage }
  /** Blocking findings at submission. */
  | { reason: 'CHECKS'; findings: WireFinding[] }

export interface Heartbeat {
  heldUntil: string
  activeSeconds: { annotate: number; review: number }
}

export interface Submit {
  /** The version that the person saw: only that one is submitted. */
  version: number
}

export interface DecideReview {
  decision: 'accept' | 'reject'
  /** Needed to reject, unless an issue is open. */
  comment?: string
  /** With edits of the reviewer in it, accepting is a fix. */
  version: number
}

export interface StageReached {
  stage: Stage
  /** Until then the submission can be undone; null: it cannot. */
  undoUntil: string | null
}

/** Work that came after its lease had passed on. */
export interface NewDraft {
  batchId: string
  baseVersion: number
  operations: Edit[]
}

export interface DraftRow {
  draftId: string
  userId: string
  userName: string
  baseVersion: number
  operationCount: number
  at: string
}

/** The operations that fitted are saved as one batch; the answer lists those that did not; they stay in the draft. */
export interface DraftTaken {
  version: number
  operations: Edit[]
  refused: { index: number; message: string }[]
  document_hash: string
}

/** Header of a request that saves: what `document_hash` has to be after it. */
export const DOCUMENT_HASH_HEADER = 'x-document-hash'
