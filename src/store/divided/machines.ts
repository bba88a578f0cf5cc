import type { Queryable } from '../postgres/pools.ts'
import { camel } from '../postgres/table.ts'

/** A machine of the Citus cluster. */
export interface ClusterNode {
  place: string
  isCoordinator: boolean
  isActive: boolean
  /** Whether it may hold rows of projects. */
  holdsProjects: boolean
}

/** The machines of the cluster, the coordinator first; null: the database has no Citus. */
export async function readNodes(db: Queryable): Promise<ClusterNode[] | null> {
  const { rows } = await db.query<{ has_citus: boolean }>(`select to_regclass('pg_dist_node') is not null as has_citus`)
  if (!rows[0].has_citus) return null
  const { rows: nodes } = await db.query<{
    place: string
    is_coordinator: boolean
    is_active: boolean
    holds_projects: boolean
  }>(
    `select nodename || ':' || nodeport as place, groupid = 0 as is_coordinator, isactive as is_active,
       groupid > 0 and isactive and shouldhaveshards as holds_projects
     from pg_dist_node where noderole = 'primary' order by groupid`,
  )
  return nodes.map(camel)
}

/** Connections from each machine to each other. */
export async function readConnections(db: Queryable): Promise<{ from: string; to: string; isThere: boolean }[]> {
  const { rows } = await db.query<{ from: string; to: string; is_there: boolean }>(
    `select from_nodename || ':' || from_nodeport as from, to_nodename || ':' || to_nodeport as to,
       result is true as is_there
     from citus_check_cluster_node_health() order by 1, 2`,
  )
  return rows.map(camel)
}

/** Settings of each machine that answers. */
export async function readMachineSettings(
  db: Queryable,
): Promise<{ place: string; prepared: number; connections: number; walLevel: string }[]> {
  const { rows } = await db.query<{ place: string; prepared: number; connections: number; wal_level: string }>(
    `select n.nodename || ':' || n.nodeport as place, (r.result::json ->> 'prepared')::int as prepared,
       (r.result::json ->> 'connections')::int as connections, r.result::json ->> 'walLevel' as wal_level
     from run_command_on_all_nodes($$select json_build_object(
         'prepared', current_setting('max_prepared_transactions')::int,
         'connections', current_setting('max_connections')::int,
         'walLevel', current_setting('wal_level'))$$) r
       join pg_dist_node n using (nodeid)
     where r.success order by n.groupid`,
  )
  return rows.map(camel)
}

/** How often writes that a dead machine had promised are settled; 0 or less: never. */
export async function readRecoverySeconds(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(
    `select extract(epoch from current_setting('citus.recover_2pc_interval')::interval)::float as seconds`,
  )
  return rows[0].seconds
}
