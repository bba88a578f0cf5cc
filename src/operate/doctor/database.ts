import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../../config.ts'
import { readMasterKey } from '../../masterKey.ts'
import { ConfigError, type Environment } from '../../settingReaders.ts'
import { checkMasterKey, WrongMasterKeyError } from '../../store/cluster/projects/masterKeyCheck.ts'
import { MigrationError, pendingMigrations } from '../../store/postgres/migrate.ts'
import { connectionSettings } from '../../store/postgres/pools.ts'
import { readServer } from '../../store/postgres/server.ts'
import { findUnwritable, lacksStandby, UNWRITABLE } from '../../store/postgres/writability.ts'
import { openOrJoin } from '../installation.ts'
import { examineCluster } from './cluster.ts'
import { type Report, reasonOf } from './examined.ts'

/** What a process opens at most: 28 for work, and its sessions that listen. */
const CONNECTIONS_A_PROCESS = 31

const STANDBY_ADVICE =
  "Start the standby. Without one, as a superuser: alter system set synchronous_standby_names = ''; select pg_reload_conf() (docs/scale.md)."

/** The connection stays open for the parts that follow. */
export interface OpenDatabase {
  client: pg.Client
  /** The tables are those of this version, and all of them can be read. */
  isMigrated: boolean
  close(): Promise<void>
}

/** null if the database is missing or cannot be used. */
export async function examineDatabase(config: Config, env: Environment, report: Report): Promise<OpenDatabase | null> {
  const { databaseUrl, dataDir } = config
  const isNew = !['postgres', 'postgres.json'].some((name) => existsSync(join(dataDir, name)))
  if (databaseUrl === null && isNew) {
    report.ok(`none yet: the first start makes one in ${dataDir}`)
    return null
  }
  const opened = await open(config, report)
  if (!opened) return null
  try {
    const pending = await examineMigrations(opened.client, report)
    await examineServer(opened.client, { isPending: pending !== 0, isOutside: databaseUrl !== null }, report)
    const isWhole = await examineCluster(opened.client, { isMigrated: pending === 0 }, report)
    if (isWhole && pending !== null) await examineMasterKey(opened.client, env, dataDir, report)
    return { ...opened, isMigrated: isWhole && pending === 0 }
  } catch (error) {
    report.failed(`the database broke off: ${reasonOf(error)}`, "Look into the database's own log.")
    await opened.close()
    return null
  }
}

async function open(config: Config, report: Report): Promise<Omit<OpenDatabase, 'isMigrated'> | null> {
  try {
    const { connectionString, stop } = await openOrJoin(config, false)
    const client = new pg.Client(connectionSettings(connectionString, 'fiducial doctor'))
    client.on('error', () => {})
    await client.connect()
    const close = async () => {
      await client.end().catch(() => {})
      await stop()
    }
    return { client, close }
  } catch (error) {
    report.failed(`the database cannot be used: ${reasonOf(error)}`, adviceFor(error, config))
    return null
  }
}

function adviceFor(error: unknown, { databaseUrl, databaseDirectUrl, dataDir }: Config): string {
  const code = (error as { code?: string }).code ?? ''
  if (databaseUrl === null) return `Look into ${join(dataDir, 'postgres.log')}.`
  const name = databaseDirectUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  if (code === '28P01' || code === '28000') return `Correct user and password in ${name}.`
  if (code === '3D000') return `Create the database that ${name} names: createdb --encoding=UTF8 NAME`
  if (code === '53300') return "Raise the server's max_connections, or put PgBouncer in front (docs/scale.md)."
  return `Check host, port and database of ${name}, and that the server takes connections from this machine.`
}

async function examineServer(
  client: pg.Client,
  { isPending, isOutside }: { isPending: boolean; isOutside: boolean },
  report: Report,
): Promise<void> {
  const { version, encoding, mayCreate, free } = await readServer(client)
  report.ok(`PostgreSQL ${version}`)
  if (encoding !== 'UTF8') {
    report.failed(`its encoding is ${encoding}`, 'Make a database with --encoding=UTF8 --template=template0.')
  }
  await examineWrites(client, report)
  if (isPending && !mayCreate) {
    report.failed('this user may not create tables', 'As its owner: grant create on schema public to USER')
  }
  if (isOutside && free < CONNECTIONS_A_PROCESS) {
    report.warning(
      `${free} connections are free; a process may open ${CONNECTIONS_A_PROCESS}`,
      "Raise the server's max_connections, or put PgBouncer in front (docs/scale.md).",
    )
  }
}

async function examineWrites(client: pg.Client, report: Report): Promise<void> {
  const found = await findUnwritable(client)
  if (found === 'replica') report.failed(UNWRITABLE.replica, 'Name the primary in DATABASE_URL.')
  else if (found === 'standby') report.failed(UNWRITABLE.standby, STANDBY_ADVICE)
  else if (await lacksStandby(client)) report.failed('no synchronous standby is connected', STANDBY_ADVICE)
}

/** The number of pending migrations; null on a database without any. */
async function examineMigrations(client: pg.Client, report: Report): Promise<number | null> {
  try {
    const pending = await pendingMigrations(client)
    const isEmpty = pending[0]?.startsWith('0001')
    if (isEmpty) report.ok('empty: the first start makes the tables')
    else if (pending.length > 0) {
      report.warning(`${pending.length} migrations are pending`, 'Take a backup; the next start applies them.')
    }
    return isEmpty ? null : pending.length
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    report.failed(error.message, 'Run the version of the program that fits, or restore a backup.')
    return 0
  }
}

async function examineMasterKey(client: pg.Client, env: Environment, dataDir: string, report: Report): Promise<void> {
  const isGiven = env.SECRET_KEY || env.SECRET_KEY_FILE || existsSync(join(dataDir, 'secret-key'))
  try {
    // Without any, readMasterKey would make one.
    await checkMasterKey(client, isGiven ? readMasterKey(env, dataDir) : Buffer.alloc(32))
  } catch (error) {
    if (error instanceof WrongMasterKeyError && !isGiven) {
      report.failed(
        'the database holds secrets, and there is no master key',
        'Set SECRET_KEY, or put the file secret-key into DATA_DIR.',
      )
    } else if (error instanceof WrongMasterKeyError || error instanceof ConfigError) {
      report.failed(error.message, 'Set the SECRET_KEY that the database was started with first.')
    } else throw error
  }
}
