import type { Queryable } from '../../postgres/pools.ts'

/** A worker's request. */
export interface DeliveryClaim {
  /** Fresh for each claim. */
  leaseToken: string
  workerId: string
  leaseMs: number
  /** How many deliveries each receiver may get now; receivers not named get `defaultSlots`. */
  slots: ReadonlyMap<string, number>
  defaultSlots: number
  /** The limit for all receivers together. */
  limit: number
  /** The receiver after which to begin if more is due than can be taken; NO_RECEIVER begins with the first. */
  startAfter: string
}

/** The database's answer to a claim. */
export interface ClaimedRow {
  project_id: string
  job_id: string
  position: string | number
  receiver: string
  attempts: number
  pending_status: boolean
  has_older: boolean
  webhook_id: string
  url: string
  own_url: boolean
  body: Buffer
  age_ms: string | number
}

/** Leases due deliveries in the form that the database takes. `due`: about how many there are. */
export type ClaimRows = (client: Queryable, claim: DeliveryClaim, due: number) => Promise<ClaimedRow[]>
