import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobView } from '../../src/contract/console.ts'
import type { QueueAnswer, QueueRowAnswer } from '../../src/contract/queue.ts'
import { expireLeases } from '../../src/workflow/work/release.ts'
import { drawBox, open, queuedImage, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant
let manager: Person

before(async () => {
  stage = await setStage()
  const tags = Object.fromEntries(
    ['order', 'race', 'skip', 'silent', 'over', 'list'].map((tag) => [tag, tagOf('image2d')]),
  )
  tenant = await Tenant.create(stage.admin, { name: 'streets' }, tags)
  manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
})
after(() => stage.clear())

const join = () => Person.join(stage.admin, 'annotator', [tenant.projectId])
const next = async (person: Person, tag: string) =>
  (await person.post<{ job: QueueRowAnswer | null }>('/api/next', { tag })).job
const silence = () =>
  stage.database.pool.query(`update jobs set held_until = now() - interval '1 second' where holder_id is not null`)
const stageOf = async (jobId: string) => (await tenant.record(jobId)).stage

test('the order of jobs: own unfinished work, then priority, then age', async () => {
  const old = await queuedImage(stage, tenant, 'order', { priority_weight: 5 })
  const young = await queuedImage(stage, tenant, 'order', { priority_weight: 5 })
  const urgent = await queuedImage(stage, tenant, 'order', { priority_weight: 9 })
  const person = await join()
  const listed = await person.get<QueueAnswer>('/api/queue?tag=order')
  assert.deepEqual(
    listed.jobs.map(({ jobId }) => jobId),
    [urgent, old, young],
  )
  assert.equal((await next(person, 'order'))?.jobId, urgent)
  await person.post(`/api/jobs/${urgent}/release`)
  await person.post(`/api/jobs/${young}/claim`)
  await save(person, young, 0, [{ type: 'setJobAttribute', name: 'x', value: 1 }])
  await person.post(`/api/jobs/${young}/release`)
  const again = await next(person, 'order')
  assert.deepEqual([again?.jobId, again?.own, again?.lease?.userId], [young, 'unfinished', person.userId])
})

test('of what comes equally first the next job is like the one before; what is urgent, and own work, comes before it', async () => {
  const other = await Tenant.create(stage.admin, {}, { like: tagOf('image2d'), apart: tagOf('image2d') })
  const person = await Person.join(stage.admin, 'annotator', [other.projectId])
  const [apart, first, alike] = [
    await queuedImage(stage, other, 'apart'),
    await queuedImage(stage, other, 'like'),
    await queuedImage(stage, other, 'like'),
  ]
  const like = { projectId: other.projectId, tag: 'like', kind: 'annotate' } as const
  const nextLike = async () => (await person.post<{ job: QueueRowAnswer | null }>('/api/next', { like })).job?.jobId
  assert.equal(await nextLike(), first, 'not the oldest, which is of another tag')
  await save(person, first, 0, [drawBox((await open(person, first)).tag.classes[0].classId)])
  await person.post(`/api/jobs/${first}/release`)
  const urgent = await queuedImage(stage, other, 'apart', { priority_weight: 9 })
  assert.equal(await nextLike(), first, 'own work that is not finished')
  await person.post(`/api/jobs/${first}/submit`, { version: 1 })
  assert.equal(await nextLike(), urgent)
  await person.post(`/api/jobs/${urgent}/submit`, { version: 0 })
  assert.equal(await nextLike(), alike)
  await person.post(`/api/jobs/${alike}/submit`, { version: 0 })
  assert.equal(await nextLike(), apart, 'where none is like it, any')
  const stranger = await join()
  assert.equal((await stranger.refused('POST', '/api/next', { like })).status, 403)
})

test('many who ask at once each get a different job, and none gets two', async () => {
  const jobs = await Promise.all(Array.from({ length: 8 }, () => queuedImage(stage, tenant, 'race')))
  const people = await Promise.all(Array.from({ length: 12 }, join))
  const taken = await Promise.all(people.map((person) => next(person, 'race')))
  const ids = taken.flatMap((row) => (row ? [row.jobId] : []))
  assert.deepEqual(ids.sort(), jobs.sort())
  const [rival] = await Promise.all([join()])
  const answers = await Promise.all(
    people.slice(0, 4).map((person) => person.call('POST', `/api/jobs/${ids[0]}/claim`)),
  )
  assert.ok(answers.filter(({ status }) => status === 200).length <= 1)
  const { meta } = await rival.refused('POST', `/api/jobs/${ids[0]}/claim`)
  assert.equal(meta.reason, 'LEASE_LOST')
  assert.ok(meta.holder, 'it says who has the job')
})

test('a skipped job goes to others and not to the same person', async () => {
  const jobId = await queuedImage(stage, tenant, 'skip')
  const [ann, bob] = [await join(), await join()]
  assert.equal((await next(ann, 'skip'))?.jobId, jobId)
  await ann.post(`/api/jobs/${jobId}/skip`, { reason: 'too dark' })
  assert.equal(await stageOf(jobId), 'queued')
  assert.equal(await next(ann, 'skip'), null)
  assert.equal((await next(bob, 'skip'))?.jobId, jobId)
  const detail = await manager.get<{ skips: { reason: string }[] }>(`/api/projects/${tenant.projectId}/jobs/${jobId}`)
  assert.deepEqual(
    detail.skips.map(({ reason }) => reason),
    ['too dark'],
  )
})

test('after silence a job returns: untouched ones are queued, others stay with the saved work', async () => {
  const [empty, begun] = [await queuedImage(stage, tenant, 'silent'), await queuedImage(stage, tenant, 'silent')]
  const [ann, bob] = [await join(), await join()]
  for (const jobId of [empty, begun]) await ann.post(`/api/jobs/${jobId}/claim`)
  const car = (await open(ann, begun)).tag.classes[0].classId
  await save(ann, begun, 0, [drawBox(car)])
  assert.equal(await stageOf(empty), 'in_progress')
  await silence()
  await expireLeases(stage.database.pool)
  assert.equal(await stageOf(empty), 'queued')
  assert.equal(await stageOf(begun), 'in_progress')
  assert.equal((await next(ann, 'silent'))?.jobId, begun)
  await silence()
  await bob.post(`/api/jobs/${begun}/claim`)
  assert.equal((await open(bob, begun)).document.tracks.length, 1)
  const { meta } = await ann.refused('POST', `/api/jobs/${begun}/heartbeat`)
  assert.equal((meta.holder as { userId: string }).userId, bob.userId)
})

test('a manager takes over a job, or releases it for its holder', async () => {
  const jobId = await queuedImage(stage, tenant, 'over')
  const ann = await join()
  await next(ann, 'over')
  assert.equal((await ann.refused('POST', `/api/jobs/${jobId}/take-over`)).status, 403)
  assert.equal((await manager.refused('POST', `/api/jobs/${jobId}/claim`)).meta.reason, 'LEASE_LOST')
  await manager.post(`/api/jobs/${jobId}/take-over`)
  assert.equal((await ann.refused('POST', `/api/jobs/${jobId}/submit`, { version: 0 })).meta.reason, 'LEASE_LOST')
  await manager.post(`/api/jobs/${jobId}/release`)
  assert.equal(await stageOf(jobId), 'queued')
  assert.equal((await next(ann, 'over'))?.jobId, jobId)
  await manager.post(`/api/v1/projects/${tenant.projectId}/jobs/${jobId}/cancel`)
  assert.equal((await ann.refused('POST', `/api/jobs/${jobId}/heartbeat`)).meta.stage, 'cancelled')
})

test('saved views are for one person, or for the project where a manager shares them', async () => {
  const [person, other] = [await join(), await join()]
  const path = (id = '') => `/api/projects/${tenant.projectId}/views${id}`
  const views = async (of: Person) => (await of.get<{ views: JobView[] }>(path())).views
  const [own, shared] = [`/${crypto.randomUUID()}`, `/${crypto.randomUUID()}`]
  const view = { name: 'late', search: 'order=deadline', isShared: false }
  await person.ok('PUT', path(own), view)
  await manager.ok('PUT', path(shared), { ...view, isShared: true })
  assert.deepEqual(await views(other), [{ ...view, isShared: true, viewId: shared.slice(1) }])
  assert.equal((await views(person)).length, 2)
  assert.equal((await person.refused('PUT', path(own), { ...view, isShared: true })).status, 403)
  for (const [who, id] of [
    [other, own],
    [manager, own],
    [person, shared],
  ] as const) {
    assert.equal((await who.refused('PUT', path(id), view)).status, 404)
    assert.equal((await who.refused('DELETE', path(id))).status, 404)
  }
  await manager.ok('PUT', path(shared), { ...view, name: 'mine' })
  assert.deepEqual(await views(other), [])
  await person.ok('DELETE', path(own))
  assert.deepEqual(await views(person), [])
})

test('the console filters its list of jobs', async () => {
  const jobs = [await queuedImage(stage, tenant, 'list'), await queuedImage(stage, tenant, 'list')]
  const list = async (query: string) =>
    (await manager.get<{ jobs: { jobId: string }[] }>(`/api/projects/${tenant.projectId}/jobs?${query}`)).jobs.map(
      ({ jobId }) => jobId,
    )
  assert.deepEqual(await list('tag=list'), jobs.toReversed())
  const { reference_id } = await tenant.record(jobs[0])
  assert.deepEqual(await list(`reference_id=${reference_id}`), [jobs[0]])
  await manager.post(`/api/v1/projects/${tenant.projectId}/jobs/${jobs[0]}/cancel`)
  assert.deepEqual(await list('tag=list&status=cancelled'), [jobs[0]])
  assert.deepEqual(await list('tag=list&stage=queued'), [jobs[1]])
  assert.equal((await manager.refused('GET', `/api/projects/${tenant.projectId}/jobs?stage=odd`)).status, 400)
  await stage.database.pool.query(
    `insert into jobs (project_id, id, batch_id, position, reference_id, tag, operation, priority_weight, frames, payload_sha256)
     select project_id, gen_random_uuid(), batch_id, 1000 + n, 'many-' || n, 'many', operation, 5, 1, payload_sha256
     from jobs, generate_series(1, 250) n where id = $1`,
    [jobs[0]],
  )
  const seen: string[] = []
  for (let page: string | null = ''; page !== null; ) {
    const answer: { jobs: { referenceId: string }[]; nextPage: string | null } = await manager.get(
      `/api/projects/${tenant.projectId}/jobs?tag=many${page && `&page_token=${page}`}`,
    )
    seen.push(...answer.jobs.map(({ referenceId }) => referenceId))
    page = answer.nextPage
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 250 }, (_, n) => `many-${250 - n}`),
  )
})
