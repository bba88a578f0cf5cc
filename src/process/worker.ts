import { randomUUID } from 'node:crypto'
import { startCallbacks } from '../callbacks/callbacks.ts'
import type { Config } from '../config.ts'
import { openMailer } from '../egress/mailer.ts'
import { watchClock } from '../pipeline/clockWatch.ts'
import { type PipelineContext, pipelineSettings } from '../pipeline/context.ts'
import { reviveDecodeError } from '../pipeline/decode/DecodeError.ts'
import { startEmails } from '../pipeline/emails/emailSender.ts'
import { startHousekeeping } from '../pipeline/housekeeping.ts'
import { startPipeline } from '../pipeline/pipeline.ts'
import type { PipelineJobs } from '../pipeline/threads/jobs.ts'
import { makeWorkFolder } from '../pipeline/workFolder.ts'
import type { AcrossProjects } from '../store/cluster/acrossProjects.ts'
import { listenForTasks } from '../store/cluster/tasks/hint.ts'
import type { Database } from '../store/postgres/database.ts'
import { ThreadPool } from '../threads/pool.ts'
import type { WorkRoom } from '../threads/workRoom.ts'
import { IsolatedTaskProcess } from './alone.ts'
import type { Hints } from './hints.ts'

const SLOTS = 16
/** For exports and imports: a long one of one project leaves another place. They live while there is work. */
const ISOLATED_PROCESSES = 2

export type WorkerContext = Omit<PipelineContext, 'threads' | 'settings' | 'workFolder'> & {
  config: Config
  across: AcrossProjects
  workRoom: WorkRoom
}

/** The role of a worker: processes jobs, sends callbacks and keeps house. */
export async function startWorker(
  shared: WorkerContext,
  { connectionString, directConnectionString }: Pick<Database, 'connectionString' | 'directConnectionString'>,
  metrics: NonNullable<Parameters<typeof startCallbacks>[0]['metrics']>,
  hints: Hints,
): Promise<{ stop(): Promise<void> }> {
  const { config, pool, log, masterKey, egress, workRoom } = shared
  const workerId = randomUUID()
  const workFolder = makeWorkFolder(config.dataDir)
  const threads = new ThreadPool<PipelineJobs>({
    registryUrl: new URL('../pipeline/threads/jobs.ts', import.meta.url),
    revive: reviveDecodeError,
    room: workRoom,
  })
  const settings = pipelineSettings(config)
  const context: PipelineContext = { ...shared, threads, settings, workFolder }
  const aloneProcess = new IsolatedTaskProcess()
  const isolated = Array.from({ length: ISOLATED_PROCESSES }, () => new IsolatedTaskProcess())
  const pipeline = startPipeline(context, {
    slots: SLOTS,
    leaseSeconds: config.leaseSeconds,
    workerId,
    runAlone: (task, signal) => aloneProcess.run({ connectionString, baseUrl: shared.baseUrl(), task }, signal),
    runIsolated: isolated.map(
      (one) => (task, signal) => one.run({ connectionString, baseUrl: shared.baseUrl(), task }, signal),
    ),
  })
  const callbacks = startCallbacks({
    pool,
    claimRows: shared.across.claimRows,
    connectionString: directConnectionString,
    masterKey,
    egress,
    settings: { scheduleMs: config.callbackScheduleMs, timeoutMs: config.callbackTimeoutMs },
    log,
    metrics,
  })
  const housekeeping = startHousekeeping(context)
  const leases = { taskMs: config.leaseSeconds * 1000, personMs: config.personLeaseMinutes * 60_000 }
  const clock = watchClock({ pool, log, leases })
  const emails = config.smtp && startEmails({ pool, log, baseUrl: shared.baseUrl, mailer: openMailer(config.smtp) })
  const listener = listenForTasks(directConnectionString, log, () => pipeline.wake())
  hints.local = { tasks: () => pipeline.wake(), deliveries: () => callbacks.wake() }
  return {
    stop: async () => {
      housekeeping.stop()
      clock.stop()
      await Promise.all([listener.close(), pipeline.stop(3000), callbacks.stop(), emails?.stop()])
      aloneProcess.close()
      for (const one of isolated) one.close()
      await threads.close()
    },
  }
}
