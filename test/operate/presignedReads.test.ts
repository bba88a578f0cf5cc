import assert from 'node:assert/strict'
import { createHash, randomFillSync } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeFileStore } from '../../src/store/files/makeFileStore.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { Api } from '../support/apiClient.ts'
import { FileServer } from '../support/fileServer.ts'
import { gatewaySkip, S3Gateway } from '../support/s3Gateway.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { makeFolder, ServiceProcess } from '../support/serviceProcess.ts'
import { Tenant } from '../support/tenant.ts'

const skip = gatewaySkip
let place: string
let gateway: S3Gateway
let database: TestDatabase
let data: FileServer

before(async () => {
  if (skip) return
  place = makeFolder()
  gateway = await S3Gateway.start(join(place, 'gateway'))
  database = await createTestDatabase()
  data = await FileServer.start()
})
after(async () => {
  if (skip) return
  await data.stop()
  await gateway.stop()
  await database.drop()
  rmSync(place, { recursive: true, force: true })
})

const bucketStore = (presignedReads: boolean) =>
  makeFileStore(`s3://${S3Gateway.bucket}/place`, {
    s3: { endpoint: gateway.endpoint, region: 'us-east-1', accessKeyId: 'operator', secretAccessKey: 'a secret key' },
    cacheDir: join(place, 'cache'),
    reads: presignedReads ? 'presigned' : 'proxy',
  })

test('a file above 64 MiB is uploaded to the bucket in parts and read back whole', { skip }, async () => {
  const bytes = randomFillSync(Buffer.alloc(70 * 1024 * 1024))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const files = bucketStore(false)
  assert.deepEqual(await files.put(bytes), { sha256, bytes: bytes.length })
  assert.deepEqual(await files.stat(sha256), { bytes: bytes.length })
  // It looks at the hash of what it reads.
  assert.equal((await files.readAll(sha256)).length, bytes.length)
  const unfinished = readdirSync(join(place, 'gateway', S3Gateway.bucket), { recursive: true, withFileTypes: true })
  assert.deepEqual(
    unfinished.filter((entry) => entry.isFile() && /multipart|\.part/.test(join(entry.parentPath, entry.name))),
    [],
  )
  assert.equal(await files.readAddress(sha256, { contentType: 'image/png' }), null)
})

test('an address at the bucket answers only that file, as it is to be shown', { skip }, async () => {
  const files = bucketStore(true)
  const { sha256 } = await files.put(Buffer.from('what is read'))
  const shown = { contentType: 'text/plain', contentDisposition: 'attachment; filename="a.txt"' }
  const address = await files.readAddress(sha256, shown)
  assert.ok(address)
  const answer = await fetch(address)
  assert.equal(await answer.text(), 'what is read')
  assert.equal(answer.headers.get('content-type'), shown.contentType)
  assert.equal(answer.headers.get('content-disposition'), shown.contentDisposition)
  assert.equal(await files.readAddress(sha256, shown), address, 'browsers keep what they read by the same address')
  const { sha256: other } = await files.put(Buffer.from('another file'))
  for (const changed of [address.replaceAll(sha256, other), address.replace('text%2Fplain', 'text%2Fhtml')]) {
    assert.notEqual(changed, address)
    assert.equal((await fetch(changed)).status, 403)
  }
})

test('links and pages lead to the bucket, keys read through the service', { skip }, async () => {
  const env = { ...gateway.settings(), STORAGE_URL: `s3://${S3Gateway.bucket}/place`, STORAGE_READS: 'presigned' }
  const service = await ServiceProcess.start({ databaseUrl: database.connectionString, env })
  try {
    const tenant = await Tenant.create(new Api(service.baseUrl, service.adminKey), {}, { boxes: tagOf('image2d') })
    const image_url = data.put('/a.png', await pngOf(8, 8))
    const body = { reference_id: 'a', tag: 'boxes', data: { image_url } }
    const { job_id } = await tenant.api.post<{ job_id: string }>(tenant.path('/jobs').replace('/v1/', '/v0/'), body)
    await tenant.reached(job_id, 'queued')
    await tenant.submitResult(job_id, ONE_BOX)
    await tenant.reached(job_id, 'completed')
    const { result } = await tenant.api.get<{ result: string }>(tenant.path(`/jobs/${job_id}`))

    const led = await fetch(result, { redirect: 'manual' })
    assert.equal(led.status, 302)
    assert.equal(new URL(led.headers.get('location') ?? '').origin, gateway.endpoint)
    const whole = await (await fetch(result)).text()
    assert.match(whole, /"reference_id":\s*"a"/)
    const part = await fetch(result, { headers: { range: 'bytes=2-5' } })
    assert.deepEqual([part.status, await part.text()], [206, whole.slice(2, 6)])

    const withKey = await fetch(result, { headers: { 'x-api-key': tenant.key }, redirect: 'manual' })
    assert.deepEqual([withKey.status, await withKey.text()], [200, whole])
    const head = await fetch(result, { method: 'HEAD', redirect: 'manual' })
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(whole.length)])
    const etag = head.headers.get('etag') ?? ''
    assert.equal((await fetch(result, { headers: { 'if-none-match': etag }, redirect: 'manual' })).status, 304)
    const forged = new URL(result)
    forged.searchParams.set('sig', 'AAAA')
    assert.ok((await fetch(forged, { redirect: 'manual' })).status >= 400)

    const page = await fetch(`${service.baseUrl}/queue`)
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.ok(policy.includes(`connect-src 'self' ${gateway.endpoint};`), policy)
    assert.ok(policy.includes("script-src 'self';"), policy)
  } finally {
    await service.remove()
  }
})
