import { claimOfOne } from './callbacks/claim.ts'
import type { ClaimRows } from './callbacks/deliveryClaim.ts'
import type { QueueStatements } from './work/queueConditions.ts'
import { QUEUE_STATEMENTS } from './work/queueStatements.ts'

/** How statements over several projects are made on the database at hand. */
export interface AcrossProjects {
  queue: QueueStatements
  claimRows: ClaimRows
  /** The number of projects to which jobs are written side by side, each apart; null: all are written together. */
  flushesAtOnce: number | null
}

/** All projects lie on one machine. */
export const ON_ONE_MACHINE: AcrossProjects = {
  queue: QUEUE_STATEMENTS,
  claimRows: claimOfOne,
  flushesAtOnce: null,
}
