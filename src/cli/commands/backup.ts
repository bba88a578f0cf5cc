import { resolve } from 'node:path'
import type { Command } from 'commander'
import { RefusedError } from '../io.ts'
import type { CliSession } from '../session.ts'
import { card } from '../table.ts'

/** These commands work on the service's database and storage directly, with the settings that the service reads. */
export function backupCommands(program: Command, session: CliSession): void {
  const { io } = session
  const backup = program
    .command('backup')
    .description('copies of database and files (reads the settings of the service)')
  backup
    .command('create')
    .argument('<folder>', 'a new one')
    .description('write database and files as of one instant, while the service runs')
    .option('--with-secret-key', 'and the master key of DATA_DIR: the folder then opens every secret')
    .action(async (folder: string, options: { withSecretKey?: boolean }) => {
      const { createBackup } = await import('../../operate/backup/create.ts')
      const withSecretKey = options.withSecretKey === true
      const made = await operating(createBackup(io.env, folderAt(io.cwd, folder), { withSecretKey }))
      session.print(made, (shown) => card(summary(shown)))
    })
  backup
    .command('verify')
    .argument('<folder>')
    .description('check every row and every file of a backup')
    .action(async (folder: string) => {
      const { verifyBackup } = await import('../../operate/backup/verify.ts')
      const { manifest, faults } = await operating(verifyBackup(folderAt(io.cwd, folder)))
      if (faults.length > 0) throw new RefusedError(faults.join('\n'))
      session.print(manifest, (shown) => card(summary(shown)))
    })
  backup
    .command('restore')
    .argument('<folder>')
    .description('put a backup into an empty database and storage; the service is stopped')
    .action(async (folder: string) => {
      const { restoreBackup } = await import('../../operate/backup/restore.ts')
      const done = await operating(restoreBackup(io.env, folderAt(io.cwd, folder)))
      session.print(done, (shown) => card(summary(shown)))
    })
}

interface Made {
  createdAt: string
  tables: readonly { rows: number }[]
  files: { count: number; bytes: number }
  deletedFiles: readonly string[]
}

const summary = ({ createdAt, tables, files, deletedFiles }: Made) => ({
  created_at: createdAt,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  files: files.count,
  bytes: files.bytes,
  deleted_meanwhile: deletedFiles.length,
})

function folderAt(cwd: string, folder: string): string {
  if (/^[a-z0-9]+:/.test(folder))
    throw new RefusedError(`${folder}: a backup is a folder of this machine, copy it elsewhere then`)
  return resolve(cwd, folder)
}

/** Errors that an operator can fix are shown without a stack. */
async function operating<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new RefusedError(error instanceof Error ? error.message : String(error))
  }
}
