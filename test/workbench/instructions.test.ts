import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import type { JobPayloadAnswer } from '../../src/contract/payload.ts'
import { tidyUp } from '../../src/pipeline/housekeeping.ts'
import { LocalFiles } from '../../src/store/files/localFiles.ts'
import { silentLog } from '../../src/store/postgres/log.ts'
import { type Answer, dataOf } from '../support/apiClient.ts'
import { queuedImage } from '../support/office.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { Person } from '../support/person.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'

let stage: OwnStage
let tenant: Tenant
let other: Tenant
let files: LocalFiles

before(async () => {
  stage = await setOwnStage()
  files = new LocalFiles(join(stage.service.dataDir, 'files'))
  tenant = await Tenant.create(stage.admin, { name: 'streets' }, { boxes: tagOf('image2d') })
  other = await Tenant.create(stage.admin, { name: 'other' }, { boxes: tagOf('image2d') })
})
after(() => stage.clear())

const imagesOf = (of: Tenant, tag = 'boxes') => of.path(`/tags/${tag}/images`)

const send = (body: Uint8Array, contentType = 'image/png', path = imagesOf(tenant)): Promise<Answer> =>
  stage.admin.call('POST', path, { body, headers: { 'content-type': contentType } })

async function sent(body: Uint8Array, contentType?: string, path?: string): Promise<{ url: string; path: string }> {
  const answer = await send(body, contentType, path)
  assert.equal(answer.status, 200, answer.bytes.toString())
  const { url } = dataOf<{ url: string }>(answer)
  assert.equal(new URL(url).origin, new URL(stage.service.baseUrl).origin)
  return { url, path: new URL(url).pathname }
}

const drawing = (seed: number) => pngOf(20, 10, seed)
const shaOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const isStored = async (path: string) => (await files.stat(shaOf(path))) !== null
const hour = () => tidyUp({ pool: stage.database.pool, files, log: silentLog })

test('a picture is served as what its bytes are, to every role of the project, and to no other caller', async () => {
  const picture = sharp(await drawing(1))
  const made = {
    'image/png': await picture.png().toBuffer(),
    'image/jpeg': await picture.jpeg().toBuffer(),
    'image/webp': await picture.webp().toBuffer(),
    'image/gif': await picture.gif().toBuffer(),
  }
  const annotator = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  for (const [type, bytes] of Object.entries(made)) {
    // Named wrongly: the bytes count.
    const { path } = await sent(bytes, type === 'image/png' ? 'application/octet-stream' : 'image/png')
    const { status, headers, bytes: got } = await annotator.call('GET', path)
    assert.deepEqual([status, headers['content-type'], got.equals(bytes)], [200, type, true])
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['content-security-policy'], "sandbox; default-src 'none'")
    assert.equal(headers['cache-control'], 'private, max-age=31536000, immutable')
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
  }
  const { path } = await sent(made['image/png'])
  for (const role of ['admin', 'manager', 'reviewer', 'viewer'] as const) {
    const person = await Person.join(stage.admin, role, role === 'admin' ? [] : [tenant.projectId])
    assert.equal((await person.call('GET', path)).status, 200, role)
  }
  const stranger = await Person.join(stage.admin, 'manager', [other.projectId])
  assert.equal((await stranger.call('GET', path)).status, 403)
  const elsewhere = path.replace(tenant.projectId, other.projectId)
  assert.equal((await stranger.call('GET', elsewhere)).status, 404, 'of a project that does not have it')
  assert.equal((await new Person(stage.service.baseUrl).call('GET', path)).status, 401)
  assert.equal((await stage.admin.with(tenant.key).call('GET', path)).status, 401, 'a key is no session')
  assert.equal((await annotator.call('GET', `${path.slice(0, -64)}${'0'.repeat(64)}`)).status, 404)
  assert.equal((await annotator.call('GET', `${path.slice(0, -64)}..%2f..%2fmaster`)).status, 404)
})

test('admin keys and people who manage projects send pictures, others do not', async () => {
  const bytes = await drawing(2)
  const headers = { 'content-type': 'image/png' }
  const byRole = async (role: 'manager' | 'reviewer' | 'annotator' | 'viewer', projectId: string) => {
    const person = await Person.join(stage.admin, role, [projectId])
    return (await person.call('POST', `/api${imagesOf(tenant)}`, bytes, headers)).status
  }
  assert.equal(await byRole('manager', tenant.projectId), 200)
  assert.equal(await byRole('manager', other.projectId), 403)
  assert.equal(await byRole('reviewer', tenant.projectId), 403)
  assert.equal(await byRole('annotator', tenant.projectId), 403)
  assert.equal(await byRole('viewer', tenant.projectId), 403)
  const withKey = await stage.admin.with(tenant.key).call('POST', imagesOf(tenant), { body: bytes, headers })
  assert.equal(withKey.status, 403)
  assert.equal((await send(bytes, 'image/png', imagesOf(tenant, 'unknown'))).status, 404)
})

test('a file that is not a whole picture is refused with what was expected and found, and leaves nothing behind', async () => {
  const { rows: before } = await stage.database.pool.query('select count(*) from tag_images')
  const png = await pngOf(40, 30)
  const picture = sharp(png)
  const [jpeg, gif, webp] = [
    await picture.jpeg().toBuffer(),
    await picture.gif().toBuffer(),
    await picture.webp().toBuffer(),
  ]
  const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length - 20)
  const flipped = Buffer.from(png)
  flipped[60] ^= 0xff
  const refused: [Uint8Array, RegExp][] = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), /SVG/],
    [Buffer.from('<!doctype html><script>alert(1)</script>'), /HTML/],
    [Buffer.from('%PDF-1.7'), /PDF/],
    [Buffer.alloc(0), /empty/],
    [Buffer.from('[['.repeat(1000)), /unknown|text|JSON/],
    [png.subarray(0, 8), /cut short/],
    [cut(png), /cut short/],
    [cut(jpeg), /cut short/],
    [cut(gif), /cut short/],
    [cut(webp), /cut short/],
    [flipped, /cut short/],
    [png.subarray(0, 20), /cut short/],
  ]
  for (const [bytes, found] of refused) {
    const { status, json } = await send(bytes)
    const [failure] = json?.error?.meta_data.failures ?? []
    assert.deepEqual([status, json?.error?.code, failure?.field], [400, 'GE_0002', 'image'])
    assert.match(failure?.found ?? '', found)
    assert.ok(failure?.expected)
  }
  const wide = await sharp({ create: { width: 8000, height: 7000, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
  const { json } = await send(wide)
  const [failure] = json?.error?.meta_data.failures ?? []
  assert.deepEqual([failure?.type, failure?.found], ['OUT_OF_RANGE', '8000 × 7000 pixels'])
  assert.equal((await send(Buffer.alloc(5 * 1024 * 1024 + 1))).status, 413)
  assert.equal((await send(png, 'text/html')).status, 415)
  assert.equal((await send(png, 'image/svg+xml')).status, 415)
  const { rows: then } = await stage.database.pool.query('select count(*) from tag_images')
  assert.deepEqual(then, before)
})

test('a picture stays while instructions show it, and goes with its file a month after no tag does', async () => {
  const [shown, unused, fresh] = await Promise.all([11, 12, 13].map(async (seed) => sent(await drawing(seed))))
  const age = (path: string) =>
    stage.database.pool.query(`update tag_images set uploaded_at = now() - interval '31 days' where sha256 = $1`, [
      shaOf(path),
    ])
  // Another tag of the project shows it.
  await stage.admin.put(tenant.path('/tags/copy'), tagOf('image2d', { instructions: `So: ![so](${shown.url})` }))
  await Promise.all([age(shown.path), age(unused.path)])
  await hour()
  assert.deepEqual(await Promise.all([shown, unused, fresh].map(({ path }) => isStored(path))), [true, false, true])
  const viewer = await Person.join(stage.admin, 'viewer', [tenant.projectId])
  assert.equal((await viewer.call('GET', unused.path)).status, 404)
  await stage.admin.put(tenant.path('/tags/copy'), tagOf('image2d'))
  await hour()
  assert.equal(await isStored(shown.path), false)
})

test('instructions of more than 64 KiB are refused, counted in bytes', async () => {
  const put = (instructions: string) =>
    stage.admin.call('PUT', tenant.path('/tags/long'), { body: tagOf('image2d', { instructions }) })
  assert.equal((await put('x'.repeat(65_536))).status, 200)
  for (const [text, found] of [
    ['x'.repeat(65_537), /x{50}/],
    ['字'.repeat(22_000), /^66000 bytes$/],
  ] as const) {
    const { status, json } = await put(text)
    const [failure] = json?.error?.meta_data.failures ?? []
    assert.deepEqual([status, failure?.field, failure?.type], [400, 'instructions', 'OUT_OF_RANGE'])
    assert.match(failure?.expected ?? '', /65536/)
    assert.match(failure?.found ?? '', found)
  }
})

test('the job says whether the instructions have changed since the person read them', async () => {
  const put = (more: object) => stage.admin.put(tenant.path('/tags/guided'), { ...tagOf('image2d'), ...more })
  await put({ instructions: 'Tightly.' })
  const jobId = await queuedImage(stage, tenant, 'guided')
  const [ann, ben] = await Promise.all([1, 2].map(() => Person.join(stage.admin, 'annotator', [tenant.projectId])))
  const stand = async (person: Person) => (await person.get<JobPayloadAnswer>(`/api/jobs/${jobId}`)).instructions
  const read = (person: Person, version: number) => person.post(`/api/jobs/${jobId}/instructions/read`, { version })
  assert.deepEqual(await stand(ann), { version: 1, readVersion: null })
  await read(ann, 1)
  assert.deepEqual(await stand(ann), { version: 1, readVersion: 1 })
  await put({ instructions: 'Tightly.', review: true })
  assert.deepEqual(await stand(ann), { version: 1, readVersion: 1 }, 'another rule is no change of instructions')
  await put({ instructions: 'Loosely.' })
  assert.deepEqual(await stand(ann), { version: 2, readVersion: 1 })
  assert.deepEqual(await stand(ben), { version: 2, readVersion: null }, 'kept for each person')
  await read(ann, 1_000)
  assert.deepEqual(await stand(ann), { version: 2, readVersion: 2 }, 'no version before there is one')
  await read(ann, 1)
  assert.deepEqual(await stand(ann), { version: 2, readVersion: 2 })
  const stranger = await Person.join(stage.admin, 'annotator', [other.projectId])
  assert.equal((await stranger.refused('POST', `/api/jobs/${jobId}/instructions/read`, { version: 1 })).status, 404)
})
