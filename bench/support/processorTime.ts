import { readdirSync, readFileSync } from 'node:fs'
import type { Queryable } from '../../src/store/postgres/pools.ts'

const MS_A_TICK = 10

/** Fields of /proc/PID/stat after the name, which may contain spaces; empty if the process has ended. */
function statOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').map(Number)
  } catch {
    return []
  }
}

/** Processor time of a process so far, its threads included, milliseconds; on Linux. */
export function processorMs(pid: number): number {
  const [userTicks = 0, systemTicks = 0] = statOf(pid).slice(11, 13)
  return (userTicks + systemTicks) * MS_A_TICK
}

/** The same of PostgreSQL's server with all its processes, those that have ended too. */
export async function databaseMs(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
  const [, server] = statOf(rows[0].pid)
  const ended = statOf(server).slice(13, 15)
  const running = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid === server || statOf(pid)[1] === server)
  return (
    running.reduce((sum, pid) => sum + processorMs(pid), 0) + ended.reduce((sum, ticks) => sum + ticks * MS_A_TICK, 0)
  )
}

/** Processor time of a process with one thread so far, exact to less than a microsecond; on Linux. */
export const threadMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6
