import type { Stage } from '../../../model/stage.ts'
import type { ConsensusRule } from '../../../model/tag.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { json, nullable, type RowOf, Table, text, uuid } from '../../postgres/table.ts'
import type { Job, JobPlace } from '../../project/jobs/jobs.ts'

/** A job that waits for more people. */
export interface WaitingConsensus extends Pick<Job, 'projectId' | 'jobId' | 'tag' | 'assignedUser' | 'assignedGroup'> {
  /** Places that are free. */
  free: number
  /** People who have, or had, a place. */
  had: readonly (string | null)[]
}

export const WAITING_JOBS = new Table('jobs', {
  project_id: uuid,
  id: uuid,
  tag: text,
  assigned_user: nullable(uuid),
  assigned_group: nullable(text),
})
type WaitingRow = RowOf<typeof WAITING_JOBS>

const waiting = (row: WaitingRow & { free: number; had: readonly (string | null)[] }): WaitingConsensus => ({
  projectId: row.project_id,
  jobId: row.id,
  tag: row.tag,
  free: row.free,
  had: row.had,
  assignedUser: row.assigned_user,
  assignedGroup: row.assigned_group,
})

/** Jobs that people began at least this long ago, and that have free places. */
export async function listWaitingConsensus(db: Queryable, afterSeconds: number): Promise<WaitingConsensus[]> {
  const { rows } = await db.query<Parameters<typeof waiting>[0]>(
    `select ${WAITING_JOBS.list('j')}, p.free, p.had from consensus_jobs c
       join jobs j on j.project_id = c.project_id and j.id = c.job_id
       cross join lateral (
         select coalesce(array_agg(a.user_id), '{}') as had,
           (c.wanted - count(*) filter (where a.outcome is null or a.outcome = 'submitted'))::int as free
         from assignments a where a.project_id = c.project_id and a.job_id = c.job_id and a.purpose = 'consensus') p
     where c.is_open and c.created_at < now() - make_interval(secs => $1) and p.free > 0 order by c.created_at`,
    [afterSeconds],
  )
  return rows.map(waiting)
}

/** A tag of which jobs are annotated by several people. */
export interface SharedTag {
  projectId: string
  tag: string
  rule: ConsensusRule
}

export const SHARED_TAGS = new Table('tags', { project_id: uuid, tag: text, consensus: json<ConsensusRule>() })

export async function listSharedTags(db: Queryable): Promise<SharedTag[]> {
  const { rows } = await db.query<RowOf<typeof SHARED_TAGS>>(
    `select ${SHARED_TAGS.list()} from tags where consensus is not null`,
  )
  return rows.map(({ project_id, tag, consensus: rule }) => ({ projectId: project_id, tag, rule }))
}

const MOST_UNBEGUN = 200

/** Jobs of the tag that have waited this long without anyone, the oldest first; or only assigned ones. */
export async function listUnbegun(
  db: Queryable,
  { projectId, tag, rule }: SharedTag,
  { afterSeconds, stages, isAssigned }: { afterSeconds: number; stages: readonly Stage[]; isAssigned: boolean },
): Promise<WaitingConsensus[]> {
  const { rows } = await db.query<WaitingRow>(
    `select ${WAITING_JOBS.list('j')} from jobs j
     where j.project_id = $1 and j.stage = any($5) and j.tag = $2 and j.stage_at < now() - make_interval(secs => $3)
       and j.annotator_id is null and j.result_version is null and not j.rejected
       and (not $4 or j.assigned_user is not null or j.assigned_group is not null)
       and not exists (select 1 from consensus_jobs c where c.project_id = j.project_id and c.job_id = j.id)
     order by j.created_at, j.id limit ${MOST_UNBEGUN}`,
    [projectId, tag, afterSeconds, isAssigned, stages],
  )
  return rows.map((row) => waiting({ ...row, free: rule.annotators, had: [] }))
}

/** Jobs about whose lack of people managers have been notified. */
export async function listToldShort(db: Queryable): Promise<JobPlace[]> {
  const { rows } = await db.query<{ project_id: string; job_id: string }>(
    `select project_id, job_id from notices where kind = 'consensus_short' and closed_at is null and job_id is not null`,
  )
  return rows.map((row) => ({ projectId: row.project_id, jobId: row.job_id }))
}
