/** Jobs that misbehave in every way the pool must survive. */

import { getHeapStatistics } from 'node:v8'
import type { JobRegistry, ThreadContext } from './protocol.ts'
import { TestError } from './testError.ts'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Counts heavy jobs at work: [now, most]. */
const enter = (counter: Int32Array) => {
  const now = Atomics.add(counter, 0, 1) + 1
  if (now > Atomics.load(counter, 1)) Atomics.store(counter, 1, now)
}

export const jobs = {
  echo: (input: unknown) => input,
  measure: ({ length }: Uint8Array) => length,
  bufferBytes: (_input: null) => getHeapStatistics().external_memory,
  log: async (input: { text: string; order: SharedArrayBuffer; place: SharedArrayBuffer }) => {
    const place = Atomics.add(new Int32Array(input.place), 0, 1)
    new Int32Array(input.order)[place] = Number(input.text)
  },
  refuse: (_input: null) => {
    throw new TestError('no picture')
  },
  fault: (_input: null) => {
    throw new RangeError('out of range')
  },
  loop: (_input: null) => {
    for (;;);
  },
  exit: (_input: null) => {
    process.exit(7)
  },
  crashLater: async (_input: null) => {
    setTimeout(() => {
      throw new Error('an uncaught error')
    }, 5)
    await wait(60_000)
  },
  hoard: (_input: null) => {
    const kept: unknown[] = []
    for (;;) kept.push(new Array(10_000).fill(kept.length).map(String))
  },
  hold: async (input: { gate: SharedArrayBuffer }) => {
    const gate = new Int32Array(input.gate)
    Atomics.add(gate, 1, 1)
    Atomics.notify(gate, 1)
    Atomics.wait(gate, 0, 0)
  },
  lend: (input: number, context: ThreadContext) => {
    const bytes = new Uint8Array(input).fill(9)
    context.transfer(bytes.buffer)
    return bytes
  },
  unclonable: (_input: null) => () => 1,
  heavy: async (input: { counter: SharedArrayBuffer }, context: ThreadContext) => {
    context.beHeavy()
    const counter = new Int32Array(input.counter)
    enter(counter)
    await wait(15)
    Atomics.sub(counter, 0, 1)
  },
  heavyLoop: (_input: null, context: ThreadContext) => {
    context.beHeavy()
    for (;;);
  },
} satisfies JobRegistry

export type TestJobs = typeof jobs
