import assert from 'node:assert/strict'
import { until } from '../support/apiClient.ts'
import { setOwnStage } from '../support/ownStage.ts'
import { type Gauges, readGauges } from './gauges.ts'
import { Traffic } from './traffic.ts'

export interface SoakPlan {
  seconds: number
  /** Turns before anything is compared: caches, pools and compiled code fill meanwhile. */
  warmUpTurns: number
  say(line: string): void
}

export interface SoakReport {
  turns: number
  before: Gauges
  after: Gauges
  /** Least heap in the first and in the last third: what a collection leaves. */
  heapMB: [first: number, last: number]
}

/** A little of everything, again and again; returns what the service holds before and after, while idle. */
export async function runSoak({ seconds, warmUpTurns, say }: SoakPlan): Promise<SoakReport> {
  const stage = await setOwnStage()
  try {
    const traffic = await Traffic.begin(stage)
    while (traffic.turns < warmUpTurns) await traffic.turn()
    const rest = async () => {
      await traffic.drain()
      return settled(() => readGauges(stage))
    }
    const before = await rest()
    say(`after ${traffic.turns} turns ${told(before)}`)
    const heaps: number[] = []
    const untilMs = performance.now() + seconds * 1000
    let saidAtMs = 0
    do {
      await traffic.turn()
      const gauges = await readGauges(stage)
      heaps.push(gauges.heapMB)
      if (performance.now() - saidAtMs < 30_000) continue
      saidAtMs = performance.now()
      say(`after ${traffic.turns} turns ${told(gauges)}`)
    } while (performance.now() < untilMs)
    const after = await rest()
    say(`at rest after ${traffic.turns} turns ${told(after)}`)
    const third = Math.ceil(heaps.length / 3)
    const heapMB: SoakReport['heapMB'] = [Math.min(...heaps.slice(0, third)), Math.min(...heaps.slice(-third))]
    return { turns: traffic.turns, before, after, heapMB }
  } catch (error) {
    say(stage.service.output)
    throw error
  } finally {
    await stage.clear()
  }
}

const told = (gauges: Gauges) =>
  JSON.stringify(gauges, (_key, value) => (typeof value === 'number' ? Math.round(value) : value))

/** Finished work is cleaned up shortly after its answer: reads until nothing is running. */
async function settled(read: () => Promise<Gauges>): Promise<Gauges> {
  return until(async () => {
    const gauges = await read()
    return gauges.tasks === 0 && gauges.temporaryFiles === 0 ? gauges : null
  }, 200)
}

/** @throws AssertionError when something grew that must not. */
export function checkSoak({ before, after }: SoakReport): void {
  // Connections to customers and between its own parts come and go.
  assert.ok(after.openFiles <= before.openFiles + 20, `${before.openFiles} files open, then ${after.openFiles}`)
  assert.ok(after.connections <= before.connections, `${before.connections} connections, then ${after.connections}`)
}
