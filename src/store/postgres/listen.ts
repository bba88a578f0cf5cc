import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './log.ts'
import { connectionSettings } from './pools.ts'

export interface ListenOptions {
  connectionString: string
  channel: string
  log: Log
  onMessage: (payload: string) => void
  /** Called when the connection is up, at first and after each break: notifications sent meanwhile are lost. */
  onConnect?: () => void
}

export interface Listener {
  close(): Promise<void>
}

const LONGEST_DELAY_MS = 5000
/** A connection that is silent for this long is replaced: a listener alone would never notice. */
const HEARTBEAT_MS = 5000

/** LISTEN on a dedicated direct connection (a pool would lend it to others), replaced whenever it breaks. */
export function listen(options: ListenOptions): Listener {
  const closing = new AbortController()
  const loop = keepListening(options, closing.signal)
  return {
    close: async () => {
      closing.abort()
      await loop
    },
  }
}

async function keepListening(options: ListenOptions, closing: AbortSignal): Promise<void> {
  let delayMs = 100
  while (!closing.aborted) {
    try {
      await listenOnce(options, closing, () => {
        delayMs = 100
      })
    } catch (error) {
      options.log.warn({ err: error, channel: options.channel }, 'listening was interrupted')
    }
    await sleep(delayMs, undefined, { signal: closing }).catch(() => {})
    delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)
  }
}

async function listenOnce(options: ListenOptions, closing: AbortSignal, connected: () => void): Promise<void> {
  const client = new pg.Client(connectionSettings(options.connectionString, `fiducial listens to ${options.channel}`))
  const ended = Promise.withResolvers<void>()
  client.on('error', ended.reject)
  client.on('end', () => ended.resolve())
  client.on('notification', (message) => options.onMessage(message.payload ?? ''))
  const stop = () => ended.resolve()
  closing.addEventListener('abort', stop)
  // The code that waits below handles the error; until then nothing does.
  ended.promise.catch(() => {})
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(options.channel)}`)
    connected()
    options.onConnect?.()
    const heartbeat = setInterval(() => {
      client.query({ text: 'select 1', query_timeout: HEARTBEAT_MS }).catch(ended.reject)
    }, HEARTBEAT_MS)
    ended.promise.finally(() => clearInterval(heartbeat)).catch(() => {})
    if (!closing.aborted) await ended.promise
  } finally {
    closing.removeEventListener('abort', stop)
    await client.end().catch(() => {})
  }
}
