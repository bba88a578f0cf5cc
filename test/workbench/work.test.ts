import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobPayloadAnswer } from '../../src/contract/payload.ts'
import type { QueueRowAnswer } from '../../src/contract/queue.ts'
import type { DraftAnswer, DraftTakenAnswer, StageReachedAnswer } from '../../src/contract/work.ts'
import { decodeLabels } from '../../src/formats/document/labelsFile.ts'
import { fileUrl } from '../../src/formats/workbench/job.ts'
import { labelRunsOf } from '../../src/model/document/operations/labelRuns.ts'
import { batchOf, drawBox, open, queuedCloud, queuedImage, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant
let ann: Person
let bob: Person
let rita: Person
let manager: Person

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(
    stage.admin,
    { name: 'streets' },
    {
      plain: tagOf('image2d'),
      reviewed: tagOf('image2d', { review: true }),
      asked: tagOf('image2d', {
        attributes: [{ name: 'weather', type: 'select', options: ['sun', 'rain'], required: true, per: 'job' }],
      }),
      defaulted: tagOf('image2d', {
        attributes: [
          { name: 'weather', type: 'select', options: ['sun', 'rain'], required: true, default: 'sun', per: 'job' },
        ],
      }),
      points: tagOf('segmentation3d'),
    },
  )
  const projects = [tenant.projectId]
  ;[ann, bob, rita, manager] = await Promise.all([
    Person.join(stage.admin, 'annotator', projects),
    Person.join(stage.admin, 'annotator', projects),
    Person.join(stage.admin, 'reviewer', projects),
    Person.join(stage.admin, 'manager', projects),
  ])
})
after(() => stage.clear())

const take = (person: Person, jobId: string) => person.post(`/api/jobs/${jobId}/claim`)
const carOf = (payload: JobPayloadAnswer) => payload.tag.classes.find(({ name }) => name === 'car')!.classId
const silence = (jobId: string) =>
  stage.database.pool.query(`update jobs set held_until = now() - interval '1 second' where id = $1`, [jobId])

test('drawn and submitted work becomes the result', async () => {
  const jobId = await queuedImage(stage, tenant, 'plain')
  await take(ann, jobId)
  const payload = await open(ann, jobId)
  assert.equal(payload.access, 'annotate')
  assert.equal(payload.version, 0)
  assert.equal(payload.content.kind, 'image')
  const { version } = await save(ann, jobId, 0, [drawBox(carOf(payload))])
  assert.equal(version, 1)
  assert.equal((await open(ann, jobId)).document.tracks.length, 1)
  const { stage: reached } = await ann.post<StageReachedAnswer>(`/api/jobs/${jobId}/submit`, { version })
  assert.equal(reached, 'assembling')
  const record = await tenant.reached(jobId, 'completed')
  assert.equal(record.annotations, 1)
  const result = JSON.parse((await tenant.api.call('GET', record.result!)).bytes.toString())
  assert.deepEqual(
    result.data.annotations.rectangles.map((box: { label: string }) => box.label),
    ['car'],
  )
})

test('a batch on an old version is refused with the version that is there', async () => {
  const jobId = await queuedImage(stage, tenant, 'plain')
  await take(ann, jobId)
  const car = carOf(await open(ann, jobId))
  await save(ann, jobId, 0, [drawBox(car)])
  const { status, meta } = await ann.refused('POST', `/api/jobs/${jobId}/operations`, batchOf(0, [drawBox(car)]))
  assert.equal(status, 409)
  assert.equal(meta.reason, 'VERSION')
  assert.equal(meta.version, 1)
})

test('a batch sent again after a lost answer is saved once', async () => {
  const jobId = await queuedImage(stage, tenant, 'plain')
  await take(ann, jobId)
  const batch = batchOf(0, [drawBox(carOf(await open(ann, jobId)))])
  const first = await ann.post<{ version: number }>(`/api/jobs/${jobId}/operations`, batch)
  const second = await ann.post<{ version: number }>(`/api/jobs/${jobId}/operations`, batch)
  assert.equal(first.version, 1)
  assert.equal(second.version, 1)
  assert.equal((await open(ann, jobId)).document.tracks.length, 1)
})

test('operations that do not fit are refused by name and save nothing', async () => {
  const jobId = await queuedImage(stage, tenant, 'plain')
  await take(ann, jobId)
  const car = carOf(await open(ann, jobId))
  const gone = { type: 'removeTrack', trackId: 'nobody' } as const
  const refusal = await ann.refused('POST', `/api/jobs/${jobId}/operations`, batchOf(0, [drawBox(car), gone]))
  assert.equal(refusal.status, 400)
  assert.partialDeepStrictEqual(refusal.meta.failures, [{ field: 'operations[1]', type: 'INVALID_VALUE' }])
  const garbled = { ...drawBox(car), track: { id: 7 } } as never
  const shape = await ann.refused('POST', `/api/jobs/${jobId}/operations`, batchOf(0, [garbled]))
  assert.equal(shape.status, 400)
  assert.ok(shape.meta.failures.some(({ field }) => field === 'operations[0].track.id'))
  assert.equal((await open(ann, jobId)).version, 0)
})

test('a job starts with the defaults of its tag: the editor shows them, the checks take them, the result has them', async () => {
  const predicted = await queuedImage(stage, tenant, 'defaulted', { prediction: { data: { annotations: {} } } })
  for (const jobId of [await queuedImage(stage, tenant, 'defaulted'), predicted]) {
    await take(ann, jobId)
    assert.deepEqual((await open(ann, jobId)).document.jobAttributes, [['weather', 'sun']])
    await ann.post<StageReachedAnswer>(`/api/jobs/${jobId}/submit`, { version: 0 })
    const record = await tenant.reached(jobId, 'completed')
    const result = JSON.parse((await tenant.api.call('GET', record.result!)).bytes.toString())
    assert.deepEqual(result.data.image_attributes, { weather: { value: 'sun' } })
  }
})

test('a default that a person clears is answered again before the work is taken', async () => {
  const jobId = await queuedImage(stage, tenant, 'defaulted')
  await take(ann, jobId)
  const { version } = await save(ann, jobId, 0, [{ type: 'setJobAttribute', name: 'weather', value: null }])
  const { meta } = await ann.refused('POST', `/api/jobs/${jobId}/submit`, { version })
  assert.equal(meta.reason, 'CHECKS')
})

test('work that does not pass the checks is not taken', async () => {
  const jobId = await queuedImage(stage, tenant, 'asked')
  await take(ann, jobId)
  const { meta, status } = await ann.refused('POST', `/api/jobs/${jobId}/submit`, { version: 0 })
  assert.equal(status, 409)
  assert.equal(meta.reason, 'CHECKS')
  assert.deepEqual(
    (meta.findings as { code: string }[]).map(({ code }) => code),
    ['MISSING_ATTRIBUTE'],
  )
  const { version } = await save(ann, jobId, 0, [{ type: 'setJobAttribute', name: 'weather', value: 'rain' }])
  await ann.post(`/api/jobs/${jobId}/submit`, { version })
})

test('nothing that no result may hold gets through: foreign classes, shapes outside of the image', async () => {
  const jobId = await queuedImage(stage, tenant, 'plain')
  await take(ann, jobId)
  const car = carOf(await open(ann, jobId))
  const box = drawBox(car, 'far')
  if (box.type !== 'putTrack') throw new Error('a track was expected')
  const [key] = box.track.views[0][1].keys
  if (key.kind !== 'shape') throw new Error('a shape was expected')
  const far = { ...key, shape: { ...key.shape, right: 1.5 } as typeof key.shape }
  const move = { type: 'setKeys', trackId: 'far', sensorId: '', first: 0, last: 0, keys: [far] } as const
  const { version } = await save(ann, jobId, 0, [box, move, drawBox('11111111-1111-4111-8111-111111111111', 'odd')])
  const { meta } = await ann.refused('POST', `/api/jobs/${jobId}/submit`, { version })
  const found = (meta.findings as { code: string; track_id: string }[]).map((f) => [f.code, f.track_id])
  assert.deepEqual(found.sort(), [
    ['ARCHIVED_CLASS', 'odd'],
    ['SHAPE', 'far'],
  ])
})

test('a person who lost the lease learns who has it, and late work becomes a draft that the holder applies', async () => {
  const jobId = await queuedImage(stage, tenant, 'plain')
  await take(ann, jobId)
  const car = carOf(await open(ann, jobId))
  await save(ann, jobId, 0, [drawBox(car, 'first')])
  await silence(jobId)
  await take(bob, jobId)
  assert.equal((await open(bob, jobId)).document.tracks.length, 1)
  const late = batchOf(1, [drawBox(car, 'late'), { type: 'removeTrack', trackId: 'gone' }])
  const lost = await ann.refused('POST', `/api/jobs/${jobId}/operations`, batchOf(1, [drawBox(car, 'late')]))
  assert.equal(lost.status, 409)
  assert.equal(lost.meta.reason, 'LEASE_LOST')
  assert.equal((lost.meta.holder as { userId: string }).userId, bob.userId)
  const draft = await ann.post<DraftAnswer>(`/api/jobs/${jobId}/drafts`, late)
  assert.equal((await ann.post<DraftAnswer>(`/api/jobs/${jobId}/drafts`, late)).draftId, draft.draftId)
  for (const person of [bob, manager, ann]) {
    const { drafts } = await person.get<{ drafts: DraftAnswer[] }>(`/api/jobs/${jobId}/drafts`)
    assert.deepEqual(
      drafts.map(({ draftId }) => draftId),
      [draft.draftId],
    )
  }
  assert.deepEqual((await rita.get<{ drafts: DraftAnswer[] }>(`/api/jobs/${jobId}/drafts`)).drafts, [])
  const path = `/api/jobs/${jobId}/drafts/${draft.draftId}/take`
  assert.equal((await ann.refused('POST', path, { baseVersion: 1 })).meta.reason, 'LEASE_LOST')
  const taken = await bob.post<DraftTakenAnswer>(path, { baseVersion: 1 })
  assert.equal(taken.version, 2)
  assert.deepEqual(
    taken.refused.map(({ index }) => index),
    [1],
  )
  const { document } = await open(bob, jobId)
  assert.deepEqual(
    document.tracks.map(({ id }) => id),
    ['first', 'late'],
  )
  assert.equal((await bob.refused('POST', path, { baseVersion: 2 })).status, 404)
})

test('the next save renews a lease that ran out while no one took the job', async () => {
  const jobId = await queuedImage(stage, tenant, 'plain')
  await take(ann, jobId)
  const car = carOf(await open(ann, jobId))
  await silence(jobId)
  const { version, heldUntil } = await save(ann, jobId, 0, [drawBox(car)])
  assert.equal(version, 1)
  assert.ok(Date.parse(heldUntil) > Date.now())
})

test('a reviewer rejects, the same annotator gets it back first, and the fix goes to the same reviewer', async () => {
  const jobId = await queuedImage(stage, tenant, 'reviewed', { priority_weight: 1 })
  await take(ann, jobId)
  const car = carOf(await open(ann, jobId))
  await save(ann, jobId, 0, [drawBox(car, 'one')])
  const { stage: reached } = await ann.post<StageReachedAnswer>(`/api/jobs/${jobId}/submit`, { version: 1 })
  assert.equal(reached, 'in_review')
  await take(rita, jobId)
  assert.equal((await open(rita, jobId)).access, 'review')
  const review = `/api/jobs/${jobId}/review`
  assert.equal((await rita.refused('POST', review, { decision: 'reject', version: 1 })).status, 400)
  await rita.post(review, { decision: 'reject', comment: 'a car is missing', version: 1 })
  assert.equal((await bob.refused('POST', `/api/jobs/${jobId}/claim`)).code, 'JOB_STATE')
  const { jobs } = await ann.get<{ jobs: QueueRowAnswer[] }>('/api/queue?tag=reviewed')
  assert.deepEqual(
    jobs.map((row) => [row.jobId, row.own]),
    [[jobId, 'rejected']],
  )
  const { job } = await ann.post<{ job: QueueRowAnswer }>('/api/next', { tag: 'reviewed' })
  assert.equal(job.jobId, jobId)
  const payload = await open(ann, jobId)
  assert.equal(payload.job.rejected, true)
  assert.equal(payload.reviews.at(-1)?.comment, 'a car is missing')
  await save(ann, jobId, 1, [drawBox(car, 'two')])
  await ann.post(`/api/jobs/${jobId}/submit`, { version: 2 })
  const other = await Person.join(stage.admin, 'reviewer', [tenant.projectId])
  assert.equal((await other.refused('POST', `/api/jobs/${jobId}/claim`)).code, 'JOB_STATE')
  const again = await rita.post<{ job: QueueRowAnswer }>('/api/next', { tag: 'reviewed', kind: 'review' })
  assert.equal(again.job.jobId, jobId)
  const before = await rita.get<{ document: { tracks: unknown[] } }>(`/api/jobs/${jobId}/reviews/1`)
  assert.equal(before.document.tracks.length, 1)
  assert.equal((await open(rita, jobId)).document.tracks.length, 2)
  await save(rita, jobId, 2, [drawBox(car, 'three')])
  await rita.post(review, { decision: 'accept', version: 3 })
  const record = await tenant.reached(jobId, 'completed')
  assert.equal(record.annotations, 3)
  assert.equal((await open(rita, jobId)).reviews.at(-1)?.fixed, true)
})

test('people cannot review their own work, unless the project allows it', async () => {
  const jobId = await queuedImage(stage, tenant, 'reviewed')
  await take(rita, jobId)
  await save(rita, jobId, 0, [drawBox(carOf(await open(rita, jobId)))])
  await rita.post(`/api/jobs/${jobId}/submit`, { version: 1 })
  const { jobs } = await rita.get<{ jobs: QueueRowAnswer[] }>('/api/queue?kind=review')
  assert.deepEqual(
    jobs.filter((row) => row.jobId === jobId),
    [],
  )
  assert.equal((await rita.refused('POST', `/api/jobs/${jobId}/claim`)).code, 'JOB_STATE')
  await stage.admin.call('PATCH', tenant.path(''), { body: { self_review: true } })
  await rita.post(`/api/jobs/${jobId}/claim`)
  await stage.admin.call('PATCH', tenant.path(''), { body: { self_review: false } })
  const { status } = await rita.refused('POST', `/api/jobs/${jobId}/review`, { decision: 'accept', version: 1 })
  assert.equal(status, 403)
})

test('a reopened job continues from its result, and a machine’s submission replaces unfinished work', async () => {
  const jobId = await queuedImage(stage, tenant, 'plain')
  await take(ann, jobId)
  const car = carOf(await open(ann, jobId))
  await save(ann, jobId, 0, [drawBox(car, 'one')])
  await ann.post(`/api/jobs/${jobId}/submit`, { version: 1 })
  await tenant.reached(jobId, 'completed')
  assert.equal((await open(manager, jobId)).job.reopening, null)
  await manager.post(`/api/v1/projects/${tenant.projectId}/jobs/${jobId}/reopen`, { reason: ' The bus is missing. ' })
  await take(ann, jobId)
  const payload = await open(ann, jobId)
  assert.equal(payload.job.reopening?.reason, 'The bus is missing.')
  assert.ok(payload.job.reopening.userName, 'by whom')
  assert.deepEqual(
    payload.document.tracks.map(({ id }) => id),
    ['one'],
  )
  await save(ann, jobId, payload.version, [drawBox(car, 'two')])
  await ann.post(`/api/jobs/${jobId}/release`)
  await tenant.submitResult(jobId, { annotations: { rectangles: [] } })
  await tenant.reached(jobId, 'completed', 2)
  await manager.post(`/api/v1/projects/${tenant.projectId}/jobs/${jobId}/reopen`)
  await take(ann, jobId)
  assert.deepEqual((await open(ann, jobId)).document.tracks, [])
})

test('labels of points are painted in batches, and survive being written down', async () => {
  const jobId = await queuedCloud(stage, tenant, 'points', 300)
  await take(ann, jobId)
  const payload = await open(ann, jobId)
  assert.equal(payload.pointCount, 300)
  const entry = { id: 'e1', labelKey: 1, classId: carOf(payload), instance: 1, color: null }
  await save(ann, jobId, 0, [{ type: 'putLegendEntry', entry, index: null }])
  let version = 1
  for (let i = 0; i < 120; i++) {
    ;({ version } = await save(ann, jobId, version, [{ type: 'setLabels', runs: labelRunsOf([i * 2], 1) }]))
  }
  const far = batchOf(version, [{ type: 'setLabels', runs: labelRunsOf([299, 300], 1) }])
  assert.equal((await ann.refused('POST', `/api/jobs/${jobId}/operations`, far)).status, 400)
  const reopened = await open(ann, jobId)
  const { bytes } = await ann.call('GET', reopened.labelsUrl!)
  const labels = decodeLabels(bytes)
  assert.deepEqual(
    [...labels],
    Array.from({ length: 300 }, (_, i) => (i % 2 === 0 && i < 240 ? 1 : 0)),
  )
  const { rows } = await stage.database.pool.query<{ version: number }>(
    'select version from work_snapshots where job_id = $1',
    [jobId],
  )
  assert.ok(rows[0].version >= 100, 'a snapshot was written on the way')
  await ann.post(`/api/jobs/${jobId}/submit`, { version })
  assert.equal((await tenant.reached(jobId, 'completed')).annotations, 1)
})

test('files of a job open for everyone who sees the job, whole or in part, with immutable caching', async () => {
  const jobId = await queuedImage(stage, tenant, 'plain')
  const payload = await open(bob, jobId)
  assert.equal(payload.access, 'read')
  if (payload.content.kind !== 'image') throw new Error('an image was expected')
  const [{ image }] = payload.content.frames
  const url = fileUrl(payload, image.file!)
  const whole = await bob.call('GET', url)
  assert.equal(whole.headers['content-type'], 'image/png')
  assert.match(String(whole.headers['cache-control']), /immutable/)
  const part = await bob.call('GET', url, undefined, { range: 'bytes=1-3' })
  assert.equal(part.status, 206)
  assert.deepEqual(part.bytes, whole.bytes.subarray(1, 4))
  const same = await bob.call('GET', url, undefined, { 'if-none-match': String(whole.headers.etag) })
  assert.equal(same.status, 304)
  assert.equal((await bob.call('GET', url, undefined, { range: `bytes=${whole.bytes.length}-` })).status, 416)
  const etag = String(whole.headers.etag)
  const ifSame = (tag: string) => bob.call('GET', url, undefined, { range: 'bytes=1-3', 'if-range': tag })
  assert.deepEqual([(await ifSame(etag)).status, (await ifSame('"another"')).status], [206, 200])
  assert.equal((await bob.call('GET', url, undefined, { 'if-none-match': `"x", W/${etag}` })).status, 304)
  assert.equal((await new Person(bob.baseUrl).call('GET', url)).status, 401)
  assert.equal((await bob.call('GET', `/api/assets/${jobId}/${'0'.repeat(64)}`)).status, 404)
})

test('issues are pinned to a place, answered and resolved', async () => {
  const jobId = await queuedImage(stage, tenant, 'plain')
  const issues = `/api/jobs/${jobId}/issues`
  const odd = { place: { imagePoint: { x: 0.5, y: 0.5, more: 1 } }, text: 'here' }
  assert.equal((await ann.call('POST', issues, odd)).status, 400)
  const place = { frame: 0, imagePoint: { x: 0.5, y: 0.25 } }
  const issue = await rita.post<{ issueId: string; place: object }>(issues, { place, text: 'is this a car?' })
  assert.deepEqual(issue.place, place)
  await ann.post(`${issues}/${issue.issueId}/comments`, { text: 'it is' })
  await ann.post(`${issues}/${issue.issueId}/resolve`, { resolved: true })
  const { issues: all } = await bob.get<{ issues: { resolved: boolean; comments: { text: string }[] }[] }>(issues)
  assert.equal(all[0].resolved, true)
  assert.deepEqual(
    all[0].comments.map(({ text }) => text),
    ['is this a car?', 'it is'],
  )
})

test('active time counts the time between signs of life, and no break of more than five minutes', async () => {
  const jobId = await queuedImage(stage, tenant, 'plain')
  await take(ann, jobId)
  const rewind = (minutes: number) =>
    stage.database.pool.query(
      'update active_times set last_beat_at = now() - make_interval(mins => $2) where job_id = $1',
      [jobId, minutes],
    )
  const beat = () => ann.post<{ activeSeconds: { annotate: number } }>(`/api/jobs/${jobId}/heartbeat`)
  await rewind(3)
  assert.equal(Math.round((await beat()).activeSeconds.annotate / 60), 3)
  await rewind(6)
  assert.equal(Math.round((await beat()).activeSeconds.annotate / 60), 3)
})

test('the time between two visits of a job does not count for the job or the person', async () => {
  const jobId = await queuedImage(stage, tenant, 'plain')
  await take(ann, jobId)
  const { pool } = stage.database
  for (const table of ['active_times', 'assignments']) {
    await pool.query(`update ${table} set last_beat_at = now() - interval '4 minutes' where job_id = $1`, [jobId])
  }
  const beat = (body: object) => ann.post<{ activeSeconds: { annotate: number } }>(`/api/jobs/${jobId}/heartbeat`, body)
  await beat({ begins: true })
  assert.equal((await beat({})).activeSeconds.annotate, 0)
  const { rows } = await pool.query<{ ms: number }>(
    'select active_ms::int as ms from assignments where job_id = $1 and outcome is null',
    [jobId],
  )
  assert.ok(rows.length === 1 && rows[0].ms < 5_000, JSON.stringify(rows))
})

test('a reviewer sees who annotated the job and how long; the queue counts from the submission', async () => {
  const jobId = await queuedImage(stage, tenant, 'reviewed')
  await take(ann, jobId)
  assert.deepEqual((await open(ann, jobId)).annotatedBy, [])
  await stage.database.pool.query(
    `update active_times set last_beat_at = now() - interval '2 minutes' where job_id = $1`,
    [jobId],
  )
  await ann.post(`/api/jobs/${jobId}/heartbeat`)
  const made = await open(ann, jobId)
  const { version } = await save(ann, jobId, made.version, [drawBox(carOf(made))])
  await stage.database.pool.query(`update jobs set created_at = now() - interval '1 day' where id = $1`, [jobId])
  await ann.post(`/api/jobs/${jobId}/submit`, { version })
  const { jobs } = await rita.get<{ jobs: QueueRowAnswer[] }>('/api/queue?tag=reviewed')
  const waiting = jobs.find((row) => row.jobId === jobId)
  assert.ok(waiting && Date.now() - Date.parse(waiting.waitingSince) < 3_600_000, JSON.stringify(waiting))
  await take(rita, jobId)
  const [worker, ...others] = (await open(rita, jobId)).annotatedBy
  assert.deepEqual([others.length, Math.round(worker.seconds / 60)], [0, 2])
  await rita.post(`/api/jobs/${jobId}/release`)
})
