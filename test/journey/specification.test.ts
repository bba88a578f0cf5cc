import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import type { Tag } from '../../src/client/types/admin.ts'
import type { Delivery, JobRecord } from '../../src/client/types/jobs.ts'
import type { ProjectDetails, ProjectStats, UsageRow } from '../../src/client/types/project.ts'
import { CallbackReceiver, type Received } from '../callbackReceiver.ts'
import { inParallel, until } from '../support/apiClient.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { corners, HERE, ONE_BOX, pcdOf, pngOf, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'
import { isSignedBy } from '../support/webhookSignature.ts'
import { checkCounters, checkPointCounts, everyJob, resultDocument, type SensorData } from './checks.ts'
import { outOf, readAsciiPcd, type Vec } from './oracle.ts'

const JOBS = join(resolve(process.env.FIDUCIAL_FIXTURES ?? '../shared/fixtures'), 'jobs')
const skip = existsSync(JOBS) ? false : 'the recordings are not there (FIDUCIAL_FIXTURES)'

let stage: OwnStage
before(async () => {
  stage = await setOwnStage()
})
after(() => stage.clear())

const SERVICE_KEY = 'shared through a secure channel'

interface Told {
  annotations: { reference_id: string; job_id: string; status: string; tag: string; result?: object; error?: object }[]
}
const told = (one: Received) => (JSON.parse(one.body.toString('utf8')) as Told).annotations[0]
const toldOf = (jobId: string, status = 'COMPLETED') =>
  stage.receiver.received.filter((one) => told(one).job_id === jobId && told(one).status === status)

/** Once a callback has come: exactly one webhook-id, the same bytes each time, signed, with the service key. */
async function checkCallback(tenant: Tenant, record: JobRecord, status = 'COMPLETED'): Promise<Received> {
  await stage.receiver.until(() => toldOf(record.job_id, status).length > 0)
  const all = toldOf(record.job_id, status)
  for (const one of all) {
    assert.equal(one.webhookId, all[0].webhookId)
    assert.ok(one.body.equals(all[0].body))
    assert.ok(isSignedBy(one, tenant.signingSecret))
    assert.ok(!isSignedBy({ ...one, body: Buffer.from(`${one.body} `) }, tenant.signingSecret))
    assert.equal(one.headers['x-service-key'], SERVICE_KEY)
    assert.equal(one.headers['content-type'], 'application/json')
  }
  const { reference_id, tag } = told(all[0])
  assert.deepEqual({ reference_id, tag }, { reference_id: record.reference_id, tag: record.tag })
  return all[0]
}

const callback = () => ({ url: stage.receiver.url, service_key: SERVICE_KEY })

test('jobs of the five kinds of the specification go from submission to a signed callback', async () => {
  const { files } = stage
  const tenant = await Tenant.create(
    stage.admin,
    { base: 'VIDEO', callback: callback() },
    {
      image: tagOf('image2d'),
      video: tagOf('video2d'),
      fusion: tagOf('cuboid3d_linked2d'),
      lidar: tagOf('cuboid3d'),
      points: tagOf('segmentation3d'),
    },
  )
  const image = files.put('/spec/1.png', await pngOf(64, 48))
  const cloud = files.put(
    '/spec/1.pcd',
    pcdOf([
      [1, 2, 3],
      [1.5, 2, 3],
      [40, 0, 0],
    ]),
  )
  const { batch_id } = await tenant.api.post<{ batch_id: string }>(`/v1/project/${tenant.projectId}/batch`, {
    project_id: tenant.projectId,
    label: 'first label',
    name: 'first batch',
    description: 'as in the specification',
  })
  const lidar = { id: 'lidar', name: 'Lidar', modality: 'lidar', primary_view: true, state: 'editable' }
  // The spelling cY is that of one of the specification's samples.
  const camera = {
    id: 'cam',
    name: 'Camera',
    modality: 'camera',
    primary_view: false,
    intrinsics: { cx: 32, cY: 24, fx: 50, fy: 50, scale_factor: 1 },
  }
  const cloudSensor = { sensor_id: 'lidar', data_url: cloud, sensor_pose: HERE }
  const frame = (n: number, sensors: object[]) => ({ frame_id: `frame00${n}`, ego_pose: HERE, sensors })
  const bodies = [
    { reference_id: '001', tag: 'image', batch_id, data: { image_url: image } },
    {
      reference_id: '002',
      tag: 'video',
      batch_id,
      priority_weight: 10,
      data: { video_data: { frames: [1, 2, 3].map((n) => ({ frame_id: `frame00${n}`, src: image })) } },
    },
    {
      reference_id: '003',
      tag: 'fusion',
      batch_id,
      data: {
        sensor_data: {
          frames: [1, 2].map((n) => frame(n, [cloudSensor, { sensor_id: 'cam', data_url: image, sensor_pose: HERE }])),
          sensor_meta: [lidar, camera],
        },
      },
    },
    {
      reference_id: '004',
      tag: 'lidar',
      data: { sensor_data: { frames: [1, 2].map((n) => frame(n, [cloudSensor])), sensor_meta: [lidar] } },
    },
    {
      reference_id: '005',
      tag: 'points',
      data: { sensor_data: { sensors: [cloudSensor], ego_pose: {}, sensor_meta: [lidar] } },
    },
  ]
  const box = {
    position: { x: 1.2, y: 2, z: 3 },
    heading: HERE.heading,
    dimensions: { length: 1, width: 1, height: 1 },
  }
  const cuboid = (frame_id: string) => ({
    type: 'cuboid',
    track_id: 'c1a0a7b2-1d1b-4a5e-9d3b-000000000001',
    frame_id,
    label: 'car',
    ...box,
  })
  const rectangle = { type: 'rectangle', label: 'car', coordinates: corners(0.1, 0.2, 0.3, 0.4) }
  const results: Record<string, object> = {
    '001': ONE_BOX,
    '002': {
      annotation_data: {
        annotations: [{ type: 'rectangle', label: 'car', frames: { frame001: rectangle, frame003: rectangle } }],
      },
    },
    '003': { annotation_data: { annotations: [cuboid('frame001'), cuboid('frame002')] } },
    '004': { annotation_data: { annotations: [cuboid('frame002')] } },
    '005': { legend: [{ value: 'car#1', label_key: 7 }], labels: [7, 7, 0] },
  }
  const annotations: Record<string, number> = { '001': 1, '002': 2, '003': 2, '004': 1, '005': 1 }
  for (const body of bodies) {
    const jobId = await tenant.submit(body)
    await tenant.reached(jobId, 'queued')
    await tenant.submitResult(jobId, results[body.reference_id])
    const record = await tenant.reached(jobId, 'completed')
    assert.equal(record.annotations, annotations[body.reference_id])
    const document = await resultDocument(tenant.api, record)
    const sent = await checkCallback(tenant, record)
    assert.deepEqual(told(sent).result, {
      type: document.type,
      url: record.result,
      result_version: 1,
      data: document.data,
    })
    if (body.tag === 'fusion' || body.tag === 'lidar') {
      const { sensor_data } = body.data as unknown as { sensor_data: SensorData }
      const counted = checkPointCounts(document, sensor_data, 'sensor', () =>
        pcdOf([
          [1, 2, 3],
          [1.5, 2, 3],
          [40, 0, 0],
        ]),
      )
      assert.equal(counted, 2 * annotations[body.reference_id])
    }
    if (body.tag === 'points') {
      const labelled = await tenant.api.with(null).call('GET', String(document.data.url))
      assert.deepEqual(readAsciiPcd(labelled.bytes).lines, ['1 2 3 7', '1.5 2 3 7', '40 0 0 0'])
      assert.match(labelled.bytes.toString(), /FIELDS x y z label_key\nSIZE 4 4 4 4\nTYPE F F F F\nCOUNT 1 1 1 1\n/)
    }
  }
  const stats = await checkCounters(tenant)
  assert.deepEqual([stats.total_jobs, stats.completed_jobs, stats.annotations], [5, 5, 7])
  const { batches } = await tenant.api.get<ProjectDetails>(`/v0/projects/${tenant.projectId}/details`)
  assert.deepEqual(
    batches.map(({ name, is_default, total_jobs, total_frames, status }) => [
      name,
      is_default,
      total_jobs,
      total_frames,
      status,
    ]),
    [
      ['Default batch', true, 2, 3, 'Complete'],
      ['first batch', false, 3, 6, 'Complete'],
    ],
  )
  const { rows } = await tenant.api.get<{ rows: UsageRow[] }>(tenant.path('/usage'))
  assert.deepEqual(
    rows.map((row) => row.reference_id),
    ['001', '002', '003', '004', '005'],
  )
})

test('a job whose image cannot be had fails with one callback that says what was wrong', async () => {
  const tenant = await Tenant.create(stage.admin, { callback: callback() }, { image: tagOf('image2d') })
  const jobId = await tenant.submit({
    reference_id: 'gone',
    tag: 'image',
    data: { image_url: `${stage.files.baseUrl}/nothing-here.png` },
  })
  await stage.receiver.until(() => toldOf(jobId, 'FAILED').length > 0)
  const record = await tenant.record(jobId)
  assert.equal(record.status, 'failed')
  const sent = await checkCallback(tenant, record, 'FAILED')
  assert.equal((told(sent) as unknown as { flu_id: string }).flu_id, jobId)
  const failures = [{ field: 'data.image_url', type: 'INVALID_IMAGE_LINK' }]
  assert.deepEqual(record.error?.meta_data.failures, failures)
  assert.deepEqual({ ...told(sent).error, message: '' }, { code: 'FS_0003', message: '', meta_data: { failures } })
})

test('a receiver that is away is called again, and what it gets later is what it would have got first', async () => {
  const away = await CallbackReceiver.start()
  const { port, url } = away
  await away.stop()
  const tenant = await Tenant.create(
    stage.admin,
    { callback: { url, service_key: SERVICE_KEY } },
    { image: tagOf('image2d') },
  )
  const image = stage.files.put('/away.png', await pngOf(8, 8))
  const jobId = await tenant.submit({ reference_id: 'r', tag: 'image', data: { image_url: image } })
  await tenant.reached(jobId, 'queued')
  await tenant.submitResult(jobId, ONE_BOX)
  const deliveries = () => tenant.api.get<{ deliveries: Delivery[] }>(tenant.path(`/jobs/${jobId}/deliveries`))
  const failing = await until(async () => {
    const [delivery] = (await deliveries()).deliveries
    return delivery?.attempts.length >= 2 ? delivery : null
  })
  assert.equal(failing.status, 'pending')
  for (const attempt of failing.attempts) {
    assert.equal(attempt.http_status, null)
    assert.ok(attempt.error)
  }
  const back = await CallbackReceiver.start(port)
  try {
    await back.requests(1)
    const delivered = await until(async () => {
      const [delivery] = (await deliveries()).deliveries
      return delivery.status === 'delivered' ? delivery : null
    })
    assert.equal(delivered.attempts.at(-1)?.http_status, 200)
    // Sent again by hand: the same message.
    assert.deepEqual(await tenant.api.post(tenant.path(`/jobs/${jobId}/callback`)), { queued: 1 })
    await back.requests(2)
    const [first, second] = back.received
    assert.equal(first.webhookId, failing.webhook_id)
    assert.equal(second.webhookId, failing.webhook_id)
    assert.ok(first.body.equals(second.body))
    assert.ok(isSignedBy(second, tenant.signingSecret))
  } finally {
    await back.stop()
  }
})

test('kill -9 in the middle loses nothing that was acknowledged', async () => {
  const { files, service, receiver } = stage
  const tenant = await Tenant.create(stage.admin, { callback: callback() }, { image: tagOf('image2d') })
  const image = await pngOf(16, 16)
  const numbers = Array.from({ length: 24 }, (_, n) => n)
  const jobIds = await inParallel(numbers, 8, (n) =>
    tenant.submit({ reference_id: `k${n}`, tag: 'image', data: { image_url: files.put(`/k/${n}.png`, image) } }),
  )
  await service.kill()
  await service.start()
  await inParallel(jobIds, 4, (jobId) => tenant.reached(jobId, 'queued'))
  await inParallel(jobIds, 8, (jobId) => tenant.submitResult(jobId, ONE_BOX))
  await service.kill()
  await service.start()
  for (const jobId of jobIds) await checkCallback(tenant, await tenant.reached(jobId, 'completed'))
  assert.ok(receiver.received.length > 0)
  const stats = await checkCounters(tenant)
  assert.deepEqual([stats.total_jobs, stats.completed_jobs], [24, 24])
  const { rows } = await tenant.api.get<{ rows: UsageRow[] }>(tenant.path('/usage'))
  assert.deepEqual(new Set(rows.map((row) => row.job_id)), new Set(jobIds))
  assert.equal(rows.length, 24)
})

/** The five recorded jobs, served from their folder. */
function recorded(name: string) {
  const text = readFileSync(join(JOBS, name, 'job.json'), 'utf8').replaceAll(
    '{data_base}',
    `${stage.files.baseUrl}/recorded`,
  )
  stage.files.fallback = (path) => {
    const file = join(JOBS, path.replace('/recorded/', ''))
    return existsSync(file) ? readFileSync(file) : null
  }
  return JSON.parse(text) as { reference_id: string; tag: string; data: { sensor_data: SensorData } }
}

const fromDisk = (url: string) => readFileSync(join(JOBS, new URL(url).pathname.replace('/recorded/', '')))

test('recorded drives are read right, and points in boxes are counted right', { skip }, async () => {
  const tenant = await Tenant.create(
    stage.admin,
    { base: 'SENSOR_FUSION', callback: callback() },
    { sensor_fusion_cuboid: tagOf('cuboid3d_linked2d'), lidar_only_tracking: tagOf('cuboid3d') },
  )
  for (const name of ['pandaset_5f_3cam_small', 'pjlab_5f_utm', 'pjlab_l2c_manual_1f_1cam_small']) {
    const body = recorded(name)
    const { sensor_data: sensorData } = body.data
    const jobId = await tenant.submit(body)
    const queued = await tenant.reached(jobId, 'queued')
    assert.equal(queued.point_cloud_frame, 'sensor', name)
    assert.equal(queued.frames, sensorData.frames.length)
    const lidarId = sensorData.sensor_meta.find((meta) => meta.modality === 'lidar')!.id
    const annotations = sensorData.frames.flatMap((frame, n) => {
      const sensor = frame.sensors.find((one) => one.sensor_id === lidarId)!
      const { points } = readAsciiPcd(fromDisk(sensor.data_url))
      return [0.25, 0.75].map((share, k) =>
        boxAround(outOf(sensor.sensor_pose)(points[Math.floor(points.length * share)]), frame.frame_id, k, n),
      )
    })
    await tenant.submitResult(jobId, { annotation_data: { annotations } })
    const record = await tenant.reached(jobId, 'completed')
    const document = await resultDocument(tenant.api, record)
    assert.equal((document.data.coordinate_system as { point_cloud_frame: string }).point_cloud_frame, 'sensor')
    assert.ok(checkPointCounts(document, sensorData, 'sensor', fromDisk) > annotations.length)
    await checkCallback(tenant, record)
  }
  const video = await Tenant.create(stage.admin, { base: 'VIDEO' }, { video_tracking: tagOf('video2d') })
  const jobId = await video.submit(recorded('video_sam2_bedroom_20f'))
  assert.equal((await video.reached(jobId, 'queued')).frames, 20)
  const frames = { '00000': corners(0.1, 0.1, 0.3, 0.3), '00019': corners(0.2, 0.1, 0.4, 0.3) }
  const shapes = Object.fromEntries(
    Object.entries(frames).map(([id, coordinates]) => [id, { type: 'rectangle', coordinates }]),
  )
  await video.submitResult(jobId, {
    annotation_data: { annotations: [{ type: 'rectangle', label: 'car', frames: shapes }] },
  })
  const document = await resultDocument(video.api, await video.reached(jobId, 'completed'))
  const { frames: told } = document.data.video_data as { frames: { width: number; height: number }[] }
  assert.deepEqual([told.length, told[0].width, told[0].height], [20, 960, 540])
})

function boxAround(position: Vec, frame_id: string, track: number, frame: number) {
  const angle = 0.3 * track + 0.1 * frame
  return {
    type: 'cuboid',
    track_id: `c1a0a7b2-1d1b-4a5e-9d3b-00000000000${track}`,
    frame_id,
    label: 'car',
    position,
    heading: { w: Math.cos(angle), x: 0, y: 0, z: Math.sin(angle) },
    dimensions: { length: 4.2, width: 2.1, height: 1.7 },
  }
}

test('a recorded segmentation comes back point for point as its expected result', { skip }, async () => {
  const tenant = await Tenant.create(
    stage.admin,
    { base: 'POINT_CLOUD_SEGMENTATION', callback: callback() },
    { segmentation: tagOf('segmentation3d') },
  )
  const tag = await tenant.admin.get<Tag>(tenant.path('/tags/segmentation'))
  const classId = (name: string) => tag.classes.find((one) => one.name === name)!.class_id
  const name = 'seg_terrain_samp41'
  const expected = readFileSync(join(JOBS, name, 'expected.pcd'))
  const { data } = JSON.parse(readFileSync(join(JOBS, name, 'expected_result.json'), 'utf8')) as {
    data: { legend: { id: string; value: string; text: string; color: string; label_key: number }[] }
  }
  const labels = readAsciiPcd(expected).lines.map((line) => Number(line.split(' ')[3]))
  const jobId = await tenant.submit(recorded(name))
  await tenant.reached(jobId, 'queued')
  const legend = data.legend.map(({ id, value, color, label_key }) => ({ id, value, color, label_key }))
  await tenant.submitResult(jobId, { legend, labels })
  const record = await tenant.reached(jobId, 'completed')
  const document = await resultDocument(tenant.api, record)
  const labelled = await tenant.api.with(null).call('GET', String(document.data.url))
  assert.ok(labelled.bytes.equals(expected), 'labels.pcd is, byte for byte, the expected file')
  const counts = (key: number) => labels.filter((label) => label === key).length
  assert.deepEqual(
    document.data.legend,
    data.legend.map((entry) => ({ ...entry, class_id: classId(entry.value), point_count: counts(entry.label_key) })),
  )
  assert.equal(document.data.point_count, 11231)
  const stats: ProjectStats = await checkCounters(tenant)
  assert.equal(stats.annotations, 2)
  assert.equal((await everyJob(tenant, record.batch_id)).length, 1)
  await checkCallback(tenant, record)
})
