import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { type Answer, Api, inParallel, until } from '../support/apiClient.ts'
import { FileServer } from '../support/fileServer.ts'
import { HERE, pcdOf, tagOf } from '../support/samples.ts'
import { ServiceProcess } from '../support/serviceProcess.ts'
import { Tenant } from '../support/tenant.ts'

const LIST = join(resolve(process.env.FIDUCIAL_FIXTURES ?? '../shared/fixtures'), 'ssrf-urls.json')
const skip = existsSync(LIST) ? false : 'the list of spellings is not there (FIDUCIAL_FIXTURES)'

/** A server on loopback that counts who comes. */
class Canary {
  connections = 0
  readonly #servers: Server[] = []
  port = 0

  async start(): Promise<void> {
    for (const host of ['127.0.0.1', '::1']) {
      const server = createServer((socket: Socket) => {
        this.connections++
        socket.destroy()
      })
      const listening = await new Promise<boolean>((done) => {
        server.once('error', () => done(false))
        server.listen(this.port, host, () => done(true))
      })
      if (!listening) continue
      this.#servers.push(server)
      this.port = (server.address() as AddressInfo).port
    }
  }

  /** Shows that it would notice. */
  async sing(): Promise<void> {
    for (const server of this.#servers) {
      const { address, port } = server.address() as AddressInfo
      const socket = connect(port, address)
      await once(socket, 'close')
    }
    assert.equal(this.connections, this.#servers.length)
    this.connections = 0
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map((server) => new Promise((done) => server.close(done))))
  }
}

const canary = new Canary()
let database: TestDatabase
let service: ServiceProcess
let tenant: Tenant
before(async () => {
  await canary.start()
  await canary.sing()
  database = await createTestDatabase()
  // Other than 127.0.0.2 nothing on this machine may be reached.
  const env = {
    ALLOW_NETWORKS: '127.0.0.2/32',
    DOWNLOAD_RETRIES: '20ms',
    CALLBACK_SCHEDULE: '0s,20ms',
    CALLBACK_TIMEOUT: '3s',
  }
  service = await ServiceProcess.start({ databaseUrl: database.connectionString, env })
  const tags = { image: tagOf('image2d'), points: tagOf('segmentation3d') }
  tenant = await Tenant.create(new Api(service.baseUrl, service.adminKey), {}, tags)
})
after(async () => {
  await service.remove()
  await canary.stop()
  await database.drop()
})

/** Each spelling as it stands, and leading to the canary's port. */
function spellings(): string[] {
  const listed = (JSON.parse(readFileSync(LIST, 'utf8')) as { url: string }[]).map((one) => one.url)
  const own = [`http://${hostname()}/`, 'http://localhost/', 'http://127.0.0.1/', 'http://[::1]/', 'http://0/']
  const all = [...listed, ...own]
  const aimed = all.map((url) =>
    url.replace(/^(\s*https?:\/\/(?:[^/?#@]*@)?(?:\[[^\]]*\]|[^/:?#\\]+))(?::\d+)?/i, `$1:${canary.port}`),
  )
  return [...new Set([...all, ...aimed])]
}

const isRefused = ({ status, json }: Answer) =>
  status === 400 &&
  json?.error?.meta_data.failures.every(({ type }) => type === 'INVALID_URL' || type === 'FORBIDDEN_ADDRESS')

test('no spelling of a forbidden address is ever connected to as data of a job', { skip }, async () => {
  const queued: string[] = []
  await inParallel(spellings(), 8, async (image_url, n) => {
    const body = { reference_id: `data-${n}`, tag: 'image', data: { image_url } }
    const answer = await tenant.api.call('POST', tenant.path('/jobs'), { body })
    if (isRefused(answer)) return
    assert.equal(answer.status, 200, `${image_url}: ${answer.bytes}`)
    queued.push((answer.json!.data as { job_id: string }).job_id)
  })
  for (const jobId of queued) {
    const record = await until(async () => {
      const one = await tenant.record(jobId)
      return one.status === 'failed' ? one : null
    })
    const [{ type }] = record.error!.meta_data.failures
    assert.ok(type === 'FORBIDDEN_ADDRESS' || type === 'INVALID_IMAGE_LINK', type)
  }
  assert.equal(canary.connections, 0)
})

test('no spelling of a forbidden address is ever called back', { skip }, async () => {
  for (const url of spellings()) {
    const answer = await tenant.admin.call('PUT', tenant.path('/callback'), { body: { url, enabled: true } })
    if (isRefused(answer)) continue
    assert.equal(answer.status, 200, `${url}: ${answer.bytes}`)
    const sent = await tenant.admin.post<{ http_status: number | null; error: string | null }>(
      tenant.path('/callback/test'),
    )
    assert.equal(sent.http_status, null, url)
    assert.ok(sent.error)
    assert.doesNotMatch(sent.error, /127\.|::1|ECONN|refused/i, 'the error tells of what is inside')
  }
  const project = await inParallel(spellings(), 4, (url) =>
    tenant.admin.call('POST', '/v1/projects', { body: { name: 'x', base: 'IMAGE', callback: { url } } }),
  )
  for (const answer of project)
    assert.ok(answer.status === 200 || isRefused(answer), `${answer.status} ${answer.bytes}`)
  assert.equal(canary.connections, 0)
})

test('a redirect to a forbidden address is not followed for data, labels or callbacks', async () => {
  const files = await FileServer.start('127.0.0.2')
  try {
    const forbidden = `http://127.0.0.1:${canary.port}/`
    const redirect = (path: string, status: number, location: string) =>
      files.put(path, (_request, response) => response.writeHead(status, { location }).end())
    for (const [n, status] of [301, 302, 303, 307, 308].entries()) {
      const image_url = redirect(`/r${status}.png`, status, forbidden)
      const jobId = await tenant.submit({ reference_id: `redirect-${n}`, tag: 'image', data: { image_url } })
      const record = await until(async () => {
        const one = await tenant.record(jobId)
        return one.status === 'failed' ? one : null
      })
      assert.deepEqual(record.error?.meta_data.failures, [{ field: 'data.image_url', type: 'FORBIDDEN_ADDRESS' }])
    }
    const cloud = files.put('/1.pcd', pcdOf([[1, 2, 3]]))
    const sensors = [{ sensor_id: 'lidar', data_url: cloud, sensor_pose: HERE }]
    const sensor_data = { sensors, ego_pose: {}, sensor_meta: [{ id: 'lidar', modality: 'lidar' }] }
    const jobId = await tenant.submit({ reference_id: 'labels', tag: 'points', data: { sensor_data } })
    await tenant.reached(jobId, 'queued')
    for (const url of [forbidden, redirect('/labels', 302, forbidden)]) {
      const body = { data: { legend: [{ value: 'ground', label_key: 1 }], url } }
      const answer = await tenant.api.call('POST', tenant.path(`/jobs/${jobId}/result`), { body })
      assert.equal(answer.status, 400)
      assert.partialDeepStrictEqual(answer.json?.error?.meta_data.failures, [
        { field: 'data.url', type: 'FORBIDDEN_ADDRESS' },
      ])
    }
    await tenant.admin.put(tenant.path('/callback'), { url: redirect('/hook', 307, forbidden), enabled: true })
    const sent = await tenant.admin.post<{ http_status: number }>(tenant.path('/callback/test'))
    assert.equal(sent.http_status, 307)
    assert.equal(canary.connections, 0)
  } finally {
    await files.stop()
  }
})
