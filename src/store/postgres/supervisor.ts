import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, copyFileSync, existsSync, openSync, readSync, rmdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { spawnAs } from './account.ts'
import { SERVICE_ROLE, SUPERUSER, writeSettings } from './cluster.ts'
import { endWithService } from './endWithService.ts'
import { errorCode, isConnectionError } from './errors.ts'
import type { Log } from './log.ts'
import { makeSocketFolder, type Places } from './places.ts'
import { endOrphans, findPostmaster, isServerOf, removeStaleSocketLock, stopPostmaster } from './postmaster.ts'

/** Run in any database of the cluster by its superuser: the role that the service works as. */
const MAKE_ROLE = `do $$ begin
  if not exists (select from pg_roles where rolname = '${SERVICE_ROLE}') then
    create role ${SERVICE_ROLE} login nosuperuser nocreatedb nocreaterole;
  end if;
end $$`

/**
 * Run in the service's database by the superuser: gives everything to the service's role, including objects that an
 * earlier version created as superuser. Objects that belong to the role already stay untouched.
 */
const OWN_ALL = `do $$ declare
  role oid := '${SERVICE_ROLE}'::regrole;
  statement text;
begin
  for statement in
    select format('alter database %I owner to ${SERVICE_ROLE}', datname) from pg_database
    where datname = current_database() and datdba <> role
    union all
    select format('alter schema %I owner to ${SERVICE_ROLE}', nspname) from pg_namespace
    where nspname = 'public' and nspowner <> role
    union all
    -- Sequences of columns follow their table, indexes too.
    select format('alter %s %s owner to ${SERVICE_ROLE}',
      case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
      c.oid::regclass)
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relowner <> role and c.relkind in ('r', 'p', 'S', 'v', 'm')
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i'))
    union all
    select format('alter routine %s owner to ${SERVICE_ROLE}', p.oid::regprocedure) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proowner <> role
    union all
    select format('alter type %s owner to ${SERVICE_ROLE}', t.oid::regtype) from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typowner <> role and t.typtype in ('e', 'd')
  loop
    execute statement;
  end loop;
end $$`

const LARGEST_BYTES = 8 * 1024 * 1024

/**
 * Opens the server's log for appending; the server itself gets the file, so that it can write after this process has
 * ended.
 */
const openServerLog = (file: string): number => openSync(file, 'a', 0o600)

/** Keeps the log and one before it, of at most 8 MiB each; copied and cut, as the server holds the file open. */
function rotateServerLog(file: string): void {
  if (!existsSync(file) || statSync(file).size < LARGEST_BYTES) return
  try {
    copyFileSync(file, `${file}.1`)
  } finally {
    // On a full disk the copy fails, and the log is all the more to be cut.
    truncateSync(file)
  }
}

/** The last lines, for the message when the server does not start. */
function tailOfServerLog(file: string): string {
  if (!existsSync(file)) return ''
  const size = statSync(file).size
  const buffer = Buffer.alloc(Math.min(size, 2000))
  const handle = openSync(file, 'r')
  try {
    readSync(handle, buffer, 0, buffer.length, size - buffer.length)
  } finally {
    closeSync(handle)
  }
  return buffer.toString('utf8').trim().split('\n').slice(-6).join('\n')
}

export interface SupervisorOptions {
  places: Places
  logFile: string
  /** PostgreSQL settings in addition to the usual ones. */
  settings: Readonly<Record<string, string>>
  log: Log
}

const DATABASE = 'fiducial'
const TICK_MS = 1000
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 5000
// A start that holds for this long is a good one: the next end of the server is answered quickly again.
const SETTLED_MS = 30_000
// Recovery after a crash reads at most max_wal_size; slow disks take their time.
const LONGEST_START_MS = 300_000

/** Runs PostgreSQL on a cluster: starts it again whenever it ends, and lets it live no longer than this process. */
export class Supervisor {
  readonly #options: SupervisorOptions
  #socketFolder = ''
  #pid = 0
  #stopping = false
  #launching: Promise<void> | null = null
  #launchedAt = 0
  #delayMs = FIRST_DELAY_MS
  /** Ends the server when this process is killed. */
  #watcher: ChildProcess | null = null
  #ticker: NodeJS.Timeout | null = null

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  /** Resolves when the server answers. @throws Error with the server's last words when it does not come up. */
  async start(): Promise<void> {
    await this.#launch()
    await this.#makeDatabase()
    this.#ticker = setInterval(() => this.#tick(), TICK_MS)
    this.#ticker.unref()
  }

  get connectionString(): string {
    return this.#connectTo(DATABASE, SERVICE_ROLE)
  }

  /** As superuser, for databases besides the service's own. */
  get administratorConnectionString(): string {
    return this.#connectTo(DATABASE, SUPERUSER)
  }

  /** Process id of the server. */
  get pid(): number {
    return this.#pid
  }

  async stop(): Promise<void> {
    this.#stopping = true
    if (this.#ticker) clearInterval(this.#ticker)
    await this.#launching?.catch(() => {})
    const { places, log } = this.#options
    if (!(await stopPostmaster(places.cluster, this.#pid))) {
      log.error({ pid: this.#pid }, 'PostgreSQL did not stop')
      return
    }
    this.#watcher?.kill('SIGKILL')
    removeEmpty(this.#socketFolder)
  }

  #connectTo(database: string, role: string): string {
    return `postgresql://${role}@localhost/${database}?host=${encodeURIComponent(this.#socketFolder)}`
  }

  async #launch(): Promise<void> {
    const { places, settings, log } = this.#options
    this.#launchedAt = performance.now()
    const left = findPostmaster(places.cluster)
    this.#socketFolder = left?.socketFolder || makeSocketFolder(places.hash, places.account)
    writeSettings(places, this.#socketFolder, settings)
    if (left) {
      // It belongs to a killed service: either it is about to be stopped, or the processes that would stop it were
      // killed too.
      log.info({ pid: left.pid }, 'stopping the PostgreSQL of a service that has ended')
      await stopPostmaster(places.cluster, left.pid)
      makeSocketFolder(places.hash, places.account)
    }
    await endOrphans(places.cluster)
    removeStaleSocketLock(places.cluster, this.#socketFolder)
    const child = this.#spawn()
    this.#pid = child.pid ?? 0
    this.#watch()
    await this.#untilReady(() => child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
    log.info({ pid: this.#pid, afterMs: Math.round(performance.now() - this.#launchedAt) }, 'PostgreSQL is ready')
  }

  #watch(): void {
    this.#watcher?.kill('SIGKILL')
    this.#watcher = this.#pid > 0 ? endWithService(this.#pid, this.#options.places.account) : null
  }

  #spawn(): ChildProcess {
    const { places, logFile } = this.#options
    rotateServerLog(logFile)
    const out = openServerLog(logFile)
    try {
      const child = spawn(join(places.binaries, 'bin', 'postgres'), ['-D', places.cluster], {
        ...spawnAs(places.account),
        cwd: '/',
        env: { LC_ALL: 'C' },
        stdio: ['ignore', out, out],
        // A separate session: Ctrl-C reaches the whole group, and the service still needs the database to end its work.
        detached: true,
      })
      child.on('error', () => {})
      child.unref()
      return child
    } finally {
      closeSync(out)
    }
  }

  async #untilReady(hasEnded: () => boolean): Promise<void> {
    for (;;) {
      try {
        return await this.#query('postgres', 'select 1')
      } catch (error) {
        const pending = isConnectionError(error)
        if (pending && !hasEnded() && performance.now() - this.#launchedAt < LONGEST_START_MS) await sleep(20)
        else throw new Error(`PostgreSQL does not start:\n${tailOfServerLog(this.#options.logFile)}`, { cause: error })
      }
    }
  }

  async #makeDatabase(): Promise<void> {
    try {
      await this.#query(DATABASE, 'select 1')
    } catch (error) {
      if (errorCode(error) !== '3D000') throw error
      await this.#query('postgres', `create database ${DATABASE}`)
    }
    await this.#query(DATABASE, MAKE_ROLE)
    await this.#query(DATABASE, OWN_ALL)
  }

  async #query(database: string, sql: string): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#connectTo(database, SUPERUSER),
      connectionTimeoutMillis: 5000,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(sql)
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** Polls, because no event tells when the server's socket disappears. */
  #tick(): void {
    const { places, logFile, log } = this.#options
    if (this.#stopping || this.#launching) return
    try {
      rotateServerLog(logFile)
    } catch (error) {
      log.warn({ err: error }, 'the log of PostgreSQL cannot be rotated')
    }
    if (isServerOf(places.cluster, this.#pid)) {
      if (this.#watcher?.exitCode !== null || this.#watcher.signalCode !== null) this.#watch()
      if (existsSync(join(this.#socketFolder, '.s.PGSQL.5432'))) return
      log.error({ folder: this.#socketFolder }, 'the socket of PostgreSQL was removed, starting it again')
    } else log.error({ said: tailOfServerLog(logFile) }, 'PostgreSQL has ended, starting it again')
    this.#launching = this.#relaunch().finally(() => {
      this.#launching = null
    })
  }

  async #relaunch(): Promise<void> {
    const { places, log } = this.#options
    if (performance.now() - this.#launchedAt > SETTLED_MS) this.#delayMs = FIRST_DELAY_MS
    while (!this.#stopping) {
      await sleep(this.#delayMs)
      this.#delayMs = Math.min(this.#delayMs * 2, LONGEST_DELAY_MS)
      if (this.#stopping) return
      try {
        await stopPostmaster(places.cluster, this.#pid)
        return await this.#launch()
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL does not start, trying again')
      }
    }
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // It is not empty, or no longer exists.
  }
}
