import type { Queryable } from './pools.ts'
import { namedRows } from './table.ts'

/** Why a database that answers cannot be written to. */
export const UNWRITABLE = {
  replica: 'it is a read-only replica',
  standby: 'commits wait for a synchronous standby',
} as const

/** Longer than a standby that is there takes to confirm a commit. */
const PATIENCE = '3 seconds'

/** null: it can be written to. Waiting commits are visible on sessions of the same user, without rights over others. */
export async function findUnwritable(db: Queryable): Promise<keyof typeof UNWRITABLE | null> {
  const [{ isReplica, isWaiting }] = await namedRows<{ isReplica: boolean; isWaiting: boolean }>(db, {
    text: `select pg_is_in_recovery() as is_replica,
             exists (select from pg_stat_activity where wait_event = 'SyncRep'
               and query_start < clock_timestamp() - interval '${PATIENCE}') as is_waiting`,
    query_timeout: 1500,
  })
  if (isReplica) return 'replica'
  return isWaiting ? 'standby' : null
}

/** Whether each commit of the server has to wait for a standby, and none is connected. */
export async function lacksStandby(db: Queryable): Promise<boolean> {
  const rows = await namedRows<{ isLacking: boolean }>(
    db,
    // The state of another user's connection is null without the right to see it.
    `select current_setting('synchronous_standby_names') <> ''
       and not exists (select from pg_stat_replication where coalesce(sync_state, 'sync') in ('sync', 'quorum'))
       as is_lacking`,
  )
  return rows[0].isLacking
}
