import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import sharp from 'sharp'
import { Api, until } from '../support/apiClient.ts'
import { FileServer } from '../support/fileServer.ts'
import { MemoryGroup } from '../support/memoryGroup.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { ServiceProcess } from '../support/serviceProcess.ts'
import { Tenant } from '../support/tenant.ts'
import { hostileJobs, interlacedBomb, largeJob } from './corpus.ts'
import { IS_LONG } from './watch.ts'

const MIB = 1024 * 1024
/** The smallest is that of docs/operations.md. */
const CONTAINERS_MIB = IS_LONG ? [768, 1024] : [768]

const clear: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of clear.splice(0).reverse()) await step()
})

for (const sizeMib of CONTAINERS_MIB)
  test(`in a container of ${sizeMib} MiB, database included, hostile bodies and the largest work leave the service running`, async (t) => {
    const group = MemoryGroup.make('fiducial-container', sizeMib * MIB)
    if (typeof group === 'string') return t.skip(group)
    clear.push(() => group.remove())
    const files = await FileServer.start()
    clear.push(() => files.stop())
    const service = await ServiceProcess.start({ env: group.env })
    clear.push(() => service.remove())
    const admin = new Api(service.baseUrl, service.adminKey)
    const tenant = await Tenant.create(admin, {}, { image: tagOf('image2d'), cloud: tagOf('cuboid3d') })
    const { limits } = await tenant.api.get<{ limits: { max_body_bytes: number } }>('/v1/meta')
    assert.ok(limits.max_body_bytes >= 8 * MIB && limits.max_body_bytes <= 64 * MIB, `${limits.max_body_bytes} bytes`)

    const bodies = hostileJobs(IS_LONG ? 50e6 : 20e6)
    const headers = { 'content-encoding': 'gzip' }
    const answers = await Promise.all(
      bodies.map(
        async ({ gzip }) => (await tenant.api.call('POST', tenant.path('/jobs'), { body: gzip, headers })).status,
      ),
    )
    for (const status of answers) assert.ok([400, 413, 503].includes(status), String(status))

    const address = files.put('/none.pcd', Buffer.from('no cloud'))
    const padding = 200
    const frames = Math.floor(limits.max_body_bytes / 24 / (padding + 220))
    const large = largeJob('large', 'cloud', frames, 24, address, padding)
    assert.ok(
      large.length > 0.8 * limits.max_body_bytes && large.length <= limits.max_body_bytes,
      `${large.length} bytes`,
    )
    assert.equal((await tenant.api.call('POST', tenant.path('/jobs'), { body: large })).status, 200)

    const bomb = await tenant.submit({
      reference_id: 'bomb',
      tag: 'image',
      data: { image_url: files.put('/b.png', interlacedBomb()) },
    })
    await until(async () => (await tenant.record(bomb)).stage === 'failed')
    const heavy = await sharp({ create: { width: 6000, height: 5000, channels: 3, background: '#345' } })
      .jpeg({ progressive: true })
      .toBuffer()
    const heavyId = await tenant.submit({
      reference_id: 'heavy',
      tag: 'image',
      data: { image_url: files.put('/h.jpg', heavy) },
    })
    await until(async () => ['queued', 'failed'].includes((await tenant.record(heavyId)).stage))

    const image_url = files.put('/1.png', await pngOf(64, 64))
    const jobId = await tenant.submit({ reference_id: 'usual', tag: 'image', data: { image_url } })
    await tenant.reached(jobId, 'queued')
    const many = Math.floor((0.8 * limits.max_body_bytes) / 130)
    const data = { annotations: { rectangles: Array(many).fill(ONE_BOX.annotations.rectangles[0]) } }
    await tenant.submitResult(jobId, data)
    await tenant.reached(jobId, 'completed')
    const peakMib = Math.round((group.peakBytes ?? 0) / MIB)
    if (IS_LONG) process.stdout.write(`in ${sizeMib} MiB: at most ${peakMib} MiB\n`)
    assert.ok(service.isRunning, `it ended; the group held ${peakMib} MiB\n${service.output}`)
    assert.ok(peakMib > 100, 'it ran in the group')
    assert.equal((await tenant.api.call('GET', '/readyz')).status, 200)
  })
