import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type S3Server, startS3Server } from '../../src/store/files/testing/s3Server.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { ingested, jobsOf } from './ingesting.ts'

let stage: Stage
let bucket: S3Server
let tenant: Tenant

before(async () => {
  stage = await setStage()
  bucket = await startS3Server()
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const { endpoint, region, accessKeyId: access_key_id, secretAccessKey: secret_access_key } = bucket
  const rules = [
    { match: 's3://drives/monday/', endpoint, region, access_key_id, secret_access_key },
    { match: 's3://closed/', endpoint, region, access_key_id, secret_access_key: 'another' },
  ]
  await stage.admin.put(tenant.path('/attachment_access'), { rules })
})
after(async () => {
  await bucket.close()
  await stage.clear()
})

const put = (key: string, bytes: Buffer) =>
  bucket.objects.set(`/drives/${key.split('/').map(encodeURIComponent).join('/')}`, {
    bytes,
    length: bytes.length,
    sha256: '',
    meta: {},
  })

test('a folder of a bucket becomes jobs by an access rule, page by page, without what is beside it', async () => {
  for (const [index, name] of ['1.png', '2.png', 'a b/ü+1.png', 'c&d.png', 'e.txt'].entries())
    put(`monday/${name}`, await pngOf(8, 6, index + 1))
  put('monday/folder/', Buffer.alloc(0))
  put('tuesday/1.png', await pngOf(8, 6))
  const shown = await ingested(tenant, { source: { url: 's3://drives/monday/' }, tag: 'boxes' })
  assert.deepEqual([shown.status, shown.created, shown.failures], ['completed', 4, []], JSON.stringify(shown))
  assert.deepEqual(
    (await jobsOf(tenant, shown)).map(({ reference_id, stage }) => [reference_id, stage]),
    [
      ['1.png', 'queued'],
      ['2.png', 'queued'],
      ['a b/ü+1.png', 'queued'],
      ['c&d.png', 'queued'],
    ],
  )
  const again = await ingested(tenant, { source: { url: 's3://drives/monday/' }, tag: 'boxes' })
  assert.deepEqual([again.created, again.duplicates], [0, 4])
})

test('a bucket that refuses its list fails the ingest with a sentence', async () => {
  const shown = await ingested(tenant, { source: { url: 's3://closed/' }, tag: 'boxes' })
  assert.deepEqual([shown.status, shown.error?.code], ['failed', 'LAYOUT_UNKNOWN'], JSON.stringify(shown))
  assert.match(shown.error?.message ?? '', /HTTP 403/)
})
