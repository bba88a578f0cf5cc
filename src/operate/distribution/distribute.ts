import pg from 'pg'
import { readConfig } from '../../config.ts'
import type { Environment } from '../../settingReaders.ts'
import { type ClusterNode, readNodes } from '../../store/divided/machines.ts'
import { distributeTables, rehearseDistribution } from '../../store/divided/steps.ts'
import { migrate } from '../../store/postgres/migrate.ts'
import { connectionSettings } from '../../store/postgres/pools.ts'
import { OperatorError } from '../installation.ts'

export interface Distributed {
  /** The statements that were run, or with `dryRun` would be. */
  statements: string[]
  workers: number
}

/**
 * Distributes the database of DATABASE_URL by project among the workers of its Citus cluster; the service must be
 * stopped.
 * @throws OperatorError if there is no such cluster
 */
export async function distributeDatabase(env: Environment, { dryRun }: { dryRun: boolean }): Promise<Distributed> {
  const { databaseUrl, databaseDirectUrl } = readConfig(env)
  const address = databaseDirectUrl ?? databaseUrl
  if (address === null)
    throw new OperatorError(
      'Set DATABASE_URL to the coordinator of a Citus cluster: the embedded PostgreSQL cannot be distributed.',
    )
  const client = new pg.Client(connectionSettings(address, 'fiducial distribute'))
  client.on('error', () => {})
  await client.connect()
  try {
    const workers = countWorkers(await readNodes(client))
    if (dryRun) return { statements: await rehearseDistribution(client), workers }
    await migrate(address)
    return { statements: await distributeTables(client), workers }
  } finally {
    await client.end().catch(() => {})
  }
}

function countWorkers(nodes: readonly ClusterNode[] | null): number {
  if (!nodes) {
    throw new OperatorError(
      'The database has no Citus: run "create extension citus" in it, on the coordinator and on each worker.',
    )
  }
  if (!nodes.some(({ isCoordinator }) => isCoordinator)) {
    throw new OperatorError(
      `The coordinator is not known by its address: select citus_set_coordinator_host('name', port).`,
    )
  }
  const workers = nodes.filter(({ holdsProjects }) => holdsProjects).length
  if (workers === 0)
    throw new OperatorError(`There is no worker: select citus_add_node('name', port) on the coordinator.`)
  return workers
}
