import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobDetailAnswer } from '../../src/contract/console.ts'
import { until } from '../support/apiClient.ts'
import { fillWithJobs } from '../support/manyJobs.ts'
import { queuedImage } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

interface Action {
  status: string
  progress: { total: number; done: number; refused: number }
  refusals: { job_id: string; code: string }[]
}

let stage: Stage
let tenant: Tenant

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d'), other: tagOf('image2d') })
})
after(() => stage.clear())

const ended = (actionId: string) =>
  until(async () => {
    const action = await tenant.api.get<Action>(tenant.path(`/jobs/actions/${actionId}`))
    return ['completed', 'failed', 'cancelled'].includes(action.status) && action
  })

async function act(body: object): Promise<Action & { exportId: string | null }> {
  const made = await tenant.api.post<{ action_id: string; export_id: string | null }>(
    tenant.path('/jobs/actions'),
    body,
  )
  return { ...(await ended(made.action_id)), exportId: made.export_id }
}

const refusal = async (body: object) => {
  const { status, json } = await tenant.api.call('POST', tenant.path('/jobs/actions'), { body })
  return [status, json?.error?.code, json?.error?.meta_data.failures.map(({ field }) => field)]
}

test('a dry run tells what would be done and refused, and changes nothing; then the same happens', async () => {
  const open = [await queuedImage(stage, tenant, 'boxes'), await queuedImage(stage, tenant, 'boxes')]
  const done = await queuedImage(stage, tenant, 'boxes')
  await tenant.submitResult(done, ONE_BOX)
  await tenant.reached(done, 'completed')
  const body = { action: 'cancel', filter: { tag: 'boxes' } }
  const rehearsed = await act({ ...body, dry_run: true })
  assert.deepEqual(rehearsed.progress, { total: 3, done: 2, refused: 1 })
  assert.deepEqual(rehearsed.refusals, [{ job_id: done, code: 'JOB_STATE' }])
  for (const jobId of open) assert.equal((await tenant.record(jobId)).stage, 'queued')
  const { progress, refusals } = await act(body)
  assert.deepEqual([progress, refusals], [rehearsed.progress, rehearsed.refusals])
  for (const jobId of open) assert.equal((await tenant.record(jobId)).stage, 'cancelled')
  const value = { reason: 'The cars lack their doors.' }
  const reopened = await act({ action: 'reopen', value, job_ids: [done, '00000000-0000-4000-8000-000000000001'] })
  assert.deepEqual(
    reopened.refusals.map(({ code }) => code),
    ['FS_0006'],
  )
  assert.equal((await tenant.record(done)).stage, 'in_progress')
  const manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
  const page = `/api/projects/${tenant.projectId}/jobs/${done}`
  assert.equal((await manager.get<JobDetailAnswer>(page)).reopenings[0].reason, value.reason)
})

test('a preview of hundreds of jobs predicts the outcome, and each is counted once', async () => {
  const { pool } = stage.database
  const { projectId } = await Tenant.create(stage.admin, {}, {})
  await fillWithJobs(pool, 330, { projectId })
  const path = `/v1/projects/${projectId}/jobs/actions`
  const run = async (body: object): Promise<Action> => {
    const { action_id: id } = await stage.admin.post<{ action_id: string }>(path, { filter: {}, ...body })
    return until(async () => {
      const action = await stage.admin.get<Action>(`${path}/${id}`)
      return action.status === 'completed' && action
    })
  }
  const count = async (condition: string) =>
    (await pool.query(`select from jobs where project_id = $1 and ${condition}`, [projectId])).rowCount
  const finished = "stage in ('completed', 'failed', 'cancelled')"
  const refused = (await count(finished)) ?? 0
  const promised = { total: 330, done: 330 - refused, refused }
  const rehearsed = await run({ action: 'priority', value: 9, dry_run: true })
  assert.deepEqual(rehearsed.progress, promised)
  assert.notEqual(await count(`not ${finished} and priority_weight = 9`), 330 - refused)
  const { progress, refusals } = await run({ action: 'priority', value: 9 })
  assert.deepEqual([progress, refusals], [promised, rehearsed.refusals])
  assert.equal(await count(`not ${finished} and priority_weight = 9`), 330 - refused)
  const cancelled = await run({ action: 'cancel', dry_run: true })
  assert.deepEqual((await run({ action: 'cancel' })).progress, cancelled.progress)
  assert.equal(await count("stage = 'cancelled'"), cancelled.progress.done)
})

test('jobs cancelled together leave people, batches, events and figures as jobs cancelled alone', async () => {
  const batchOf = async (name: string) =>
    (await tenant.api.post<{ batch_id: string }>(tenant.path('/batch'), { name })).batch_id
  const person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  const events = ['COMPLETED', 'FAILED', 'batch.completed']
  await stage.admin.put(tenant.path('/callback'), { url: stage.receiver.url, events })
  const outcome = async (name: string, cancel: (ids: readonly string[]) => Promise<unknown>) => {
    const batchId = await batchOf(name)
    const other = await batchOf(`${name} that goes on`)
    const one = await queuedImage(stage, tenant, 'boxes', { batch_id: batchId })
    const held = await queuedImage(stage, tenant, 'boxes', { batch_id: batchId })
    const third = await queuedImage(stage, tenant, 'boxes', { batch_id: other })
    const left = await queuedImage(stage, tenant, 'boxes', { batch_id: other })
    await person.post(`/api/jobs/${held}/claim`)
    await cancel([one, held, third])
    const ids = [one, held, third, left]
    const stages = await Promise.all(ids.map(async (id) => (await tenant.record(id)).stage))
    const { status, code } = await person.refused('POST', `/api/jobs/${held}/heartbeat`, {})
    const { batches } = await tenant.api.get<{ batches: { id: string; cancelled_jobs: number; status: string }[] }>(
      `/v0/projects/${tenant.projectId}/details`,
    )
    const counts = [batchId, other]
      .map((id) => batches.find((batch) => batch.id === id))
      .map((b) => [b?.cancelled_jobs, b?.status])
    const feed = await tenant.api.get<{ events: { body: { data?: { batch_id?: string } } }[] }>(
      tenant.path('/events?types=batch.completed'),
    )
    const heard = feed.events.filter(({ body }) => [batchId, other].includes(body.data?.batch_id ?? '')).length
    const { rows } = await stage.database.pool.query(
      'select outcome, held_until, ended_at is null as is_open from assignments where project_id = $1 and job_id = any($2)',
      [tenant.projectId, ids],
    )
    const now = await progressNow()
    return { stages, status, code, counts, heard, rows, cancelled: now.cancelled }
  }
  const progressNow = async () => {
    const { buckets } = await tenant.api.get<{ buckets: { stages: Record<string, { entered: number }> }[] }>(
      tenant.path('/progress'),
    )
    return { cancelled: buckets.reduce((sum, { stages }) => sum + (stages.cancelled?.entered ?? 0), 0) }
  }
  const before = await progressNow()
  const alone = await outcome('alone', async (ids) => {
    for (const id of ids) await tenant.api.post(tenant.path(`/jobs/${id}/cancel`))
  })
  const together = await outcome('together', (ids) => act({ action: 'cancel', job_ids: ids }))
  assert.deepEqual(alone.stages, ['cancelled', 'cancelled', 'cancelled', 'queued'])
  assert.deepEqual(
    [alone.heard, alone.counts],
    [
      1,
      [
        [2, 'Complete'],
        [1, 'In Progress'],
      ],
    ],
  )
  assert.deepEqual(alone.rows, [{ outcome: 'cancelled', held_until: null, is_open: false }])
  assert.equal(alone.cancelled, before.cancelled + 3)
  assert.deepEqual(together, { ...alone, cancelled: alone.cancelled + 3 })
})

test('failed jobs retried together are validated again, and one that cannot be retried is refused alone', async () => {
  const missing = `${stage.files.baseUrl}/not-there.png`
  const failed = await Promise.all(
    ['r1', 'r2'].map((name) => tenant.submit({ reference_id: name, tag: 'boxes', data: { image_url: missing } })),
  )
  const failedAt = (jobId: string) => until(async () => (await tenant.record(jobId)).stage === 'failed' || null)
  await Promise.all(failed.map(failedAt))
  const good = await queuedImage(stage, tenant, 'boxes')
  stage.files.put('/not-there.png', await pngOf(8, 6))
  const { progress, refusals } = await act({ action: 'retry', job_ids: [...failed, good] })
  assert.deepEqual([progress, refusals], [{ total: 3, done: 2, refused: 1 }, [{ job_id: good, code: 'JOB_STATE' }]])
  for (const jobId of failed) assert.equal((await tenant.reached(jobId, 'queued')).error, null)
})

test('an action that says nothing certain is refused, not guessed', async () => {
  assert.deepEqual(await refusal({ action: 'cancel' }), [400, 'GE_0002', ['filter']])
  assert.deepEqual(await refusal({ action: 'cancel', filter: { tags: 'boxes' } }), [400, 'GE_0002', ['filter.tags']])
  assert.deepEqual(await refusal({ action: 'priority', filter: {}, value: 11 }), [400, 'GE_0002', ['value']])
  assert.deepEqual(await refusal({ action: 'assign', filter: {}, value: { group: 'none' } }), [
    400,
    'GE_0002',
    ['value.group'],
  ])
  const value = { user_id: '00000000-0000-4000-8000-000000000001' }
  assert.deepEqual(await refusal({ action: 'assign', filter: {}, value }), [400, 'GE_0002', ['value.user_id']])
})

test('assigned jobs go only to their person or group until they are unassigned', async () => {
  const [ana, bo, cy] = await Promise.all(
    [1, 2, 3].map(() => Person.join(stage.admin, 'annotator', [tenant.projectId])),
  )
  const ids = [await queuedImage(stage, tenant, 'other'), await queuedImage(stage, tenant, 'other')]
  const next = async (person: Person) => {
    const { job } = await person.post<{ job: { jobId: string } | null }>('/api/next', { tag: 'other' })
    if (job) await person.post(`/api/jobs/${job.jobId}/release`, {})
    return job?.jobId ?? null
  }
  await act({
    action: 'assign',
    filter: { tag: 'other' },
    value: { user_id: ana.userId, deadline: '2027-01-01T00:00:00Z' },
  })
  assert.deepEqual([await next(bo), await next(cy)], [null, null])
  assert.ok(ids.includes(String(await next(ana))))
  assert.equal((await bo.refused('POST', `/api/jobs/${ids[0]}/claim`, {})).status, 409)
  const assigned = await tenant.api.get<{ jobs: { assignee: string; deadline: string }[] }>(
    tenant.path(`/jobs?assignee=${ana.userId}`),
  )
  assert.deepEqual(
    assigned.jobs.map(({ assignee, deadline }) => [assignee, deadline]),
    [
      [ana.userId, '2027-01-01T00:00:00.000+00:00'],
      [ana.userId, '2027-01-01T00:00:00.000+00:00'],
    ],
  )
  await tenant.api.put(tenant.path('/groups/night shift'.replace(' ', '%20')), { user_ids: [bo.userId] })
  await act({ action: 'assign', filter: { tag: 'other' }, value: { group: 'night shift' } })
  assert.ok(await next(bo))
  assert.equal(await next(cy), null)
  await act({ action: 'unassign', filter: { assignee: 'night shift' } })
  assert.ok(await next(cy))
  await act({ action: 'assign', filter: { tag: 'other' }, value: { user_id: ana.userId, share: 0.5 } })
  const share = await tenant.api.get<{ jobs: object[] }>(tenant.path(`/jobs?assignee=${ana.userId}`))
  assert.equal(share.jobs.length, 1)
})

test('bulk actions decide the order of offers: own jobs by their deadlines, then the heaviest', async () => {
  await tenant.admin.put(tenant.path('/tags/ordered'), tagOf('image2d'))
  const person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.push(await queuedImage(stage, tenant, 'ordered'))
  await act({ action: 'priority', job_ids: [ids[3], ids[4]], value: 9 })
  await act({ action: 'priority', job_ids: [ids[4]], value: 10 })
  const { userId: user_id } = person
  await act({ action: 'assign', job_ids: [ids[1]], value: { user_id } })
  await act({ action: 'assign', job_ids: [ids[2]], value: { user_id, deadline: '2027-01-01T00:00:00Z' } })
  const given: (string | undefined)[] = []
  for (let i = 0; i < 5; i++) {
    const { job } = await person.post<{ job: { jobId: string } | null }>('/api/next', { tag: 'ordered' })
    given.push(job?.jobId)
    if (job) await person.post(`/api/jobs/${job.jobId}/skip`, { reason: 'the next one' })
  }
  assert.deepEqual(given, [ids[2], ids[1], ids[4], ids[3], ids[0]])
})

test('jobs of a paused batch are not given out', async () => {
  const { batch_id } = await tenant.api.post<{ batch_id: string }>(tenant.path('/batch'), { name: 'paused' })
  const person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  await tenant.admin.put(tenant.path('/tags/waiting'), tagOf('image2d'))
  const jobId = await queuedImage(stage, tenant, 'waiting', { batch_id })
  await tenant.api.ok('PATCH', tenant.path(`/batch/${batch_id}`), { state: 'paused' })
  const next = () => person.post<{ job: { jobId: string } | null }>('/api/next', { tag: 'waiting' })
  assert.equal((await next()).job, null)
  await tenant.api.ok('PATCH', tenant.path(`/batch/${batch_id}`), { state: 'open' })
  assert.equal((await next()).job?.jobId, jobId)
  await tenant.api.ok('PATCH', tenant.path(`/batch/${batch_id}`), { state: 'paused' })
  assert.equal((await next()).job?.jobId, jobId, 'who has a job goes on with it')
})

test('a set of jobs is exported', async () => {
  const jobId = await queuedImage(stage, tenant, 'boxes', { metadata: { drive: 'x1' } })
  await queuedImage(stage, tenant, 'boxes', { metadata: { drive: 'x1' } })
  await tenant.submitResult(jobId, ONE_BOX)
  await tenant.reached(jobId, 'completed')
  const value = { format: 'coco' }
  const { exportId, progress } = await act({ action: 'export', filter: { 'metadata.drive': 'x1' }, value })
  assert.deepEqual(progress, { total: 2, done: 1, refused: 1 })
  const made = await until(async () => {
    const one = await tenant.api.get<{ status: string; progress: { jobs_total: number } }>(
      tenant.path(`/exports/${exportId}`),
    )
    return one.status === 'completed' && one
  })
  assert.equal(made.progress.jobs_total, 1)
})
