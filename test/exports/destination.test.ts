import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import { verifyCallback } from '../../src/client/verifyCallback.ts'
import { parseAllowNetworks } from '../../src/egress/address.ts'
import { EgressClient } from '../../src/egress/client.ts'
import { EgressError } from '../../src/egress/errors.ts'
import { uploadToS3 } from '../../src/egress/uploadToS3.ts'
import { type S3Server, startS3Server } from '../../src/store/files/testing/s3Server.ts'
import { dataOf, until } from '../support/apiClient.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'

interface Shown {
  status: string
  destination: string | null
  sha256: string
  size: number
  error: { code: string; message: string } | null
}

let stage: OwnStage
let tenant: Tenant
let bucket: S3Server

before(async () => {
  bucket = await startS3Server()
  stage = await setOwnStage({ DOWNLOAD_RETRIES: '10ms,20ms,30ms' })
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const url = stage.files.put('/1.png', await pngOf(40, 30))
  const jobId = await tenant.submit({ reference_id: 'one', tag: 'boxes', data: { image_url: url } })
  await tenant.reached(jobId, 'queued')
  await tenant.submitResult(jobId, ONE_BOX)
  await tenant.reached(jobId, 'completed')
  const { endpoint, region, accessKeyId: access_key_id, secretAccessKey: secret_access_key } = bucket
  const access = { endpoint, region, access_key_id, secret_access_key }
  await stage.admin.put(tenant.path('/attachment_access'), {
    rules: [
      { match: 's3://labels/out/', ...access, write: true },
      { match: 's3://labels/', ...access },
    ],
  })
})
after(async () => {
  await stage.clear()
  await bucket.close()
})
afterEach(() => bucket.objects.clear())

const create = (destination: unknown) =>
  tenant.api.call('POST', tenant.path('/exports'), { body: { format: 'coco', destination } })

async function finished(destination: string): Promise<Shown & { exportId: string }> {
  const { export_id: exportId } = dataOf<{ export_id: string }>(await create(destination))
  const shown = await until(async () => {
    const now = await tenant.api.get<Shown>(tenant.path(`/exports/${exportId}`))
    return now.status === 'completed' || now.status === 'failed' ? now : null
  })
  return { ...shown, exportId }
}

test('an export is written into the bucket of the customer, under prefix + export_id + .zip', async () => {
  const shown = await finished('s3://labels/out/2026/')
  assert.equal(shown.status, 'completed')
  assert.equal(shown.destination, 's3://labels/out/2026/')
  assert.deepEqual([...bucket.objects.keys()], [`/labels/out/2026/${shown.exportId}.zip`])
  const [object] = bucket.objects.values()
  assert.deepEqual([object.sha256, object.length], [shown.sha256, shown.size])
})

test('only a rule with write: true lets archives into a bucket', async () => {
  for (const [destination, type] of [
    ['s3://labels/elsewhere/', 'NOT_ALLOWED'],
    ['s3://labels/out/../elsewhere/', 'NOT_ALLOWED'],
    ['s3://labels/out/%2e%2e%2felsewhere/', 'NOT_ALLOWED'],
    ['s3://others/', 'NOT_ALLOWED'],
    ['s3://labels', 'INVALID_URL'],
    ['https://labels.example/out/', 'INVALID_URL'],
    ['s3://labels/out/?versionId=1', 'INVALID_URL'],
    [7, 'INVALID_TYPE'],
  ] as const) {
    const answer = await create(destination)
    assert.equal(answer.status, 400, String(destination))
    assert.equal(answer.json?.error?.code, 'GE_0002')
    assert.partialDeepStrictEqual(answer.json?.error?.meta_data.failures, [{ field: 'destination', type }])
  }
})

test('an overloaded bucket is asked again; one that refuses fails the export, with the reason', async () => {
  bucket.failures.push(503, 503)
  assert.equal((await finished('s3://labels/out/')).status, 'completed')
  bucket.failures.push(404, 403)
  const refused = await finished('s3://labels/out/')
  assert.equal(refused.status, 'failed')
  assert.equal(refused.error?.code, 'DESTINATION_REFUSED')
  assert.match(refused.error?.message ?? '', /HTTP 403/)
})

test('write belongs to rules of buckets alone', async () => {
  const rules = [{ match: 'https://data.example/', headers: {}, write: true }]
  const answer = await stage.admin.call('PUT', tenant.path('/attachment_access'), { body: { rules } })
  assert.equal(answer.status, 400)
})

const client = new EgressClient({ allowNetworks: parseAllowNetworks('127.0.0.0/8') })
after(() => client.close())

const upload = (bytes: Buffer) =>
  uploadToS3(client, {
    object: new URL('s3://labels/großes Archiv.zip'),
    access: {
      endpoint: bucket.endpoint,
      region: bucket.region,
      access_key_id: bucket.accessKeyId,
      secret_access_key: bucket.secretAccessKey,
    },
    source: {
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      contentType: 'application/zip',
      read: async (start, end) => bytes.subarray(start, end),
    },
    lane: 'test',
    retriesMs: [1, 1],
    partBytes: 1000,
  })

test('a large archive is uploaded in parts, retried one by one, and arrives whole', async () => {
  const bytes = randomBytes(3500)
  bucket.failures.push(404, 500, 503)
  await upload(bytes)
  const [object] = bucket.objects.values()
  assert.deepEqual(object.bytes, bytes)
  await upload(bytes)
  assert.deepEqual([...bucket.objects.values()], [object], 'the same again is taken as written')
})

test('an existing object of that name is never overwritten', async () => {
  const first = randomBytes(500)
  await upload(first)
  await assert.rejects(upload(randomBytes(500)), (error) => error instanceof EgressError && error.httpStatus === 412)
  const [object] = bucket.objects.values()
  assert.deepEqual(object.bytes, first)
})

test('people who asked for it are notified that an export is completed', async () => {
  stage.receiver.received.length = 0
  const callback = { url: stage.receiver.url, events: ['COMPLETED', 'export.completed'] }
  await stage.admin.put(tenant.path('/callback'), callback)
  const { exportId } = await finished('s3://labels/out/')
  await stage.receiver.requests(1)
  const [{ headers, body }] = stage.receiver.received
  const { annotations, event } = await verifyCallback({ headers, body, signingSecret: tenant.signingSecret })
  assert.deepEqual(annotations, [])
  assert.equal(event?.type, 'export.completed')
  assert.deepEqual(event?.data, { project_id: tenant.projectId, export_id: exportId })
  assert.match(event?.timestamp ?? '', /\+00:00$/)
  const events = async (query: string) =>
    (await tenant.api.get<{ events: { body: object }[] }>(tenant.path(`/events${query}`))).events.map((one) => one.body)
  assert.deepEqual(await events('?types=export.completed'), [event])
  assert.ok((await events('')).every((one) => 'annotations' in one))
  assert.equal((await tenant.api.call('GET', tenant.path('/events?types=exports'))).status, 400)
})
