import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../config.ts'
import { readMasterKey } from '../../masterKey.ts'
import type { Environment } from '../../settingReaders.ts'
import {
  continueNumbers,
  isEmptyTable,
  listTables,
  type StoredTable,
  writeRows,
} from '../../store/cluster/backup/tables.ts'
import { readIdentity } from '../../store/cluster/files/storageMarker.ts'
import { checkMasterKey } from '../../store/cluster/projects/masterKeyCheck.ts'
import type { FileStore } from '../../store/files/fileStore.ts'
import { LocalFiles } from '../../store/files/localFiles.ts'
import { MIGRATIONS_FOLDER, MigrationError, migrate, readMigrations } from '../../store/postgres/migrate.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { transactOn } from '../../store/postgres/transactions.ts'
import { forEachFile } from '../forEachFile.ts'
import { type Installation, OperatorError, openInstallation } from '../installation.ts'
import { fileList, filesFolder, type Manifest, secretKeyFile } from './manifest.ts'
import { namesIn, tableLines, verifyBackup } from './verify.ts'

/**
 * Restores a backup into an empty database and storage, in one transaction.
 * @throws OperatorError or WrongMasterKeyError, with nothing written, if the backup is damaged, the target is not
 * empty, or the key does not decrypt the data
 */
export async function restoreBackup(env: Environment, folder: string): Promise<Manifest> {
  const { manifest, faults } = await verifyBackup(folder)
  if (faults.length > 0) throw new OperatorError(`the backup is damaged: ${faults[0]}`)
  await refuseLaterVersion(manifest)
  const masterKey = findKey(env, folder)
  const installation = await openInstallation(env, { alone: true })
  try {
    await makeTables(installation.connectionString, manifest)
    await load(installation, folder, manifest, masterKey)
    return manifest
  } finally {
    await installation.close()
  }
}

async function refuseLaterVersion({ migrations }: Manifest): Promise<void> {
  const known = (await readMigrations()).map(({ name, sha256 }) => `${name} ${sha256}`)
  if (migrations.every((migration, i) => migration === known[i])) return
  throw new OperatorError(
    `the backup was made by a later version of Fiducial, or another one (${migrations.length} migrations, this one has ${known.length}): restore it with that version`,
  )
}

/** The tables as they were when the backup was made; the next start brings them up to date. */
async function makeTables(connectionString: string, { migrations }: Manifest): Promise<void> {
  try {
    await migrate(connectionString, MIGRATIONS_FOLDER, migrations.length)
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    throw new OperatorError('the backup is of an earlier version than the tables of this database: name a new database')
  }
}

/** The key that is set, of the data folder, or of the backup; never a new one. */
function findKey(env: Environment, folder: string): Buffer {
  const { dataDir } = readConfig(env)
  const own = join(dataDir, 'secret-key')
  const isGiven = Boolean(env.SECRET_KEY || env.SECRET_KEY_FILE)
  if (!isGiven && !existsSync(own)) {
    if (!existsSync(secretKeyFile(folder)))
      throw new OperatorError(`the backup does not hold the master key: set SECRET_KEY, or put the file at ${own}`)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    copyFileSync(secretKeyFile(folder), own)
  }
  return readMasterKey(env, dataDir)
}

async function load(
  { client, files }: Installation,
  folder: string,
  manifest: Manifest,
  masterKey: Buffer,
): Promise<void> {
  await files.prepare()
  if ((await files.readMarker()) !== null)
    throw new OperatorError('the storage belongs to a database: name an empty one')
  const identity = await transactOn(client, async () => {
    for (const table of await listTables(client)) {
      if (!(await isEmptyTable(client, table)))
        throw new OperatorError(`the database is not empty: there are rows in ${table.name}`)
    }
    for (const table of await listTables(client)) await loadTable(client, folder, table, manifest)
    await continueNumbers(client)
    await checkMasterKey(client, masterKey)
    await copyFiles(files, folder)
    return readIdentity(client)
  })
  if (identity !== null) await files.writeMarker(identity)
}

const PIECE_BYTES = 1024 * 1024

async function loadTable(db: Queryable, folder: string, table: StoredTable, { tables }: Manifest): Promise<void> {
  const expected = tables.find(({ name }) => name === table.name)?.rows ?? 0
  if (expected === 0) return
  let lines: string[] = []
  let bytes = 0
  for await (const line of tableLines(folder, table.name)) {
    lines.push(line)
    bytes += line.length
    if (bytes < PIECE_BYTES) continue
    await writeRows(db, table, lines)
    lines = []
    bytes = 0
  }
  if (lines.length > 0) await writeRows(db, table, lines)
}

/** Before the commit: rows that name files come with the files. */
async function copyFiles(target: FileStore, folder: string): Promise<void> {
  const source = new LocalFiles(filesFolder(folder))
  await forEachFile(namesIn(readFileSync(fileList(folder), 'utf8')), async (sha256) => {
    await target.put(await source.open(sha256))
  })
}
