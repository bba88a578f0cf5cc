import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobComparison } from '../../src/client/types/jobs.ts'
import type { SpaceRecord } from '../../src/client/types/result.ts'
import type { JobPayloadAnswer } from '../../src/contract/payload.ts'
import { newTrack } from '../../src/model/document/newTrack.ts'
import type { Edit } from '../../src/model/document/operations/documentOperation.ts'
import { toPlainTrack } from '../../src/model/document/plainTrack.ts'
import type { SpaceShape } from '../../src/model/document/shape.ts'
import { until } from '../support/apiClient.ts'
import { batchOf, open, queuedDrive, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant
let person: Person

const CLASSES = [
  {
    name: 'lane',
    color: 'rgb(250, 250, 250)',
    instantiable: true,
    geometries: ['polyline3d' as const],
    attributes: [{ name: 'painted', type: 'boolean' as const, per: 'object' as const }],
  },
  { name: 'pole', color: 'rgb(200, 100, 0)', instantiable: true, geometries: ['keypoint3d' as const] },
  { name: 'car', color: 'rgb(151, 22, 15)', instantiable: true },
]

before(async () => {
  stage = await setStage()
  const tags = {
    drive: tagOf('cuboid3d', { classes: CLASSES }),
    linked: tagOf('cuboid3d_linked2d', { classes: CLASSES }),
  }
  tenant = await Tenant.create(stage.admin, {}, tags)
  person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
})
after(() => stage.clear())

const LANE = {
  type: 'polyline3d',
  track_id: 'lane-1',
  frame_id: '0',
  label: 'lane',
  attributes: { painted: { value: true } },
  points: [
    { x: 1, y: 2, z: 0.1 },
    { x: 11, y: 2.5, z: 0.1 },
  ],
}
const POLE = {
  type: 'keypoint3d',
  track_id: 'pole-1',
  frame_id: '1',
  label: 'pole',
  points: [
    { x: 5, y: -3, z: 0, name: 'foot', visible: true },
    { x: 5, y: -3, z: 6, name: 'top', visible: false },
  ],
}
const CAR = {
  type: 'cuboid',
  track_id: 'car-1',
  frame_id: '0',
  label: 'car',
  position: { x: 5, y: 5, z: 0 },
  heading: { w: 1, x: 0, y: 0, z: 0 },
  dimensions: { length: 4, width: 2, height: 2 },
}
const of = (...annotations: object[]) => ({ annotation_data: { annotations } })
interface SpaceData {
  annotation_data: { tracks: { track_id: string }[]; annotations: SpaceRecord[] }
}
const resultOf = async (jobId: string): Promise<{ data: SpaceData }> => {
  const { result } = await tenant.reached(jobId, 'completed')
  const { bytes } = await tenant.api.call('GET', result ?? '')
  return JSON.parse(bytes.toString())
}

test('classes say that they are lines or points in space; other operations know no such shapes', async () => {
  const { classes } = await stage.admin.get<{ classes: { name: string; geometries: string[] | null }[] }>(
    tenant.path('/tags/drive'),
  )
  assert.deepEqual(
    classes.map(({ geometries }) => geometries),
    [['polyline3d'], ['keypoint3d'], null],
  )
  const body = tagOf('image2d', { classes: [{ ...CLASSES[0], attributes: [] }] })
  const { status, json } = await stage.admin.call('PUT', tenant.path('/tags/flat'), { body })
  assert.equal(status, 400)
  assert.deepEqual(json?.error?.meta_data.failures[0].field, 'classes[0].geometries[0]')
})

for (const tag of ['drive', 'linked']) {
  test(`${tag}: lines and points that are handed in come back as they were, on the lidar`, async () => {
    const jobId = await queuedDrive(stage, tenant, tag)
    await tenant.submitResult(jobId, of(LANE, POLE, CAR))
    const record = await tenant.reached(jobId, 'completed')
    assert.equal(record.annotations, 3)
    const { data } = await resultOf(jobId)
    const [, lane, pole] = data.annotation_data.annotations
      .toSorted((a, b) => (a.track_id < b.track_id ? -1 : 1))
      .map(({ _id, class_id, color, ...same }) => same)
    const made = { sensor_id: 'lidar', key_frame: true, source: 'machine' }
    assert.deepEqual(lane, { ...LANE, ...made, attributes: {} })
    assert.deepEqual(pole, { ...POLE, ...made, attributes: {} })
    assert.deepEqual(
      data.annotation_data.tracks.find(({ track_id }) => track_id === 'lane-1'),
      {
        track_id: 'lane-1',
        label: 'lane',
        stationary: false,
        first_frame_id: '0',
        last_frame_id: '0',
        attributes: LANE.attributes,
        color: 'rgb(250, 250, 250)',
        number: 1,
        class_id: data.annotation_data.annotations.find(({ track_id }) => track_id === 'lane-1')?.class_id,
      },
    )
    // Handed in again, with its own ids, it is the same document.
    const again = await queuedDrive(stage, tenant, tag)
    await tenant.submitResult(again, data)
    assert.deepEqual((await resultOf(again)).data.annotation_data, data.annotation_data)
  })
}

test('faults of points are refused with their place', async () => {
  const jobId = await queuedDrive(stage, tenant, 'drive')
  const wrong = { ...LANE, points: [{ x: 1, y: '2' }] }
  const short = { ...LANE, track_id: 'lane-2', points: [{ x: 1, y: 2, z: 3 }] }
  const other = { ...POLE, label: 'lane', track_id: 'pole-2' }
  const body = { data: of(wrong, short, other) }
  const { status, json } = await tenant.api.call('POST', tenant.path(`/jobs/${jobId}/result`), { body })
  assert.deepEqual([status, json?.error?.code], [400, 'FS_0003'])
  const places = json?.error?.meta_data.failures.map(({ field, type }: { field: string; type: string }) => [
    field,
    type,
  ])
  const at = 'data.annotation_data.annotations'
  assert.deepEqual(places, [
    [`${at}[0].points`, 'INVALID_VALUE'],
    [`${at}[1].points`, 'INVALID_VALUE'],
    [`${at}[2].type`, 'NOT_ALLOWED'],
  ])
})

const drawn = (payload: JobPayloadAnswer, id: string, label: string, frame: number, shape: SpaceShape): Edit => {
  const tagClass = payload.tag.classes.find(({ name }) => name === label)
  assert.ok(tagClass)
  const track = newTrack({ id, annotationType: 'cuboid3d', tagClass, frame, shape: { sensorId: '', flat: shape } })
  return { type: 'putTrack', index: null, track: toPlainTrack(track) }
}

test('lines and points that a person draws are checked, kept, and delivered in every frame', async () => {
  const jobId = await queuedDrive(stage, tenant, 'drive')
  await person.post(`/api/jobs/${jobId}/claim`, {})
  const payload = await open(person, jobId)
  const line: SpaceShape = { type: 'polyline3d', points: LANE.points }
  const lane = drawn(payload, 'a', 'lane', 0, line)
  await save(person, jobId, 0, [lane])
  const short = drawn(payload, 'b', 'lane', 0, { type: 'polyline3d', points: [LANE.points[0]] })
  const refused = await person.call('POST', `/api/jobs/${jobId}/operations`, batchOf(1, [short]))
  assert.equal(refused.status, 400)
  await person.post(`/api/jobs/${jobId}/submit`, { version: 1 })
  const { data } = await resultOf(jobId)
  assert.deepEqual(
    data.annotation_data.annotations.map(({ frame_id, key_frame, source, points }) => [
      frame_id,
      key_frame,
      source,
      points,
    ]),
    [
      ['0', true, 'manual', LANE.points],
      ['1', false, 'interpolated', LANE.points],
    ],
  )
})

test('a person starts from a prediction of lines, and its distance from the result is given in metres', async () => {
  const jobId = await queuedDrive(stage, tenant, 'drive')
  const moved = LANE.points.map((point) => ({ ...point, y: point.y + 0.1 }))
  const body = { data: of({ ...LANE, points: moved }, POLE) }
  assert.equal((await tenant.api.call('PUT', tenant.path(`/jobs/${jobId}/prediction`), { body })).status, 200)
  await tenant.submitResult(jobId, of(LANE, POLE))
  await tenant.reached(jobId, 'completed')
  const compare = { a: 'result', b: 'prediction' }
  const { figures, pairs } = await tenant.api.post<JobComparison>(tenant.path(`/jobs/${jobId}/compare`), compare)
  assert.ok(Math.abs((figures.chamfer_m ?? 0) - 0.1) < 0.01, String(figures.chamfer_m))
  assert.equal(figures.keypoint_m, 0)
  assert.deepEqual(pairs.map(({ state }) => state).sort(), ['equal', 'moved'])
  const near = await tenant.api.post<JobComparison>(tenant.path(`/jobs/${jobId}/compare`), {
    ...compare,
    options: { distance_m: 0.05 },
  })
  assert.deepEqual([near.figures.tp, near.only_a.length, near.only_b.length], [1, 1, 1])
})

const SPACE_LOSSES = ['keypoint3d_dropped', 'polyline3d_dropped']

for (const [format, expected] of Object.entries({
  openlabel: [],
  fiducial: [],
  jsonl: [],
  parquet: [],
  nuscenes: SPACE_LOSSES,
  argoverse2: SPACE_LOSSES,
  supervisely_pointcloud: SPACE_LOSSES,
  kitti_object: SPACE_LOSSES,
  kitti_tracking: SPACE_LOSSES,
})) {
  test(`${format}: lines and points are in the export, or counted`, async () => {
    const { export_id } = await tenant.api.post<{ export_id: string }>(tenant.path('/exports'), { format })
    const { losses } = await until(async () => {
      const shown = await tenant.api.get<{ status: string; losses: { kind: string; count: number }[] }>(
        tenant.path(`/exports/${export_id}`),
      )
      assert.notEqual(shown.status, 'failed')
      return shown.status === 'completed' ? shown : null
    })
    assert.deepEqual(
      losses.map(({ kind }) => kind).filter((kind) => kind.includes('3d')),
      expected,
    )
    const values = losses.find(({ kind }) => kind === 'attribute_dropped')?.count ?? 0
    assert.equal(values > 0, expected.length > 0, 'what is said of a line goes with it')
  })
}
