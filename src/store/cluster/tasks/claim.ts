import type { Queryable } from '../../postgres/pools.ts'
import { type HeldTask, type Task, type TaskRow, taskFromRow } from './task.ts'

export interface TaskClaim {
  /** In the order in which they are looked for. */
  kinds: readonly string[]
  limit: number
  /** Shown to operators; the lease token is what counts. */
  workerId: string
  leaseSeconds: number
  /** True: only tasks that have to run in a process of their own. */
  alone?: boolean
  /** The most tasks of one project in this worker's hands; no limit when left out. */
  projectCap?: number
  /** How many tasks of each project it has in hand already. */
  held?: ReadonlyMap<string, number>
  /** Project to begin behind: that of the task claimed last, so that each gets its turn. */
  startAfter?: string
}

const NOBODY = '00000000-0000-0000-0000-000000000000'
const UNLIMITED = 2_147_483_647

/**
 * Leases due tasks, highest priority and longest due first within a project, fairly between projects. Nobody else gets
 * them before the lease runs out. May give fewer than there are while others claim; none means that nothing was free.
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
      options.startAfter ?? NOBODY,
    ],
  })
  return rows.map(taskFromRow)
}

/** Prolongs leases; returns the ids of those still held. The others have passed on to somebody: stop working on them. */
export async function renewTask(db: Queryable, tasks: readonly HeldTask[], leaseSeconds: number): Promise<Set<number>> {
  if (tasks.length === 0) return new Set()
  const { rows } = await db.query<{ id: number }>(
    `update tasks t set leased_until = clock_timestamp() + $3 * interval '1 second'
     from unnest($1::bigint[], $2::uuid[]) as held (id, token)
     where t.id = held.id and t.lease_token = held.token
     returning t.id`,
    [tasks.map((task) => task.id), tasks.map((task) => task.leaseToken), leaseSeconds],
  )
  return new Set(rows.map((row) => row.id))
}
