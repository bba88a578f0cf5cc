import { rmSync } from 'node:fs'
import { CallbackReceiver } from '../test/callbackReceiver.ts'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { Api, inParallel, until } from '../test/support/apiClient.ts'
import { FileServer } from '../test/support/fileServer.ts'
import { ONE_BOX, pngOf, tagOf } from '../test/support/samples.ts'
import { makeFolder, ServiceProcess } from '../test/support/serviceProcess.ts'
import { Tenant } from '../test/support/tenant.ts'
import type { BenchResult } from './result.ts'
import { databaseMs, processorMs } from './support/processorTime.ts'

const JOBS = 1000
const SIDE_BY_SIDE = 32

/**
 * The whole chain with a machine that annotates: jobs a second from the first submission to the last received callback.
 * Customer, annotator, file server and receiver are this process; the service is one process, then an api and a worker.
 */
export async function run(): Promise<BenchResult[]> {
  const [one, two] = [await measure(['api,worker']), await measure(['api', 'worker'])]
  const split = ['an api process', 'a worker process']
  return [
    shown('chain: submission to received callback, one process', one.perSecond, 'jobs/s'),
    shown('chain: the same, an api and a worker process', two.perSecond, 'jobs/s'),
    ...split.map((name, n) => shown(`chain: processor time of ${name}, a job`, two.servicesMs[n], 'ms')),
    shown('chain: processor time of PostgreSQL, a job', two.databaseMs, 'ms'),
  ]
}

const shown = (name: string, value: number, unit: string): BenchResult => ({
  name,
  value,
  unit,
  goal: null,
  holds: null,
})

interface Measured {
  perSecond: number
  /** Processor time a job, of each process of the service. */
  servicesMs: number[]
  databaseMs: number
}

async function measure(roles: readonly string[]): Promise<Measured> {
  const database = await createTestDatabase()
  const [files, receiver] = [await FileServer.start(), await CallbackReceiver.start()]
  const png = await pngOf(32, 32)
  files.fallback = () => png
  const storage = makeFolder()
  const services: ServiceProcess[] = []
  try {
    for (const role of roles) {
      const env = {
        ROLES: role,
        CHECK_ANSWERS: 'false',
        STORAGE_URL: `file:${storage}`,
        SECRET_KEY: 'a key of thirty-two characters and more, for the bench',
      }
      services.push(await ServiceProcess.start({ databaseUrl: database.connectionString, env }))
    }
    const [first] = services
    const admin = new Api(first.baseUrl, first.adminKey)
    const tenant = await Tenant.create(admin, { callback: { url: receiver.url } }, { boxes: tagOf('image2d') })
    const used = async () => [await databaseMs(database.pool), ...services.map(({ pid }) => processorMs(pid))]
    const [before, startedAt] = [await used(), performance.now()]
    const annotated = annotateAll(database, tenant)
    await inParallel(
      Array.from({ length: JOBS }, (_, n) => n),
      SIDE_BY_SIDE,
      async (n) => {
        const body = { reference_id: `job ${n}`, tag: 'boxes', data: { image_url: `${files.baseUrl}/${n}.png` } }
        await tenant.submit(body)
      },
    )
    await annotated
    await until(async () => new Set(receiver.received.map(({ webhookId }) => webhookId)).size >= JOBS)
    const perSecond = (JOBS * 1000) / (performance.now() - startedAt)
    const [ofDatabase, ...servicesMs] = (await used()).map((ms, n) => (ms - before[n]) / JOBS)
    return { perSecond, servicesMs, databaseMs: ofDatabase }
  } finally {
    for (const service of services) await service.remove()
    await receiver.stop()
    await files.stop()
    await database.drop()
    rmSync(storage, { recursive: true, force: true })
  }
}

/** Submits a result for each job as soon as it waits for people. */
async function annotateAll({ pool }: TestDatabase, tenant: Tenant): Promise<void> {
  const done = new Set<string>()
  await until(async () => {
    const { rows } = await pool.query<{ id: string }>(`select id from jobs where stage = 'queued' limit 256`)
    const waiting = rows.filter(({ id }) => !done.has(id))
    for (const { id } of waiting) done.add(id)
    await inParallel(waiting, SIDE_BY_SIDE, ({ id }) => tenant.submitResult(id, ONE_BOX))
    return done.size === JOBS
  })
}
