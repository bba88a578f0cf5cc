import type { AcrossProjects } from '../cluster/acrossProjects.ts'
import type { Queryable } from '../postgres/pools.ts'
import { namedRows } from '../postgres/table.ts'
import { claimOfShards } from './claimOfShards.ts'
import { QUEUE_OF_SHARDS } from './queueOfShards.ts'

/** Whether the tables of projects are divided among machines: see `fiducial database distribute`. */
export async function isDivided(db: Queryable): Promise<boolean> {
  const rows = await namedRows<{ hasCitus: boolean }>(
    db,
    `select to_regclass('pg_dist_partition') is not null as has_citus`,
  )
  if (!rows[0].hasCitus) return false
  const { rowCount } = await db.query(
    `select 1 from pg_dist_partition where logicalrelid = to_regclass('jobs') and partmethod = 'h'`,
  )
  return rowCount === 1
}

/** Each project is on one of several machines. Flushes leave the other connections for calls. */
export const ON_SHARDS: AcrossProjects = { queue: QUEUE_OF_SHARDS, claimRows: claimOfShards, flushesAtOnce: 4 }
