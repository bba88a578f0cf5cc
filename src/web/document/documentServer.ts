import type { JobChecks } from '../../contract/checks.ts'
import type { Edit } from '../../model/document/operations/documentOperation.ts'
import type { Message } from '../messages/messageValues.ts'

export interface OperationBatch {
  /** A batch that is sent again under the same id is confirmed without applying it twice. */
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
  /** The lease passed on. `detail` names the new holder, for people. */
  | { kind: 'lease_lost'; detail: Message }
  /** After these operations the server has another document than the page; it stored none of them. */
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
  /** Late work, stored as a draft for people to apply or discard. */
  saveDraft(work: LateWork): Promise<void>
  /** What the service finds in a saved version; absent where it is not asked. */
  checks?(version: number, signal: AbortSignal): Promise<JobChecks>
}
