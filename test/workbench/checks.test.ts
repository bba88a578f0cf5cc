import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { TagBody } from '../../src/client/types/admin.ts'
import type { JobChecks } from '../../src/client/types/jobs.ts'
import type { JobPayloadAnswer } from '../../src/contract/payload.ts'
import { lidarJob, streetTag } from '../../src/demo/street/jobs.ts'
import { makeStreet } from '../../src/demo/street/street.ts'
import { applyPose } from '../../src/geometry/pose.ts'
import { canonicalJson } from '../../src/json/canonical.ts'
import { BY_HAND, placedAt } from '../../src/model/document/edits/placeCuboid.ts'
import { changesBetween } from '../../src/model/document/edits/trackChange.ts'
import { cuboidAt } from '../../src/model/document/interpolate.ts'
import { keyframe } from '../../src/model/document/keyframe.ts'
import { newTrack } from '../../src/model/document/newTrack.ts'
import type { Edit } from '../../src/model/document/operations/documentOperation.ts'
import { fromPlainTrack, toPlainTrack } from '../../src/model/document/plainTrack.ts'
import { inParallel, until } from '../support/apiClient.ts'
import { batchOf, drawBox, open, queuedDrive, queuedImage, queuedVideo, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant
let other: Tenant
let ann: Person
let stranger: Person

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(
    stage.admin,
    {},
    {
      drive: tagOf('cuboid3d'),
      filled: { ...tagOf('cuboid3d'), checks: { NO_POINTS: 'error' }, strict: true },
      ended: { ...tagOf('video2d'), hold: 'end' },
      video: tagOf('video2d'),
      image: tagOf('image2d'),
    },
  )
  other = await Tenant.create(stage.admin, {}, {})
  ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  stranger = await Person.join(stage.admin, 'annotator', [other.projectId])
})
after(() => stage.clear())

const take = (person: Person, jobId: string) => person.post(`/api/jobs/${jobId}/claim`)
/** Asked until everything was looked at. */
const whole = (ask: () => Promise<JobChecks>) =>
  until(async () => {
    const checks = await ask()
    return checks.complete && checks
  })
const checksOf = (jobId: string, query = '') => whole(() => ann.get(`/api/jobs/${jobId}/checks${query}`))
const byKey = (jobId: string) => whole(() => tenant.api.get(tenant.path(`/jobs/${jobId}/checks`)))
const found = ({ findings }: JobChecks) =>
  findings.map(({ code, track_id, frame_ids, count }) => [code, track_id, frame_ids, count])
const carOf = (payload: JobPayloadAnswer) => payload.tag.classes.find(({ name }) => name === 'car')!.classId

/** A cuboid in the cloud of queuedDrive, or beside it. */
function drawCuboid(payload: JobPayloadAnswer, id: string, x: number): Edit {
  const cuboid = {
    position: { x, y: 5, z: 0.5 },
    heading: { w: 1, x: 0, y: 0, z: 0 },
    dimensions: { length: 4, width: 2, height: 1.2 },
  }
  const { annotationType } = payload.tag
  const tagClass = { classId: carOf(payload), attributes: [] }
  const track = newTrack({ id, annotationType, tagClass, frame: 0, shape: { cuboid, cameraIds: [] } })
  return { type: 'putTrack', index: null, track: toPlainTrack(track) }
}

const record = (frame_id: string, x: number) => ({
  type: 'cuboid',
  track_id: 'car-1',
  frame_id,
  label: 'car',
  position: { x, y: 5, z: 0.5 },
  heading: { w: 1, x: 0, y: 0, z: 0 },
  dimensions: { length: 4, width: 2, height: 1.2 },
})
const of = (...annotations: object[]) => ({ annotation_data: { annotations } })

test('people and keys read one list of the saved work: what has no points, what is held, with all frames', async () => {
  const jobId = await queuedDrive(stage, tenant, 'drive')
  assert.deepEqual(found(await byKey(jobId)), [['EMPTY_JOB', undefined, undefined, undefined]])
  await take(ann, jobId)
  const payload = await open(ann, jobId)
  const drawn = [drawCuboid(payload, 'seen', 5), drawCuboid(payload, 'unseen', 90)]
  const { version } = await save(ann, jobId, 0, drawn)
  const checks = await checksOf(jobId, `?version=${version}`)
  assert.equal(checks.complete, true)
  assert.deepEqual(checks.looked_at, { frames: 2, objects: 2 })
  assert.deepEqual(found(checks).sort(), [
    ['HELD', 'seen', ['1'], 1],
    ['HELD', 'unseen', ['1'], 1],
    ['NO_POINTS', 'unseen', ['0', '1'], 2],
  ])
  assert.deepEqual(await byKey(jobId), checks)
})

test('versions that are not kept, and those that never were, are not found', async () => {
  const jobId = await queuedImage(stage, tenant, 'image')
  await take(ann, jobId)
  const car = carOf(await open(ann, jobId))
  await save(ann, jobId, 0, [drawBox(car, 'a')])
  await save(ann, jobId, 1, [drawBox(car, 'b')])
  assert.equal((await checksOf(jobId, '?version=1')).version, 1)
  assert.equal((await checksOf(jobId, '?version=1')).looked_at.objects, 1)
  assert.equal((await checksOf(jobId)).version, 2)
  for (const version of ['3', '1'.padEnd(31, '0')]) {
    assert.equal((await ann.refused('GET', `/api/jobs/${jobId}/checks?version=${version}`)).status, 404)
    const { status } = await tenant.api.call('GET', tenant.path(`/jobs/${jobId}/checks?version=${version}`))
    assert.equal(status, 404)
  }
  assert.equal((await ann.refused('GET', `/api/jobs/${jobId}/checks?version=new`)).status, 400)
})

test('only who may see the job reads its checks', async () => {
  const jobId = await queuedImage(stage, tenant, 'image')
  assert.equal((await stranger.refused('GET', `/api/jobs/${jobId}/checks`)).status, 404)
  const foreign = await other.api.call('GET', tenant.path(`/jobs/${jobId}/checks`))
  assert.equal(foreign.status, 403)
  const misplaced = await other.api.call('GET', other.path(`/jobs/${jobId}/checks`))
  assert.equal(misplaced.status, 404)
  assert.equal((await fetch(`${tenant.api.baseUrl}/api/jobs/${jobId}/checks`)).status, 401)
})

test('asked fifty times at once, a job is checked and each gets the whole answer', async () => {
  const jobId = await queuedDrive(stage, tenant, 'drive')
  const answers = await inParallel(Array.from({ length: 50 }), 50, () => byKey(jobId))
  assert.ok(answers.every(({ complete, findings }) => complete && findings.length === 1))
})

test('the findings of the checks are in the record of a result, and jobs are found by them', async () => {
  const bad = await queuedDrive(stage, tenant, 'drive')
  const good = await queuedDrive(stage, tenant, 'drive')
  await tenant.submitResult(bad, of(record('0', 5), record('1', 90)))
  await tenant.submitResult(good, of(record('0', 5), record('1', 5)))
  const { findings } = await tenant.reached(bad, 'completed')
  assert.deepEqual(findings, { errors: 0, warnings: 2, by_code: { NO_POINTS: 1, SPEED: 1 } })
  assert.deepEqual((await tenant.reached(good, 'completed')).findings, { errors: 0, warnings: 0, by_code: {} })
  const listed = async (has: boolean) => {
    const { jobs } = await tenant.api.get<{ jobs: { job_id: string }[] }>(tenant.path(`/jobs?has_findings=${has}`))
    return jobs.map(({ job_id }) => job_id)
  }
  assert.ok((await listed(true)).includes(bad) && !(await listed(true)).includes(good))
  assert.ok((await listed(false)).includes(good) && !(await listed(false)).includes(bad))
  const wrong = await tenant.api.call('GET', tenant.path('/jobs?has_findings=perhaps'))
  assert.equal(wrong.status, 400)
})

test('where the tag is strict, a result with errors is refused at each of its records, and one without is taken', async () => {
  const jobId = await queuedDrive(stage, tenant, 'filled')
  const body = { data: of(record('0', 5), record('1', 90)) }
  const { status, json } = await tenant.api.call('POST', tenant.path(`/jobs/${jobId}/result`), { body })
  assert.equal(status, 400)
  assert.equal(json?.error?.code, 'FS_0003')
  const [failure, ...more] = json?.error?.meta_data.failures ?? []
  assert.deepEqual(more, [])
  assert.partialDeepStrictEqual(failure, {
    field: 'data.annotation_data.annotations[1]',
    type: 'NOT_ALLOWED',
    expected: 'NO_POINTS',
  })
  await tenant.submitResult(jobId, of(record('0', 5), record('1', 5)))
  await tenant.reached(jobId, 'completed')
})

test("findings that the tag makes errors block a person's submission, and the refusal lists them", async () => {
  const jobId = await queuedDrive(stage, tenant, 'filled')
  await take(ann, jobId)
  const { version } = await save(ann, jobId, 0, [drawCuboid(await open(ann, jobId), 'unseen', 90)])
  const refusal = await ann.refused('POST', `/api/jobs/${jobId}/submit`, { version })
  assert.deepEqual([refusal.status, refusal.code, refusal.meta.reason], [409, 'JOB_STATE', 'CHECKS'])
  assert.partialDeepStrictEqual(refusal.meta.findings, [
    { code: 'NO_POINTS', severity: 'error', track_id: 'unseen', frame_ids: ['0', '1'], count: 2 },
  ])
})

const framesOf = async (jobId: string) => {
  const { result, annotations } = await tenant.reached(jobId, 'completed')
  const { bytes } = await tenant.api.call('GET', result ?? '')
  const [track] = JSON.parse(bytes.toString()).data.annotation_data.annotations
  return { annotations, held: Object.entries<{ held?: true }>(track.frames).map(([id, { held }]) => [id, held]) }
}

test('records of frames that no person placed are marked as held, or left out where the tag says so', async () => {
  const submitted = async (tag: string) => {
    const jobId = await queuedVideo(stage, tenant, tag, 4)
    await take(ann, jobId)
    const car = carOf(await open(ann, jobId))
    const move: Edit = {
      type: 'setKeys',
      trackId: 'a',
      sensorId: '',
      first: 1,
      last: 1,
      keys: [keyframe(1, { type: 'rectangle', left: 0.1, top: 0.2, right: 0.5, bottom: 0.6 })],
    }
    const { version } = await save(ann, jobId, 0, [drawBox(car, 'a'), move])
    await ann.post(`/api/jobs/${jobId}/submit`, { version })
    return framesOf(jobId)
  }
  assert.deepEqual(await submitted('video'), {
    annotations: 4,
    held: [
      ['0', undefined],
      ['1', undefined],
      ['2', true],
      ['3', true],
    ],
  })
  assert.deepEqual(await submitted('ended'), {
    annotations: 2,
    held: [
      ['0', undefined],
      ['1', undefined],
    ],
  })
})

test('a tag sets the severity of findings; an invalid one is refused by name', async () => {
  const path = tenant.path('/tags/rated')
  const body = { ...tagOf('cuboid3d'), checks: { FLOATS: 'off', SHAPE: 'warning' }, strict: true, hold: 'keep' }
  body.classes[0] = { ...body.classes[0], max_speed_mps: 40, max_turn_dps: 90 }
  await stage.admin.call('PUT', path, { body })
  const shown = await tenant.api.get<typeof body>(path)
  const { checks, strict, hold } = body
  assert.deepEqual({ checks: shown.checks, strict: shown.strict, hold: shown.hold }, { checks, strict, hold })
  assert.partialDeepStrictEqual(shown.classes[0], { max_speed_mps: 40, max_turn_dps: 90 })
  const usual = await tenant.api.get<typeof body>(tenant.path('/tags/drive'))
  assert.deepEqual([usual.checks, usual.strict, usual.hold], [{}, false, 'ask'])
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`CODE_${i}`, 'error']))
  for (const [change, field] of [
    [{ checks: { SPEEDS: 'error' } }, 'checks.SPEEDS'],
    [{ checks: { SPEED: 'note' } }, 'checks.SPEED'],
    [{ checks: many }, 'checks.CODE_0'],
    [{ strict: 'yes' }, 'strict'],
    [{ hold: 'drop' }, 'hold'],
  ] as const) {
    const { status, json } = await stage.admin.call('PUT', path, { body: { ...tagOf('cuboid3d'), ...change } })
    assert.equal(status, 400, field)
    assert.equal(json?.error?.code, 'GE_0002')
    assert.equal(json?.error?.meta_data.failures[0].field, field)
  }
})

const hashOf = (document: unknown) => createHash('sha256').update(canonicalJson(document)).digest('hex')

test('page and service agree about the document after each save, and nothing is kept where they do not', async () => {
  const jobId = await queuedVideo(stage, tenant, 'video', 3)
  await take(ann, jobId)
  const car = carOf(await open(ann, jobId))
  const first = await save(ann, jobId, 0, [drawBox(car, 'b'), drawBox(car, 'a')])
  assert.equal(first.document_hash, hashOf((await open(ann, jobId)).document))
  const batch = batchOf(1, [{ type: 'removeTrack', trackId: 'b' }])
  const send = (hash: string, sent: object = batch) =>
    ann.call('POST', `/api/jobs/${jobId}/operations`, sent, { 'x-document-hash': hash })
  const refused = await send('0'.repeat(64))
  assert.equal(refused.status, 409)
  assert.equal(refused.json?.error?.code, 'DOCUMENT_DIFFERS')
  assert.partialDeepStrictEqual(refused.json?.error?.meta_data, { version: 1, document_hash: first.document_hash })
  assert.equal((await open(ann, jobId)).version, 1)
  const { document } = await open(ann, jobId)
  const expected = hashOf({ ...document, tracks: document.tracks.filter(({ id }) => id === 'a') })
  assert.equal((await send(expected)).status, 200)
  const again = await send(expected)
  assert.partialDeepStrictEqual(again.json?.data, { version: 2, document_hash: expected })
  const other = await send(randomUUID(), batchOf(2, [{ type: 'removeTrack', trackId: 'a' }]))
  assert.equal(other.status, 409)
})

test('a box that propagation was not sure of stays marked when the job is opened again, until a person places it', async () => {
  const jobId = await queuedDrive(stage, tenant, 'drive')
  await take(ann, jobId)
  const drawn = drawCuboid(await open(ann, jobId), 'walks', 5)
  const marks = async () => {
    const { document } = await open(ann, jobId)
    return document.tracks[0].cuboid?.keys.map((key) => key.kind === 'shape' && (key.unsure ?? false))
  }
  const first = await save(ann, jobId, 0, [drawn])
  assert.deepEqual(await marks(), [false])
  const { document } = await open(ann, jobId)
  const tracks = new Map(document.tracks.map((plain) => [plain.id, fromPlainTrack(plain)]))
  const walks = tracks.get('walks') ?? assert.fail()
  const cuboid = cuboidAt(walks, 0)?.shape ?? assert.fail()
  const doubtful = placedAt(walks, 1, cuboid, { ...BY_HAND, source: 'propagated', unsure: true })
  const { version } = await save(ann, jobId, first.version, changesBetween(walks, doubtful))
  assert.deepEqual(await marks(), [false, true])
  await save(ann, jobId, version, changesBetween(doubtful, placedAt(doubtful, 1, cuboid, BY_HAND)))
  assert.deepEqual(await marks(), [false, false])
})

/** A drive through the street at 12 m/s as a job in a project of its own, in which no pedestrian is faster than 5 m/s. */
async function queuedWalk(withEgoPose: boolean) {
  const street = makeStreet({
    frames: 3,
    beams: 32,
    azimuthStepDeg: 0.4,
    secondsPerFrame: 0.1,
    egoSpeedMps: 12,
    framing: 'sensor',
    withEgoPose,
  })
  const plain = streetTag('cuboid3d') as TagBody
  const slow = (name: string) => (name === 'pedestrian' ? { max_speed_mps: 5 } : {})
  const classes = plain.classes.map((one) => ({ ...one, ...slow(one.name) }))
  const streets = await Tenant.create(stage.admin, { base: 'SENSOR_FUSION' }, { street: { ...plain, classes } })
  const referenceId = `walk-${streets.projectId}`
  const job = lidarJob(street, { referenceId, tag: 'street', baseUrl: `${stage.files.baseUrl}/${referenceId}/` })
  for (const file of job.files)
    if (file.kind === 'pcd') stage.files.put(`/${referenceId}/${file.path}`, Buffer.from(file.bytes()))
  const jobId = await streets.submit(job.body)
  await streets.reached(jobId, 'queued')
  const checks = () => whole(() => streets.api.get(streets.path(`/jobs/${jobId}/checks`)))
  return { street, streets, job, jobId, checks }
}

test('without poses the speed of objects is that over the ground, as the clouds show it', async () => {
  const { street, streets, job, jobId, checks } = await queuedWalk(false)
  await streets.submitResult(jobId, job.submission(), job.operation)
  const { findings } = await streets.reached(jobId, 'completed')
  assert.equal(findings?.by_code.SPEED, undefined)
  const found = (await checks()).findings.filter(({ code }) => code === 'SPEED')
  assert.deepEqual(found, [])
  assert.ok(street.frames[1].truth.some(({ label }) => label === 'pedestrian'))
})

test('with poses an object that keeps its distance to the fast vehicle is too fast over the ground', async () => {
  const { street, streets, job, jobId, checks } = await queuedWalk(true)
  const rides = street.frames.map(({ frameId, egoPose }) => {
    assert.ok(egoPose)
    const position = applyPose(egoPose, { x: 8, y: 4, z: 0.9 })
    const dimensions = { length: 0.6, width: 0.6, height: 1.8 }
    const { heading } = egoPose
    return { type: 'cuboid', track_id: 'rides', frame_id: frameId, label: 'pedestrian', position, heading, dimensions }
  })
  await streets.submitResult(jobId, of(...rides), job.operation)
  const { findings } = await streets.reached(jobId, 'completed')
  assert.equal(findings?.by_code.SPEED, 1)
  const found = (await checks()).findings.filter(({ code }) => code === 'SPEED')
  const frameIds = street.frames.slice(1).map(({ frameId }) => frameId)
  assert.deepEqual(
    found.map(({ track_id, frame_ids, message }) => [track_id, frame_ids, message]),
    [['rides', frameIds, 'moves at 12 m/s; at most 5 m/s for this class']],
  )
})
