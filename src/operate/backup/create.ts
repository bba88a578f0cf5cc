import { createHash } from 'node:crypto'
import { copyFileSync, createWriteStream, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Environment } from '../../settingReaders.ts'
import { listTables, readTable, type StoredTable } from '../../store/cluster/backup/tables.ts'
import { namedFiles } from '../../store/cluster/files/namedFiles.ts'
import { isDivided } from '../../store/divided/divided.ts'
import { FileMissingError, type FileStore } from '../../store/files/fileStore.ts'
import { LocalFiles } from '../../store/files/localFiles.ts'
import { readMigrations } from '../../store/postgres/migrate.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { transactOn } from '../../store/postgres/transactions.ts'
import { forEachFile } from '../forEachFile.ts'
import { OperatorError, openInstallation } from '../installation.ts'
import { fileList, filesFolder, type Manifest, secretKeyFile, tableFile, writeManifest } from './manifest.ts'

/**
 * Writes database and files of an installation into an empty folder, while it runs: the tables as of one instant, then
 * every file that they name.
 */
export async function createBackup(
  env: Environment,
  folder: string,
  { withSecretKey }: { withSecretKey: boolean },
): Promise<Manifest> {
  makeEmptyFolder(folder)
  const installation = await openInstallation(env, { alone: false })
  try {
    if (await isDivided(installation.client))
      throw new OperatorError(
        'The database is divided among the machines of a Citus cluster, and this command cannot read them all at one instant. Use a restore point of the cluster: docs/operations.md.',
      )
    if (withSecretKey) copySecretKey(installation.config.dataDir, folder)
    const { tables, named } = await dump(installation.client, folder)
    const { deleted, ...files } = await copyFiles(installation.files, folder, named)
    const migrations = (await readMigrations()).map(({ name, sha256 }) => `${name} ${sha256}`)
    const createdAt = new Date().toISOString()
    const manifest: Manifest = { format: 1, createdAt, migrations, tables, files, deletedFiles: deleted }
    await writeManifest(folder, manifest)
    return manifest
  } finally {
    await installation.close()
  }
}

function makeEmptyFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length > 0) throw new OperatorError(`${folder} is not empty: name a new folder`)
  mkdirSync(join(folder, 'tables'), { mode: 0o700 })
}

function copySecretKey(dataDir: string, folder: string): void {
  const file = join(dataDir, 'secret-key')
  if (!existsSync(file))
    throw new OperatorError(`there is no ${file}: the key comes from SECRET_KEY, keep a copy of that yourself`)
  copyFileSync(file, secretKeyFile(folder))
}

async function dump(db: Queryable, folder: string): Promise<{ tables: Manifest['tables']; named: string[] }> {
  return transactOn(
    db,
    async () => {
      const tables: Manifest['tables'] = []
      for (const table of await listTables(db)) tables.push(await dumpTable(db, folder, table))
      return { tables, named: await namedFiles(db) }
    },
    { isSnapshot: true },
  )
}

async function dumpTable(db: Queryable, folder: string, table: StoredTable): Promise<Manifest['tables'][number]> {
  const hash = createHash('sha256')
  let rows = 0
  async function* texts() {
    for await (const piece of readTable(db, table)) {
      hash.update(piece.text)
      rows += piece.rows
      yield piece.text
    }
  }
  await pipeline(texts, createWriteStream(tableFile(folder, table.name), { mode: 0o600, flush: true }))
  return { name: table.name, rows, sha256: hash.digest('hex') }
}

async function copyFiles(
  source: FileStore,
  folder: string,
  named: readonly string[],
): Promise<Manifest['files'] & { deleted: string[] }> {
  const target = new LocalFiles(filesFolder(folder))
  await target.prepare()
  const deleted = new Set<string>()
  let bytes = 0
  await forEachFile(named, async (sha256) => {
    try {
      const stored = await target.put(await source.open(sha256))
      if (stored.sha256 !== sha256) throw new OperatorError(`the storage holds a damaged file: ${sha256}`)
      bytes += stored.bytes
    } catch (error) {
      if (!(error instanceof FileMissingError)) throw error
      deleted.add(sha256)
    }
  })
  const kept = named.filter((sha256) => !deleted.has(sha256))
  const list = kept.map((sha256) => `${sha256}\n`).join('')
  writeFileSync(fileList(folder), list, { mode: 0o600, flush: true })
  return {
    count: kept.length,
    bytes,
    listSha256: createHash('sha256').update(list).digest('hex'),
    deleted: [...deleted],
  }
}
