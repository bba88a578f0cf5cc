import {
  type ClusterNode,
  readConnections,
  readMachineSettings,
  readNodes,
  readRecoverySeconds,
} from '../../store/divided/machines.ts'
import { undistributedTables } from '../../store/divided/undistributed.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
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
  const known = await readNodes(db)
  if (!known) return true
  const nodes = examineNodes(known, report)
  if (nodes === 'few') return true
  await examineRecovery(db, report)
  if (isMigrated) await examineTables(db, report)
  if (nodes === 'inactive' || !(await examineConnections(db, report))) return false
  await examineMachines(db, report)
  return true
}

/** `few`: there are too few nodes to distribute. */
function examineNodes(nodes: readonly ClusterNode[], report: Report): 'few' | 'inactive' | 'active' {
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
  const rows = await readConnections(db)
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

async function examineMachines(db: Queryable, report: Report): Promise<void> {
  const machines = await readMachineSettings(db)
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
  const seconds = await readRecoverySeconds(db)
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
