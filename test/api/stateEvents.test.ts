import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { verifyCallback } from '../../src/client/verifyCallback.ts'
import type { QueueRowAnswer } from '../../src/contract/queue.ts'
import { until } from '../support/apiClient.ts'
import { open, queuedImage } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { corners, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

/** Projects hear of jobs on their way and of batches that are complete, where they ask for it. */

let stage: Stage
before(async () => {
  stage = await setStage()
})
after(() => stage.clear())

interface EventBody {
  type: string
  timestamp: string
  data: Record<string, string>
}

const WORK = { annotations: { rectangles: [{ label: 'car', coordinates: corners(0.1, 0.2, 0.5, 0.6) }] } }
const TYPES = ['job.queued', 'job.in_review', 'batch.completed']

/** What the feed tells of jobs on their way and of batches. */
async function feed(tenant: Tenant, types = TYPES): Promise<EventBody[]> {
  const path = tenant.path(`/events?types=${types.join(',')}`)
  return (await tenant.api.get<{ events: { body: EventBody }[] }>(path)).events.map(({ body }) => body)
}

const namesIn = async (tenant: Tenant) => (await feed(tenant)).map(({ type }) => type)

/** A tenant whose jobs stand in a batch, and that asks for `events`. */
async function setTenant(events: readonly string[], tag: object = {}) {
  const tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d', tag) })
  await stage.admin.put(tenant.path('/callback'), { url: stage.receiver.url, events })
  const made = await tenant.api.post<{ batch_id: string }>(`/v1/project/${tenant.projectId}/batch`, { name: 'B' })
  return { tenant, batch_id: made.batch_id }
}

const accept = (tenant: Tenant, jobId: string) =>
  stage.admin.post(tenant.path(`/jobs/${jobId}/review`), { decision: 'accept' })

test('a job that is queued and reviewed, and its batch that ends, are each announced once, signed, with their ids', async () => {
  const { tenant, batch_id } = await setTenant([...TYPES, 'COMPLETED'], { review: true })
  const jobId = await queuedImage(stage, tenant, 'boxes', { batch_id })
  const { reference_id } = await tenant.record(jobId)
  await until(async () => ((await namesIn(tenant)).length === 1 ? true : null))
  await tenant.submitResult(jobId, WORK)
  await tenant.reached(jobId, 'in_review')
  const ofTenant = async () => {
    const mine = stage.receiver.received.filter(({ body }) => body.includes(jobId) || body.includes(batch_id))
    return Promise.all(
      mine.map(({ headers, body }) => verifyCallback({ headers, body, signingSecret: tenant.signingSecret })),
    )
  }
  const heard = (count: number) =>
    until(async () => {
      const all = await ofTenant()
      return all.length >= count ? all : null
    })
  await heard(2)
  await accept(tenant, jobId)
  await tenant.reached(jobId, 'completed')
  const told = await heard(4)
  const ofJob = { project_id: tenant.projectId, batch_id, job_id: jobId, reference_id }
  const events = told.flatMap(({ event }) => (event ? [event] : []))
  assert.deepEqual(
    events.map(({ type, data }) => ({ type, data })).sort((a, b) => TYPES.indexOf(a.type) - TYPES.indexOf(b.type)),
    [
      { type: 'job.queued', data: ofJob },
      { type: 'job.in_review', data: ofJob },
      { type: 'batch.completed', data: { project_id: tenant.projectId, batch_id } },
    ],
  )
  assert.equal(told.filter(({ annotations }) => annotations.length === 1).length, 1, 'and the result itself')
  assert.deepEqual(await namesIn(tenant), TYPES)
  const plain = await tenant.api.get<{ events: { body: object }[] }>(tenant.path('/events'))
  assert.ok(plain.events.length === 1 && plain.events.every(({ body }) => 'annotations' in body))
})

test('a batch is complete once with its last job, and again after a job was reopened', async () => {
  const { tenant, batch_id } = await setTenant(['batch.completed'])
  const jobs = [
    await queuedImage(stage, tenant, 'boxes', { batch_id }),
    await queuedImage(stage, tenant, 'boxes', { batch_id }),
    await queuedImage(stage, tenant, 'boxes', { batch_id }),
  ]
  await tenant.submitResult(jobs[0], WORK)
  await tenant.reached(jobs[0], 'completed')
  assert.deepEqual(await namesIn(tenant), [], 'jobs are left')
  // Two that end at the same moment: one of them is the last.
  await Promise.all([
    tenant.api.post(tenant.path(`/jobs/${jobs[1]}/cancel`)),
    tenant.submitResult(jobs[2], WORK).then(() => tenant.reached(jobs[2], 'completed')),
  ])
  assert.deepEqual(await namesIn(tenant), ['batch.completed'])
  await tenant.api.post(tenant.path(`/jobs/${jobs[0]}/reopen`))
  assert.deepEqual(await namesIn(tenant), ['batch.completed'])
  await tenant.submitResult(jobs[0], WORK)
  await tenant.reached(jobs[0], 'completed', 2)
  assert.deepEqual(await namesIn(tenant), ['batch.completed', 'batch.completed'])
})

test('a batch whose last job fails is complete too, and its own address is notified', async () => {
  const { tenant } = await setTenant(['batch.completed', 'FAILED'])
  const callback_url = `${new URL(stage.receiver.url).origin}/of-the-batch`
  const path = `/v1/project/${tenant.projectId}/batch`
  const { batch_id } = await tenant.api.post<{ batch_id: string }>(path, { name: 'own', callback_url })
  const data = { image_url: stage.files.put('/no-image.png', Buffer.from('no image')) }
  const jobId = await tenant.submit({ reference_id: 'broken', tag: 'boxes', batch_id, data })
  await until(async () => ((await tenant.record(jobId)).stage === 'failed' ? true : null))
  await until(async () => {
    const told = stage.receiver.received.find(({ body }) => body.includes('batch.completed') && body.includes(batch_id))
    assert.ok(!told || told.path === '/of-the-batch')
    return told ?? null
  })
  assert.deepEqual(await namesIn(tenant), ['batch.completed'])
})

test('projects without that setting are notified of results and failures only', async () => {
  const { tenant, batch_id } = await setTenant(['COMPLETED', 'FAILED'])
  const jobId = await queuedImage(stage, tenant, 'boxes', { batch_id })
  await tenant.submitResult(jobId, WORK)
  await tenant.reached(jobId, 'completed')
  assert.deepEqual(await namesIn(tenant), [])
})

test('a resend sends what became of the job, not where it is on its way', async () => {
  const { tenant, batch_id } = await setTenant([...TYPES, 'COMPLETED'], { review: true })
  const jobId = await queuedImage(stage, tenant, 'boxes', { batch_id })
  await tenant.submitResult(jobId, WORK)
  await accept(tenant, jobId)
  await tenant.reached(jobId, 'completed')
  await tenant.api.post(tenant.path(`/jobs/${jobId}/reopen`))
  await tenant.submitResult(jobId, WORK)
  await until(async () =>
    (await namesIn(tenant)).filter((name) => name === 'job.in_review').length === 2 ? true : null,
  )
  stage.receiver.received.length = 0
  assert.deepEqual(await tenant.api.post(tenant.path(`/jobs/${jobId}/callback`)), { queued: 1 })
  await until(async () => stage.receiver.received.find(({ body }) => body.includes('COMPLETED')) ?? null)
})

test('private copies of gold are never told of', async () => {
  const gold = { share: 1, pass: 0.8, action: 'flag', feedback: false }
  const { tenant, batch_id } = await setTenant(TYPES, { review: true, gold })
  const source = await queuedImage(stage, tenant, 'boxes', { batch_id })
  await stage.admin.put(tenant.path(`/jobs/${source}/gold`), { data: WORK })
  await queuedImage(stage, tenant, 'boxes', { batch_id })
  const before = await feed(tenant)
  const person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  const { job } = await person.post<{ job: QueueRowAnswer | null }>('/api/next')
  assert.ok(job && job.jobId !== source, 'a copy is given out')
  const { version } = await open(person, job.jobId)
  await person.post(`/api/jobs/${job.jobId}/submit`, { version })
  assert.equal((await tenant.api.call('GET', tenant.path(`/jobs/${job.jobId}`))).status, 404)
  assert.deepEqual(await feed(tenant), before)
})
