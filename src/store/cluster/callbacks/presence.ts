import pg from 'pg'
import type { Log } from '../../postgres/log.ts'
import { connectionSettings } from '../../postgres/pools.ts'
import { DELIVERIES_CHANNEL } from '../../project/callbacks/announce.ts'
import { registerWorker } from './workers.ts'

const RECONNECT_MS = 1000
/** A connection silent for this long counts as dead: a listener alone would never notice. */
const HEARTBEAT_MS = 5000

/**
 * A connection of the worker that is reopened whenever it is lost: it receives hints of new deliveries, and its lock
 * shows the other workers that this one is alive. Polling continues without it.
 */
export class Presence {
  readonly #options: { connectionString: string; workerId: string; log: Log; onHint: () => void }
  #client: pg.Client | null = null
  #timer: NodeJS.Timeout | null = null
  #closed = false

  constructor(options: { connectionString: string; workerId: string; log: Log; onHint: () => void }) {
    this.#options = options
  }

  async open(): Promise<void> {
    const { connectionString, workerId, log, onHint } = this.#options
    const client = new pg.Client(connectionSettings(connectionString, 'fiducial callbacks'))
    this.#client = client
    let lost = false
    let heartbeat: NodeJS.Timeout | undefined
    const reopen = (error?: unknown) => {
      if (lost) return
      lost = true
      clearInterval(heartbeat)
      if (this.#closed) return
      log.warn({ err: error }, 'callbacks: listening connection lost')
      void client.end().catch(() => {})
      this.#timer = setTimeout(() => void this.open(), RECONNECT_MS)
    }
    client.on('error', reopen)
    client.on('end', () => reopen())
    client.on('notification', onHint)
    try {
      await client.connect()
      await registerWorker(client, workerId)
      await client.query(`listen ${DELIVERIES_CHANNEL}`)
      onHint()
      heartbeat = setInterval(() => {
        client.query({ text: 'select 1', query_timeout: HEARTBEAT_MS }).catch(reopen)
      }, HEARTBEAT_MS)
    } catch (error) {
      reopen(error)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#client?.end().catch(() => {})
  }
}
