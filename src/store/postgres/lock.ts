import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another service holds the folder. */
export class FolderInUseError extends Error {}

export interface FolderLock {
  release(): void
}

/**
 * Takes a data folder for this process, for as long as it lives; kill -9 releases it too.
 * Node has no file locks. An empty SQLite file brings the system's own, which no pid file equals: nothing goes stale,
 * nothing is guessed, and two containers on one volume see each other.
 * @throws FolderInUseError at once when another process holds it.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true })
  const note = join(folder, 'service.pid')
  const file = new DatabaseSync(join(folder, 'service.lock'), { timeout: 0 })
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if (!(error instanceof Error) || !/locked/.test(error.message)) throw error
    throw new FolderInUseError(
      `another Fiducial (process ${readNote(note)}) is running on ${folder}. Stop it first, give this one another ` +
        'DATA_DIR, or let both share one PostgreSQL by DATABASE_URL.',
    )
  }
  writeFileSync(note, `${process.pid}\n`)
  return {
    release: () => {
      if (file.isOpen) file.close()
    },
  }
}

/** Only for the message above: the lock alone decides. */
function readNote(note: string): string {
  try {
    return readFileSync(note, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
