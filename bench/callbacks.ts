import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Callbacks, startCallbacks } from '../src/callbacks/callbacks.ts'
import { parseAllowNetworks } from '../src/egress/address.ts'
import { EgressClient } from '../src/egress/client.ts'
import { silentLog } from '../src/store/postgres/log.ts'
import { announcements, type CallbackProject, callbackProject, commitAnnouncements } from '../test/callbackProject.ts'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { atLeast, atMost, type BenchResult } from './result.ts'

/**
 * Callback delivery against receivers on loopback: how many a second one worker delivers, how soon after the commit an
 * idle one does, and what a receiver that hangs costs the others. Body of about 1 KiB, PostgreSQL with fsync on.
 */
const masterKey = randomBytes(32)
const BACKLOG = 6000
const IDLE_SAMPLES = 60
const OPEN_LOOP_PER_S = 200
const OPEN_LOOP_S = 3
const ROUNDS = 3

interface Place {
  database: TestDatabase
  egress: EgressClient
}

/** Answers 200 immediately (or never), and records when each body arrived, by its number. */
class Receiver {
  readonly atMs = new Map<number, number>()
  readonly #server: Server
  count = 0

  constructor(answers: boolean) {
    this.#server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece) => pieces.push(piece))
      request.on('end', () => {
        const nr = /"nr":(\d+)/.exec(Buffer.concat(pieces).toString('latin1'))
        this.atMs.set(Number(nr?.[1]), performance.now())
        this.count++
        if (answers) response.writeHead(200).end()
      })
    })
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  async until(count: number): Promise<void> {
    while (this.count < count) await sleep(5)
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

export async function run(): Promise<BenchResult[]> {
  const database = await createTestDatabase()
  const egress = new EgressClient({ allowNetworks: parseAllowNetworks('127.0.0.0/8') })
  try {
    const place = { database, egress }
    const throughput = await deliveriesPerSecond(place)
    const idleMs = await idleLatencies(place)
    // Turn and turn about, and the median of each: another program on the machine can spoil a run.
    const aloneMs: number[] = []
    const besideMs: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      aloneMs.push(percentile(await openLoop(place, false), 0.95))
      besideMs.push(percentile(await openLoop(place, true), 0.95))
    }
    const ratio = percentile(besideMs, 0.5) / percentile(aloneMs, 0.5)
    return [
      atLeast('callbacks delivered, one worker', Math.round(throughput), '1/s', 1500),
      atMost('callback, idle: commit to receipt, p50', round(percentile(idleMs, 0.5)), 'ms', 20),
      atMost('callback, idle: commit to receipt, p95', round(percentile(idleMs, 0.95)), 'ms', 50),
      atMost('callback p95 beside a hanging receiver / without', round(ratio), '×', 2),
    ]
  } finally {
    await egress.close()
    await database.drop()
  }
}

function startWorker({ database, egress }: Place): Callbacks {
  return startCallbacks({
    pool: database.pool,
    connectionString: database.connectionString,
    masterKey,
    egress,
    settings: { scheduleMs: [0, 5000, 300_000], timeoutMs: 15_000, graceMs: 0 },
    log: silentLog,
  })
}

const makeProject = (place: Place, url: string) => callbackProject(place.database.pool, masterKey, { url })

const numbered = (project: CallbackProject, count: number, first: number) =>
  announcements(project, count).map((one, index) => ({
    ...one,
    body: Buffer.from(JSON.stringify({ nr: first + index, padding: 'x'.repeat(1000) })),
  }))

/** A backlog is written first; timed from the worker's start to the last receipt. */
async function deliveriesPerSecond(place: Place): Promise<number> {
  const receiver = new Receiver(true)
  const project = await makeProject(place, await receiver.listen())
  for (let nr = 0; nr < BACKLOG; nr += 500) {
    await commitAnnouncements(place.database.pool, numbered(project, 500, nr))
  }
  const startedAt = performance.now()
  const worker = startWorker(place)
  await receiver.until(BACKLOG)
  const seconds = (performance.now() - startedAt) / 1000
  await worker.stop()
  receiver.stop()
  return BACKLOG / seconds
}

async function idleLatencies(place: Place): Promise<number[]> {
  const receiver = new Receiver(true)
  const project = await makeProject(place, await receiver.listen())
  const worker = startWorker(place)
  const latenciesMs: number[] = []
  for (let nr = 0; nr < IDLE_SAMPLES; nr++) {
    await sleep(25)
    await commitAnnouncements(place.database.pool, numbered(project, 1, nr))
    const committedAt = performance.now()
    worker.wake()
    await receiver.until(nr + 1)
    latenciesMs.push(receiver.atMs.get(nr)! - committedAt)
  }
  await worker.stop()
  receiver.stop()
  return latenciesMs
}

/** Announcements at fixed times to four receivers; measured from the intended time, so that a stall counts in full. */
async function openLoop(place: Place, withHanging: boolean): Promise<number[]> {
  const hanging = new Receiver(false)
  const hangingProject = await makeProject(place, await hanging.listen())
  const receivers = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const receiver = new Receiver(true)
      return { receiver, project: await makeProject(place, await receiver.listen()) }
    }),
  )
  const worker = startWorker(place)
  if (withHanging) {
    await commitAnnouncements(place.database.pool, numbered(hangingProject, 2000, 0))
    worker.wake()
    await hanging.until(1)
  }
  const startedAt = performance.now()
  const intendedAt: number[] = []
  const writes: Promise<unknown>[] = []
  for (let nr = 0; nr < OPEN_LOOP_PER_S * OPEN_LOOP_S; nr++) {
    intendedAt[nr] = startedAt + (nr * 1000) / OPEN_LOOP_PER_S
    const waitMs = intendedAt[nr] - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    const list = numbered(receivers[nr % receivers.length].project, 1, nr)
    writes.push(commitAnnouncements(place.database.pool, list).then(() => worker.wake()))
  }
  await Promise.all(writes)
  for (const { receiver } of receivers) await receiver.until(intendedAt.length / receivers.length)
  await worker.stop()
  const latenciesMs = receivers.flatMap(({ receiver }) => [...receiver.atMs].map(([nr, atMs]) => atMs - intendedAt[nr]))
  for (const { receiver } of receivers) receiver.stop()
  hanging.stop()
  // Deliveries to the hanging receiver must not be retried during the next run.
  await place.database.pool.query('delete from delivery_queue')
  return latenciesMs
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
}

const round = (value: number) => Math.round(value * 100) / 100
