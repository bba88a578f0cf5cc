import { join } from 'node:path'
import type { Environment } from '../../settingReaders.ts'
import { namedFiles } from '../../store/cluster/files/namedFiles.ts'
import { claimStorage } from '../../store/cluster/files/storageMarker.ts'
import { FileMissingError, type FileStore } from '../../store/files/fileStore.ts'
import { makeFileStore } from '../../store/files/makeFileStore.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { countServiceSessions } from '../../store/postgres/server.ts'
import { forEachFile } from '../forEachFile.ts'
import { OperatorError, openInstallation } from '../installation.ts'

export interface Moved {
  copied: number
  bytes: number
  /** Were there already, from an earlier run. */
  present: number
  /** Rows name them, and the storage does not have them. */
  missing: string[]
  /** The other storage is now the one of this database. */
  finished: boolean
}

/**
 * Copies every file that a row names into another storage. Files that are already there stay, so an interrupted run can
 * be repeated. With `finish`, which needs the service stopped, the other storage becomes that of this database.
 * @throws OperatorError
 */
export async function moveStorage(env: Environment, to: string, { finish }: { finish: boolean }): Promise<Moved> {
  const { config, client, files, close } = await openInstallation(env, { alone: finish })
  try {
    if (to === config.storageUrl) throw new OperatorError('the files are there already')
    if (finish) await refuseRunning(client)
    const target = makeFileStore(to, { s3: config.s3, cacheDir: join(config.dataDir, 'cache') })
    await target.prepare()
    const [own, theirs] = [await files.readMarker(), await target.readMarker()]
    if (own === null) throw new OperatorError(`${config.storageUrl} is not the storage of this database`)
    if (theirs !== null && theirs !== own) throw new OperatorError(`${to} belongs to another database`)
    const moved = await copyAll(await namedFiles(client), files, target)
    if (finish) await claimStorage(client, target, true)
    return { ...moved, finished: finish }
  } finally {
    await close()
  }
}

async function copyAll(names: readonly string[], from: FileStore, to: FileStore): Promise<Omit<Moved, 'finished'>> {
  const moved: Omit<Moved, 'finished'> = { copied: 0, bytes: 0, present: 0, missing: [] }
  await forEachFile(names, async (sha256) => {
    const [here, there] = await Promise.all([from.stat(sha256), to.stat(sha256)])
    if (there && (!here || here.bytes === there.bytes)) {
      moved.present++
      return
    }
    try {
      const stored = await to.put(await from.open(sha256))
      if (stored.sha256 !== sha256) throw new OperatorError(`the storage holds a damaged file: ${sha256}`)
      moved.copied++
      moved.bytes += stored.bytes
    } catch (error) {
      if (!(error instanceof FileMissingError)) throw error
      moved.missing.push(sha256)
    }
  })
  return moved
}

/** A running service would continue to write to the old storage. */
async function refuseRunning(db: Queryable): Promise<void> {
  if ((await countServiceSessions(db)) > 0)
    throw new OperatorError('the service is running: stop it before the last step')
}
