import type { Queryable } from '../../store/postgres/pools.ts'
import { misplacedTables } from './steps.ts'

/**
 * Tables that `fiducial database distribute` would move: there are Citus workers, but the tables are only on the
 * coordinator, because the command was never run or an upgrade added them.
 */
export async function undistributedTables(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ hasCitus: boolean }>(`select to_regclass('pg_dist_node') is not null as "hasCitus"`)
  if (!rows[0].hasCitus) return []
  const { rowCount: workers } = await db.query(
    `select 1 from pg_dist_node where groupid > 0 and isactive and shouldhaveshards and noderole = 'primary' limit 1`,
  )
  return workers === 1 ? (await misplacedTables(db)).map(({ name }) => name) : []
}
