/** Thread that puts small files, many at a time, for SmallFiles. */
import { hash, randomUUID } from 'node:crypto'
import { closeSync, fsync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { errorCode } from '../postgres/errors.ts'

/** Files of one group, concatenated. */
export interface SmallFileGroup {
  bytes: Uint8Array
  lengths: readonly number[]
}

/** The outcome of one file, in the order of the group. */
export type SmallFileOutcome = { sha256: string } | { code: string | null; message: string }

/** One content of a group on its way to its name. */
interface Placing {
  sha256: string
  bytes: Uint8Array
  path: string
  temporary: string
  /** null: it has its name, or failed. */
  fd: number | null
  /** The folders whose new names must survive a power cut. */
  folders: string[]
  error: unknown
}

const port = parentPort
if (!port) throw new Error('smallFileThread.ts runs as a worker thread only')
const { root, temporary: temporaryFolder }: { root: string; temporary: string } = workerData
const sync = promisify(fsync)

/** Each file is synced before it gets its name, and each folder with a new name before any is answered. */
async function putAll({ bytes, lengths }: SmallFileGroup): Promise<SmallFileOutcome[]> {
  const bySha256 = new Map<string, Placing>()
  let end = 0
  const named = lengths.map((length) => {
    end += length
    const placing = placingOf(bytes.subarray(end - length, end))
    const same = bySha256.get(placing.sha256) ?? placing
    bySha256.set(same.sha256, same)
    return same
  })
  const all = [...bySha256.values()]
  for (const one of all) await attempt(one, () => write(one))
  // In parallel: the file system's journal commits them together.
  await Promise.all(all.map((one) => attempt(one, () => one.fd === null || sync(one.fd))))
  for (const one of all) await attempt(one, () => place(one))
  const placed = all.filter(({ error }) => error === null)
  const unsynced = new Map<string, unknown>()
  const folders = new Set(placed.flatMap((one) => one.folders))
  await Promise.all([...folders].map((path) => syncFolder(path).catch((error) => unsynced.set(path, error))))
  for (const one of placed) one.error = one.folders.map((path) => unsynced.get(path)).find(Boolean) ?? null
  return named.map(({ sha256, error }) =>
    error === null ? { sha256 } : { code: errorCode(error), message: error instanceof Error ? error.message : '' },
  )
}

function placingOf(bytes: Uint8Array): Placing {
  const sha256 = hash('sha256', bytes)
  const path = join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  return { sha256, bytes, path, temporary: join(temporaryFolder, randomUUID()), fd: null, folders: [], error: null }
}

/** A failure of one file of a group fails only that file, and leaves nothing behind. */
async function attempt(one: Placing, step: () => unknown): Promise<void> {
  if (one.error !== null) return
  try {
    await step()
  } catch (error) {
    one.error = error
    if (one.fd !== null) closeSync(one.fd)
    one.fd = null
    rmSync(one.temporary, { force: true })
  }
}

function write(one: Placing): void {
  one.folders.push(dirname(one.path))
  // A file of another length must be damaged: the right bytes replace it.
  if (statSync(one.path, { throwIfNoEntry: false })?.size === one.bytes.length) return
  one.fd = withFolder(temporaryFolder, () => openSync(one.temporary, 'wx', 0o600)).result
  writeFileSync(one.fd, one.bytes)
}

function place(one: Placing): void {
  if (one.fd === null) return
  closeSync(one.fd)
  one.fd = null
  const folder = dirname(one.path)
  const { hasMade } = withFolder(folder, () => renameSync(one.temporary, one.path))
  if (hasMade) one.folders.push(dirname(folder), root)
}

/** Usually the folder exists. */
function withFolder<T>(folder: string, step: () => T): { result: T; hasMade: boolean } {
  try {
    return { result: step(), hasMade: false }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    mkdirSync(folder, { recursive: true })
    return { result: step(), hasMade: true }
  }
}

async function syncFolder(folder: string): Promise<void> {
  const fd = openSync(folder, 'r')
  try {
    await sync(fd)
  } finally {
    closeSync(fd)
  }
}

port.on('message', (group: SmallFileGroup) => void putAll(group).then((outcomes) => port.postMessage(outcomes)))
