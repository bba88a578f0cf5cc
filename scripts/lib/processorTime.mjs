import { readdirSync, readFileSync } from 'node:fs'

/** Units of /proc on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100
// Indexes in /proc/PID/stat after the name, which may contain spaces.
const [PARENT, USER, SYSTEM, STARTED] = [1, 11, 12, 19]
const EVERY_MS = 1000

const readStat = (pid) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    // It has ended meanwhile, or the system has no /proc.
    return null
  }
}

/**
 * Adds up the processor time of a process and all its descendants. It samples every second, since the system adds the
 * time of many processes that a browser starts to no parent.
 */
export class ProcessorTime {
  #ticks = new Map()
  #timer = null

  /** False if the system has no /proc: then nothing is added up. */
  get isKnown() {
    return readStat(process.pid) !== null
  }

  start() {
    this.#look()
    this.#timer = setInterval(() => this.#look(), EVERY_MS).unref()
  }

  stop() {
    clearInterval(this.#timer)
  }

  /** Until now. */
  get seconds() {
    this.#look()
    return [...this.#ticks.values()].reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND
  }

  #look() {
    if (!this.isKnown) return
    const stats = new Map()
    const children = new Map()
    for (const name of readdirSync('/proc')) {
      const stat = /^\d+$/.test(name) ? readStat(name) : null
      if (!stat) continue
      stats.set(Number(name), stat)
      children.set(stat[PARENT], [...(children.get(stat[PARENT]) ?? []), Number(name)])
    }
    const waiting = [process.pid]
    for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
      const stat = stats.get(pid)
      // A number is given again to a later process, which has started at another time.
      if (stat) this.#ticks.set(`${pid} ${stat[STARTED]}`, stat[USER] + stat[SYSTEM])
      waiting.push(...(children.get(pid) ?? []))
    }
  }
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
