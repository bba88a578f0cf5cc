import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { readMasterKey } from '../masterKey.ts'
import type { Environment } from '../settingReaders.ts'
import { type AcrossProjects, ON_ONE_MACHINE } from '../store/cluster/acrossProjects.ts'
import { claimStorage } from '../store/cluster/files/storageMarker.ts'
import { type AdminKeyPlace, ensureAdminKey } from '../store/cluster/keys/adminKey.ts'
import { fillEmailSkeletons } from '../store/cluster/people/users.ts'
import { checkMasterKey } from '../store/cluster/projects/masterKeyCheck.ts'
import { isDivided, ON_SHARDS } from '../store/divided/divided.ts'
import { undistributedTables } from '../store/divided/undistributed.ts'
import type { FileStore } from '../store/files/fileStore.ts'
import { makeFileStore } from '../store/files/makeFileStore.ts'
import { type Database, openDatabase } from '../store/postgres/database.ts'
import { migrate } from '../store/postgres/migrate.ts'
import { createPools, type Pools } from '../store/postgres/pools.ts'

export interface StartOptions {
  /** Takes the storage for this database's whatever its marker says. */
  acceptNewStorage: boolean
}

/** The database and the files. */
export interface Stores {
  masterKey: Buffer
  database: Database
  pools: Pools
  across: AcrossProjects
  files: FileStore
  keyPlace: AdminKeyPlace
}

/** Opens the database and the storage, brought up to date and known to belong together. */
export async function openStores(
  config: Config,
  env: Environment,
  { acceptNewStorage }: StartOptions,
  log: Logger,
): Promise<Stores> {
  makeDataDir(config.dataDir)
  const masterKey = readMasterKey(env, config.dataDir)
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    dataDir: config.dataDir,
    log,
  })
  const { connectionString, directConnectionString } = database
  await migrate(directConnectionString)
  const pools = createPools({ connectionString, pooled: config.databaseDirectUrl !== null, log })
  await checkMasterKey(pools.api, masterKey)
  if ((await undistributedTables(pools.api)).length > 0)
    log.warn('tables lie on the coordinator of Citus alone: stop the service and run "fiducial database distribute"')
  const keyPlace = { dataDir: config.dataDir, ownsDatabase: config.databaseUrl === null }
  await ensureAdminKey(pools.api, keyPlace)
  const alike = await fillEmailSkeletons(pools.api)
  if (alike > 0) log.warn({ people: alike }, 'the emails of some people look like those of others')
  const files = makeFileStore(config.storageUrl, {
    s3: config.s3,
    reads: config.storageReads,
    cacheDir: join(config.dataDir, 'cache'),
  })
  await files.prepare()
  await claimStorage(pools.api, files, acceptNewStorage)
  // A database is distributed while the service is stopped.
  const across = (await isDivided(pools.api)) ? ON_SHARDS : ON_ONE_MACHINE
  return { masterKey, database, pools, across, files, keyPlace }
}

/**
 * The data folder, open to its owner alone. Run by root, the embedded PostgreSQL works under another account, which has
 * to pass through, and may not look around.
 */
function makeDataDir(dataDir: string): void {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  mkdirSync(dataDir, { recursive: true, mode })
  if (statSync(dataDir).uid === process.getuid?.()) chmodSync(dataDir, mode)
}
