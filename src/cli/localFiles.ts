import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, opendir, realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'

/** A file of a folder that a person named. */
export interface LocalFile {
  /** Relative to the folder, with `/` between parts. */
  name: string
  path: string
  bytes: number
  modifiedMs: number
}

/** Why a file of the folder is not sent. */
export interface LeftOut {
  name: string
  reason: string
}

const MAX_NAME_BYTES = 1024

/**
 * The files of a folder in the order of their names, or the file itself. Hidden files are left out; `leaveOut` is called
 * for links that leave the folder, and for names that the service does not take.
 *
 * @throws the error of the file system where the folder cannot be read
 */
export async function* localFiles(root: string, leaveOut: (file: LeftOut) => void): AsyncGenerator<LocalFile> {
  const rootStat = await stat(root)
  if (!rootStat.isDirectory()) {
    yield { name: basename(root), path: root, bytes: rootStat.size, modifiedMs: rootStat.mtimeMs }
    return
  }
  yield* filesBelow({ root: await realpath(root), leaveOut }, root, '')
}

interface Walk {
  root: string
  leaveOut(file: LeftOut): void
}

async function* filesBelow(walk: Walk, folder: string, prefix: string): AsyncGenerator<LocalFile> {
  const entries: string[] = []
  for await (const { name } of await opendir(folder)) if (!name.startsWith('.')) entries.push(name)
  for (const entry of entries.sort()) {
    const path = join(folder, entry)
    const name = prefix + entry
    const found = await realFile(walk, path, name)
    if (found === null) continue
    if (found.isDirectory()) yield* filesBelow(walk, path, `${name}/`)
    else if (isTaken(name)) yield { name, path, bytes: found.size, modifiedMs: found.mtimeMs }
    else walk.leaveOut({ name, reason: 'its name has control characters or a backslash, or is over 1,024 bytes' })
  }
}

/** What is at the path; null where nothing of it is sent. */
async function realFile(walk: Walk, path: string, name: string) {
  const found = await lstat(path)
  if (!found.isSymbolicLink()) return found.isDirectory() || found.isFile() ? found : null
  const target = await realpath(path).catch(() => null)
  if (target === null) walk.leaveOut({ name, reason: 'it is a link to nothing' })
  else if (!target.startsWith(walk.root + sep)) walk.leaveOut({ name, reason: 'it is a link that leaves the folder' })
  else {
    const linked = await stat(target)
    // A folder that is linked within the folder is met at its own place.
    if (linked.isFile()) return linked
  }
  return null
}

const isTaken = (name: string): boolean =>
  !/[\p{Cc}\\]/u.test(name) && name.isWellFormed() && Buffer.byteLength(name) <= MAX_NAME_BYTES

/** SHA-256 of a file, lower-case hex. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk)
  return hash.digest('hex')
}
