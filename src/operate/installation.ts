import { join } from 'node:path'
import pg from 'pg'
import { type Config, readConfig } from '../config.ts'
import type { Environment } from '../settingReaders.ts'
import type { FileStore } from '../store/files/fileStore.ts'
import { makeFileStore } from '../store/files/makeFileStore.ts'
import { openDatabase } from '../store/postgres/database.ts'
import { FolderInUseError } from '../store/postgres/lock.ts'
import { silentLog } from '../store/postgres/log.ts'
import { connectionSettings } from '../store/postgres/pools.ts'
import { runningDatabase } from '../store/postgres/running.ts'

/** The command cannot be done; the text says why, and what to do. */
export class OperatorError extends Error {}

/** Database and storage of an installation, as its settings name them; the service may be running. */
export interface Installation {
  config: Config
  client: pg.Client
  connectionString: string
  files: FileStore
  close(): Promise<void>
}

/** @param alone refuses where a service is running on the data folder */
export async function openInstallation(env: Environment, { alone }: { alone: boolean }): Promise<Installation> {
  const config = readConfig(env)
  const database = await openOrJoin(config, alone)
  const client = new pg.Client(connectionSettings(database.connectionString, 'fiducial command'))
  client.on('error', () => {})
  const close = async () => {
    await client.end().catch(() => {})
    await database.stop()
  }
  try {
    await client.connect()
    const files = makeFileStore(config.storageUrl, { s3: config.s3, cacheDir: join(config.dataDir, 'cache') })
    return { config, client, connectionString: database.connectionString, files, close }
  } catch (error) {
    await close()
    throw error
  }
}

export async function openOrJoin(
  { databaseUrl, databaseDirectUrl: directUrl, dataDir }: Config,
  alone: boolean,
): Promise<{ connectionString: string; stop(): Promise<void> }> {
  try {
    const { directConnectionString, stop } = await openDatabase({ databaseUrl, directUrl, dataDir, log: silentLog })
    return { connectionString: directConnectionString, stop }
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    if (alone) throw new OperatorError(error.message)
    const connectionString = runningDatabase(dataDir)
    if (connectionString === null) throw new OperatorError(`${error.message} Its database does not answer.`)
    return { connectionString, stop: async () => {} }
  }
}
