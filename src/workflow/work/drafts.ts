import { randomUUID } from 'node:crypto'
import { isUuid } from '../../model/uuid.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { type Job, lockJobs } from '../../store/project/jobs/jobs.ts'
import { addDraft, type DraftLimits, takeDraft, trimDrafts } from '../../store/project/work/drafts.ts'
import { saveBatch } from '../../store/project/work/works.ts'
import { leaseLost, otherVersion, WorkflowRefusal } from '../refusal.ts'

export const draftNotFound = () =>
  new WorkflowRefusal('resource_error', 'this draft was already applied or discarded', {
    meta: { reason: 'DRAFT_GONE' },
  })

/** Of one person in one project: late work is decided within days, and a draft has at most 32 MiB. */
const LIMITS: DraftLimits = { count: 200, bytes: 256 * 1024 * 1024 }

/** Stores late work. The oldest drafts of its author give way to it above the limits, but the newest of a job stays. */
export const keepDraft = (pool: Pool, job: Job, made: Parameters<typeof addDraft>[2]): Promise<void> =>
  withTransaction(pool, async (db) => {
    await addDraft(db, job, made)
    await trimDrafts(db, { projectId: job.projectId, userId: made.userId }, LIMITS)
  })

/** What a draft becomes on the document as it is now. */
interface AppliedDraft {
  /** The operations that could be applied, as JSON. */
  operations: Buffer
  /** Objects of the document afterwards. */
  objects: number
}

/**
 * Applies a draft to the work at `baseVersion`, as a version of the person's own; `apply` makes it of the draft's
 * operations. Where the work cannot be saved, the draft stays.
 */
export function applyDraft<Applied extends AppliedDraft>(
  pool: Pool,
  job: Job,
  draftId: string,
  { userId, baseVersion, leaseSeconds }: { userId: string; baseVersion: number; leaseSeconds: number },
  apply: (operations: string) => Promise<Applied>,
): Promise<Applied & { version: number }> {
  return withTransaction(pool, async (db) => {
    await lockJobs(db, job.projectId, [job.jobId])
    const draft = isUuid(draftId) ? await takeDraft(db, job, draftId) : null
    if (!draft) throw draftNotFound()
    const applied = await apply(draft.operations)
    const { operations, objects } = applied
    const batch = { projectId: job.projectId, jobId: job.jobId, userId, batchId: randomUUID() }
    const saved = await saveBatch(db, { ...batch, baseVersion, operations, objects }, leaseSeconds)
    if (!saved.heldUntil) throw await leaseLost(db, job)
    if (saved.version === null) throw otherVersion(baseVersion + 1)
    return { ...applied, version: saved.version }
  })
}
