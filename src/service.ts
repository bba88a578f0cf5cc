import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { IsolatedTaskProcess } from './alone.ts'
import { apiRoutes } from './api/api.ts'
import type { ApiContext } from './api/context.ts'
import { Draining } from './api/http/draining.ts'
import { KeyCheck } from './api/http/keyCheck.ts'
import { RateLimit } from './api/http/rateLimit.ts'
import { buildServer } from './api/http/server.ts'
import { SessionCheck } from './api/http/sessionCheck.ts'
import { ProjectCache } from './api/projectCache.ts'
import { makeMetrics } from './api/service/metrics.ts'
import { type Checks, Readiness } from './api/service/readiness.ts'
import { serviceRoutes } from './api/service/serviceRoutes.ts'
import { OpenIdProvider } from './api/signIn/openIdProvider.ts'
import { SignInGuard } from './api/signIn/signInGuard.ts'
import type { ApiJobs } from './api/threads/jobs.ts'
import { startSweep } from './api/workbench/sweep.ts'
import { startCallbacks } from './callbacks/callbacks.ts'
import { type Config, ConfigError, readMasterKey } from './config.ts'
import { parseAllowNetworks } from './egress/address.ts'
import { EgressClient } from './egress/client.ts'
import { ownAddresses } from './egress/ownAddresses.ts'
import { parseRoleMap, type RoleMap, RoleMapError } from './model/people/roleMap.ts'
import { watchClock } from './pipeline/clockWatch.ts'
import type { PipelineContext } from './pipeline/context.ts'
import { pipelineSettings } from './pipeline/context.ts'
import { reviveDecodeError } from './pipeline/decode/DecodeError.ts'
import { startHousekeeping } from './pipeline/housekeeping.ts'
import { startPipeline } from './pipeline/pipeline.ts'
import type { PipelineJobs } from './pipeline/threads/jobs.ts'
import { makeWorkFolder } from './pipeline/workFolder.ts'
import { claimStorage } from './store/cluster/files/storageMarker.ts'
import { JobIngest } from './store/cluster/jobs/ingest.ts'
import { adminKeyFile, ensureAdminKey } from './store/cluster/keys/adminKey.ts'
import { createInvitation, fillEmailSkeletons, hasAdmin } from './store/cluster/people/users.ts'
import { checkMasterKey } from './store/cluster/projects/masterKeyCheck.ts'
import { listenForTasks, TaskHint } from './store/cluster/tasks/hint.ts'
import type { FileStore } from './store/files/fileStore.ts'
import { makeFileStore } from './store/files/makeFileStore.ts'
import { type Database, openDatabase } from './store/postgres/database.ts'
import { migrate } from './store/postgres/migrate.ts'
import { createPools, type Pool } from './store/postgres/pools.ts'
import { serviceLog } from './store/postgres/serviceLog.ts'
import { notifyDeliveries } from './store/project/callbacks/announce.ts'
import { ThreadPool } from './threads/pool.ts'

export interface Service {
  baseUrl: string
  /** Reaches the service from this machine, independent of the public address. */
  localUrl: string
  log: Logger
  /** Says that it is about to stop, and takes calls for up to DRAIN_SECONDS more; `signal`: not that long. */
  drain(signal: AbortSignal): Promise<void>
  /** Finishes or releases running work, within CLOSE_MS and the time that the database takes to stop. */
  stop(): Promise<void>
}

export interface StartOptions {
  /** Takes the storage for this database's whatever its marker says. */
  acceptNewStorage: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

const SETUP_HOURS = 24
const WORKER_SLOTS = 16
const NOTE_KEY_USE_MS = 60_000
const CHECK_ADMIN_KEY_MS = 2000
const WEB_FOLDER = fileURLToPath(new URL('../dist/web', import.meta.url))

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

/**
 * The data folder, open to its owner alone. Run by root, the embedded PostgreSQL works under another account, which has
 * to pass through, and may not look around.
 */
function makeDataDir(dataDir: string): void {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  mkdirSync(dataDir, { recursive: true, mode })
  if (statSync(dataDir).uid === process.getuid?.()) chmodSync(dataDir, mode)
}

/** Creates everything, passes it to the roles that this process has, and says where it is. */
export async function startService(config: Config, env: Environment, options: StartOptions): Promise<Service> {
  makeDataDir(config.dataDir)
  const log = serviceLog(config.logLevel)
  const masterKey = readMasterKey(env, config.dataDir)
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    dataDir: config.dataDir,
    log,
  })
  const { connectionString, directConnectionString } = database
  await migrate(directConnectionString)
  const pools = createPools({ connectionString, pooled: config.databaseDirectUrl !== null, log })
  await checkMasterKey(pools.api, masterKey)
  const keyPlace = { dataDir: config.dataDir, ownsDatabase: config.databaseUrl === null }
  await ensureAdminKey(pools.api, keyPlace)
  const alike = await fillEmailSkeletons(pools.api)
  if (alike > 0) log.warn({ people: alike }, 'the e-mails of some people look like those of others')
  const files = makeFileStore(config.storageUrl, { s3: config.s3, cacheDir: join(config.dataDir, 'cache') })
  await files.prepare()
  await claimStorage(pools.api, files, options.acceptNewStorage)
  const allowNetworks = parseAllowNetworks(config.allowNetworks)
  const egress = new EgressClient({ allowNetworks, ownAddresses: ownAddresses() })
  const metrics = makeMetrics(pools.workers)
  let baseUrl = config.baseUrl ?? ''
  const isWorker = config.roles.has('worker')
  const hints = makeHints(pools.api)
  const shared = { config, masterKey, files, egress, log, baseUrl: () => baseUrl, wake: hints.wake }
  const keys = new KeyCheck(pools.api)
  const limits = new RateLimit(config.rateLimit)
  const sessions = new SessionCheck(pools.api, () => baseUrl)
  const projects = new ProjectCache(pools.api, masterKey)
  const draining = new Draining()
  const readiness = new Readiness(readyChecks(pools.api, files), draining)
  const always = serviceRoutes({
    config,
    keys,
    log,
    version,
    missing: () => readiness.missing(),
    metrics: metrics.read,
  })
  const openId = config.openId && {
    provider: new OpenIdProvider(config.openId, egress, () => `${baseUrl}/api/oidc/callback`),
    roleMap: readRoleMap(config.openId.roleMap),
  }
  const apiThreads = new ThreadPool<ApiJobs>({
    registryUrl: new URL('./api/threads/jobs.ts', import.meta.url),
    size: 2,
  })
  const context: ApiContext = {
    ...shared,
    version,
    pool: pools.api,
    allowNetworks,
    ingest: new JobIngest(pools.api, () => hints.wake('tasks')),
    keys,
    sessions,
    limits,
    signIns: new SignInGuard(pools.api, masterKey),
    projects,
    openId,
    threads: apiThreads,
    webFolder: WEB_FOLDER,
    serviceRoutes: always,
  }
  const routes = config.roles.has('api') ? [...apiRoutes(context), ...always] : always
  const server = buildServer(
    { baseUrl: shared.baseUrl, config, keys, limits, sessions, projects, log, draining },
    routes,
    metrics.observe,
  )
  await server.listen({ host: config.host, port: config.port })
  const [address] = server.addresses()
  const port = typeof address === 'string' ? config.port : address.port
  baseUrl ||= `http://${inUrl(config.host)}:${port}`
  const worker = isWorker
    ? await startWorker(
        { ...shared, pool: pools.workers },
        { connectionString, directConnectionString },
        metrics.callbacks,
        hints,
      )
    : null
  const keepKey = setInterval(() => {
    if (existsSync(adminKeyFile(config.dataDir))) return
    ensureAdminKey(pools.api, keyPlace).then(
      () => {
        keys.forget()
        log.warn('the file of the admin key was deleted: the key is revoked, and another one is in the file')
      },
      (error: unknown) => log.warn({ err: error }, 'the admin key could not be made'),
    )
  }, CHECK_ADMIN_KEY_MS)
  const recordKeyUsage = setInterval(() => keys.recordKeyUsage().catch(() => {}), NOTE_KEY_USE_MS)
  const sweep = config.roles.has('api')
    ? startSweep(pools.api, (error) => log.warn({ err: error }, 'the sweep of leases failed'))
    : null
  await printWelcome(pools.api, config, baseUrl)
  return {
    baseUrl,
    localUrl: `http://${isEveryAddress(config.host) ? '127.0.0.1' : inUrl(config.host)}:${port}`,
    log,
    drain: (signal) => draining.wait(config.drainSeconds * 1000, signal),
    stop: async () => {
      draining.start()
      clearInterval(recordKeyUsage)
      clearInterval(keepKey)
      sweep?.stop()
      await Promise.all([closeServer(server), worker?.stop()])
      await apiThreads.close()
      await keys.recordKeyUsage().catch(() => {})
      await egress.close()
      await pools.end()
      await database.stop()
    },
  }
}

function readRoleMap(text: string): RoleMap {
  try {
    return parseRoleMap(text)
  } catch (error) {
    if (!(error instanceof RoleMapError)) throw error
    throw new ConfigError(`OIDC_ROLE_MAP: ${error.message}`)
  }
}

/** Calls that are not answered by then are cut off: a balancer has long sent the rest elsewhere. */
const CLOSE_MS = 2500

async function closeServer(server: FastifyInstance): Promise<void> {
  const late = setTimeout(() => server.server.closeAllConnections(), CLOSE_MS)
  await server.close()
  clearTimeout(late)
}

const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)
const isEveryAddress = (host: string): boolean => host === '0.0.0.0' || host === '::'

type Shared = Omit<PipelineContext, 'threads' | 'settings' | 'workFolder'> & { config: Config }

interface Hints {
  wake(what: 'tasks' | 'deliveries'): void
  /** Workers of this process, woken without a detour over the database. */
  local: { tasks: () => void; deliveries: () => void }
}

/** A hint goes to the workers of this process at once, and through the database to those of others. */
function makeHints(pool: Pool): Hints {
  const taskHint = new TaskHint(pool)
  let deliveriesRung = false
  const hints: Hints = {
    local: { tasks: () => {}, deliveries: () => {} },
    wake(what) {
      hints.local[what]()
      if (what === 'tasks') taskHint.ring()
      else if (!deliveriesRung) {
        deliveriesRung = true
        setTimeout(() => {
          deliveriesRung = false
          notifyDeliveries(pool).catch(() => {})
        }, 50).unref()
      }
    },
  }
  return hints
}

async function startWorker(
  shared: Shared,
  { connectionString, directConnectionString }: Pick<Database, 'connectionString' | 'directConnectionString'>,
  metrics: NonNullable<Parameters<typeof startCallbacks>[0]['metrics']>,
  hints: Hints,
): Promise<{ stop(): Promise<void> }> {
  const { config, pool, log, masterKey, egress } = shared
  const workerId = randomUUID()
  const workFolder = makeWorkFolder(config.dataDir)
  const threads = new ThreadPool<PipelineJobs>({
    registryUrl: new URL('./pipeline/threads/jobs.ts', import.meta.url),
    revive: reviveDecodeError,
  })
  const settings = pipelineSettings(config)
  const context: PipelineContext = { ...shared, threads, settings, workFolder }
  const aloneProcess = new IsolatedTaskProcess()
  const isolated = new IsolatedTaskProcess()
  const pipeline = startPipeline(context, {
    slots: WORKER_SLOTS,
    leaseSeconds: config.leaseSeconds,
    workerId,
    runAlone: (task, signal) => aloneProcess.run({ connectionString, baseUrl: shared.baseUrl(), task }, signal),
    runIsolated: (task, signal) => isolated.run({ connectionString, baseUrl: shared.baseUrl(), task }, signal),
  })
  const callbacks = startCallbacks({
    pool,
    connectionString: directConnectionString,
    masterKey,
    egress,
    settings: { scheduleMs: config.callbackScheduleMs, timeoutMs: config.callbackTimeoutMs },
    log,
    metrics,
  })
  const housekeeping = startHousekeeping(context)
  const clock = watchClock(context)
  const listener = listenForTasks(directConnectionString, log, () => pipeline.wake())
  hints.local = { tasks: () => pipeline.wake(), deliveries: () => callbacks.wake() }
  return {
    stop: async () => {
      housekeeping.stop()
      clock.stop()
      await Promise.all([listener.close(), pipeline.stop(3000), callbacks.stop()])
      aloneProcess.close()
      isolated.close()
      await threads.close()
    },
  }
}

const readyChecks = (pool: Pool, files: FileStore): Checks => ({
  database: () => pool.query({ text: 'select 1 from schema_migrations limit 1', query_timeout: 1500 }),
  storage: () => files.ready(),
})

/** To stdout alone, not to the log: the set-up link is a secret for a day. */
async function printWelcome(pool: Pool, config: Config, baseUrl: string): Promise<void> {
  const lines = [
    `Fiducial ${version} is ready at ${baseUrl}`,
    `API to read and try: ${baseUrl}/docs`,
    `The admin key is in ${adminKeyFile(config.dataDir)}`,
  ]
  if (config.roles.has('api') && !(await hasAdmin(pool))) {
    const token = await createInvitation(pool, { userId: null, by: null, hours: SETUP_HOURS })
    lines.push(`Make the first admin here (one use, ${SETUP_HOURS} h): ${baseUrl}/setup#token=${token}`)
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}
