import { after } from 'node:test'
import { type Callbacks, startCallbacks } from '../src/callbacks/callbacks.ts'
import type { CallbackMetrics, CallbackSendingSettings } from '../src/callbacks/options.ts'
import { parseAllowNetworks } from '../src/egress/address.ts'
import { EgressClient } from '../src/egress/client.ts'
import { silentLog } from '../src/store/postgres/log.ts'
import { callbackProject, commitAnnouncements } from './callbackProject.ts'
import { CallbackReceiver } from './callbackReceiver.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

export interface Running {
  receiver: CallbackReceiver
  callbacks: Callbacks
}

export type WorkerOptions = Partial<CallbackSendingSettings> & { egress?: EgressClient; metrics?: CallbackMetrics }

export type WorkerPlace = { database: TestDatabase; masterKey: Buffer; egress: EgressClient }

/** A worker with a schedule of milliseconds. */
export function startWorker(options: WorkerPlace & WorkerOptions): Callbacks {
  const { database, masterKey, egress, metrics, ...settings } = options
  return startCallbacks({
    pool: database.pool,
    connectionString: database.connectionString,
    masterKey,
    egress,
    settings: { scheduleMs: [0, 20, 20, 20], timeoutMs: 5000, pollMs: 20, graceMs: 2000, ...settings },
    log: silentLog,
    metrics,
  })
}

/** A receiver and a worker of the test's own; what other tests left in the queue is taken away first. */
export async function withWorker(
  options: WorkerPlace & WorkerOptions,
  fn: (running: Running) => Promise<void>,
): Promise<void> {
  await options.database.pool.query('delete from delivery_queue')
  const receiver = await CallbackReceiver.start()
  const callbacks = startWorker(options)
  try {
    await fn({ receiver, callbacks })
  } finally {
    await receiver.stop()
    await callbacks.stop()
  }
}

/** What the tests of a file share: a database, a way out to this machine, and what they do with both. */
export async function callbackOffice() {
  const database = await createTestDatabase()
  const place: WorkerPlace = {
    database,
    masterKey: Buffer.alloc(32, 1),
    egress: new EgressClient({ allowNetworks: parseAllowNetworks('127.0.0.0/8') }),
  }
  after(async () => {
    await place.egress.close()
    await database.drop()
  })
  return {
    ...place,
    running: (settings: WorkerOptions, fn: (running: Running) => Promise<void>) =>
      withWorker({ ...place, ...settings }, fn),
    project: (url: string, more: object = {}) => callbackProject(database.pool, place.masterKey, { url, ...more }),
    commit: (list: Parameters<typeof commitAnnouncements>[1]) => commitAnnouncements(database.pool, list),
  }
}
