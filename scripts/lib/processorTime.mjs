import { readdirSync, readFileSync } from 'node:fs'

/** Units of /proc on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100
// Places in /proc/PID/stat behind the name, which may hold spaces: 1 is the parent, 11 to 14 the times.
const PARENT = 1
const TIMES = [11, 12, 13, 14]

const readStat = (pid) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    // It has ended meanwhile, or the system has no /proc.
    return null
  }
}

/**
 * Seconds of processor time that a process and all its descendants have used, those included that have ended and were
 * waited for; null where the system does not say.
 */
export function coreSeconds(pid) {
  if (!readStat(pid)) return null
  const stats = new Map()
  const children = new Map()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(name) : null
    if (!stat) continue
    stats.set(Number(name), stat)
    const parent = Number(stat[PARENT])
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  let ticks = 0
  const waiting = [pid]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    for (const place of TIMES) ticks += Number(stats.get(one)?.[place] ?? 0)
    waiting.push(...(children.get(one) ?? []))
  }
  return ticks / TICKS_PER_SECOND
}

/** Seconds that all processors of the machine have worked and idled since it started; null where it does not say. */
export function machineSeconds() {
  try {
    const [user, nice, system, idle, wait, interrupt, softInterrupt] = readFileSync('/proc/stat', 'utf8')
      .split('\n')[0]
      .split(/\s+/)
      .slice(1)
      .map((ticks) => Number(ticks) / TICKS_PER_SECOND)
    return { busy: user + nice + system + interrupt + softInterrupt, idle: idle + wait }
  } catch {
    return null
  }
}
