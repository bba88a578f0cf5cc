import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import type { PointLayout } from '../../src/formats/clouds/pointLayout.ts'
import { HERE, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

const PYTHON = process.env.FIDUCIAL_PYTHON ?? 'python3'
const run = promisify(execFile)

let stage: Stage
let tenant: Tenant
let folder: string

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { points: tagOf('segmentation3d'), boxes: tagOf('cuboid3d') })
  folder = await mkdtemp(join(tmpdir(), 'fiducial-forms-'))
})
after(async () => {
  await rm(folder, { recursive: true, force: true })
  await stage.clear()
})

const POINTS = [
  [1.1, -2.25, 0.3],
  [500000.123, 5000000.456, 7],
  [4, 5, 6],
] as const

const bytesOf = (values: Float32Array | Float64Array) =>
  Buffer.from(values.buffer, values.byteOffset, values.byteLength)

const FORMS: Readonly<Record<string, { bytes: Buffer; layout?: PointLayout }>> = {
  'text.ply': {
    bytes: Buffer.from(
      `ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\nend_header\n${POINTS.map((point) => point.join(' ')).join('\n')}\n`,
    ),
  },
  'rows.bin': {
    bytes: bytesOf(Float64Array.from(POINTS.flatMap((point) => [...point, 0.5]))),
    layout: { fields: ['x', 'y', 'z', 'intensity'], type: 'float64' },
  },
}

interface Sent {
  name: string
  bytes: Buffer
  layout?: PointLayout | undefined
}

function bodyOf(tag: 'points' | 'boxes', { name, bytes, layout }: Sent, url = stage.files.put(`/${name}`, bytes)) {
  const sensors = [{ sensor_id: 'lidar', data_url: url, sensor_pose: HERE }]
  const sensor_meta = [{ id: 'lidar', modality: 'lidar', primary_view: true, ...(layout && { point_layout: layout }) }]
  const sensor_data =
    tag === 'points' ? { sensors, sensor_meta } : { frames: [{ frame_id: '0', sensors }], sensor_meta }
  return { reference_id: `${tag}-${name}`, tag, data: { sensor_data } }
}

/** x y z and label_key of each line of the delivered cloud. */
async function labelled(sent: Sent, labels: readonly number[]): Promise<number[][]> {
  const jobId = await tenant.submit(bodyOf('points', sent))
  await tenant.reached(jobId, 'queued')
  await tenant.submitResult(jobId, { legend: [{ value: 'ground', label_key: 5 }], labels })
  const { result } = await tenant.reached(jobId, 'completed')
  const anyone = tenant.api.with(null)
  const document = JSON.parse((await anyone.call('GET', result!)).bytes.toString('utf8'))
  const lines = (await anyone.call('GET', document.data.url)).bytes.toString('utf8').trimEnd().split('\n')
  return lines.slice(lines.indexOf('DATA ascii') + 1).map((line) => line.split(' ').map(Number))
}

for (const [name, form] of Object.entries(FORMS)) {
  test(`${name}: a segmentation is delivered with the numbers of the file, in its order`, async () => {
    const found = await labelled({ name, ...form }, [5, 0, 5])
    assert.deepEqual(
      found,
      POINTS.map((point, index) => [...point, index === 1 ? 0 : 5]),
    ) // prettier-ignore
  })
}

test('a raw file without a layout is refused as no cloud, and one of another length by its layout', async () => {
  const { bytes, layout } = FORMS['rows.bin']
  const failed = async (sent: Sent) => {
    const jobId = await tenant.submit(bodyOf('points', sent))
    await assert.rejects(tenant.reached(jobId, 'queued'), /INVALID_POINT_CLOUD/)
    return (await tenant.record(jobId)).error!.message
  }
  await failed({ name: 'unknown.bin', bytes })
  const message = await failed({ name: 'short.bin', bytes: bytes.subarray(0, -1), layout })
  assert.match(message, /byte 64: expected a multiple of 32 bytes .*found 95 bytes/)
})

test('a layout is checked in the call, at its place', async () => {
  const place = 'data.sensor_data.sensor_meta[0].point_layout'
  const cases: [unknown, string, string][] = [
    [{ fields: ['x', 'y', 'z', 'x'], type: 'float32' }, `${place}.fields[3]`, 'DUPLICATE'],
    [{ fields: ['x', 'y', 'intensity'], type: 'float32' }, `${place}.fields`, 'MISSING'],
    [{ fields: ['x', 'y', 'z'], type: 'int16' }, `${place}.type`, 'INVALID_VALUE'],
    [{ fields: 'xyz', type: 'float32' }, `${place}.fields`, 'INVALID_TYPE'],
    [{ type: 'float32' }, `${place}.fields`, 'MISSING'],
  ]
  for (const [layout, field, type] of cases) {
    const body = bodyOf('points', { name: 'raw.bin', bytes: Buffer.alloc(16), layout: layout as PointLayout })
    const { status, json } = await tenant.api.call('POST', `/v0/projects/${tenant.projectId}/jobs`, { body })
    const { code, meta_data } = json!.error!
    assert.deepEqual([status, code], [400, 'FS_0003'])
    assert.deepEqual(
      meta_data.failures.map((one) => [one.field, one.type]),
      [[field, type]],
    )
  }
})

test('one address with two layouts is two clouds', async () => {
  const bytes = bytesOf(Float32Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]))
  const url = stage.files.put('/both.bin', bytes)
  const layouts: PointLayout[] = [
    { fields: ['x', 'y', 'z'], type: 'float32' },
    { fields: ['x', 'y', 'z', 'intensity'], type: 'float32' },
  ]
  for (const [index, layout] of layouts.entries()) {
    const jobId = await tenant.submit(bodyOf('boxes', { name: `both-${index}`, bytes, layout }, url))
    await tenant.reached(jobId, 'queued')
    const labels = Array.from({ length: 4 - index }, () => 0)
    const points = await tenant.submit(bodyOf('points', { name: `both-${index}`, bytes, layout }, url))
    await tenant.reached(points, 'queued')
    await tenant.submitResult(points, { legend: [], labels })
  }
})

const WRITE = `
import sys, json, numpy as np, laspy
rng = np.random.default_rng(7)
n = 3000
points = {}
for form in ('las', 'laz'):
    header = laspy.LasHeader(point_format=7, version='1.4')
    header.scales, header.offsets = [0.001, 0.001, 0.0001], [500000, 5000000, 0]
    header.add_extra_dim(laspy.ExtraBytesParams('confidence', type=np.float32))
    las = laspy.LasData(header)
    las.x, las.y, las.z = 500000 + rng.normal(0, 40, n), 5000000 + rng.normal(0, 40, n), rng.normal(0, 2, n)
    las.write(f'cloud.{form}')
    points[f'cloud.{form}'] = np.c_[las.x, las.y, las.z].tolist()
array = rng.normal(0, 40, (n, 4)).astype('>f4')
np.save('plain.npy', np.asfortranarray(array))
points['plain.npy'] = array[:, :3].astype('f8').tolist()
rows = np.zeros(n, dtype=[('ring', 'u2'), ('x', 'f8'), ('y', 'f4'), ('z', 'f4')])
for name in 'xyz': rows[name] = rng.normal(0, 40, n)
np.save('rows.npy', rows)
points['rows.npy'] = np.c_[rows['x'], rows['y'], rows['z']].tolist()
print(json.dumps(points))
`

test('LAS, LAZ and NPY that others wrote are delivered with exactly their numbers', async (t) => {
  const found = await run(PYTHON, ['-c', 'import laspy, lazrs']).then(
    () => true,
    () => false,
  )
  if (!found) return t.skip('Python has no laspy with lazrs')
  const { stdout } = await run(PYTHON, ['-c', WRITE], { cwd: folder, maxBuffer: 2 ** 26 })
  for (const [name, points] of Object.entries(JSON.parse(stdout) as Record<string, number[][]>)) {
    const labels = points.map((_, index) => (index % 2 === 0 ? 5 : 0))
    const lines = await labelled({ name, bytes: await readFile(join(folder, name)) }, labels)
    assert.deepEqual(
      lines,
      points.map((point, index) => [...point, labels[index]]),
      name,
    ) // prettier-ignore
  }
})
