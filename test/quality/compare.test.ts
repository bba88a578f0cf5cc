import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { KeyCreated } from '../../src/client/types/admin.ts'
import type { JobComparison } from '../../src/client/types/jobs.ts'
import type { Api } from '../support/apiClient.ts'
import { queuedCloud, queuedImage } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant
let jobId: string
let reader: Api

/** In parts of an image of 8 × 6 pixels. */
const box = (id: string, left: number, width: number) => ({
  _id: id,
  label: 'car',
  coordinates: [
    { x: left, y: 0.2 },
    { x: left + width, y: 0.2 },
    { x: left + width, y: 0.6 },
    { x: left, y: 0.6 },
  ],
})
const boxes = (...rectangles: object[]) => ({ annotations: { rectangles } })

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d'), points: tagOf('segmentation3d') })
  jobId = await queuedImage(stage, tenant, 'boxes')
  const { key } = await stage.admin.post<KeyCreated>(tenant.path('/keys'), { name: 'reader', scopes: ['read'] })
  reader = tenant.api.with(key)
})
after(() => stage.clear())

const comparing = async (body: object, at = jobId, api = reader) => {
  const { status, json } = await api.call('POST', tenant.path(`/jobs/${at}/compare`), { body })
  return { status, data: json?.data as JobComparison, error: json?.error }
}
const refusalOf = async (body: object) => {
  const { status, error } = await comparing(body)
  return [
    status,
    error?.code,
    error?.meta_data.failures.map(({ field, type }: { field: string; type: string }) => [field, type]),
  ]
}

test('documents that are not there yet, or never were, and options that do not exist are refused by name', async () => {
  assert.deepEqual(await refusalOf({ a: 'result', b: 'prediction' }), [409, 'JOB_STATE', []])
  assert.deepEqual(await refusalOf({ a: { result_version: 7 }, b: { data: boxes() } }), [404, 'resource_error', []])
  const data = { data: boxes() }
  const faults: [object, unknown[]][] = [
    [{ a: data }, ['b', 'MISSING']],
    [{ a: data, b: 'resultat' }, ['b', 'INVALID_VALUE']],
    [{ a: data, b: { result_version: 0 } }, ['b.result_version', 'OUT_OF_RANGE']],
    [{ a: data, b: data, options: { iuo: 0.5 } }, ['options.iuo', 'UNKNOWN']],
    [{ a: data, b: data, options: { iou: null, iuo: null } }, ['options.iuo', 'UNKNOWN']],
    [{ a: data, b: data, options: { ignore: { hiden: true } } }, ['options.ignore.hiden', 'UNKNOWN']],
    [{ a: data, b: data, options: { ignore: { distance_m: [9, 3] } } }, ['options.ignore.distance_m', 'OUT_OF_RANGE']],
    [{ a: data, b: data, options: { weights: { moved: 2 } } }, ['options.weights.moved', 'OUT_OF_RANGE']],
    [{ a: data, b: data, options: { iou: 2 } }, ['options.iou', 'OUT_OF_RANGE']],
    [{ a: data, b: data, options: { iou: { car: 'x' } } }, ['options.iou.car', 'INVALID_TYPE']],
  ]
  for (const [body, fault] of faults) assert.deepEqual(await refusalOf(body), [400, 'GE_0002', [fault]])
  const bad = { data: boxes({ label: 'lorry', coordinates: [] }) }
  assert.deepEqual(await refusalOf({ a: bad, b: data }), [
    400,
    'FS_0003',
    [
      ['a.data.annotations.rectangles[0].coordinates', 'INVALID_VALUE'],
      ['a.data.annotations.rectangles[0].label', 'UNKNOWN'],
    ],
  ])
  assert.equal((await comparing({ a: data, b: data }, jobId, tenant.api.with('fid_none'))).status, 401)
})

test('a prediction against the result: what moved, what is missing, and how well it agrees', async () => {
  const predict = { body: { data: boxes(box('p1', 0.1, 0.2), box('p2', 0.6, 0.2)) } }
  assert.equal((await tenant.api.call('PUT', tenant.path(`/jobs/${jobId}/prediction`), predict)).status, 200)
  await tenant.submitResult(jobId, boxes(box('r1', 0.15, 0.2), box('r2', 0.3, 0.1)))
  await tenant.reached(jobId, 'completed')
  const { status, data } = await comparing({ a: 'result', b: 'prediction' })
  assert.equal(status, 200)
  const near = (actual: number | null, expected: number) =>
    assert.ok(Math.abs((actual ?? 0) - expected) < 1e-9, `${actual}`)
  near(data.score, (2 * 0.6) / 4)
  near(data.figures.mean_iou, 0.6)
  assert.deepEqual([data.figures.tp, data.figures.precision, data.figures.recall], [1, 0.5, 0.5])
  near(data.by_class.car.pq, data.score)
  assert.deepEqual(
    data.pairs.map(({ a, b, state }) => [a._id, b._id, state]),
    [['r1', 'p1', 'moved']],
  )
  assert.deepEqual([data.only_a.map((one) => one._id), data.only_b.map((one) => one._id)], [['r2'], ['p2']])
  assert.equal(data.next_page_token, null)
  const same = await comparing({ a: 'result', b: { result_version: 1 } })
  assert.equal(same.data.score, 1)
  const strict = await comparing({ a: 'result', b: 'prediction', options: { iou: { car: 0.7 } } })
  assert.equal(strict.data.figures.tp, 0)
  const weighing = { weights: { classes: { car: 3 }, missing: 0, extra: 0 } }
  near((await comparing({ a: 'result', b: 'prediction', options: weighing })).data.figures.weighted_pq ?? null, 0.6)
  const right = [0.28, 0, 0.9, 0, 0.9, 1, 0.28, 1]
  const region = { points: [0, 1, 2, 3].map((i) => ({ x: right[2 * i], y: right[2 * i + 1] })) }
  const left = await comparing({ a: 'result', b: 'prediction', options: { ignore: { regions: [region] } } })
  assert.deepEqual([left.data.only_a, left.data.only_b, left.data.figures.tp], [[], [], 1])
})

test('people who see the job compare in the pages', async () => {
  const viewer = await Person.join(stage.admin, 'viewer', [tenant.projectId])
  const path = `/api${tenant.path(`/jobs/${jobId}/compare`)}`
  const { score } = await viewer.post<JobComparison>(path, { a: 'result', b: 'result' })
  assert.equal(score, 1)
})

test('more pairs than fit an answer come in pages', async () => {
  const many = boxes(...Array.from({ length: 10_001 }, (_, i) => box(`m${i}`, i / 10_010, 1 / 20_000)))
  const body = { a: { data: many }, b: { data: many } }
  const first = await comparing(body)
  assert.equal(first.data.pairs.length, 10_000)
  assert.ok(first.data.next_page_token)
  const second = await comparing({ ...body, page_token: first.data.next_page_token })
  assert.equal(second.data.pairs.length, 1)
  assert.equal(second.data.next_page_token, null)
  assert.equal(second.data.figures.tp, 10_001)
  assert.equal((await comparing({ ...body, page_token: 'x' })).error?.code, 'invalid_request_error')
})

test('labels of points are compared by what they mean', async () => {
  const cloud = await queuedCloud(stage, tenant, 'points', 6)
  const labelled = (key: number, labels: number[]) => ({
    data: { legend: [{ value: 'car#1', label_key: key }], labels },
  })
  const body = { a: labelled(1, [0, 1, 1, 1, 1, 0]), b: labelled(9, [0, 9, 9, 9, 0, 0]) }
  const { data } = await comparing(body, cloud)
  assert.deepEqual([data.figures.accuracy, data.figures.miou, data.score], [0.75, 0.75, 0.75])
})
