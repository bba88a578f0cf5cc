import type { WorkConflict } from './work.ts'

const REASONS: ReadonlySet<unknown> = new Set<WorkConflict['reason']>(['VERSION', 'LEASE_LOST', 'CHECKS'])

/** Whether a refusal's `meta_data` says why work could not be saved or submitted. */
export const isWorkConflict = (meta: object | null): meta is WorkConflict =>
  meta !== null && 'reason' in meta && REASONS.has(meta.reason)
