import type { Page } from 'playwright-core'

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Microseconds of the clock, and of this thread's own work. */
  dur?: number
  tdur?: number
  args?: { name?: string }
}

export interface TaskTimes {
  /** Processor time of the page's main thread, tasks of at least 1 ms. */
  tasks: number
  p95Ms: number
  maxMs: number
  /** The sum of all tasks. */
  totalMs: number
}

const SHORT_MS = 1

/**
 * Tasks of the page's main thread while `use` runs. Measured is what the thread worked, not what the clock showed: other
 * programs on the machine are not counted.
 */
export async function taskTimes(page: Page, use: () => Promise<void>): Promise<TaskTimes> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline'] },
    transferMode: 'ReportEvents',
  })
  await use()
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  // Workers have events too, but only the page draws pictures.
  const drawn =
    events.find(({ name }) => name === 'FireAnimationFrame') ?? events.find(({ name }) => name === 'EventDispatch')
  if (!drawn) throw new Error('the page did nothing')
  const times = events
    // Two categories of the trace contain them; counting both would double the sum.
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === drawn.pid && tid === drawn.tid)
    .map(({ tdur = 0 }) => tdur / 1000)
    .filter((ms) => ms >= SHORT_MS)
    .sort((a, b) => a - b)
  return {
    tasks: times.length,
    p95Ms: times[Math.floor(times.length * 0.95)] ?? 0,
    maxMs: times.at(-1) ?? 0,
    totalMs: times.reduce((sum, ms) => sum + ms, 0),
  }
}
