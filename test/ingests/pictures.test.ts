import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { IngestShown } from '../../src/client/types/ingests.ts'
import { zipOf } from '../imports/archives.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { begun, ended, ingested, jobsOf, shownIngest, upload, uploadAll } from './ingesting.ts'

let stage: Stage
let tenant: Tenant

before(async () => {
  stage = await setStage()
})
after(() => stage.clear())

const newTenant = async () => {
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
}

const references = async (shown: IngestShown) => (await jobsOf(tenant, shown)).map(({ reference_id }) => reference_id)

test('a folder of pictures becomes a job for each, queued when the ingest is completed', async () => {
  await newTenant()
  const files = await uploadAll(tenant, {
    'street/10.png': await pngOf(8, 6, 1),
    'street/9.png': await pngOf(8, 6, 2),
    'Straße/日本.png': await pngOf(8, 6, 3),
    'readme.txt': 'not a picture',
  })
  const shown = await ingested(tenant, {
    source: { files },
    tag: 'boxes',
    priority_weight: 8,
    batch_name: 'monday',
    metadata: { drive: 7 },
  })
  assert.deepEqual(
    [shown.status, shown.layout, shown.created, shown.duplicates, shown.failures, shown.error],
    ['completed', 'images', 3, 0, [], null],
  )
  const { plan } = shown
  assert.deepEqual(
    [plan?.jobs, plan?.frames, plan?.files, plan?.skipped],
    [3, 3, 3, [{ file: 'readme.txt', reason: 'NOT_A_PICTURE' }]],
  )
  assert.equal(plan?.sample.length, 3)
  const jobs = await jobsOf(tenant, shown)
  assert.deepEqual(
    jobs.map(({ reference_id, stage, priority_weight }) => [reference_id, stage, priority_weight]),
    [
      ['Straße/日本.png', 'queued', 8],
      ['street/10.png', 'queued', 8],
      ['street/9.png', 'queued', 8],
    ],
  )
  const { batches } = await tenant.api.get<{ batches: { id: string; name: string; total_jobs: number }[] }>(
    `/v0/projects/${tenant.projectId}/details`,
  )
  const monday = batches.find(({ name }) => name === 'monday')
  assert.deepEqual([monday?.total_jobs, monday?.id], [3, shown.batch_id])
  const found = await tenant.api.get<{ jobs: object[] }>(tenant.path('/jobs?metadata.drive=7'))
  assert.equal(found.jobs.length, 3)
})

test('an ingest of the same source again makes nothing, and of one more picture only that', async () => {
  await newTenant()
  const first = await zipOf({ 'a/1.png': await pngOf(8, 6, 1), 'a/2.png': await pngOf(8, 6, 2) })
  const file = await upload(tenant, 'set.zip', first)
  const shown = await ingested(tenant, { source: { files: [file] }, tag: 'boxes' })
  assert.deepEqual([shown.status, shown.created, shown.duplicates], ['completed', 2, 0], JSON.stringify(shown))
  assert.deepEqual(await references(shown), ['a/1.png', 'a/2.png'])
  const { ingest_id } = await tenant.api.post<{ ingest_id: string }>(
    tenant.path(`/ingests/${shown.ingest_id}/rerun`),
    {},
  )
  const again = await ended(tenant, ingest_id)
  assert.deepEqual([again.created, again.duplicates, again.rerun_of], [0, 2, shown.ingest_id])
  const more = await zipOf({
    'a/1.png': await pngOf(8, 6, 1),
    'a/2.png': await pngOf(8, 6, 7),
    'a/3.png': await pngOf(8, 6, 3),
  })
  const third = await ingested(tenant, { source: { files: [await upload(tenant, 'set.zip', more)] }, tag: 'boxes' })
  assert.deepEqual([third.created, third.duplicates], [1, 1])
  assert.deepEqual(
    third.failures.map(({ file, field, type }) => [file, field, type]),
    [['a/2.png', 'reference_id', 'DUPLICATE']],
  )
})

test('a picture that was sent as a job before is a duplicate of it', async () => {
  await newTenant()
  const file = await upload(tenant, 'sent.png', await pngOf(8, 6))
  const row = await tenant.api.get<{ url: string }>(tenant.path(`/files/${file}`))
  await tenant.submit({ reference_id: 'sent.png', tag: 'boxes', data: { image_url: row.url } })
  const shown = await ingested(tenant, { source: { files: [file] }, tag: 'boxes' })
  assert.deepEqual([shown.created, shown.duplicates, shown.failures], [0, 1, []])
})

test('pictures that do not decode are failures of the ingest, which completes with the others', async () => {
  await newTenant()
  const zip = await zipOf({ 'good.png': await pngOf(8, 6), 'bad.png': Buffer.from('no picture at all') })
  const shown = await ingested(tenant, { source: { files: [await upload(tenant, 'x.zip', zip)] }, tag: 'boxes' })
  assert.deepEqual([shown.status, shown.created], ['completed', 2])
  assert.deepEqual(shown.failures, [{ file: 'bad.png', field: 'data.image_url', type: 'IMAGE_DECODE_FAILED' }])
  const jobs = await jobsOf(tenant, shown)
  assert.deepEqual(
    jobs.map(({ stage }) => stage),
    ['failed', 'queued'],
  )
})

test('a dry run of addresses plans without a download, and starts when it is told to', async () => {
  await newTenant()
  const picture = await pngOf(8, 6)
  let requests = 0
  stage.files.fallback = () => {
    requests++
    return picture
  }
  const urls = Array.from({ length: 30 }, (_, i) => `${stage.files.baseUrl}/camera%20one/${i}.png?sig=secret`)
  const planned = await ingested(tenant, { source: { urls }, tag: 'boxes', dry_run: true })
  assert.deepEqual([planned.status, planned.plan?.jobs, planned.created, requests], ['planned', 30, 0, 0])
  assert.deepEqual(planned.source, { urls: 30 })
  assert.ok(!JSON.stringify(planned).includes('secret'))
  assert.equal(planned.plan?.sample[0]?.reference_id, 'camera one/0.png')
  const again = await tenant.api.call('POST', tenant.path(`/ingests/${planned.ingest_id}/rerun`), { body: {} })
  assert.equal(again.status, 409)
  await tenant.api.post(tenant.path(`/ingests/${planned.ingest_id}/start`), {})
  const shown = await ended(tenant, planned.ingest_id)
  assert.deepEqual([shown.status, shown.created], ['completed', 30], JSON.stringify(shown))
  const twice = await tenant.api.call('POST', tenant.path(`/ingests/${planned.ingest_id}/start`), { body: {} })
  assert.equal(twice.status, 409)
})

test('two ingests of one source at once make each job once', async () => {
  await newTenant()
  const entries: Record<string, Buffer> = {}
  for (let i = 0; i < 40; i++) entries[`${i}.png`] = await pngOf(4, 4, i + 1)
  const source = { files: [await upload(tenant, 'set.zip', await zipOf(entries))] }
  const ids = [await begun(tenant, { source, tag: 'boxes' }), await begun(tenant, { source, tag: 'boxes' })]
  const [a, b] = await Promise.all(ids.map((id) => ended(tenant, id)))
  assert.equal(a.created + b.created, 40)
  assert.equal(a.duplicates + b.duplicates, 40)
  assert.deepEqual([a.failures, b.failures], [[], []])
})

test('a cancelled ingest makes no more jobs, and cannot be cancelled twice', async () => {
  await newTenant()
  const urls = Array.from({ length: 2000 }, (_, i) => `${stage.files.baseUrl}/many/${i}.png`)
  const ingestId = await begun(tenant, { source: { urls }, tag: 'boxes' })
  assert.equal((await tenant.api.call('DELETE', tenant.path(`/ingests/${ingestId}`))).status, 200)
  const { created, status } = await shownIngest(tenant, ingestId)
  assert.equal(status, 'cancelled')
  assert.equal((await tenant.api.call('DELETE', tenant.path(`/ingests/${ingestId}`))).status, 409)
  assert.equal((await shownIngest(tenant, ingestId)).created, created)
})
