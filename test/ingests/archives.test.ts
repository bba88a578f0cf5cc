import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { Header } from 'tar'
import type { IngestShown } from '../../src/client/types/ingests.ts'
import { overlapping, renamed, zipOf } from '../imports/archives.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { begun, ingested, jobsOf, upload } from './ingesting.ts'

let stage: Stage
let tenant: Tenant

before(async () => {
  stage = await setStage()
})
after(() => stage.clear())

const newTenant = async () => {
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
}

interface TarEntry {
  path: string
  content?: Buffer
  type?: 'File' | 'SymbolicLink'
  linkpath?: string
}

const BLOCK = 512
/** A process that does not notice a cancellation itself is ended after this time. */
const GRACE_MS = 5000

/** A tar of these entries, one header before each. */
function tarOf(entries: readonly TarEntry[]): Buffer {
  const pieces = entries.flatMap(({ path, content = Buffer.alloc(0), type = 'File', linkpath }) => {
    const header = new Header({ path, type, mode: 0o644, size: content.length, mtime: new Date(0), linkpath })
    const block = Buffer.alloc(BLOCK)
    header.encode(block)
    return [block, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]
  })
  return Buffer.concat([...pieces, Buffer.alloc(2 * BLOCK)])
}

const ingestedFile = async (name: string, content: Buffer): Promise<IngestShown> =>
  ingested(tenant, { source: { files: [await upload(tenant, name, content)] }, tag: 'boxes' })

const FORMS: [name: string, pack: (tar: Buffer) => Buffer][] = [
  ['set.tar', (tar) => tar],
  ['set.tar.gz', (tar) => gzipSync(tar)],
  ['set.tar.zst', (tar) => zstdCompressSync(tar)],
]

for (const [name, pack] of FORMS)
  test(`${name} is a folder: each picture a job by its path, links and archives inside left out`, async () => {
    await newTenant()
    const tar = tarOf([
      { path: './a/1.png', content: await pngOf(8, 6, 1) },
      { path: 'a/2.png', content: await pngOf(8, 6, 2) },
      { path: 'a/inner.zip', content: await zipOf({ '3.png': await pngOf(8, 6, 3) }) },
      { path: 'a/link.png', type: 'SymbolicLink', linkpath: '/etc/passwd' },
    ])
    const shown = await ingestedFile(name, pack(tar))
    assert.deepEqual([shown.status, shown.created, shown.error], ['completed', 2, null], JSON.stringify(shown))
    assert.deepEqual(
      (await jobsOf(tenant, shown)).map(({ reference_id, stage }) => [reference_id, stage]),
      [
        ['a/1.png', 'queued'],
        ['a/2.png', 'queued'],
      ],
    )
    assert.deepEqual(
      shown.plan?.skipped.map(({ file, reason }) => [file, reason]),
      [
        ['a/link.png', 'LINK'],
        ['a/inner.zip', 'NOT_A_PICTURE'],
      ],
    )
  })

const picture = () => pngOf(8, 6)

const HOSTILE: [what: string, name: string, make: () => Promise<Buffer>, code: string][] = [
  [
    'a ZIP cut in the middle',
    'a.zip',
    async () => (await zipOf({ 'a.png': await picture() })).subarray(0, 60),
    'ARCHIVE_INVALID',
  ],
  ['text that is called a tar', 'a.tar', async () => Buffer.from('no tar'), 'ARCHIVE_INVALID'],
  [
    'a tar.gz cut in the middle',
    'a.tar.gz',
    async () => gzipSync(tarOf([{ path: 'a.png', content: await pngOf(300, 300) }])).subarray(0, 5000),
    'ARCHIVE_INVALID',
  ],
  [
    'a tar compressed twice',
    'a.tar.gz',
    async () => gzipSync(gzipSync(tarOf([{ path: 'a.png', content: await picture() }]))),
    'ARCHIVE_INVALID',
  ],
  [
    'a name that leaves the folder',
    'a.zip',
    async () => renamed(await zipOf({ 'ab/cd.png': await picture() }), 'ab/cd', '../cd'),
    'UNSAFE_PATH',
  ],
  [
    'a name of a tar that leaves the folder',
    'a.tar',
    async () => tarOf([{ path: '../../a.png', content: await picture() }]),
    'UNSAFE_PATH',
  ],
  [
    'an absolute name in a tar',
    'a.tar',
    async () => tarOf([{ path: '/etc/a.png', content: await picture() }]),
    'UNSAFE_PATH',
  ],
  [
    'a ZIP that unpacks to far more',
    'a.zip',
    () => zipOf({ 'a.png': Buffer.alloc(64 * 1024 * 1024) }),
    'ARCHIVE_TOO_LARGE',
  ],
  [
    'a tar.gz that unpacks to far more',
    'a.tar.gz',
    async () => gzipSync(tarOf([{ path: 'a.png', content: Buffer.alloc(300 * 1024 * 1024) }])),
    'ARCHIVE_TOO_LARGE',
  ],
  [
    'entries that share their bytes',
    'a.zip',
    () => overlapping(Buffer.alloc(900_000, 32), ['a.png', 'b.png', 'c.png']),
    'ARCHIVE_INVALID',
  ],
  ['an empty ZIP', 'a.zip', () => zipOf({}), 'LAYOUT_UNKNOWN'],
]

for (const [what, name, make, code] of HOSTILE)
  test(`${what} fails the ingest as ${code}, and makes nothing`, async () => {
    await newTenant()
    const shown = await ingestedFile(name, await make())
    assert.deepEqual([shown.status, shown.error?.code, shown.created], ['failed', code, 0], JSON.stringify(shown))
    assert.ok((shown.error?.message.length ?? 0) > 10)
  })

test('an archive at an address is downloaded and opened', async () => {
  await newTenant()
  const url = stage.files.put('/sets/monday.zip', await zipOf({ 'x/1.png': await pngOf(8, 6) }))
  const shown = await ingested(tenant, { source: { url: `${url}?token=secret` }, tag: 'boxes' })
  assert.deepEqual([shown.status, shown.created], ['completed', 1], JSON.stringify(shown))
  assert.deepEqual(shown.source, { url })
  const [job] = await jobsOf(tenant, shown)
  assert.deepEqual([job.reference_id, job.stage], ['x/1.png', 'queued'])
})

test('the download of a cancelled ingest stops, before its process would be ended', async () => {
  await newTenant()
  const asked = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  const server = createServer((_, response) => {
    asked.resolve()
    const timer = setInterval(() => response.write(Buffer.alloc(65_536)), 20)
    response.on('close', () => {
      clearInterval(timer)
      stopped.resolve()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/endless.zip`
    const ingestId = await begun(tenant, { source: { url }, tag: 'boxes' })
    await asked.promise
    const cancelledMs = performance.now()
    const { status } = await tenant.api.call('DELETE', tenant.path(`/ingests/${ingestId}`))
    assert.equal(status, 200)
    await stopped.promise
    assert.ok(performance.now() - cancelledMs < GRACE_MS)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('an address that answers with an error fails the ingest with a sentence', async () => {
  await newTenant()
  const shown = await ingested(tenant, { source: { url: `${stage.files.baseUrl}/none.zip` }, tag: 'boxes' })
  assert.deepEqual([shown.status, shown.error?.code], ['failed', 'LAYOUT_UNKNOWN'])
  assert.match(shown.error?.message ?? '', /HTTP 404/)
})

test('names in every script, of 10,000 characters and with control characters become jobs', async () => {
  await newTenant()
  const long = `${'ü'.repeat(10_000)}.png`
  const names = ['картинка/一.png', 'صورة.png', 'a\u0001b.png', '👩‍🚗.png', long]
  const shown = await ingestedFile(
    'names.zip',
    await zipOf(Object.fromEntries(await Promise.all(names.map(async (name, i) => [name, await pngOf(8, 6, i + 1)])))),
  )
  assert.deepEqual(
    [shown.status, shown.created, shown.failures],
    ['completed', 5, []],
    JSON.stringify(shown).slice(0, 2000),
  )
  const references = (await jobsOf(tenant, shown)).map(({ reference_id }) => reference_id)
  assert.ok(references.includes('картинка/一.png') && references.includes('👩‍🚗.png'))
  const cut = references.find((reference) => reference.startsWith('üü'))
  assert.match(cut ?? '', /^ü{239}~[0-9a-f]{16}$/)
})
