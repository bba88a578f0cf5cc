import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { KeyCreated } from '../../src/client/types/admin.ts'
import { type Api, until } from '../support/apiClient.ts'
import { drawBox, open, queuedCloud, queuedImage, queuedVideo, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { corners, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant
let person: Person
/** With a key that can do nothing but help. */
let machine: Api
before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(
    stage.admin,
    {},
    {
      boxes: tagOf('image2d'),
      tracks: tagOf('video2d'),
      points: tagOf('segmentation3d'),
    },
  )
  person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  const { key } = await stage.admin.post<KeyCreated>(tenant.path('/keys'), { name: 'gpu', scopes: ['assist'] })
  machine = stage.admin.with(key)
  await stage.admin.put(tenant.path('/assistants/batch'), { carrier: 'queue', verbs: ['predict'] })
})
after(() => stage.clear())

interface Task {
  task_id: string
  lease_id: string
  verb: string
  attempt: number
  input: { job: { job_id: string; files: { url: string }[] } }
}

interface Followed {
  track_id: string
  frames: Record<string, object>
}

const path = (rest: string) => tenant.path(`/assistants/batch${rest}`)
const claim = async (body: object = {}) =>
  (await machine.post<{ task: Task | null }>(path('/claim'), { lease_seconds: 60, ...body })).task

async function asked(): Promise<{ jobId: string; runId: string }> {
  const jobId = await queuedImage(stage, tenant, 'boxes')
  await person.post(`/api/jobs/${jobId}/claim`, {})
  const body = { assistant: 'batch', verb: 'predict' }
  const { run_id: runId } = await person.post<{ run_id: string }>(`/api/jobs/${jobId}/assist`, body)
  return { jobId, runId }
}

const runOf = ({ jobId, runId }: { jobId: string; runId: string }) =>
  person.get<{ status: string; suggestions: object[]; error: { message: string } | null; progress: number | null }>(
    `/api/jobs/${jobId}/assist/${runId}`,
  )

const CAR = {
  data: { annotations: { rectangles: [{ label: 'car', coordinates: corners(0.1, 0.2, 0.5, 0.6) }] } },
}

test('a machine reads a cloud as it was received, by its address alone', async () => {
  const jobId = await queuedCloud(stage, tenant, 'points', 5)
  await person.post(`/api/jobs/${jobId}/claim`, {})
  await person.post(`/api/jobs/${jobId}/assist`, { assistant: 'batch', verb: 'predict' })
  const task = await claim()
  const { url } = task!.input.job.files[0]
  const cloud = await fetch(url)
  assert.equal(cloud.status, 200)
  assert.match(await cloud.text(), /^# \.PCD v0\.7[\s\S]*POINTS 5\n/)
  // Browsers, with a session or without a signature, are shown what was made for them.
  const [address] = url.split('?')
  assert.equal((await person.call('GET', `${new URL(address).pathname}?until=9999999999`)).status, 404)
  assert.equal((await fetch(address)).status, 401)
  const other = await queuedImage(stage, tenant, 'boxes')
  assert.equal((await fetch(url.replace(jobId, other))).status, 404)
  await machine.post(path(`/tasks/${task!.task_id}/fail`), {
    lease_id: task!.lease_id,
    message: 'no idea',
    retry: false,
  })
  await person.post(`/api/jobs/${jobId}/release`)
})

test('a machine claims a task, reads the file with its address, and answers it; the same answer again is fine', async () => {
  assert.equal(await claim(), null)
  const place = await asked()
  const task = await claim()
  assert.ok(task)
  assert.deepEqual([task.verb, task.attempt, task.input.job.job_id], ['predict', 1, place.jobId])
  assert.equal((await fetch(task.input.job.files[0].url)).status, 200)
  await machine.post(path(`/tasks/${task.task_id}/renew`), {
    lease_id: task.lease_id,
    lease_seconds: 60,
    progress: 0.3,
  })
  assert.equal((await runOf(place)).progress, 0.3)
  const answer = { lease_id: task.lease_id, output: CAR }
  for (let i = 0; i < 2; i++) await machine.post(path(`/tasks/${task.task_id}/complete`), answer)
  const run = await runOf(place)
  assert.deepEqual([run.status, run.suggestions.length], ['completed', 1])
})

test('the files of a task stay open while its lease is renewed, and close with it', async () => {
  const place = await asked()
  const task = await claim({ lease_seconds: 2 })
  assert.ok(task)
  const [{ url }] = task.input.job.files
  const renew = (seconds: number) =>
    machine.post(path(`/tasks/${task.task_id}/renew`), { lease_id: task.lease_id, lease_seconds: seconds })
  await renew(60)
  const { database } = stage
  const isPast = async () => {
    const { rows } = await database.pool.query<{ past: boolean }>(
      `select now() > started_at + interval '2 seconds' as past from assistant_runs where id = $1`,
      [place.runId],
    )
    return rows[0].past || null
  }
  await until(isPast)
  assert.equal((await fetch(url)).status, 200, 'past the end of the first lease')
  const another = await asked()
  assert.equal((await fetch(url.replace(place.jobId, another.jobId))).status, 404, 'it opens no other job')
  assert.equal((await fetch(url.replace(task.lease_id, task.task_id))).status, 404)
  await machine.post(path(`/tasks/${task.task_id}/complete`), { lease_id: task.lease_id, output: CAR })
  assert.equal((await fetch(url)).status, 404, 'the task is done')
  const last = await claim()
  await machine.post(path(`/tasks/${last?.task_id}/complete`), { lease_id: last?.lease_id, output: CAR })
})

test('a tracker gets the objects that it should follow in a video, and its scores are kept', async () => {
  await stage.admin.put(tenant.path('/assistants/tracker'), { carrier: 'queue', verbs: ['track'] })
  const jobId = await queuedVideo(stage, tenant, 'tracks')
  await person.post(`/api/jobs/${jobId}/claim`, {})
  const { version, tag } = await open(person, jobId)
  await save(person, jobId, version, [drawBox(tag.classes[0].classId, 'one')])
  const input = { track_ids: ['one'], from: '0', to: '1' }
  const { run_id: runId } = await person.post<{ run_id: string }>(`/api/jobs/${jobId}/assist`, {
    assistant: 'tracker',
    verb: 'track',
    input,
  })
  const { task } = await machine.post<{ task: Task & { input: { input: { objects: Followed[]; frames: object[] } } } }>(
    tenant.path('/assistants/tracker/claim'),
    { lease_seconds: 60 },
  )
  const { objects, frames } = task.input.input
  assert.deepEqual([objects.map(({ track_id }) => track_id), frames.length], [['one'], 2])
  const records = [{ track_id: 'one', type: 'rectangle', frames: { 1: { ...objects[0].frames[0], key_frame: true } } }]
  await machine.post(tenant.path(`/assistants/tracker/tasks/${task.task_id}/complete`), {
    lease_id: task.lease_id,
    output: { records, scores: [0.25] },
  })
  const run = await person.get<{ suggestions: { score: number | null }[] }>(`/api/jobs/${jobId}/assist/${runId}`)
  assert.deepEqual(
    run.suggestions.map(({ score }) => score),
    [0.25],
  )
})

test('an output that could not be handed in is refused with its place, and the lease continues', async () => {
  const place = await asked()
  const task = await claim()
  assert.ok(task)
  const wrong = { data: { annotations: { rectangles: [{ label: 'tree', coordinates: corners(0, 0, 1, 1) }] } } }
  const complete = (output: object, leaseId = task.lease_id) =>
    machine.call('POST', path(`/tasks/${task.task_id}/complete`), { body: { lease_id: leaseId, output } })
  for (const body of ['not JSON', '{"lease_id":"', '[]']) {
    const unread = await machine.call('POST', path(`/tasks/${task.task_id}/complete`), { body })
    assert.equal(unread.status, 400, body)
  }
  const refused = await complete(wrong)
  assert.equal(refused.status, 400)
  assert.equal(refused.json?.error?.code, 'FS_0003')
  assert.equal(refused.json?.error?.meta_data.failures[0].field, 'output.data.annotations.rectangles[0].label')
  const stale = await complete(CAR, '00000000-0000-4000-8000-000000000000')
  assert.deepEqual([stale.status, stale.json?.error?.code], [409, 'JOB_STATE'])
  assert.equal((await complete(CAR)).status, 200)
  assert.equal((await runOf(place)).status, 'completed')
})

test('a task that is given up without retry fails with the message', async () => {
  const place = await asked()
  const task = await claim()
  assert.ok(task)
  await machine.post(path(`/tasks/${task.task_id}/fail`), { lease_id: task.lease_id, message: 'no weights' })
  const run = await runOf(place)
  assert.deepEqual([run.status, run.error?.message], ['failed', 'no weights'])
})

test('a key of a machine can hand in nothing, and other keys claim nothing', async () => {
  const jobId = await queuedImage(stage, tenant, 'boxes')
  assert.equal((await machine.call('POST', tenant.path(`/jobs/${jobId}/result`), { body: CAR })).status, 403)
  assert.equal((await tenant.api.call('POST', path('/claim'), { body: { lease_seconds: 60 } })).status, 403)
})

test('a queue that no machine asks is not ok', async () => {
  await stage.admin.put(tenant.path('/assistants/silent'), { carrier: 'queue', verbs: ['predict'] })
  const { assistants } = await stage.admin.get<{ assistants: { name: string; state: string }[] }>(
    tenant.path('/assistants'),
  )
  const states = Object.fromEntries(assistants.map(({ name, state }) => [name, state]))
  assert.deepEqual(states, { batch: 'ok', silent: 'unknown', tracker: 'ok' })
})

test('a queue gives out as many tasks a day as it may; what a person waits for fails with the reason', async () => {
  const used = (
    await stage.admin.get<{ assistants: { name: string; calls_today: number }[] }>(tenant.path('/assistants'))
  ).assistants.find(({ name }) => name === 'batch')?.calls_today
  const most = { carrier: 'queue', verbs: ['predict'], calls_per_day: (used ?? 0) + 1 }
  await stage.admin.put(tenant.path('/assistants/batch'), most)
  const places = [await asked(), await asked()]
  assert.ok(await claim())
  assert.equal(await claim(), null)
  const runs = await Promise.all(places.map(runOf))
  assert.deepEqual(
    runs.map(({ status }) => status),
    ['running', 'failed'],
  )
  assert.match(runs[1].error?.message ?? '', /^the \d+ calls of today are used up/)
})
