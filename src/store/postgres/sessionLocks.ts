import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionSettings } from './pools.ts'

/** Other users of advisory locks take single keys, or pairs of another class. */
const LOCK_CLASS = 0x0bac7
const LOOK_EVERY_MS = 200
/** A session that is silent for so long counts as dead. */
const SILENCE_MS = 5000

/**
 * Locks by name that all processes on one database share, for work that may take minutes and therefore must not hold a
 * transaction. One session holds those of a process: where it ends, however it does, they are free. A process that
 * wants one looks again and again, so that names never wait for one another. Within a process the session takes the
 * same lock twice: callers of one process take turns before they come here.
 */
export class SessionLocks {
  readonly #connectionString: string
  #session: Promise<pg.Client> | null = null
  /** The same once it is open. */
  #client: pg.Client | null = null

  /** @param connectionString to PostgreSQL itself: a pooler lends sessions to others */
  constructor(connectionString: string) {
    this.#connectionString = connectionString
  }

  /** @throws the signal's reason while it waits, or what the database says */
  async run<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const key = createHash('sha256').update(name).digest().readInt32BE(0)
    const session = await this.#take(key, signal)
    try {
      return await work()
    } finally {
      await ask(session, 'select pg_advisory_unlock($1, $2)', key).catch(() => this.#drop(session))
    }
  }

  async close(): Promise<void> {
    const session = await this.#session?.catch(() => null)
    await session?.end().catch(() => {})
  }

  async #take(key: number, signal: AbortSignal): Promise<pg.Client> {
    let failures = 0
    for (;;) {
      signal.throwIfAborted()
      const session = await this.#open()
      try {
        const { rows } = await ask(session, 'select pg_try_advisory_lock($1, $2) as held', key)
        if (rows[0].held) return session
      } catch (error) {
        // It may hold the lock without our knowing. The first failure may be that of a session that ended a while ago.
        this.#drop(session)
        if (failures++ > 0) throw error
      }
      await sleep(LOOK_EVERY_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => {})
    }
  }

  #open(): Promise<pg.Client> {
    this.#session ??= this.#connect().catch((error: unknown) => {
      this.#session = null
      throw error
    })
    return this.#session
  }

  async #connect(): Promise<pg.Client> {
    const session = new pg.Client(connectionSettings(this.#connectionString, 'fiducial locks'))
    session.on('error', () => this.#drop(session))
    session.on('end', () => this.#drop(session))
    await session.connect()
    this.#client = session
    return session
  }

  /** The next caller who wants a lock opens another. */
  #drop(session: pg.Client): void {
    if (this.#client === session) {
      this.#client = null
      this.#session = null
    }
    void session.end().catch(() => {})
  }
}

const ask = (session: pg.Client, text: string, key: number) =>
  session.query<{ held: boolean }>({ text, values: [LOCK_CLASS, key], query_timeout: SILENCE_MS } as pg.QueryConfig)
