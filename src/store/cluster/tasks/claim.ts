import type { Queryable } from '../../postgres/pools.ts'
import { type HeldTask, type Task, type TaskRow, taskFromRow } from './task.ts'

export interface TaskClaim {
  /** In the order of the search. */
  kinds: readonly string[]
  limit: number
  /** Shown to operators; the lease token is what counts. */
  workerId: string
  leaseSeconds: number
  /** True: only tasks that have to run in an isolated process. */
  alone?: boolean
  /** The most tasks of one project that this worker holds; no limit if absent. */
  projectCap?: number
  /** The number of tasks of each project that it already holds. */
  held?: ReadonlyMap<string, number>
  /** The project after which to begin: that of the last claimed task, so that each gets its turn. */
  startAfter?: string
}

const NO_PROJECT = '00000000-0000-0000-0000-000000000000'
const UNLIMITED = 2_147_483_647

/**
 * Leases due tasks, by highest priority and then longest due within a project, fairly between projects. No other worker
 * gets them until the lease expires. It may return fewer than are due while others claim; an empty result means that
 * nothing was free.
 */
export async function claim(db: Queryable, options: TaskClaim): Promise<Task[]> {
  const held = [...(options.held ?? [])]
  const { rows } = await db.query<TaskRow>({
    name: 'claim tasks',
    text: `select * from claim_tasks($1, $2, $3, $4 * interval '1 second', $5, $6, $7, $8, $9)`,
    values: [
      options.kinds,
      options.limit,
      options.workerId,
      options.leaseSeconds,
      options.alone ?? false,
      options.projectCap ?? UNLIMITED,
      held.map(([projectId]) => projectId),
      held.map(([, count]) => count),
      options.startAfter ?? NO_PROJECT,
    ],
  })
  return rows.map(taskFromRow)
}

/** Prolongs leases; returns the ids of those still held. Other workers have the rest: stop working on them. */
export async function renewTask(db: Queryable, tasks: readonly HeldTask[], leaseSeconds: number): Promise<Set<number>> {
  if (tasks.length === 0) return new Set()
  const { rows } = await db.query<{ id: number }>(
    `update tasks t set leased_until = (select clock_timestamp()) + $3 * interval '1 second'
     from unnest($1::bigint[], $2::uuid[]) as held (id, token)
     where t.id = held.id and t.lease_token = held.token
     returning t.id`,
    [tasks.map((task) => task.id), tasks.map((task) => task.leaseToken), leaseSeconds],
  )
  return new Set(rows.map((row) => row.id))
}
