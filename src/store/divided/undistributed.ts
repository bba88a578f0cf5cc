import type { Queryable } from '../postgres/pools.ts'
import { readNodes } from './machines.ts'
import { misplacedTables } from './steps.ts'

/**
 * Tables that `fiducial database distribute` would move: there are Citus workers, but the tables are only on the
 * coordinator, because the command was never run or an upgrade added them.
 */
export async function undistributedTables(db: Queryable): Promise<string[]> {
  const nodes = await readNodes(db)
  return nodes?.some(({ holdsProjects }) => holdsProjects) ? (await misplacedTables(db)).map(({ name }) => name) : []
}
