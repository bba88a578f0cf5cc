import { readdirSync, readFileSync } from 'node:fs'

/** Units of /proc on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100
// Indexes in /proc/PID/stat after the name, which may contain spaces.
const [PARENT, USER, SYSTEM, STARTED] = [1, 11, 12, 19]
const EVERY_MS = 1000

/** What a process is, by its command line; the first that fits. */
const KINDS = [
  ['PostgreSQL', /^\S*(postgres|pgbouncer)/],
  ['browsers', /^\S*(chrom|headless_shell)/i],
  ['services', /\/(main|killPoint)\.ts /],
]
const REST = 'tests'

const kindOf = (pid) => {
  const line = read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ?? ''
  return KINDS.find(([, words]) => words.test(line))?.[0] ?? REST
}

const readStat = (pid) => {
  const text = read(`/proc/${pid}/stat`)
  const rest = text?.slice(text.lastIndexOf(')') + 2)
  return rest?.split(' ').map(Number) ?? null
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has ended meanwhile, or the system has no /proc.
    return null
  }
}

/**
 * Adds up the processor time of a process and all its descendants. It samples every second, since the system adds the
 * time of many processes that a browser starts to no parent.
 */
export class ProcessorTime {
  /** {kind, ticks} by process. A program that a fork becomes a moment later is known when it is seen again. */
  #used = new Map()
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
    return [...this.byKind().values()].reduce((sum, seconds) => sum + seconds, 0)
  }

  /** Until now, the largest first: of tests themselves and of what they start. */
  byKind() {
    this.#look()
    const seconds = new Map()
    for (const { kind, ticks } of this.#used.values())
      seconds.set(kind, (seconds.get(kind) ?? 0) + ticks / TICKS_PER_SECOND)
    return new Map([...seconds].sort(([, a], [, b]) => b - a))
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
      if (stat) this.#note(`${pid} ${stat[STARTED]}`, pid, stat[USER] + stat[SYSTEM])
      waiting.push(...(children.get(pid) ?? []))
    }
  }

  #note(key, pid, ticks) {
    const known = this.#used.get(key)
    if (!known) this.#used.set(key, { kind: kindOf(pid), ticks, looks: 1 })
    else Object.assign(known, { ticks, looks: known.looks + 1, ...(known.looks === 1 && { kind: kindOf(pid) }) })
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
