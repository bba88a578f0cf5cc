import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../isAlive.ts'

/** The content of postmaster.pid. */
export interface Postmaster {
  pid: number
  socketFolder: string
  /** starting, ready, stopping… */
  status: string
}

const FAST_SHUTDOWN = 'SIGINT'
const IMMEDIATE_SHUTDOWN = 'SIGQUIT'

/**
 * The server that still runs on this cluster, left over by a killed service; null if there is none. Pid files that name
 * another process (numbers are reused) are removed: PostgreSQL would refuse to start.
 */
export function findPostmaster(cluster: string): Postmaster | null {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  if (Number.isSafeInteger(pid) && pid > 1 && isServerOf(cluster, pid)) {
    return { pid, socketFolder: lines[4] ?? '', status: (lines[7] ?? '').trim() }
  }
  // PostgreSQL detects a dead one better: it checks whether old backends still hold the shared memory.
  if (isAlive(pid)) rmSync(file)
  return null
}

/** Removes the lock next to a socket if it names a process that is not a server of this cluster. */
export function removeStaleSocketLock(cluster: string, socketFolder: string): void {
  const file = join(socketFolder, '.s.PGSQL.5432.lock')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!isServerOf(cluster, pid)) rmSync(file)
}

/** Whether the process is alive, is a postgres, and works on this cluster: a server and its backends live in its folder. */
export function isServerOf(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false
  if (existsSync('/proc/self/exe')) {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster && /^postgres\b/.test(basename(programOf(pid)))
    } catch {
      return false
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.includes('postgres') && stdout.includes(cluster)
}

/** Path of the program of a process (Linux); a program replaced since ends in " (deleted)". */
export function programOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/exe`)
  } catch {
    return ''
  }
}

/** Stops a server within about 5 s: fast (sessions end, a checkpoint is written), then immediate (recovers at start). */
export async function stopPostmaster(cluster: string, pid: number): Promise<boolean> {
  if (!isServerOf(cluster, pid)) return true
  signal(pid, FAST_SHUTDOWN)
  if (await hasEnded(cluster, pid, 4000)) return true
  signal(pid, IMMEDIATE_SHUTDOWN)
  return hasEnded(cluster, pid, 1500)
}

/** Ends backends whose postmaster was killed: while one still works the cluster cannot be started (Linux). */
export async function endOrphans(cluster: string): Promise<void> {
  for (const word of [IMMEDIATE_SHUTDOWN, 'SIGKILL'] as const) {
    const orphans = processesOf(cluster)
    if (orphans.length === 0) return
    for (const pid of orphans) signal(pid, word)
    await Promise.all(orphans.map((pid) => hasEnded(cluster, pid, 1000)))
  }
}

function processesOf(cluster: string): number[] {
  if (!existsSync('/proc/self/exe')) return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && isServerOf(cluster, pid))
}

async function hasEnded(cluster: string, pid: number, withinMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += 20) {
    if (!isServerOf(cluster, pid)) return true
    await sleep(20)
  }
  return !isServerOf(cluster, pid)
}

function signal(pid: number, word: NodeJS.Signals): void {
  try {
    process.kill(pid, word)
  } catch {
    // Gone already.
  }
}
