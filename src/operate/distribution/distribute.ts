import pg from 'pg'
import { readConfig } from '../../config.ts'
import type { Environment } from '../../settingReaders.ts'
import { migrate, pendingMigrations, readMigrations } from '../../store/postgres/migrate.ts'
import { connectionSettings, type Queryable } from '../../store/postgres/pools.ts'
import { OperatorError } from '../installation.ts'
import { distributionSteps } from './steps.ts'

export interface Distributed {
  /** The statements that were run, or with `dryRun` would be. */
  statements: string[]
  workers: number
}

/**
 * Distributes the database of DATABASE_URL by project among the workers of its Citus cluster; the service must be
 * stopped. @throws OperatorError if there is no such cluster
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
    const workers = await countWorkers(client)
    if (dryRun) return { statements: await stepsOfNewest(client), workers }
    await migrate(address)
    const statements = await distributionSteps(client)
    for (const statement of statements) await client.query(statement)
    return { statements, workers }
  } finally {
    await client.end().catch(() => {})
  }
}

/** The steps after all migrations, which are applied and rolled back. */
async function stepsOfNewest(client: pg.Client): Promise<string[]> {
  const { length: missing } = await pendingMigrations(client)
  await client.query('begin')
  try {
    for (const { sql } of missing > 0 ? (await readMigrations()).slice(-missing) : []) await client.query(sql)
    return await distributionSteps(client)
  } finally {
    await client.query('rollback')
  }
}

async function countWorkers(db: Queryable): Promise<number> {
  const { rows: extension } = await db.query<{ isThere: boolean }>(
    `select to_regclass('pg_dist_node') is not null as "isThere"`,
  )
  if (!extension[0].isThere) {
    throw new OperatorError(
      'The database has no Citus: run "create extension citus" in it, on the coordinator and on each worker.',
    )
  }
  const { rows } = await db.query<{ coordinators: number; workers: number }>(
    `select count(*) filter (where groupid = 0)::int as coordinators,
       count(*) filter (where groupid > 0 and isactive and shouldhaveshards)::int as workers
     from pg_dist_node where noderole = 'primary'`,
  )
  const { coordinators, workers } = rows[0]
  if (coordinators === 0) {
    throw new OperatorError(
      `The coordinator is not known by its address: select citus_set_coordinator_host('name', port).`,
    )
  }
  if (workers === 0)
    throw new OperatorError(`There is no worker: select citus_add_node('name', port) on the coordinator.`)
  return workers
}
