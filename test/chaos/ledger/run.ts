import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionError } from '../../../src/store/postgres/errors.ts'
import { CallbackReceiver, type Received } from '../../callbackReceiver.ts'
import { createTestDatabase, type TestDatabase } from '../../database.ts'
import { checkCounters } from '../../journey/checks.ts'
import { Api, inParallel, until } from '../../support/apiClient.ts'
import { startPair } from '../../support/cluster.ts'
import { FileServer } from '../../support/fileServer.ts'
import { startPooledDatabase } from '../../support/pooler.ts'
import { pcdOf, pngOf, tagOf } from '../../support/samples.ts'
import { ServiceProcess } from '../../support/serviceProcess.ts'
import { Tenant } from '../../support/tenant.ts'
import { isSignedBy } from '../../support/webhookSignature.ts'
import { Chance } from './chance.ts'
import { Customer, submitResult } from './customer.ts'
import { Killer, type Trouble } from './killer.ts'

export interface LedgerPlan {
  jobs: number
  kills: number
  /** api and worker in one process, or in two over one database; `pooled`: in one, through PgBouncer. */
  layout: 'one' | 'two' | 'pooled'
  seed: number
  say?: (line: string) => void
  /** The number of projects that get jobs in turn; default 1. */
  projects?: number
  /** A database that causes trouble instead of the killing of processes. Layout `one`. */
  troubled?: { database: TestDatabase; trouble: Trouble }
}

export interface LedgerReport {
  acknowledged: number
  completed: number
  usageRows: number
  callbacks: number
  callbacksRepeated: number
  kills: Record<string, number>
  retries: number
  seconds: number
}

/**
 * A customer keeps a ledger of what the service acknowledged while its processes are killed with -9, at random and at
 * named points. Then everything is left to drain, and the ledger is held against the service and its callbacks.
 */
export async function runLedger(plan: LedgerPlan): Promise<LedgerReport> {
  const startedMs = performance.now()
  const chance = new Chance(plan.seed)
  const pooled = plan.layout === 'pooled' ? await startPooledDatabase() : null
  const database = pooled ?? plan.troubled?.database ?? (await createTestDatabase())
  const files = await FileServer.start()
  const receiver = await CallbackReceiver.start()
  const { api, worker, remove } = pooled
    ? await startOne(pooled.poolerUrl, { DATABASE_DIRECT_URL: pooled.connectionString })
    : await startProcesses(plan, database.connectionString)
  try {
    const customers: Customer[] = []
    const { places, tenants } = await prepare(plan, api, files, receiver)
    for (const tenant of tenants) customers.push(new Customer(tenant, places, chance))
    const done = { all: false }
    const killer = plan.troubled?.trouble ?? new Killer({ api, worker, files, chance })
    const annotating = annotate(database, tenants, done)
    const sending = sendAll(plan, customers, killer, chance)
    const acknowledged = () => sum(customers.map(({ ledger }) => ledger.jobIdOf.size))
    while (killer.count < plan.kills) {
      await killer.killOnce()
      if (killer.count % 10 === 0) plan.say?.(`${killer.count} kills, ${acknowledged()} acknowledged`)
    }
    await killer.settle()
    await sending
    plan.say?.(`draining ${acknowledged()} jobs after ${since(startedMs)} s`)
    await drain(database, done)
    assert.deepEqual([...customers.flatMap(({ ledger }) => ledger.faults), ...(await annotating)], [])
    const found = []
    for (const customer of customers) found.push(await check(database, customer, receiver))
    assert.equal(sum(found.map(({ callbacks }) => callbacks)), receiver.received.length)
    const retries = sum(customers.map(({ ledger }) => ledger.retries))
    return { ...addedUp(found), kills: killer.kills, retries, seconds: since(startedMs) }
  } catch (error) {
    plan.say?.(`${api.output}\n${worker.output}`)
    throw error
  } finally {
    await remove()
    await receiver.stop()
    await files.stop()
    await database.drop()
  }
}

const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0)

const addedUp = (found: readonly Found[]): Found => ({
  acknowledged: sum(found.map(({ acknowledged }) => acknowledged)),
  completed: sum(found.map(({ completed }) => completed)),
  usageRows: sum(found.map(({ usageRows }) => usageRows)),
  callbacks: sum(found.map(({ callbacks }) => callbacks)),
  callbacksRepeated: sum(found.map(({ callbacksRepeated }) => callbacksRepeated)),
})

const since = (startedMs: number) => Math.round((performance.now() - startedMs) / 1000)

async function startOne(databaseUrl: string, env: Record<string, string> = {}) {
  const both = await ServiceProcess.start({ databaseUrl, env })
  return { api: both, worker: both, remove: () => both.remove() }
}

async function startProcesses({ layout }: LedgerPlan, databaseUrl: string) {
  if (layout === 'one') return startOne(databaseUrl)
  const { first, second, remove } = await startPair(databaseUrl, { first: 'api', second: 'worker' })
  return { api: first, worker: second, remove }
}

async function prepare(plan: LedgerPlan, api: ServiceProcess, files: FileServer, receiver: CallbackReceiver) {
  const admin = new Api(api.baseUrl, api.adminKey)
  const tags = { image: tagOf('image2d'), video: tagOf('video2d'), lidar: tagOf('cuboid3d') }
  const tenants: Tenant[] = []
  for (let n = 0; n < (plan.projects ?? 1); n++) {
    const tenant = await Tenant.create(admin, { callback: { url: receiver.url } }, tags)
    await admin.put(tenant.path('/callback'), { events: ['PENDING', 'COMPLETED', 'FAILED'] })
    tenants.push(tenant)
  }
  const png = await pngOf(8, 8)
  const pcd = pcdOf([
    [1, 2, 3],
    [9, 9, 9],
  ])
  files.fallback = (path) => (path.endsWith('.png') ? png : pcd)
  const places = {
    imageUrl: (n: number) => `${files.baseUrl}/${n}.png`,
    cloudUrl: (n: number) => `${files.baseUrl}/${n}.pcd`,
  }
  return { tenants, places }
}

/** Keeps sending during the kills, so that each of them meets work. */
async function sendAll(
  plan: LedgerPlan,
  customers: readonly Customer[],
  killer: { count: number },
  chance: Chance,
): Promise<void> {
  let next = 0
  const work = async () => {
    while (next < plan.jobs) {
      if (next >= (plan.jobs * (killer.count + 1)) / plan.kills) {
        await sleep(10)
        continue
      }
      const from = next
      next = Math.min(plan.jobs, from + (chance.next() < 0.1 ? 5 : 1))
      await customers[from % customers.length].send(from, next)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
}

/** Submits results for queued jobs until all are done; answers faults. */
async function annotate({ pool }: TestDatabase, tenants: readonly Tenant[], done: { all: boolean }): Promise<string[]> {
  const faults: string[] = []
  const byId = new Map(tenants.map((tenant) => [tenant.projectId, tenant]))
  while (!done.all) {
    const queued = await rowsWhenThere<{ id: string; project_id: string; tag: string }>(
      pool,
      `select id, project_id, tag from jobs where stage = 'queued' order by created_at limit 128`,
    )
    if (queued.length === 0) await sleep(30)
    await inParallel(queued, 8, async ({ id, project_id, tag }) => {
      const tenant = byId.get(project_id)
      const fault = tenant && (await submitResult(tenant.api, tenant, id, tag))
      if (fault) faults.push(fault)
    })
  }
  return faults
}

/** None while the database, or a machine of it, is down. */
async function rowsWhenThere<Row extends object>(pool: TestDatabase['pool'], text: string): Promise<Row[]> {
  try {
    return (await pool.query<Row>(text)).rows
  } catch (error) {
    if (isConnectionError(error)) return []
    throw error
  }
}

/** Shorter than the time limit of tests, so that the remaining jobs can be shown. */
const DRAIN_MS = 300_000

/** Until every job is completed and every callback received, or one has failed or was given up. */
async function drain({ pool }: TestDatabase, done: { all: boolean }): Promise<void> {
  const startMs = performance.now()
  await until(async () => {
    if (performance.now() - startMs > DRAIN_MS) assert.fail(`nothing drains any more: ${await leftOver(pool)}`)
    const rows = await rowsWhenThere<{ open: number; failed: number; queued: number }>(
      pool,
      `select (select count(*)::int from jobs where stage not in ('completed', 'failed')) as open,
         (select count(*)::int from jobs where stage = 'failed') + (select count(*)::int from failed_tasks) as failed,
         (select count(*)::int from delivery_queue) as queued`,
    )
    return rows.some(({ open, failed, queued }) => failed > 0 || (open === 0 && queued === 0))
  }, 200)
  done.all = true
}

async function leftOver(pool: TestDatabase['pool']): Promise<string> {
  const { rows } = await pool.query(
    `select now(), (select json_agg(j) from (select id, stage from jobs where stage not in ('completed', 'failed')) j) as jobs,
       (select json_agg(t) from tasks t) as tasks, (select json_agg(d) from delivery_queue d) as deliveries`,
  )
  return JSON.stringify(rows[0]).slice(0, 8000)
}

type Found = Pick<LedgerReport, 'acknowledged' | 'completed' | 'usageRows' | 'callbacks' | 'callbacksRepeated'>

async function check({ pool }: TestDatabase, { ledger, tenant }: Customer, receiver: CallbackReceiver): Promise<Found> {
  const of = [tenant.projectId]
  const { rows: jobs } = await pool.query<{ id: string; reference_id: string; stage: string; error: unknown }>(
    'select id, reference_id, stage, error from jobs where project_id = $1',
    of,
  )
  assert.deepEqual(
    jobs.filter((job) => job.stage !== 'completed'),
    [],
    'every job is completed, none is failed: its data was good',
  )
  assert.deepEqual(
    new Map(jobs.map((job) => [job.reference_id, job.id])),
    new Map(ledger.jobIdOf),
    'what exists is what was acknowledged',
  )
  const { rows: usage } = await pool.query<{ job_id: string }>(
    'select job_id from usage_rows where project_id = $1',
    of,
  )
  assert.equal(usage.length, jobs.length)
  assert.deepEqual(new Set(usage.map((row) => row.job_id)), new Set(jobs.map((job) => job.id)))
  const left = await pool.query('select 1 from tasks union all select 1 from failed_tasks')
  assert.equal(left.rowCount, 0)
  const ids = new Set(jobs.map(({ id }) => id))
  const received = receiver.received.filter((one) => ids.has(told(one).job_id))
  const callbacksRepeated = checkCallbacks(received, jobs, tenant.signingSecret)
  const stats = await checkCounters(tenant)
  assert.equal(stats.completed_jobs, jobs.length)
  const { rows: events } = await pool.query<{ job_id: string }>(
    `select job_id from events where project_id = $1 and status = 'COMPLETED'`,
    of,
  )
  assert.equal(events.length, jobs.length)
  return {
    acknowledged: ledger.jobIdOf.size,
    completed: jobs.length,
    usageRows: usage.length,
    callbacks: received.length,
    callbacksRepeated,
  }
}

const told = ({ body }: Received) =>
  (JSON.parse(body.toString('utf8')) as { annotations: { job_id: string; status: string }[] }).annotations[0]

/** One webhook-id and the same bytes for each job and status, and nothing earlier after the last word. */
function checkCallbacks(received: readonly Received[], jobs: readonly { id: string }[], secret: string): number {
  const firsts = new Map<string, Received>()
  const completed = new Set<string>()
  let repeated = 0
  for (const one of received) {
    const { job_id, status } = told(one)
    const first = firsts.get(`${job_id} ${status}`)
    if (first) repeated++
    else firsts.set(`${job_id} ${status}`, one)
    assert.ok(isSignedBy(one, secret))
    assert.equal(one.webhookId, first?.webhookId ?? one.webhookId, `${job_id} ${status}: another webhook-id`)
    assert.ok(first?.body.equals(one.body) ?? true, `${job_id} ${status}: other bytes`)
    assert.ok(status === 'COMPLETED' || !completed.has(job_id), `${job_id}: ${status} came after COMPLETED`)
    if (status === 'COMPLETED') completed.add(job_id)
  }
  const missing = jobs.filter((job) => !completed.has(job.id))
  assert.deepEqual(missing, [], 'every completed job was called back')
  return repeated
}
