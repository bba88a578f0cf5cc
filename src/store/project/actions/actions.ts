import type { JobActionName } from '../../../model/jobAction.ts'
import type { JobFilter } from '../../../model/jobFilter.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { bool, int, json, nullable, type RowOf, Table, textOf, timestamp, uuid } from '../../postgres/table.ts'
import type { JobKey } from '../jobs/jobSearch.ts'

export type ActionStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'

/** The jobs that are meant: by a filter, with its times as text, or by their ids. */
export type ActionSelection = { filter: JobFilter } | { jobIds: readonly string[] }

export const JOB_ACTION_ROWS = new Table('job_actions', {
  project_id: uuid,
  id: uuid,
  action: textOf<JobActionName>(),
  value: nullable(json<unknown>()),
  selection: json<ActionSelection>(),
  dry_run: bool,
  status: textOf<ActionStatus>(),
  listed_to: nullable(json<JobKey>()),
  is_listed: bool,
  total: int,
  done: int,
  refused: int,
  export_id: nullable(uuid),
  key_id: nullable(uuid),
  user_id: nullable(uuid),
  created_at: timestamp,
  completed_at: nullable(timestamp),
})
export type JobAction = RowOf<typeof JOB_ACTION_ROWS>
const COLUMNS = JOB_ACTION_ROWS.list()

export type NewJobAction = Pick<
  JobAction,
  'project_id' | 'id' | 'action' | 'value' | 'selection' | 'dry_run' | 'export_id' | 'key_id' | 'user_id'
>

export async function insertAction(db: Queryable, made: NewJobAction): Promise<void> {
  await db.query(
    `insert into job_actions (project_id, id, action, value, selection, dry_run, status, export_id, key_id, user_id)
     values ($1, $2, $3, $4, $5, $6, 'queued', $7, $8, $9)`,
    [
      made.project_id,
      made.id,
      made.action,
      JSON.stringify(made.value),
      JSON.stringify(made.selection),
      made.dry_run,
      made.export_id,
      made.key_id,
      made.user_id,
    ],
  )
}

export async function findAction(db: Queryable, projectId: string, actionId: string): Promise<JobAction | null> {
  const { rows } = await db.query<JobAction>(`select ${COLUMNS} from job_actions where project_id = $1 and id = $2`, [
    projectId,
    actionId,
  ])
  return rows[0] ?? null
}

/** A worker takes it up, again after a death; null when it was cancelled or is done. */
export async function startAction(db: Queryable, projectId: string, actionId: string): Promise<JobAction | null> {
  const { rows } = await db.query<JobAction>(
    `update job_actions set status = 'running' where project_id = $1 and id = $2 and status in ('queued', 'running')
     returning ${COLUMNS}`,
    [projectId, actionId],
  )
  return rows[0] ?? null
}

/** Ends the rest; finished changes stay. */
export async function endAction(
  db: Queryable,
  projectId: string,
  actionId: string,
  status: 'completed' | 'failed' | 'cancelled',
): Promise<void> {
  await db.query(
    `update job_actions set status = $3, completed_at = now()
     where project_id = $1 and id = $2 and status in ('queued', 'running')`,
    [projectId, actionId, status],
  )
}

/**
 * Adds jobs to the set, and where listing continues; null: the set is complete. False if the action was ended
 * meanwhile.
 */
export async function addItems(
  db: Queryable,
  { project_id: projectId, id }: Pick<JobAction, 'project_id' | 'id'>,
  jobIds: readonly string[],
  listedTo: JobKey | null,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update job_actions set listed_to = $3, is_listed = $4 where project_id = $1 and id = $2 and status = 'running'`,
    [projectId, id, JSON.stringify(listedTo), listedTo === null],
  )
  if (rowCount !== 1) return false
  await db.query(
    `insert into job_action_items (project_id, action_id, job_id, position)
     select $1, $2, given.id, a.total + given.n from unnest($3::uuid[]) with ordinality as given(id, n), job_actions a
     where a.project_id = $1 and a.id = $2 on conflict do nothing`,
    [projectId, id, jobIds],
  )
  await db.query(
    `update job_actions set total = (select count(*) from job_action_items where project_id = $1 and action_id = $2)
     where project_id = $1 and id = $2`,
    [projectId, id],
  )
  return true
}

/** Keeps a share of the set, the same one each time. */
export async function keepShare(db: Queryable, { project_id: projectId, id }: JobAction, share: number): Promise<void> {
  await db.query(
    `delete from job_action_items i where i.project_id = $1 and i.action_id = $2 and i.job_id not in (
       select job_id from job_action_items where project_id = $1 and action_id = $2
       order by md5(job_id::text) limit (select round(total * $3::float8) from job_actions where project_id = $1 and id = $2))`,
    [projectId, id, share],
  )
  await db.query(
    `update job_actions set total = (select count(*) from job_action_items where project_id = $1 and action_id = $2)
     where project_id = $1 and id = $2`,
    [projectId, id],
  )
}

/** The next jobs to act on; empty if the action was ended. */
export async function waitingItems(db: Queryable, at: JobAction, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ job_id: string }>(
    `select i.job_id from job_action_items i join job_actions a on a.project_id = i.project_id and a.id = i.action_id
     where i.project_id = $1 and i.action_id = $2 and i.outcome is null and a.status = 'running'
     order by i.position limit $3`,
    [at.project_id, at.id, limit],
  )
  return rows.map(({ job_id: jobId }) => jobId)
}

/** The jobs on which nothing was done yet, locked against other workers until the caller's transaction ends. */
export async function lockItems(
  db: Queryable,
  { project_id: projectId, id }: JobAction,
  jobIds: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ job_id: string }>(
    `select job_id from job_action_items
     where project_id = $1 and action_id = $2 and job_id = any ($3) and outcome is null order by job_id for update`,
    [projectId, id, jobIds],
  )
  return rows.map(({ job_id: jobId }) => jobId)
}

/** Writes what became of jobs, where that was not written before: the code of a refusal, null: done. */
export async function settleItems(
  db: Queryable,
  { project_id: projectId, id }: JobAction,
  outcomes: ReadonlyMap<string, string | null>,
): Promise<void> {
  await db.query(
    `with settled as (
       update job_action_items i set outcome = coalesce(given.code, 'done')
       from unnest($3::uuid[], $4::text[]) as given(job_id, code)
       where i.project_id = $1 and i.action_id = $2 and i.job_id = given.job_id and i.outcome is null
       returning i.outcome
     )
     update job_actions a set done = a.done + (select count(*) from settled where outcome = 'done'),
       refused = a.refused + (select count(*) from settled where outcome <> 'done')
     where a.project_id = $1 and a.id = $2`,
    [projectId, id, [...outcomes.keys()], [...outcomes.values()]],
  )
}

const REFUSALS_SHOWN = 1000

export async function listRefusals(
  db: Queryable,
  { project_id: projectId, id }: JobAction,
): Promise<{ jobId: string; code: string }[]> {
  const { rows } = await db.query<{ job_id: string; outcome: string }>(
    `select job_id, outcome from job_action_items
     where project_id = $1 and action_id = $2 and outcome <> 'done' order by position limit ${REFUSALS_SHOWN}`,
    [projectId, id],
  )
  return rows.map((row) => ({ jobId: row.job_id, code: row.outcome }))
}
