import type { Queryable } from '../../store/postgres/pools.ts'
import { undistributedTables } from '../distribution/undistributed.ts'
import type { Report } from './examined.ts'

/** Longer, and what a machine had promised when it died is unsettled for too long. */
const LONGEST_RECOVERY_SECONDS = 15
const NAMED_TABLES = 5

/**
 * What a database that is divided by Citus, or is to be, needs besides what any other does. Answers whether all that it
 * holds can be read.
 */
export async function examineCluster(
  db: Queryable,
  { isMigrated }: { isMigrated: boolean },
  report: Report,
): Promise<boolean> {
  const { rows } = await db.query<{ hasCitus: boolean }>(`select to_regclass('pg_dist_node') is not null as "hasCitus"`)
  if (!rows[0].hasCitus) return true
  const nodes = await examineNodes(db, report)
  if (nodes === 'few') return true
  await examineRecovery(db, report)
  if (isMigrated) await examineTables(db, report)
  if (nodes === 'inactive' || !(await examineConnections(db, report))) return false
  await examineMachines(db, report)
  return true
}

interface Node {
  place: string
  isCoordinator: boolean
  isActive: boolean
}

/** `few`: there are too few nodes to distribute. */
async function examineNodes(db: Queryable, report: Report): Promise<'few' | 'inactive' | 'active'> {
  const { rows: nodes } = await db.query<Node>(
    `select nodename || ':' || nodeport as place, groupid = 0 as "isCoordinator", isactive as "isActive"
     from pg_dist_node where noderole = 'primary' order by groupid`,
  )
  const workers = nodes.filter(({ isCoordinator }) => !isCoordinator)
  if (workers.length === nodes.length)
    report.warning(
      'Citus does not know the address of the coordinator',
      `On it: select citus_set_coordinator_host('name', port)`,
    )
  if (workers.length === 0)
    report.warning('Citus has no worker', `On the coordinator: select citus_add_node('name', port)`)
  for (const { place, isActive } of workers)
    if (!isActive)
      report.failed(
        `the worker ${place} is not active`,
        `On the coordinator: select citus_activate_node(${argumentsOf(place)})`,
      )
  if (workers.length === nodes.length || workers.length === 0) return 'few'
  report.ok(`Citus with ${workers.length} workers`)
  return workers.every(({ isActive }) => isActive) ? 'active' : 'inactive'
}

const argumentsOf = (place: string) => {
  const [, name, port] = /^(.*):(\d+)$/.exec(place) ?? []
  return `'${name}', ${port}`
}

/** Whether all machines reach each other. */
async function examineConnections(db: Queryable, report: Report): Promise<boolean> {
  const { rows } = await db.query<{ from: string; to: string; isThere: boolean }>(
    `select from_nodename || ':' || from_nodeport as from, to_nodename || ':' || to_nodeport as to,
       result is true as "isThere"
     from citus_check_cluster_node_health() order by 1, 2`,
  )
  // If a machine does not answer, its own connections are unknown.
  const answering = new Set(rows.filter(({ isThere }) => isThere).map(({ from }) => from))
  const lost = rows.filter(({ from, isThere }) => !isThere && answering.has(from))
  for (const place of new Set(lost.map(({ to }) => to))) {
    const from = lost.filter(({ to }) => to === place).map((row) => row.from)
    report.failed(
      `${place} is not reached from ${from.join(', ')}`,
      'Start it and look into its pg_hba.conf, or name its standby with citus_update_node (docs/scale.md).',
    )
  }
  return lost.length === 0
}

interface Machine {
  place: string
  prepared: number
  connections: number
  walLevel: string
}

async function examineMachines(db: Queryable, report: Report): Promise<void> {
  const { rows: machines } = await db.query<Machine>(
    `select n.nodename || ':' || n.nodeport as place, (r.result::json ->> 'prepared')::int as prepared,
       (r.result::json ->> 'connections')::int as connections, r.result::json ->> 'walLevel' as "walLevel"
     from run_command_on_all_nodes($$select json_build_object(
         'prepared', current_setting('max_prepared_transactions')::int,
         'connections', current_setting('max_connections')::int,
         'walLevel', current_setting('wal_level'))$$) r
       join pg_dist_node n using (nodeid)
     where r.success order by n.groupid`,
  )
  for (const { place, prepared, connections, walLevel } of machines) {
    // Citus reads 0 as twice the connections.
    if (prepared < connections)
      report.warning(
        `max_prepared_transactions is ${prepared} on ${place}, for ${connections} connections: writes fail when they are used up`,
        `Set max_prepared_transactions = ${2 * connections} on it and restart it.`,
      )
    if (walLevel !== 'logical')
      report.warning(
        `wal_level is ${walLevel} on ${place}: parts cannot be moved while they are written to`,
        'Set wal_level = logical on it and restart it.',
      )
  }
}

async function examineRecovery(db: Queryable, report: Report): Promise<void> {
  const { rows } = await db.query<{ seconds: number }>(
    `select extract(epoch from current_setting('citus.recover_2pc_interval')::interval)::float as seconds`,
  )
  const [{ seconds }] = rows
  if (seconds > 0 && seconds <= LONGEST_RECOVERY_SECONDS) return
  report.warning(
    seconds > 0
      ? `citus.recover_2pc_interval is ${seconds} s: rows that a machine was writing when it died wait so long`
      : 'citus.recover_2pc_interval is off: rows that a machine was writing when it died are never settled',
    "On the coordinator, as a superuser: alter system set citus.recover_2pc_interval = '5s'; select pg_reload_conf()",
  )
}

async function examineTables(db: Queryable, report: Report): Promise<void> {
  const tables = await undistributedTables(db)
  if (tables.length === 0) return
  const more = tables.length - NAMED_TABLES
  const names = tables.slice(0, NAMED_TABLES).join(', ') + (more > 0 ? ` and ${more} more` : '')
  report.warning(
    `tables lie on the coordinator of Citus alone: ${names}`,
    'Stop the service and run "fiducial database distribute".',
  )
}
