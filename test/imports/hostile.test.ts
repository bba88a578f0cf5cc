import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import type { ImportShown } from '../../src/client/types/imports.ts'
import { dataOf, until } from '../support/apiClient.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { cocoOf, overlapping, renamed, zipOf } from './archives.ts'

let stage: Stage
let tenant: Tenant
let jobId: string

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const image_url = stage.files.put('/1.png', await pngOf(40, 30))
  jobId = await tenant.submit({ reference_id: 'one', tag: 'boxes', data: { image_url } })
  await tenant.reached(jobId, 'queued')
})
after(() => stage.clear())

const GOOD = cocoOf([{ image: '1.png', label: 'car', bbox: [0, 0, 4, 3] }])

async function imported(archive: Buffer, format = 'coco'): Promise<ImportShown> {
  const headers = { 'content-type': 'application/zip' }
  const path = tenant.path(`/imports?format=${format}&tag=boxes`)
  const answer = await tenant.api.call('POST', path, { body: archive, headers })
  assert.equal(answer.status, 200, answer.bytes.toString())
  const { import_id } = dataOf<{ import_id: string }>(answer)
  return until(async () => {
    const shown = await tenant.api.get<ImportShown>(tenant.path(`/imports/${import_id}`))
    return shown.status === 'queued' || shown.status === 'running' ? null : shown
  })
}

const ARCHIVES: [what: string, make: () => Promise<Buffer>, type: string][] = [
  ['no archive at all', async () => Buffer.from('{"images": []}'), 'ARCHIVE_INVALID'],
  ['nothing', async () => Buffer.alloc(0), 'ARCHIVE_INVALID'],
  ['half an archive', async () => (await zipOf({ 'a.json': GOOD })).subarray(0, 100), 'ARCHIVE_INVALID'],
  [
    'an archive that unpacks to far more',
    () => zipOf({ 'a.json': Buffer.alloc(64 * 1024 * 1024, 32) }),
    'ARCHIVE_TOO_LARGE',
  ],
  [
    'a name that leaves the folder',
    async () => renamed(await zipOf({ 'ab/cd.json': GOOD }), 'ab/cd', '../cd'),
    'UNSAFE_PATH',
  ],
  [
    'entries that share the bytes of one',
    () =>
      overlapping(
        Buffer.alloc(900_000, 32),
        Array.from({ length: 200 }, (_, i) => `labels/${i}.txt`),
      ),
    'ARCHIVE_INVALID',
  ],
  [
    'many entries that each unpack to almost a thousand times as much',
    () =>
      zipOf(
        Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`labels/${i}.txt`, Buffer.alloc(16_000_000, 32)])),
      ),
    'ARCHIVE_TOO_LARGE',
  ],
  ['an absolute name', async () => renamed(await zipOf({ 'ab/cd.json': GOOD }), 'ab/cd', '/b/cd'), 'UNSAFE_PATH'],
  ['another format', () => zipOf({ 'labels/1.txt': '0 0.5 0.5 0.1 0.1' }), 'NOT_THIS_FORMAT'],
  ['an empty archive', () => zipOf({}), 'NOT_THIS_FORMAT'],
  ['JSON cut off', () => zipOf({ 'a.json': JSON.stringify(GOOD).slice(0, -5) }), 'ENCODING'],
  ['UTF-16', () => zipOf({ 'a.json': Buffer.from(`\ufeff${JSON.stringify(GOOD)}`, 'utf16le') }), 'ENCODING'],
  [
    'two lists of one name',
    () => zipOf({ 'a.json': JSON.stringify(GOOD).replace(/}$/, ',"images":[]}') }),
    'DUPLICATE',
  ],
  ['another encoding', () => zipOf({ 'a.json': Buffer.from('{"images": "\xe9"}', 'latin1') }), 'ENCODING'],
  [
    'ten thousand entries that say nothing',
    () => zipOf(Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`${i}.txt`, '']))),
    'NOT_THIS_FORMAT',
  ],
]

test('a hostile or broken archive fails with what is wrong, and nothing changes', async () => {
  for (const [what, make, type] of ARCHIVES) {
    const shown = await imported(await make())
    assert.deepEqual([shown.status, shown.error?.code], ['failed', type], `${what}: ${JSON.stringify(shown)}`)
    assert.equal(shown.failures.at(-1)?.type, type, what)
    assert.deepEqual([shown.matched, shown.created], [0, 0], what)
  }
  assert.equal((await tenant.api.call('GET', tenant.path(`/jobs/${jobId}/prediction`))).status, 404)
})

const named = (names: string) =>
  zipOf({ 'data.yaml': `names:\n  0: ${names}\n`, 'labels/train/1.txt': '0 0.5 0.5 0.1 0.1\n' })

/** Names that no column keeps, or that no text can be made of. */
const NAMES: [string, () => Promise<Buffer>, string][] = [
  ['NUL as an escape', () => named('"a\\0b"'), 'UNKNOWN'],
  ['NUL as a byte', () => named('a\0b'), 'ENCODING'],
  ['half of a surrogate pair', () => named('"\\ud800"'), 'UNKNOWN'],
  ['an object in place of a text', () => named('{toString: 1}'), 'UNKNOWN'],
  [
    'NUL in a list of names',
    () => zipOf({ 'classes.txt': 'a\0b\n', 'labels/train/1.txt': '0 0.5 0.5 0.1 0.1' }),
    'ENCODING',
  ],
  [
    'NUL in the name of an entry',
    async () =>
      renamed(await zipOf({ 'data.yaml': 'names: [car]', 'labels/train/xxxx.txt': '0 0 0 9 0' }), 'xxxx', 'x\0xx'),
    'UNSAFE_PATH',
  ],
]

test('names that cannot be kept fail an import once, with what is wrong', async () => {
  for (const [what, make, type] of NAMES) {
    const shown = await imported(await make(), 'yolo_detect')
    assert.deepEqual([shown.status, shown.error?.code], ['failed', type], `${what}: ${JSON.stringify(shown)}`)
  }
})

test('options that cannot be kept are refused', async () => {
  for (const options of ['{"map":{"\\u0000":"car"}}', '{"map":{"\\ud800":"car"}}']) {
    const path = tenant.path(`/imports?format=coco&tag=boxes&options=${encodeURIComponent(options)}`)
    const headers = { 'content-type': 'application/zip' }
    const answer = await tenant.api.call('POST', path, { body: Buffer.alloc(0), headers })
    assert.deepEqual([answer.status, answer.json?.error?.meta_data.failures[0].field], [400, 'options'])
  }
})

test('an archive that is announced larger than the limit is refused unread', async () => {
  const { hostname, port } = new URL(stage.service.baseUrl)
  const socket = connect(Number(port), hostname)
  const head = [
    `POST ${tenant.path('/imports?format=coco&tag=boxes')} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    `x-api-key: ${tenant.key}`,
    'content-type: application/zip',
    `content-length: ${11 * 1024 ** 3}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1.1 413 /)
  socket.destroy()
})

test('labels that do not fit their image leave the job unchanged', async () => {
  const bad = {
    ...cocoOf([{ image: '1.png', label: 'car', bbox: [0, 0, 4, 3] }]),
    categories: [{ id: 7, name: 'car' }],
  }
  const shown = await imported(await zipOf({ 'a.json': bad }))
  assert.deepEqual(
    shown.failures.map(({ type, field }) => [type, field]),
    [['UNKNOWN', 'annotations[0].category_id']],
  )
})
