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

interface Stats {
  isDirectory(): boolean
  isFile(): boolean
  isSymbolicLink(): boolean
  size: number
  mtimeMs: number
}

interface Modules {
  'node:fs': {
    openAsBlob(path: string): Promise<Blob>
    promises: {
      stat(path: string): Promise<Stats>
      lstat(path: string): Promise<Stats>
      realpath(path: string): Promise<string>
      readdir(path: string): Promise<string[]>
    }
  }
  'node:path': {
    basename(path: string): string
    join(...parts: string[]): string
    resolve(path: string): string
    sep: string
  }
  'node:crypto': { createHash(name: 'sha256'): { update(bytes: Uint8Array): unknown; digest(form: 'hex'): string } }
}

/**
 * A module of Node.js, which is asked for at run time, since the client also runs in browsers.
 *
 * @throws TypeError elsewhere
 */
function nodeModule<Name extends keyof Modules>(name: Name): Modules[Name] {
  const runtime: { process?: { getBuiltinModule?<Wanted extends keyof Modules>(name: Wanted): Modules[Wanted] } } =
    globalThis as object
  const found = runtime.process?.getBuiltinModule?.(name)
  if (!found) throw new TypeError('paths are for Node.js: give bytes, or files that were uploaded')
  return found
}

const MAX_NAME_BYTES = 1024

/** The bytes at a path, which are read when they are used. @throws the error of the file system, or TypeError elsewhere */
export const fileAt = async (path: string): Promise<Blob> => nodeModule('node:fs').openAsBlob(path)

/**
 * The files of a folder in the order of their names, or the file itself. Hidden files are left out; `leaveOut` is called
 * for links that leave the folder, and for names that the service does not take.
 *
 * @throws the error of the file system where the folder cannot be read, and TypeError where there is none as in browsers
 */
export async function* localFiles(root: string, leaveOut: (file: LeftOut) => void): AsyncGenerator<LocalFile> {
  const { stat, realpath } = nodeModule('node:fs').promises
  const { basename, resolve } = nodeModule('node:path')
  const rootStat = await stat(root)
  if (!rootStat.isDirectory()) {
    yield { name: basename(resolve(root)), path: root, bytes: rootStat.size, modifiedMs: rootStat.mtimeMs }
    return
  }
  yield* filesBelow({ root: await realpath(root), leaveOut }, root, '')
}

interface Walk {
  root: string
  leaveOut(file: LeftOut): void
}

async function* filesBelow(walk: Walk, folder: string, prefix: string): AsyncGenerator<LocalFile> {
  const { join } = nodeModule('node:path')
  const entries = (await nodeModule('node:fs').promises.readdir(folder)).filter((name) => !name.startsWith('.'))
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

/** Finds the file or folder at the path; null where nothing of it is sent. */
async function realFile(walk: Walk, path: string, name: string): Promise<Stats | null> {
  const { lstat, realpath, stat } = nodeModule('node:fs').promises
  const found = await lstat(path).catch((error: { code?: string }) => {
    if (error.code !== 'ENOENT') throw error
    walk.leaveOut({ name, reason: 'it is gone, or its name is not UTF-8' })
    return null
  })
  if (!found?.isSymbolicLink()) return found?.isDirectory() || found?.isFile() ? found : null
  const target = await realpath(path).catch(() => null)
  if (target === null) walk.leaveOut({ name, reason: 'it is a link to nothing' })
  else if (!target.startsWith(walk.root + nodeModule('node:path').sep))
    walk.leaveOut({ name, reason: 'it is a link that leaves the folder' })
  else {
    const linked = await stat(target)
    // A folder that is linked within the folder is met at its own place.
    if (linked.isFile()) return linked
  }
  return null
}

/** Half of a surrogate pair, which cannot be sent as UTF-8. */
const LONE_SURROGATE = /\p{Cs}/u

const isTaken = (name: string): boolean =>
  !/[\p{Cc}\\]/u.test(name) && !LONE_SURROGATE.test(name) && new TextEncoder().encode(name).length <= MAX_NAME_BYTES

/** SHA-256 of a file, lower-case hex. */
export async function sha256Of(path: string): Promise<string> {
  const hash = nodeModule('node:crypto').createHash('sha256')
  for await (const chunk of (await fileAt(path)).stream()) hash.update(chunk)
  return hash.digest('hex')
}
