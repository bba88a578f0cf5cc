import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { KeyCheck } from '../api/http/keyCheck.ts'
import { makeMetrics } from '../api/service/metrics.ts'
import type { Config } from '../config.ts'
import { makeEgress } from '../egress/egressFactory.ts'
import type { Environment } from '../settingReaders.ts'
import { type AdminKeyPlace, adminKeyFile, ensureAdminKey } from '../store/cluster/keys/adminKey.ts'
import type { Pool } from '../store/postgres/pools.ts'
import { serviceLog } from '../store/postgres/serviceLog.ts'
import { WorkRoom } from '../threads/workRoom.ts'
import { makeHints } from './hints.ts'
import { makeHttpRole } from './httpRole.ts'
import { openStores, type StartOptions } from './stores.ts'
import { printWelcome } from './welcome.ts'
import { startWorker } from './worker.ts'

const CHECK_MS = 2000

/** Makes another admin key soon after the operator deleted the file, which revokes the key that it held. */
function keepAdminKey(pool: Pool, place: AdminKeyPlace, keys: KeyCheck, log: Logger): { stop(): void } {
  const timer = setInterval(() => {
    if (existsSync(adminKeyFile(place.dataDir))) return
    ensureAdminKey(pool, place).then(
      () => {
        keys.forget()
        log.warn('the file of the admin key was deleted: the key is revoked, and another one is in the file')
      },
      (error: unknown) => log.warn({ err: error }, 'the admin key could not be made'),
    )
  }, CHECK_MS)
  return { stop: () => clearInterval(timer) }
}

export interface Service {
  baseUrl: string
  /** Reaches the service from this machine, independent of the public address. */
  localUrl: string
  /** Makes the first admin; null where there is one. */
  setUpLink: string | null
  log: Logger
  /** Says that it is about to stop, and takes calls for up to DRAIN_SECONDS more; `signal`: not that long. */
  drain(signal: AbortSignal): Promise<void>
  /** Finishes or releases running work, within CLOSE_MS and the time that the database takes to stop. */
  stop(): Promise<void>
}

/** Creates everything, passes it to the roles that this process has, and says where it is. */
export async function startService(config: Config, env: Environment, options: StartOptions): Promise<Service> {
  const log = serviceLog(config.logLevel)
  const { masterKey, database, pools, across, files, keyPlace } = await openStores(config, env, options, log)
  const egress = makeEgress(config.allowNetworks, log)
  const metrics = makeMetrics(pools.workers)
  const hints = makeHints(pools.api)
  const workRoom = new WorkRoom(Math.max(config.maxBodyBytes, config.maxResultBytes))
  let baseUrl = config.baseUrl ?? ''
  const shared = { config, masterKey, workRoom, across, files, egress, log, baseUrl: () => baseUrl, wake: hints.wake }
  const { directConnectionString } = database
  const http = makeHttpRole({ ...shared, pool: pools.api, directConnectionString }, metrics)
  const port = await http.listen()
  baseUrl ||= `http://${inUrl(config.host)}:${port}`
  const worker = config.roles.has('worker')
    ? await startWorker({ ...shared, pool: pools.workers }, database, metrics.callbacks, hints)
    : null
  const adminKey = keepAdminKey(pools.api, keyPlace, http.keys, log)
  const setUpLink = await printWelcome(pools.api, config, { baseUrl, roleMap: http.roleMap })
  return {
    baseUrl,
    setUpLink,
    localUrl: `http://${isEveryAddress(config.host) ? '127.0.0.1' : inUrl(config.host)}:${port}`,
    log,
    drain: (signal) => http.draining.wait(config.drainSeconds * 1000, signal),
    stop: async () => {
      http.draining.start()
      adminKey.stop()
      await Promise.all([http.stop(), worker?.stop()])
      await egress.close()
      await pools.end()
      await database.stop()
    },
  }
}

const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)
const isEveryAddress = (host: string): boolean => host === '0.0.0.0' || host === '::'
