import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { HERE, ONE_BOX, pcdOf, pngOf, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'
import { IS_LONG, told, watching } from './watch.ts'

const BYTES = IS_LONG ? 170e6 : 24e6
const MIB = 1024 * 1024
const POINTS = IS_LONG ? 4_000_000 : 500_000

let stage: OwnStage
let tenant: Tenant
const jobs = { image: '', boxes: '', points: '' }
before(async () => {
  stage = await setOwnStage()
  const tags = { image: tagOf('image2d'), boxes: tagOf('cuboid3d'), points: tagOf('segmentation3d') }
  tenant = await Tenant.create(stage.admin, {}, tags)
  const image_url = stage.files.put('/1.png', await pngOf(64, 64))
  const data_url = stage.files.put('/1.pcd', pcdOf([[1, 2, 3]]))
  const sensors = [{ sensor_id: 'l', data_url, sensor_pose: HERE }]
  const sensor_meta = [{ id: 'l', modality: 'lidar' }]
  const data = {
    image: { image_url },
    boxes: { sensor_data: { frames: [{ frame_id: 'f', sensors }], sensor_meta } },
    points: { sensor_data: { sensors, sensor_meta } },
  }
  for (const tag of ['image', 'boxes', 'points'] as const) {
    jobs[tag] = await tenant.submit({ reference_id: tag, tag, data: data[tag] })
    await tenant.reached(jobs[tag], 'queued')
  }
  // Threads are started and warm.
  await tenant.api.call('POST', tenant.path(`/jobs/${jobs.boxes}/result`), { body: Buffer.alloc(MIB, ' ') })
})
after(() => stage.clear())

const filled = (start: string, piece: string, end: string) =>
  Buffer.concat([
    Buffer.from(start),
    Buffer.alloc(Math.floor(BYTES / piece.length) * piece.length, piece),
    Buffer.from(end),
  ])

const BODIES: [keyof typeof jobs, string, () => Buffer][] = [
  ['boxes', 'records of nothing', () => filled('{"data":{"annotation_data":{"annotations":[{}', ',{}', ']}}}')],
  ['boxes', 'lists of nothing', () => filled('{"data":{"annotation_data":{"annotations":[[]', ',[]', ']}}}')],
  ['image', 'rectangles of nothing', () => filled('{"data":{"annotations":{"rectangles":[{}', ',{}', ']}}}')],
  ['points', 'labels without end', () => filled('{"data":{"legend":[],"labels":[0', ',0', ']}}')],
  ['points', 'a legend without end', () => filled('{"data":{"labels":[0],"legend":[{}', ',{}', ']}}')],
  [
    'image',
    'a mask of runs of zero',
    () => filled('{"data":{"annotations":{"masks":[{"label":"object","size":[64,64],"counts":[4096', ',0', ']}]}}}'),
  ],
  ['image', 'members without end', () => filled('{"data":{"a":1', ',"b":1', '}}')],
  ['boxes', 'a list as the body', () => filled('[1', ',1', ']')],
]

for (const [tag, name, make] of BODIES) {
  test(`a submission that is refused takes no more memory than twice its bytes: ${name}`, async () => {
    const body = make()
    const gzip = gzipSync(body, { level: 9 })
    const seen = await watching(stage.service, tenant.api, '/healthz', async () => {
      for (const [method, path] of [
        ['POST', 'result'],
        ['PUT', 'prediction'],
      ]) {
        const answer = await tenant.api.call(method, tenant.path(`/jobs/${jobs[tag]}/${path}`), {
          body: gzip,
          headers: { 'content-encoding': 'gzip' },
        })
        assert.equal(answer.status, 400, answer.bytes.toString('utf8').slice(0, 300))
        assert.ok((answer.json?.error?.meta_data.failures.length ?? 0) <= 1000)
      }
    })
    const mostMib = 64 + (2 * body.length) / MIB
    assert.ok(seen.growthMib <= mostMib, `grew by ${seen.growthMib} MiB, ${Math.round(mostMib)} are allowed`)
    assert.ok(seen.p99Ms < 3000, `healthz p99 ${seen.p99Ms} ms`)
    told(`${name}, ${gzip.length} → ${body.length} bytes`, { seen })
  })
}

test('afterwards the same jobs take good work', async () => {
  await tenant.submitResult(jobs.image, ONE_BOX)
  await tenant.reached(jobs.image, 'completed')
  await tenant.submitResult(jobs.points, { legend: [], labels: [0] })
  await tenant.reached(jobs.points, 'completed')
})

/** Bodies that are taken, each far larger than what is done by hand. */
const TAKEN: [string, object, object, () => Promise<object>][] = [
  [
    'rectangles',
    { annotations: { rectangles: Array(IS_LONG ? 160_000 : 40_000).fill(ONE_BOX.annotations.rectangles[0]) } },
    { annotations: { rectangles: Array(4000).fill(ONE_BOX.annotations.rectangles[0]) } },
    async () => ({ tag: 'image', data: { image_url: stage.files.put('/taken.png', await pngOf(64, 64)) } }),
  ],
  [
    'labels',
    { legend: [], labels: Array(POINTS).fill(0) },
    { legend: [], labels: Array(POINTS).fill(0) },
    async () => {
      const cloud = pcdOf(Array.from({ length: POINTS }, (_, n) => [n % 100, n % 77, 1] as const))
      const sensors = [{ sensor_id: 'l', data_url: stage.files.put('/taken.pcd', cloud), sensor_pose: HERE }]
      return { tag: 'points', data: { sensor_data: { sensors, sensor_meta: [{ id: 'l', modality: 'lidar' }] } } }
    },
  ],
]

for (const [name, data, small, jobOf] of TAKEN) {
  test(`a submission that is taken adds at most 20 times its bytes and 64 MiB: ${name}`, async () => {
    const body = Buffer.from(JSON.stringify({ data }))
    const take = async (referenceId: string, bytes: Buffer) => {
      const jobId = await tenant.submit({ reference_id: referenceId, ...(await jobOf()) })
      await tenant.reached(jobId, 'queued')
      await tenant.api.ok('PUT', tenant.path(`/jobs/${jobId}/prediction`), bytes)
      await tenant.api.ok('POST', tenant.path(`/jobs/${jobId}/result`), bytes)
      await tenant.reached(jobId, 'completed')
    }
    // Every thread is started and warm: a body over the size that threads read.
    const one = Buffer.from(JSON.stringify({ data: small }))
    for (let n = 0; n < 4; n++) await take(`first ${name} ${n}`, one)
    const seen = await watching(stage.service, tenant.api, '/healthz', () => take(`taken ${name}`, body))
    const mostMib = 64 + (20 * body.length) / MIB
    assert.ok(seen.growthMib <= mostMib, `grew by ${seen.growthMib} MiB, ${Math.round(mostMib)} are allowed`)
    told(`${name} that are taken, ${body.length} bytes`, { seen })
  })
}
