import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processorMs } from '../../bench/support/processorTime.ts'
import type { Api } from '../support/apiClient.ts'
import { until } from '../support/apiClient.ts'
import { makeFolder, type ServiceProcess } from '../support/serviceProcess.ts'
import { Bystander } from './bystander.ts'
import type { LoopTurns } from './loopTurns.ts'

export interface Seen {
  /** Times of a call that is made again and again, counted from the moment it was due. */
  slowestMs: number
  p99Ms: number
  /** The same times of a server that does nothing, measured at once. */
  bystanderP99Ms: number
  answers: Map<number, number>
  /** The highest growth of resident memory. */
  growthMib: number
  /** 99 % of the turns of the service's event loop waited no longer. */
  loopDelayP99Ms: number
  /** Processor time of the service and all its threads; on Linux. */
  processorMs: number
}

const EVERY_MS = 20

/** The long form of these tests (`npm run hostile`): larger bodies, more connections, figures printed. */
export const IS_LONG = process.env.FIDUCIAL_HOSTILE === 'long'

/** Prints the measurements, in the long form. */
export function told(what: string, figures: Record<string, Seen>): void {
  if (!IS_LONG) return
  for (const [name, seen] of Object.entries(figures)) {
    const { p99Ms, bystanderP99Ms, slowestMs, growthMib, loopDelayP99Ms, processorMs } = seen
    const calls = `calls p99 ${p99Ms} ms (to a server that does nothing: ${bystanderP99Ms} ms), slowest ${slowestMs} ms`
    const load = `event loop p99 ${loopDelayP99Ms} ms, memory +${growthMib} MiB, processor ${processorMs} ms`
    process.stdout.write(`${what}, ${name}: ${calls}, ${load}\n`)
  }
}

/** Calls an address at a steady pace and looks at the memory of the service while something else happens. */
export async function watching(
  service: ServiceProcess,
  api: Api,
  path: string,
  during: () => Promise<unknown>,
): Promise<Seen> {
  await loopDelayP99Ms(service)
  const startMib = residentMib(service.pid)
  const startMs = processorMs(service.pid)
  const bystander = await Bystander.start()
  const durationsMs: number[] = []
  const bystanderMs: number[] = []
  const answers = new Map<number, number>()
  const calls: Promise<void>[] = []
  let mostMib = startMib
  let isOver = false
  const call = async () => {
    const dueMs = performance.now()
    const status = await api.call('GET', path).then(
      (answer) => answer.status,
      () => 0,
    )
    answers.set(status, (answers.get(status) ?? 0) + 1)
    durationsMs.push(performance.now() - dueMs)
  }
  const callBystander = async () => {
    const dueMs = performance.now()
    await fetch(bystander.url).then((answer) => answer.arrayBuffer())
    bystanderMs.push(performance.now() - dueMs)
  }
  const pace = (async () => {
    while (!isOver) {
      calls.push(call(), callBystander())
      mostMib = Math.max(mostMib, residentMib(service.pid))
      await sleep(EVERY_MS)
    }
  })()
  try {
    await during()
  } finally {
    isOver = true
    await pace
    await Promise.all(calls)
    await bystander.stop()
  }
  return {
    slowestMs: Math.round(Math.max(...durationsMs)),
    p99Ms: p99(durationsMs),
    bystanderP99Ms: p99(bystanderMs),
    answers,
    growthMib: Math.round(mostMib - startMib),
    loopDelayP99Ms: await loopDelayP99Ms(service),
    processorMs: processorMs(service.pid) - startMs,
  }
}

function p99(durationsMs: readonly number[]): number {
  const sorted = durationsMs.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0)
}

/** Turns of the event loop of a service that was started with `env`. */
export class TurnsWatch {
  readonly #file = join(makeFolder(), 'turns.json')

  get env(): Readonly<Record<string, string>> {
    const module = new URL('./loopTurns.ts', import.meta.url).href
    return { NODE_OPTIONS: `--import ${module}`, LOOP_TURNS_FILE: this.#file }
  }

  /** Since it was asked the last time. */
  async read({ pid }: ServiceProcess): Promise<LoopTurns> {
    rmSync(this.#file, { force: true })
    process.kill(pid, 'SIGUSR2')
    return until(async () =>
      existsSync(this.#file) ? (JSON.parse(readFileSync(this.#file, 'utf8')) as LoopTurns) : null,
    )
  }
}

/** Since it was asked the last time: asking starts it from zero. */
async function loopDelayP99Ms({ baseUrl }: ServiceProcess): Promise<number> {
  const text = await fetch(`${baseUrl}/metrics`).then((answer) => answer.text())
  return Math.round(Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1]) * 1000)
}

/** Measures like `watching`, to learn the usual times of this machine at this moment. */
export const usual = (service: ServiceProcess, api: Api, path: string): Promise<Seen> =>
  watching(service, api, path, () => sleep(3000))

/** 0 if the process has ended. */
export function residentMib(pid: number): number {
  try {
    const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kib ?? 0) / 1024
  } catch {
    return 0
  }
}
