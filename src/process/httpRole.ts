import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { apiRoutes } from '../api/api.ts'
import { AssistantRunner } from '../api/assistants/runner.ts'
import type { ApiContext } from '../api/context.ts'
import { Draining } from '../api/http/draining.ts'
import { KeyCheck } from '../api/http/keyCheck.ts'
import { RateLimit } from '../api/http/rateLimit.ts'
import { buildServer } from '../api/http/server.ts'
import { SessionCheck } from '../api/http/sessionCheck.ts'
import { ProjectCache } from '../api/projectCache.ts'
import type { makeMetrics } from '../api/service/metrics.ts'
import { type Checks, Readiness, UnusableError } from '../api/service/readiness.ts'
import { serviceRoutes } from '../api/service/serviceRoutes.ts'
import { OpenIdProvider } from '../api/signIn/openIdProvider.ts'
import { SignInGuard } from '../api/signIn/signInGuard.ts'
import type { ApiJobs } from '../api/threads/jobs.ts'
import { makeLostPage } from '../api/web/webRoutes.ts'
import { startSweep } from '../api/workbench/sweep.ts'
import { makeWorkbench } from '../api/workbench/workbenchContext.ts'
import { parseAllowNetworks } from '../egress/address.ts'
import { makeEgress } from '../egress/egressFactory.ts'
import { parseRoleMap, type RoleMap, RoleMapError } from '../model/people/roleMap.ts'
import { ConfigError } from '../settingReaders.ts'
import { JobIngest } from '../store/cluster/jobs/ingest.ts'
import type { FileStore } from '../store/files/fileStore.ts'
import type { Pool } from '../store/postgres/pools.ts'
import { touchDatabase } from '../store/postgres/server.ts'
import { SessionLocks } from '../store/postgres/sessionLocks.ts'
import { findUnwritable, UNWRITABLE } from '../store/postgres/writability.ts'
import { FairTurns } from '../threads/fairTurns.ts'
import { ThreadPool } from '../threads/pool.ts'
import type { WorkRoom } from '../threads/workRoom.ts'
import { VERSION } from './version.ts'

const RECORD_KEY_USE_MS = 60_000
/** Longer than the longest time an assistant may have. */
const ASSISTANT_SILENCE_MS = 610_000
/** Calls that take longer are cut off: a load balancer has long sent new ones elsewhere. */
const CLOSE_MS = 2500
const WEB_FOLDER = fileURLToPath(new URL('../../dist/web', import.meta.url))

type Given = 'config' | 'masterKey' | 'across' | 'files' | 'egress' | 'log' | 'baseUrl' | 'wake' | 'pool'

export interface HttpRole {
  keys: KeyCheck
  roleMap: RoleMap | null
  draining: Draining
  /** Answers the port. */
  listen(): Promise<number>
  stop(): Promise<void>
}

/** Serves HTTP: the api if this process has that role, health and metrics in every process. */
export function makeHttpRole(
  shared: Pick<ApiContext, Given> & { workRoom: WorkRoom; directConnectionString: string },
  metrics: ReturnType<typeof makeMetrics>,
): HttpRole {
  const { config, masterKey, files, egress, log, pool, baseUrl } = shared
  const keys = new KeyCheck(pool)
  const limits = new RateLimit(config.rateLimit)
  const sessions = new SessionCheck(pool, baseUrl)
  const projects = new ProjectCache(pool, masterKey)
  const draining = new Draining()
  const readiness = new Readiness(readyChecks(pool, files), draining)
  const missing = () => readiness.missing()
  const always = serviceRoutes({ config, keys, log, version: VERSION, missing, metrics: metrics.read })
  const openId = config.openId && {
    provider: new OpenIdProvider(config.openId, egress, () => `${baseUrl()}/api/oidc/callback`),
    roleMap: readRoleMap(config.openId.roleMap),
  }
  const allowNetworks = parseAllowNetworks(config.allowNetworks)
  const assistantEgress = makeEgress(config.allowNetworks, log, { idleTimeoutMs: ASSISTANT_SILENCE_MS })
  const threads = new ThreadPool<ApiJobs>({
    registryUrl: new URL('../api/threads/jobs.ts', import.meta.url),
    size: 3,
    mostOfLane: 2,
    room: shared.workRoom,
  })
  const ownTurns = new FairTurns()
  const sharedLocks = new SessionLocks(shared.directConnectionString)
  const context: ApiContext = {
    ...shared,
    version: VERSION,
    assistantEgress,
    onAssistantCall: metrics.assistantCall,
    sharedTurns: {
      run: (turn, work) => ownTurns.run(turn, () => sharedLocks.run(turn.name, turn.signal, work)),
    },
    allowNetworks,
    ingest: new JobIngest(pool, () => shared.wake('tasks'), shared.across.flushesAtOnce),
    keys,
    sessions,
    limits,
    signIns: new SignInGuard(pool, masterKey),
    projects,
    openId,
    threads,
    webFolder: WEB_FOLDER,
    serviceRoutes: always,
  }
  const isApi = config.roles.has('api')
  const workbench = makeWorkbench(context)
  const routes = isApi ? [...apiRoutes(context, workbench), ...always] : always
  const assistants = isApi ? new AssistantRunner(workbench) : null
  const lostPage = makeLostPage(WEB_FOLDER)
  const server = buildServer(
    { baseUrl, config, keys, limits, sessions, projects, log, draining, lostPage },
    routes,
    metrics.observe,
  )
  const recordKeyUsage = setInterval(() => keys.recordKeyUsage().catch(() => {}), RECORD_KEY_USE_MS)
  const sweep = isApi ? startSweep(pool, (error) => log.warn({ err: error }, 'the sweep of leases failed')) : null
  return {
    keys,
    roleMap: openId?.roleMap ?? null,
    draining,
    listen: async () => {
      await server.listen({ host: config.host, port: config.port })
      assistants?.start()
      const [address] = server.addresses()
      return typeof address === 'string' ? config.port : address.port
    },
    stop: async () => {
      clearInterval(recordKeyUsage)
      sweep?.stop()
      await assistants?.stop()
      await closeServer(server)
      await threads.close()
      await keys.recordKeyUsage().catch(() => {})
      await assistantEgress.close()
      await sharedLocks.close()
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

async function closeServer(server: FastifyInstance): Promise<void> {
  const late = setTimeout(() => server.server.closeAllConnections(), CLOSE_MS)
  await server.close()
  clearTimeout(late)
}

const readyChecks = (pool: Pool, files: FileStore): Checks => ({
  database: async () => {
    await touchDatabase(pool, 1500)
    const found = await findUnwritable(pool)
    if (found) throw new UnusableError(UNWRITABLE[found])
  },
  storage: () => files.ready(),
})
