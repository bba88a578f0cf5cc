import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { FiducialClient } from '../../src/client/fiducialClient.ts'
import type { ImageResultData } from '../../src/client/types/result.ts'
import { type VerifiedCallback, verifyCallback } from '../../src/client/verifyCallback.ts'
import { until } from '../support/apiClient.ts'
import { FileServer } from '../support/fileServer.ts'
import { pngOf } from '../support/samples.ts'
import { ServiceProcess } from '../support/serviceProcess.ts'

// What docs/integration.md promises, done with the client and the command line against a running service.

const ROOT = join(import.meta.dirname, '..', '..')
const RECTANGLE = {
  type: 'rectangle',
  label: 'car',
  attributes: { occlusion: { value: 'none' } },
  coordinates: [
    { x: 0.1, y: 0.1 },
    { x: 0.5, y: 0.1 },
    { x: 0.5, y: 0.6 },
    { x: 0.1, y: 0.6 },
  ],
}

let service: ServiceProcess
let files: FileServer
let admin: FiducialClient
let customer: FiducialClient
let receiver: Server
let signingSecret = ''
const received: Promise<VerifiedCallback>[] = []

before(async () => {
  ;[service, files] = await Promise.all([ServiceProcess.start(), FileServer.start()])
  receiver = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const verified = verifyCallback({
      headers: request.headers,
      body: Buffer.concat(parts),
      signingSecret,
      serviceKey: 'service-key-of-the-street-0042',
    })
    received.push(verified)
    verified.then(
      () => response.writeHead(204).end(),
      () => response.writeHead(400).end(),
    )
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const operator = new FiducialClient({ baseUrl: service.baseUrl, apiKey: service.adminKey })
  const made = await operator.admin.createProject({
    name: 'street',
    base: 'IMAGE',
    callback: { url, service_key: 'service-key-of-the-street-0042' },
  })
  signingSecret = made.signing_secret
  admin = operator.forProject(made.project_id)
  const tag = await admin.admin.setTag('boxes', {
    operation: 'image2d',
    classes: [
      {
        name: 'car',
        color: 'rgb(220, 60, 40)',
        geometries: ['rectangle'],
        attributes: [{ name: 'occlusion', type: 'select', options: ['none', 'half'], required: true, per: 'object' }],
      },
    ],
  })
  assert.deepEqual(
    tag.classes.map(({ name }) => name),
    ['car'],
  )
  customer = new FiducialClient({
    baseUrl: service.baseUrl,
    apiKey: made.api_key,
    projectId: made.project_id,
    retries: { firstDelayMs: 50 },
  })
  files.put('/a.png', await pngOf(64, 48))
})

after(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await Promise.all([files.stop(), service.remove()])
})

const job = (reference: string) => ({
  reference_id: reference,
  tag: 'boxes',
  data: { image_url: `${files.baseUrl}/a.png` },
})

async function queued(jobId: string): Promise<void> {
  await until(async () => (await customer.jobs.get(jobId)).stage === 'queued')
}

test('a job goes from submission to a verified callback, its document, the feed and the ledger', async () => {
  const batchId = await customer.batches.ensure({ name: 'monday' })
  assert.equal(await customer.batches.ensure({ name: 'monday' }), batchId)
  const dry = await customer.jobs.dryRun(job('img-1'))
  assert.deepEqual(dry, { valid: true, failures: [], warnings: [], unchecked: [] })
  const created = await customer.jobs.create({ ...job('img-1'), batch_id: batchId })
  assert.equal(created.existing, false)
  await queued(created.job_id)

  const { key } = await admin.admin.createKey('machine', ['annotate', 'read'])
  const machine = new FiducialClient({
    baseUrl: service.baseUrl,
    apiKey: key,
    projectId: (await customer.jobs.get(created.job_id)).project_id,
  })
  assert.equal(
    (await machine.jobs.submitResult(created.job_id, { annotations: { rectangles: [RECTANGLE] } })).result_version,
    1,
  )

  const record = await customer.jobs.wait(created.job_id, { pollMs: 50 })
  assert.deepEqual([record.status, record.annotations, record.batch_id], ['completed', 1, batchId])
  const document = await customer.jobs.result(created.job_id)
  const results = []
  for await (const result of customer.results.iter({ tag: 'boxes' })) results.push(result)
  assert.deepEqual(results, [document])
  assert.ok(document?.type === 'image2d')
  const data: ImageResultData = document.data
  assert.deepEqual(data.image, { width: 64, height: 48, exif_orientation: 1 })
  assert.deepEqual(data.annotations.rectangles[0].coordinates, RECTANGLE.coordinates)

  await until(async () => received.length > 0)
  const [annotation] = (await received[0]).annotations
  assert.ok(annotation.status === 'COMPLETED')
  assert.deepEqual([annotation.reference_id, annotation.result.url], ['img-1', record.result])

  const told = []
  for await (const event of customer.project.events()) told.push(event.body.annotations[0].job_id)
  assert.deepEqual(told, [created.job_id])
  const ledger = []
  for await (const row of customer.project.usage()) ledger.push(row.reference_id)
  assert.deepEqual(ledger, ['img-1'])
  const inBatch = []
  for await (const row of customer.batches.jobs(batchId)) inBatch.push(row.status)
  assert.deepEqual(inBatch, ['completed'])
  const [delivery] = await customer.jobs.deliveries(created.job_id)
  assert.equal(delivery.webhook_id, (await received[0]).webhookId)
})

test('figures of the work that was submitted, of one person or all', async () => {
  const machines = await customer.quality.rows('person', { tag: 'boxes' })
  assert.deepEqual(
    machines.map(({ key, jobs, objects }) => [key, jobs, objects]),
    [[null, 1, 1]],
  )
  const [day] = await admin.quality.rows('day')
  assert.deepEqual([day.jobs, day.gold?.training.n], [1, 0])
  const person = { user_id: '00000000-0000-4000-8000-000000000042' }
  assert.deepEqual(await customer.quality.rows('day', person), [])
  assert.deepEqual([await customer.quality.classes(person), await customer.quality.pairs(person)], [[], []])
  assert.deepEqual(await customer.quality.confusion({ from: '2026-01-01' }), [])
  assert.deepEqual(await customer.quality.worst({ ...person, limit: 100 }), { jobs: [], objects: [] })
  await assert.rejects(customer.quality.worst({ limit: 101 }), { code: 'GE_0002' })
  const { job_id: jobId } = await customer.jobs.findByReference('img-1')
  assert.deepEqual(await customer.quality.ofJob(jobId), { reviews: [], consensus: null })
})

test('the same job again is refused, or accepted as the one that is there', async () => {
  const { job_id: first } = await customer.jobs.create(job('img-2'))
  await assert.rejects(customer.jobs.create(job('img-2')), { code: 'FS_0001' })
  const again = await customer.jobs.create(job('img-2'), { existing: 'accept' })
  assert.deepEqual([again.job_id, again.existing], [first, true])
  const other = { ...job('img-2'), priority_weight: 9 }
  await assert.rejects(customer.jobs.create(other, { existing: 'accept' }), { code: 'FS_0001' })
  assert.equal((await customer.jobs.findByReference('img-2')).job_id, first)
})

test('each of many jobs has its own answer, faults with their places', async () => {
  const bodies = [
    job('bulk-1'),
    { ...job('bulk-2'), tag: 'nope' },
    { ...job('bulk-3'), data: { image_url: 'ftp://x' } },
  ]
  const outcomes = []
  for await (const result of customer.jobs.createMany(bodies)) {
    outcomes.push(result.success ? 'created' : `${result.error.code} ${result.error.failures[0].field}`)
  }
  assert.deepEqual(outcomes, ['created', 'FS_0005 tag', 'FS_0003 data.image_url'])
})

test('a job can be given another priority and be cancelled', async () => {
  const { job_id: id } = await customer.jobs.create(job('img-3'))
  assert.equal((await customer.jobs.setPriority(id, 10)).priority_weight, 10)
  assert.equal((await customer.jobs.cancel(id)).status, 'cancelled')
  await assert.rejects(customer.jobs.cancel(id), { code: 'JOB_STATE', status: 409 })
})

test('a picture for instructions is sent, and another file is refused with its real kind', async () => {
  const address = await admin.admin.addTagImage('boxes', await pngOf(8, 6))
  assert.match(new URL(address).pathname, /^\/api\/projects\/[0-9a-f-]{36}\/images\/[0-9a-f]{64}$/)
  await assert.rejects(admin.admin.addTagImage('boxes', new TextEncoder().encode('<svg/>')), ({ failures }) => {
    assert.deepEqual([failures[0].field, failures[0].found], ['image', 'an SVG drawing'])
    return true
  })
})

test("a customer's key does not act as an operator's: 403", async () => {
  await assert.rejects(customer.admin.keys(), { status: 403, code: 'unauthorized' })
})

test('the operator sees settings without secrets, and what the service says of itself', async () => {
  assert.deepEqual((await admin.admin.callback()).service_key, { set: true, last4: '0042' })
  const shown = await admin.admin.setAttachmentAccess([
    { match: 'https://data.example/a/', headers: { authorization: 'Bearer secret' } },
  ])
  assert.doesNotMatch(JSON.stringify(shown), /secret/)
  assert.equal((await admin.meta()).limits.jobs_per_page, 100)
  assert.equal((await admin.admin.testCallback()).http_status, 204)
})

test('the command line lists projects, and its exit code distinguishes done from refused', async () => {
  const fiducial = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(ROOT, 'bin/fiducial.mjs'), ...args], {
      env: { PATH: process.env.PATH, FIDUCIAL_URL: service.baseUrl, DATA_DIR: service.dataDir },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error) => ({ code: error.code as number, stdout: String(error.stdout) }),
    )
  const listed = await fiducial('project', 'list', '--json')
  assert.equal(listed.code, 0)
  assert.equal(JSON.parse(listed.stdout).projects[0].name, 'street')
  assert.equal((await fiducial('project', 'list', '--key', 'fid_wrong')).code, 1)
  assert.equal((await fiducial('sheep', 'count')).code, 2)
  const shown = await fiducial('job', 'show', '--reference', 'img-1', '--json')
  assert.equal(JSON.parse(shown.stdout).status, 'completed')
})
