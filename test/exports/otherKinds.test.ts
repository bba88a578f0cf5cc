import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { corners, HERE, pcdOf, pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { exportedEntries } from './exportedEntries.ts'

let stage: Stage
let tenant: Tenant

const POINTS = [
  [1, 2, 3],
  [4, 5, 6],
  [7, 8, 9],
] as const

before(async () => {
  stage = await setStage()
  const tags = { points: tagOf('segmentation3d'), tracks: tagOf('video2d') }
  tenant = await Tenant.create(stage.admin, {}, tags)
  await finishSegmentation()
  await finishVideo()
})
after(() => stage.clear())

async function finishSegmentation(): Promise<void> {
  const sensors = [{ sensor_id: 'lidar', data_url: stage.files.put('/1.pcd', pcdOf(POINTS)), sensor_pose: HERE }]
  const sensor_meta = [{ id: 'lidar', name: 'lidar', modality: 'lidar', primary_view: true, state: 'editable' }]
  const data = { sensor_data: { sensors, sensor_meta, timestamp: 1.5 } }
  const jobId = await tenant.submit({ reference_id: 'cloud', tag: 'points', data })
  await tenant.reached(jobId, 'queued')
  const legend = [
    { value: 'car#3', label_key: 8 },
    { value: 'ground', label_key: 9 },
  ]
  await tenant.submitResult(jobId, { legend, labels: [8, 0, 9] })
  await tenant.reached(jobId, 'completed')
}

async function finishVideo(): Promise<void> {
  const image = await pngOf(20, 10)
  const timestamps = { a: '1700000000000000000', b: 1700000000.5 }
  const frames = Object.entries(timestamps).map(([frame_id, timestamp]) => ({
    frame_id,
    timestamp,
    src: stage.files.put(`/${frame_id}.png`, image),
  }))
  const jobId = await tenant.submit({ reference_id: 'video', tag: 'tracks', data: { video_data: { frames } } })
  await tenant.reached(jobId, 'queued')
  const record = (left: number, hidden: boolean) => ({
    type: 'rectangle',
    label: 'car',
    hidden,
    coordinates: corners(left, 0.2, left + 0.25, 0.5),
  })
  const track = { type: 'rectangle', label: 'car', frames: { a: record(0.1, false), b: record(0.5, true) } }
  await tenant.submitResult(jobId, { annotation_data: { annotations: [track] } })
  await tenant.reached(jobId, 'completed')
}

const exported = (format: string, more: object = {}) => exportedEntries(tenant, { format, ...more })

test('semantickitti: class and instance in 16 bits each, the points next to them, other kinds counted', async () => {
  const entries = await exported('semantickitti', { files: 'include' })
  const labels = entries.get('sequences/cloud/labels/000000.label')
  const words = [0, 4, 8].map((at) => labels?.readUInt32LE(at))
  assert.deepEqual(words, [1 + 3 * 65_536, 0, 2])
  const points = entries.get('sequences/cloud/velodyne/000000.bin')
  assert.deepEqual(
    [16, 20, 24, 28].map((at) => points?.readFloatLE(at)),
    [4, 5, 6, 0],
  )
  assert.match(entries.get('semantic-kitti.yaml')?.toString() ?? '', /labels:\n {2}0: "unlabeled"\n {2}1: "car"\n/)
  const [loss] = JSON.parse(entries.get('losses.json')?.toString() ?? '[]')
  assert.equal(loss.kind, 'operation_not_supported')
  assert.equal(loss.count, 1)
  assert.equal(loss.example.reference_id, 'video')
})

test('pcd: the labelled cloud as it is delivered, with its legend', async () => {
  const entries = await exported('pcd')
  assert.match(
    entries.get('cloud.pcd')?.toString() ?? '',
    /FIELDS x y z label_key\n[\s\S]*\n1 2 3 8\n4 5 6 0\n7 8 9 9\n/,
  )
  const legend = JSON.parse(entries.get('cloud.legend.json')?.toString() ?? '[]')
  assert.deepEqual(
    legend.map(({ value }: { value: string }) => value),
    ['unlabelled', 'car#3', 'ground'],
  )
})

test('mot: frames and pixels are counted from 1, the rate follows from timestamps, what is hidden has visibility 0', async () => {
  const entries = await exported('mot', { files: 'include' })
  assert.equal(entries.get('video/gt/gt.txt')?.toString(), '1,1,3,3,5,3,1,1,1\n2,1,11,3,5,3,1,1,0\n')
  assert.equal(entries.get('video/gt/labels.txt')?.toString(), 'car\nground\nobject\n')
  assert.match(
    entries.get('video/seqinfo.ini')?.toString() ?? '',
    /frameRate=2\nseqLength=2\nimWidth=20\nimHeight=10\n/,
  )
  assert.deepEqual(entries.get('video/img1/000002.png'), await pngOf(20, 10))
})

test('fiducial and jsonl: every kind in one archive', async () => {
  const results = await exported('fiducial', { files: 'include' })
  assert.deepEqual(
    [...results.keys()].filter((name) => name.startsWith('results/')),
    ['results/cloud.json', 'results/cloud.pcd', 'results/video.json'],
  )
  const documentOf = (name: string) => JSON.parse(results.get(`results/${name}.json`)?.toString() ?? 'null')
  assert.equal(documentOf('cloud').data.timestamp, 1.5)
  const sent = documentOf('video').data.video_data.frames.map(({ timestamp }: { timestamp: unknown }) => timestamp)
  assert.deepEqual(sent, ['1700000000000000000', 1700000000.5])
  assert.deepEqual(results.get('files/cloud.pcd'), pcdOf(POINTS))
  assert.deepEqual(results.get('files/video/b.png'), await pngOf(20, 10))
  const records = await exported('jsonl')
  const losses = JSON.parse(records.get('losses.json')?.toString() ?? 'null')
  assert.deepEqual(
    losses.map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
    [['point_label_dropped', 2]],
  )
  const lines = records.get('records.jsonl')?.toString().trim().split('\n') ?? []
  const rows = lines.map((line) => JSON.parse(line))
  assert.deepEqual(
    rows.map(({ type, label, frame_id }) => [type, label, frame_id]),
    [
      ['legend', 'unlabelled', null],
      ['legend', 'car#3', null],
      ['legend', 'ground', null],
      ['rectangle', 'car', 'a'],
      ['rectangle', 'car', 'b'],
    ],
  )
  assert.deepEqual([rows[3].x1, rows[3].y1, rows[3].x2, rows[3].y2], [2, 2, 7, 5])
})
