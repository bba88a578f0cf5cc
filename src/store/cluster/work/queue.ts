import type { Queryable } from '../../postgres/pools.ts'
import { homeOf, type Job, jobOf } from '../../project/jobs/jobs.ts'
import { namesOf } from '../people/names.ts'
import type { QueuedRow, QueueOf } from './queueConditions.ts'

/**
 * The job that comes first for this person, locked for the caller's transaction; null when there is none. Own
 * unfinished work, own rejected work, what is assigned to them by its deadline, then priority_weight (10 first), then
 * the oldest. What another call has locked at this moment is passed over, so that no two are answered the same.
 */
export const lockNext = (db: Queryable, of: QueueOf): Promise<Job | null> => of.statements.lockNext(db, of)

/** Whether this person may take the locked job, skipped or not. */
export const mayTake = (db: Queryable, job: Job, of: QueueOf): Promise<boolean> => of.statements.mayTake(db, job, of)

export interface QueuedJob {
  job: Job
  projectName: string
  own: 'unfinished' | 'rejected' | null
  holderName: string | null
  openIssues: number
}

/** The queue in its order, a page from `offset` on: jobs offered to this person, and those whose lease they have. */
export const listQueue = async (db: Queryable, of: QueueOf, offset: number): Promise<QueuedJob[]> =>
  withFacts(db, await of.statements.list(db, of, offset))

/** Answers the part of the queue that its first job is in, and its priority; null if nothing waits. Locks nothing. */
export async function headOfQueue(
  db: Queryable,
  of: QueueOf,
): Promise<{ rank: number; priorityWeight: number } | null> {
  const [first] = await of.statements.list(db, { ...of, listedIds: of.projectIds }, 0)
  return first ? { rank: first.rank, priorityWeight: first.priority_weight } : null
}

/** One job as its holder sees it in the queue. */
export async function findQueued(db: Queryable, projectId: string, jobId: string): Promise<QueuedJob | null> {
  const { rows } = await db.query<QueuedRow>(
    'select *, case when rejected then 1 else 0 end as rank from jobs where project_id = $1 and id = $2',
    [projectId, jobId],
  )
  return (await withFacts(db, rows))[0] ?? null
}

async function withFacts(db: Queryable, rows: readonly QueuedRow[]): Promise<QueuedJob[]> {
  const jobs = rows.map((row) => ({ job: jobOf(row), rank: row.rank }))
  const ids = [...new Set(jobs.map(({ job }) => homeOf(job)))]
  const { rows: projects } = await db.query<{ id: string; name: string }>(
    'select id, name from projects where id = any($1)',
    [ids],
  )
  const { rows: issues } = await db.query<{ project_id: string; job_id: string; count: number }>(
    `select project_id, job_id, count(*)::int as count from issues
     where project_id = any($1) and job_id = any($2) and resolved_at is null group by project_id, job_id`,
    [[...new Set(jobs.map(({ job }) => job.projectId))], jobs.map(({ job }) => job.jobId)],
  )
  const nowMs = Date.now()
  const holderOf = ({ holderId, heldUntil }: Job) => ((heldUntil?.getTime() ?? 0) > nowMs ? holderId : null)
  const holders = await namesOf(db, [...new Set(jobs.flatMap(({ job }) => holderOf(job) ?? []))])
  return jobs.map(({ job, rank }) => ({
    job,
    projectName: projects.find(({ id }) => id === homeOf(job))?.name ?? '',
    own: rank >= 2 ? null : rank === 1 ? 'rejected' : 'unfinished',
    holderName: holders.get(holderOf(job) ?? '') ?? null,
    openIssues: issues.find((row) => row.project_id === job.projectId && row.job_id === job.jobId)?.count ?? 0,
  }))
}
