import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TagBody } from '../../src/client/types/admin.ts'
import type { QueueRowAnswer } from '../../src/contract/queue.ts'
import { OWN_PAGE_HEADER } from '../../src/formats/workbench/ownPage.ts'
import { until } from '../support/apiClient.ts'
import { open, queuedImage } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { corners, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
before(async () => {
  stage = await setStage()
})
after(() => stage.clear())

const TRUTH = { annotations: { rectangles: [{ label: 'car', coordinates: corners(0.1, 0.2, 0.5, 0.6) }] } }
const GOLD = { share: 1, pass: 0.8, action: 'flag', feedback: false } as const
const TRAINING = { jobs: 2, pass: 0.8 }
const CONSENSUS = { annotators: 2, agreement: 0.8, share: 1 }
/** What a tag may ask of people beside a review of everything. */
const CHECKS: Readonly<Record<string, Partial<TagBody>>> = {
  gold: { gold: GOLD },
  training: { training: TRAINING },
  consensus: { consensus: CONSENSUS },
  all: { gold: GOLD, training: TRAINING, consensus: CONSENSUS },
}
const KINDS = [undefined, 'annotate', 'review'] as const

const join = (tenant: Tenant, role: 'annotator' | 'manager' | 'reviewer') =>
  Person.join(stage.admin, role, [tenant.projectId])
const next = async (person: Person, kind?: 'annotate' | 'review') =>
  (await person.post<{ job: QueueRowAnswer | null }>('/api/next', { kind })).job
const setTag = (tenant: Tenant, checks: Partial<TagBody>) =>
  stage.admin.put(tenant.path('/tags/boxes'), tagOf('image2d', { review: true, ...checks }))

/** A reviewed tag with work of a person and of machines in review, and a job that waits to be annotated. */
async function waitingWork(): Promise<Tenant> {
  const tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d', { review: true }) })
  const ann = await join(tenant, 'annotator')
  const byPerson = await queuedImage(stage, tenant, 'boxes')
  await next(ann)
  const { version } = await open(ann, byPerson)
  await ann.post(`/api/jobs/${byPerson}/submit`, { version })
  const byMachine = await Promise.all(Array.from({ length: 4 }, () => queuedImage(stage, tenant, 'boxes')))
  for (const jobId of byMachine) await tenant.submitResult(jobId, TRUTH)
  for (const jobId of [byPerson, ...byMachine]) await tenant.reached(jobId, 'in_review')
  await queuedImage(stage, tenant, 'boxes')
  return tenant
}

/** Gold that itself waits to be annotated. */
async function goldJob(tenant: Tenant): Promise<void> {
  const jobId = await queuedImage(stage, tenant, 'boxes', { priority_weight: 1 })
  await stage.admin.put(tenant.path(`/jobs/${jobId}/gold`), { data: TRUTH })
}

/** Transactions of the service that hold locks and do nothing that this test asked for. */
const openTransactions = async () => {
  const { rows } = await stage.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database()
       and application_name = 'fiducial api' and xact_start < now() - interval '1 second'`,
  )
  return rows[0].count
}

for (const [name, checks] of Object.entries(CHECKS)) {
  for (const golds of [0, 1]) {
    test(`Next answers everybody with the kind that they ask for: ${name}, ${golds} gold`, async () => {
      const tenant = await waitingWork()
      for (let i = 0; i < golds; i++) await goldJob(tenant)
      await setTag(tenant, checks)
      for (const role of ['annotator', 'reviewer', 'manager'] as const) {
        for (const kind of KINDS) {
          if (role === 'annotator' && kind === 'review') continue
          const person = await join(tenant, role)
          const job = await next(person, kind)
          if (kind) assert.ok(job === null || job.kind === kind, `${role} asked to ${kind}, was given ${job?.kind}`)
          if (kind === 'review') assert.ok(job, `${role}: reviews wait whatever the tag asks of annotators`)
          if (job) await person.post(`/api/jobs/${job.jobId}/release`)
        }
      }
      assert.equal(await openTransactions(), 0)
    })
  }
}

test('who asks for a review gets a review, whatever the tag asks of annotators', async () => {
  const tenant = await waitingWork()
  await goldJob(tenant)
  await setTag(tenant, CHECKS.all)
  const rita = await join(tenant, 'reviewer')
  assert.equal((await next(rita, 'review'))?.kind, 'review')
})

test('waiting for more training has its own answer, and the manager is notified', async () => {
  const tenant = await waitingWork()
  await setTag(tenant, { training: TRAINING })
  const people: Person[] = []
  for (let i = 0; i < 24; i++) people.push(await join(tenant, 'annotator'))
  assert.deepEqual(new Set(await Promise.all(people.map((person) => next(person)))), new Set([null]))
  const lead = await join(tenant, 'manager')
  const path = `/api/notices?project_id=${tenant.projectId}`
  const { notices } = await lead.get<{ notices: { kind: string }[] }>(path)
  assert.deepEqual(new Set(notices.map(({ kind }) => kind)), new Set(['training_used_up']))
})

test('the assignment for a caller who has left is rolled back, and their job stays available to others', async () => {
  const tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const [ann, ben] = [await join(tenant, 'annotator'), await join(tenant, 'annotator')]
  const held = await stage.database.pool.connect()
  try {
    // The claim has to wait for this lock, and meanwhile its caller leaves.
    await held.query('begin')
    await held.query('lock table works in exclusive mode')
    const leaving = new AbortController()
    const call = fetch(`${ann.baseUrl}/api/next`, {
      method: 'POST',
      headers: { cookie: ann.cookie ?? '', [OWN_PAGE_HEADER]: '1', 'content-type': 'application/json' },
      body: '{}',
      signal: leaving.signal,
    }).catch(() => null)
    await until(async () => ((await waitingForLocks()) > 0 ? true : null))
    leaving.abort()
    await call
  } finally {
    await held.query('rollback')
    held.release()
  }
  const job = await until(() => next(ben))
  assert.equal(job.jobId, jobId)
})

const waitingForLocks = async () => {
  const { rows } = await stage.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].count
}
