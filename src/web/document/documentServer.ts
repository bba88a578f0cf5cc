import type { JobChecks } from '../../contract/checks.ts'
import type { Edit } from '../../model/document/operations/documentOperation.ts'
import type { Message } from '../messages/messageValues.ts'

export interface OperationBatch {
  /** Sent again under the same id, a batch that was already taken is confirmed and not applied twice. */
  batchId: string
  baseVersion: number
  operations: readonly Edit[]
  /** SHA-256 of the canonical document after them, as the page has it; absent where it is not known. */
  documentHash?: string
}

export type SaveAnswer =
  | { kind: 'saved'; version: number }
  /** Another person changed the document meanwhile. */
  | { kind: 'conflict'; detail: Message }
  /** The lease passed on. `detail` tells to whom, for people. */
  | { kind: 'lease_lost'; detail: Message }
  /** After these operations the server has another document than the page; it kept none of them. */
  | { kind: 'differs'; detail: Message }
  /** The server refuses these operations permanently. */
  | { kind: 'refused'; detail: Message }

export type DraftReason = 'conflict' | 'lease_lost' | 'differs' | 'refused'

export interface LateWork extends OperationBatch {
  reason: DraftReason
}

/** Where documents are saved. Whatever throws counts as being offline, and is tried again. */
export interface DocumentServer {
  save(batch: OperationBatch): Promise<SaveAnswer>
  /** Work that came too late, kept beside the document to be taken or dropped by people. */
  saveDraft(work: LateWork): Promise<void>
  /** What the service finds in a saved version; absent where it is not asked. */
  checks?(version: number, signal: AbortSignal): Promise<JobChecks>
}
