import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { begun, ended, upload } from './ingesting.ts'

let stage: Stage
let tenant: Tenant
let file: string

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  file = await upload(tenant, '1.png', await pngOf(8, 6))
})
after(() => stage.clear())

interface Refused {
  error: { code: string; meta_data: { failures: { field: string; type: string }[] } }
}

const asked = (of: Tenant, body: object) => of.api.call('POST', of.path('/ingests'), { body })

const GOOD = () => ({ source: { files: [file] }, tag: 'boxes' })

const WRONG: [what: string, body: () => object, code: string, field: string, type: string][] = [
  ['an unknown key', () => ({ ...GOOD(), prio: 1 }), 'GE_0002', 'prio', 'UNKNOWN'],
  ['an unknown option', () => ({ ...GOOD(), options: { evry: 2 } }), 'GE_0002', 'options.evry', 'UNKNOWN'],
  ['an unknown layout', () => ({ ...GOOD(), layout: 'pictures' }), 'GE_0002', 'layout', 'UNKNOWN'],
  ['a step of 0', () => ({ ...GOOD(), options: { every: 0 } }), 'GE_0002', 'options.every', 'OUT_OF_RANGE'],
  ['a rate of 0', () => ({ ...GOOD(), options: { max_rate_hz: 0 } }), 'GE_0002', 'options.max_rate_hz', 'OUT_OF_RANGE'],
  [
    'an overlap of a whole piece',
    () => ({ ...GOOD(), options: { frames_per_job: 5, overlap_frames: 5 } }),
    'GE_0002',
    'options.overlap_frames',
    'OUT_OF_RANGE',
  ],
  ['no source', () => ({ source: {}, tag: 'boxes' }), 'GE_0002', 'source', 'INVALID_VALUE'],
  [
    'two sources',
    () => ({ source: { files: [file], url: 'https://a.example.com/a.zip' }, tag: 'boxes' }),
    'GE_0002',
    'source',
    'INVALID_VALUE',
  ],
  [
    'more than 100,000 addresses',
    () => ({ source: { urls: Array.from({ length: 100_001 }, (_, i) => `https://a.example.com/${i}`) }, tag: 'boxes' }),
    'GE_0002',
    'source.urls',
    'OUT_OF_RANGE',
  ],
  [
    'a forbidden address',
    () => ({ source: { urls: ['https://a.example.com/1.png', 'http://169.254.169.254/2.png'] }, tag: 'boxes' }),
    'GE_0002',
    'source.urls[1]',
    'FORBIDDEN_ADDRESS',
  ],
  [
    'a bucket that no rule opens',
    () => ({ source: { url: 's3://bucket/a/' }, tag: 'boxes' }),
    'GE_0002',
    'source.url',
    'INVALID_URL',
  ],
  [
    'a batch by its id and its name',
    () => ({ ...GOOD(), batch_id: randomUUID(), batch_name: 'a' }),
    'GE_0002',
    'batch_name',
    'NOT_ALLOWED',
  ],
  ['metadata of metadata', () => ({ ...GOOD(), metadata: { a: {} } }), 'GE_0002', 'metadata.a', 'INVALID_TYPE'],
  [
    'an unknown file',
    () => ({ source: { files: [file, randomUUID()] }, tag: 'boxes' }),
    'FS_0003',
    'source.files[1]',
    'UNKNOWN',
  ],
  [
    'an unknown calibration',
    () => ({ ...GOOD(), options: { calibration: randomUUID() } }),
    'FS_0003',
    'options.calibration',
    'UNKNOWN',
  ],
  ['an unknown tag', () => ({ ...GOOD(), tag: 'circles' }), 'FS_0005', 'tag', 'UNKNOWN'],
  ['no tag', () => ({ source: { files: [file] } }), 'FS_0005', 'tag', 'MISSING'],
]

for (const [what, body, code, field, type] of WRONG)
  test(`${what} is refused in the call`, async () => {
    const { status, json } = await asked(tenant, body())
    const { error } = json as Refused
    assert.deepEqual([status, error.code], [400, code], JSON.stringify(error))
    const { failures } = error.meta_data
    assert.deepEqual(
      failures.map((one) => [one.field, one.type]),
      [[field, type]],
    )
  })

test('the files, tags, batches and ingests of the tenant next door are unknown', async () => {
  const other = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const foreign = await asked(other, { source: { files: [file] }, tag: 'boxes' })
  assert.deepEqual([foreign.status, (foreign.json as Refused).error.code], [400, 'FS_0003'])
  const ingestId = await begun(tenant, GOOD())
  await ended(tenant, ingestId)
  for (const [method, path] of [
    ['GET', `/ingests/${ingestId}`],
    ['DELETE', `/ingests/${ingestId}`],
    ['POST', `/ingests/${ingestId}/start`],
    ['POST', `/ingests/${ingestId}/rerun`],
  ] as const) {
    assert.equal((await other.api.call(method, other.path(path))).status, 404, path)
    assert.equal((await other.api.call(method, tenant.path(path))).status, 403, path)
  }
  const { jobs } = await other.api.get<{ jobs: object[] }>(other.path(`/jobs?ingest_id=${ingestId}`))
  assert.deepEqual(jobs, [])
  const { ingests } = await other.api.get<{ ingests: object[] }>(other.path('/ingests'))
  assert.deepEqual(ingests, [])
  const batch = await tenant.api.post<{ batch_id: string }>(`/v1/project/${tenant.projectId}/batch`, { name: 'ours' })
  const otherFile = await upload(other, '1.png', await pngOf(8, 6))
  const inBatch = await asked(other, { source: { files: [otherFile] }, tag: 'boxes', batch_id: batch.batch_id })
  assert.equal(inBatch.status, 404)
})

test('ingests are listed newest first, a page at a time', async () => {
  const own = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const urls = ['https://a.example.com/1.png']
  const made: string[] = []
  for (let i = 0; i < 101; i++) made.push(await begun(own, { source: { urls }, tag: 'boxes', dry_run: true }))
  interface Page {
    ingests: { ingest_id: string }[]
    next_page_token: string | null
  }
  const first = await own.api.get<Page>(own.path('/ingests'))
  const second = await own.api.get<Page>(own.path(`/ingests?page_token=${first.next_page_token}`))
  assert.deepEqual(
    [...first.ingests, ...second.ingests].map(({ ingest_id }) => ingest_id),
    made.toReversed(),
  )
  assert.deepEqual([first.ingests.length, second.next_page_token], [100, null])
})
