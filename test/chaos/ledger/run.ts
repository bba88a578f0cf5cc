import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
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
import { Killer } from './killer.ts'

export interface LedgerPlan {
  jobs: number
  kills: number
  /** api and worker in one process, or in two over one database; `pooled`: in one, through PgBouncer. */
  layout: 'one' | 'two' | 'pooled'
  seed: number
  say?: (line: string) => void
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
  const database = pooled ?? (await createTestDatabase())
  const files = await FileServer.start()
  const receiver = await CallbackReceiver.start()
  const { api, worker, remove } = pooled
    ? await startOne(pooled.poolerUrl, { DATABASE_DIRECT_URL: pooled.connectionString })
    : await startProcesses(plan, database.connectionString)
  try {
    const field = await prepare(api, files, receiver)
    const customer = new Customer(field.tenant, field.places, chance)
    const done = { all: false }
    const killer = new Killer({ api, worker, files, chance })
    const annotating = annotate(database, field.tenant, done)
    const sending = sendAll(plan, customer, killer, chance)
    while (killer.count < plan.kills) {
      await killer.killOnce()
      if (killer.count % 10 === 0) plan.say?.(`${killer.count} kills, ${customer.ledger.jobIdOf.size} acknowledged`)
    }
    await killer.settle()
    await sending
    plan.say?.(`draining ${customer.ledger.jobIdOf.size} jobs after ${since(startedMs)} s`)
    await drain(database, done)
    const faults = [...customer.ledger.faults, ...(await annotating)]
    assert.deepEqual(faults, [])
    const facts = await check(database, field.tenant, customer, receiver)
    return { ...facts, kills: killer.kills, retries: customer.ledger.retries, seconds: since(startedMs) }
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

async function prepare(api: ServiceProcess, files: FileServer, receiver: CallbackReceiver) {
  const admin = new Api(api.baseUrl, api.adminKey)
  const tags = { image: tagOf('image2d'), video: tagOf('video2d'), lidar: tagOf('cuboid3d') }
  const tenant = await Tenant.create(admin, { callback: { url: receiver.url } }, tags)
  await admin.put(tenant.path('/callback'), { events: ['PENDING', 'COMPLETED', 'FAILED'] })
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
  return { tenant, places }
}

/** Sends on as the kills go on, so that each of them meets work. */
async function sendAll(plan: LedgerPlan, customer: Customer, killer: { count: number }, chance: Chance): Promise<void> {
  let next = 0
  const work = async () => {
    while (next < plan.jobs) {
      if (next >= (plan.jobs * (killer.count + 1)) / plan.kills) {
        await sleep(10)
        continue
      }
      const from = next
      next = Math.min(plan.jobs, from + (chance.next() < 0.1 ? 5 : 1))
      await customer.send(from, next)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
}

/** Submits results for queued jobs until all are done; answers faults. */
async function annotate(database: TestDatabase, tenant: Tenant, done: { all: boolean }): Promise<string[]> {
  const faults: string[] = []
  while (!done.all) {
    const { rows } = await database.pool.query<{ id: string; tag: string }>(
      `select id, tag from jobs where stage = 'queued' order by created_at limit 128`,
    )
    if (rows.length === 0) await sleep(30)
    await inParallel(rows, 8, async ({ id, tag }) => {
      const fault = await submitResult(tenant.api, tenant, id, tag)
      if (fault) faults.push(fault)
    })
  }
  return faults
}

/** Shorter than the time limit of tests, so that what is left over can be shown. */
const DRAIN_MS = 300_000

/** Until every job is completed and every callback received, or one has failed or was given up. */
async function drain({ pool }: TestDatabase, done: { all: boolean }): Promise<void> {
  const startMs = performance.now()
  await until(async () => {
    if (performance.now() - startMs > DRAIN_MS) assert.fail(`nothing drains any more: ${await leftOver(pool)}`)
    const { rows } = await pool.query<{ open: number; failed: number; queued: number }>(
      `select (select count(*)::int from jobs where stage not in ('completed', 'failed')) as open,
         (select count(*)::int from jobs where stage = 'failed') + (select count(*)::int from failed_tasks) as failed,
         (select count(*)::int from delivery_queue) as queued`,
    )
    return rows[0].failed > 0 || (rows[0].open === 0 && rows[0].queued === 0)
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

async function check({ pool }: TestDatabase, tenant: Tenant, { ledger }: Customer, receiver: CallbackReceiver) {
  const { rows: jobs } = await pool.query<{ id: string; reference_id: string; stage: string; error: unknown }>(
    'select id, reference_id, stage, error from jobs',
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
  const { rows: usage } = await pool.query<{ job_id: string }>('select job_id from usage_rows')
  assert.equal(usage.length, jobs.length)
  assert.deepEqual(new Set(usage.map((row) => row.job_id)), new Set(jobs.map((job) => job.id)))
  const left = await pool.query('select 1 from tasks union all select 1 from failed_tasks')
  assert.equal(left.rowCount, 0)
  const callbacksRepeated = checkCallbacks(receiver.received, jobs, tenant.signingSecret)
  const stats = await checkCounters(tenant)
  assert.equal(stats.completed_jobs, jobs.length)
  const { rows: events } = await pool.query<{ job_id: string }>(`select job_id from events where status = 'COMPLETED'`)
  assert.equal(events.length, jobs.length)
  return {
    acknowledged: ledger.jobIdOf.size,
    completed: jobs.length,
    usageRows: usage.length,
    callbacks: receiver.received.length,
    callbacksRepeated,
  }
}

/** One webhook-id and the same bytes for each job and status, and nothing earlier after the last word. */
function checkCallbacks(received: readonly Received[], jobs: readonly { id: string }[], secret: string): number {
  const firsts = new Map<string, Received>()
  const completed = new Set<string>()
  let repeated = 0
  for (const one of received) {
    const [{ job_id, status }] = (
      JSON.parse(one.body.toString('utf8')) as { annotations: { job_id: string; status: string }[] }
    ).annotations
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
