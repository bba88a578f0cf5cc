import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from '../support/apiClient.ts'
import type { ServiceProcess } from '../support/serviceProcess.ts'

export interface Seen {
  /** Of a call that is made again and again, from the moment it was due. */
  slowestMs: number
  p99Ms: number
  answers: Map<number, number>
  /** By how much resident memory grew at most. */
  growthMib: number
  /** 99 % of the turns of the service's event loop waited no longer. */
  loopDelayP99Ms: number
}

const EVERY_MS = 20

/** The long form of these tests (`npm run hostile`): larger bodies, more connections, figures printed. */
export const IS_LONG = process.env.FIDUCIAL_HOSTILE === 'long'

/** Prints what was measured, in the long form. */
export function told(what: string, figures: Record<string, Seen>): void {
  if (!IS_LONG) return
  for (const [name, { p99Ms, slowestMs, growthMib, loopDelayP99Ms }] of Object.entries(figures)) {
    const calls = `calls p99 ${p99Ms} ms, slowest ${slowestMs} ms`
    process.stdout.write(`${what}, ${name}: ${calls}, event loop p99 ${loopDelayP99Ms} ms, memory +${growthMib} MiB\n`)
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
  const durationsMs: number[] = []
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
  const pace = (async () => {
    while (!isOver) {
      calls.push(call())
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
  }
  durationsMs.sort((a, b) => a - b)
  return {
    slowestMs: Math.round(durationsMs.at(-1) ?? 0),
    p99Ms: Math.round(durationsMs[Math.floor(durationsMs.length * 0.99)] ?? 0),
    answers,
    growthMib: Math.round(mostMib - startMib),
    loopDelayP99Ms: await loopDelayP99Ms(service),
  }
}

/** Since it was asked the last time: asking starts it from zero. */
async function loopDelayP99Ms({ baseUrl }: ServiceProcess): Promise<number> {
  const text = await fetch(`${baseUrl}/metrics`).then((answer) => answer.text())
  return Math.round(Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1]) * 1000)
}

/** Waits in the manner of `watching`, for what is usual on this machine at this moment. */
export const usual = (service: ServiceProcess, api: Api, path: string): Promise<Seen> =>
  watching(service, api, path, () => sleep(3000))

/** 0 where the process is gone. */
export function residentMib(pid: number): number {
  try {
    const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kib ?? 0) / 1024
  } catch {
    return 0
  }
}
