import type { Edit } from '../../model/document/operations/documentOperation.ts'
import type { Message } from '../messages/messageValues.ts'

export interface OperationBatch {
  /** Sent again under the same id, a batch that was already taken is confirmed and not applied twice. */
  batchId: string
  baseVersion: number
  operations: readonly Edit[]
}

export type SaveAnswer =
  | { kind: 'saved'; version: number }
  /** Another person changed the document meanwhile. */
  | { kind: 'conflict'; detail: Message }
  /** The lease passed on. `detail` tells to whom, for people. */
  | { kind: 'lease_lost'; detail: Message }
  /** The server refuses these operations permanently. */
  | { kind: 'refused'; detail: Message }

export type DraftReason = 'conflict' | 'lease_lost' | 'refused'

export interface LateWork extends OperationBatch {
  reason: DraftReason
}

/** Where documents are saved. Whatever throws counts as being offline, and is tried again. */
export interface DocumentServer {
  save(batch: OperationBatch): Promise<SaveAnswer>
  /** Work that came too late, kept beside the document to be taken or dropped by people. */
  saveDraft(work: LateWork): Promise<void>
}
