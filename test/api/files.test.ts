import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { tidyUp } from '../../src/pipeline/housekeeping.ts'
import { LocalFiles } from '../../src/store/files/localFiles.ts'
import { type Answer, until } from '../support/apiClient.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'

interface Shown {
  file_id: string
  url: string
  name: string
  size: number
  sha256: string
  kind: string
  media_type: string
  in_use: boolean
  created_at: string
  expires_at: string | null
}

const MAX_UPLOAD_BYTES = 1_000_000
const DAY_MS = 86_400_000

let stage: OwnStage
let tenant: Tenant
let neighbour: Tenant

before(async () => {
  stage = await setOwnStage({ MAX_UPLOAD_BYTES: String(MAX_UPLOAD_BYTES), DOWNLOAD_RETRIES: '10ms' })
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  neighbour = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
})
after(() => stage.clear())

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const send = (name: string, body: Uint8Array, headers: Record<string, string> = {}, to = tenant): Promise<Answer> =>
  to.api.call('POST', to.path(`/files?name=${encodeURIComponent(name)}`), {
    body,
    headers: { 'content-type': 'application/octet-stream', ...headers },
  })

const upload = async (name: string, body: Uint8Array, to = tenant): Promise<Shown> => {
  const answer = await send(name, body, {}, to)
  assert.equal(answer.status, 200, answer.bytes.toString())
  return answer.json?.data as Shown
}

const refusalOf = ({ status, json }: Answer) => [
  status,
  json?.error?.code,
  json?.error?.meta_data.failures.map(({ field, type }) => `${field} ${type}`).join(),
]

/** Names in the storage, without those of other kinds. */
const isStored = async (bytes: Uint8Array): Promise<boolean> => (await storage().stat(sha256Of(bytes))) !== null

const storage = () => new LocalFiles(`${stage.service.dataDir}/files`)
const tidy = () => tidyUp({ pool: stage.database.pool, files: storage(), log: { info() {} } as never })

const jobOf = (url: string, reference_id = randomBytes(8).toString('hex')) => ({
  reference_id,
  tag: 'boxes',
  data: { image_url: url },
})

test('a file that was sent becomes a job without an address that the service can reach', async () => {
  const png = await pngOf(12, 8)
  const file = await upload('drive 1/front/ä.png', png)
  assert.deepEqual(
    { ...file, file_id: '', created_at: '', expires_at: '' },
    {
      file_id: '',
      url: `upload://${file.file_id}/drive%201/front/%C3%A4.png`,
      name: 'drive 1/front/ä.png',
      size: png.length,
      sha256: sha256Of(png),
      kind: 'image',
      media_type: 'image/png',
      in_use: false,
      created_at: '',
      expires_at: '',
    },
  )
  const keptMs = Date.parse(file.expires_at ?? '') - Date.parse(file.created_at)
  assert.ok(Math.abs(keptMs - 7 * DAY_MS) < 60_000)
  const jobId = await tenant.submit(jobOf(file.url))
  await tenant.reached(jobId, 'queued')
  const used = await tenant.api.get<Shown>(tenant.path(`/files/${file.file_id}`))
  assert.deepEqual([used.in_use, used.expires_at], [true, null])
  assert.deepEqual(refusalOf(await tenant.api.call('DELETE', tenant.path(`/files/${file.file_id}`))).slice(0, 2), [
    409,
    'JOB_STATE',
  ])
  await tenant.submitResult(jobId, ONE_BOX)
  await tenant.reached(jobId, 'completed')
})

test('the data of a job goes without its upload, which then lives as long as an unused one', async () => {
  const png = await pngOf(13, 8)
  const file = await upload('a.png', png)
  const jobId = await tenant.submit(jobOf(file.url))
  await tenant.reached(jobId, 'queued')
  await tenant.api.post(tenant.path(`/jobs/${jobId}/cancel`), {})
  await stage.admin.ok('DELETE', tenant.path(`/jobs/${jobId}/data`))
  const shown = await tenant.api.get<Shown>(tenant.path(`/files/${file.file_id}`))
  assert.deepEqual([shown.in_use, shown.expires_at], [false, file.expires_at])
  assert.ok(await isStored(png))
  await tenant.api.ok('DELETE', tenant.path(`/files/${file.file_id}`))
  assert.ok(!(await isStored(png)))
  assert.equal((await tenant.api.call('GET', tenant.path(`/files/${file.file_id}`))).status, 404)
  assert.equal((await tenant.api.call('DELETE', tenant.path(`/files/${file.file_id}`))).status, 404)
})

test('an upload expires while nothing uses it, and one older than that goes with the data of its last job', async () => {
  const [unused, used] = [await pngOf(14, 8), await pngOf(15, 8)]
  const files = [await upload('unused.png', unused), await upload('used.png', used)]
  const jobs = [await tenant.submit(jobOf(files[1].url)), await tenant.submit(jobOf(files[1].url))]
  for (const jobId of jobs) await tenant.reached(jobId, 'queued')
  await stage.database.pool.query(
    `update uploaded_files set kept_until = now() - interval '1 minute',
       expires_at = case when expires_at is null then null else now() - interval '1 minute' end where id = any($1)`,
    [files.map(({ file_id }) => file_id)],
  )
  // It has expired even before it is removed.
  assert.equal((await tenant.api.call('GET', tenant.path(`/files/${files[0].file_id}`))).status, 404)
  assert.deepEqual(refusalOf(await tenant.api.call('POST', tenant.path('/jobs'), { body: jobOf(files[0].url) })), [
    400,
    'FS_0003',
    'data.image_url UNKNOWN',
  ])
  await tidy()
  assert.deepEqual([await isStored(unused), await isStored(used)], [false, true])
  for (const [index, jobId] of jobs.entries()) {
    await tenant.api.post(tenant.path(`/jobs/${jobId}/cancel`), {})
    await stage.admin.ok('DELETE', tenant.path(`/jobs/${jobId}/data`))
    assert.equal(await isStored(used), index === 0)
  }
  const { rows } = await stage.database.pool.query<{ rows: number }>(
    'select count(*) as rows from file_uses where user_id = any($1)',
    [jobs],
  )
  assert.equal(rows[0].rows, 0)
})

test('a job shows the data it was made of, and where its files came from', async () => {
  const png = await pngOf(19, 8)
  const { url, file_id } = await upload('shown.png', png)
  const body = `{"reference_id": "shown", "tag": "boxes", "data": {"image_url": ${JSON.stringify(url)}, "metadata": {"x": 1.50} }}`
  const jobId = await tenant.submit(body)
  await tenant.reached(jobId, 'queued')
  const answer = await tenant.api.call('GET', tenant.path(`/jobs/${jobId}/data`))
  assert.ok(answer.bytes.includes('"metadata": {"x": 1.50} }'))
  const { data, files } = answer.json!.data as { data: object; files: Record<string, unknown>[] }
  assert.deepEqual(data, { image_url: url, metadata: { x: 1.5 } })
  const [{ url: address, ...file }] = files
  const facts = { field: 'data.image_url', sha256: sha256Of(png), size: png.length, media_type: 'image/png' }
  assert.deepEqual(file, { ...facts, source: 'upload', file_id })
  assert.ok(Buffer.from(await (await fetch(String(address))).arrayBuffer()).equals(png))
  const downloaded = await tenant.submit(jobOf(stage.files.put('/shown.png', png)))
  await tenant.reached(downloaded, 'queued')
  const other = await tenant.api.get<{ files: object[] }>(tenant.path(`/jobs/${downloaded}/data`))
  assert.deepEqual({ ...other.files[0], url: '' }, { ...facts, url: '', source: 'download' })
  assert.equal((await neighbour.api.call('GET', neighbour.path(`/jobs/${jobId}/data`))).status, 404)
  await tenant.api.post(tenant.path(`/jobs/${jobId}/cancel`), {})
  await stage.admin.ok('DELETE', tenant.path(`/jobs/${jobId}/data`))
  assert.equal((await tenant.api.call('GET', tenant.path(`/jobs/${jobId}/data`))).status, 410)
})

test('the same bytes are two files and stored once', async () => {
  const bytes = randomBytes(100_000)
  const [one, other] = await Promise.all([upload('one', bytes), upload('other', bytes)])
  assert.notEqual(one.file_id, other.file_id)
  await tenant.api.ok('DELETE', tenant.path(`/files/${one.file_id}`))
  assert.ok(await isStored(bytes))
  const content = await tenant.api.call('GET', tenant.path(`/files/${other.file_id}/content`))
  assert.ok(content.bytes.equals(bytes))
  await tenant.api.ok('DELETE', tenant.path(`/files/${other.file_id}`))
  assert.ok(!(await isStored(bytes)))
})

test('content comes whole, in parts, and not again; never as a page', async () => {
  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  const { file_id, sha256 } = await upload('x.html', page)
  const path = tenant.path(`/files/${file_id}/content`)
  const whole = await tenant.api.call('GET', path)
  assert.equal(whole.bytes.toString(), page.toString())
  assert.match(String(whole.headers['content-type']), /^text\/plain/)
  assert.equal(whole.headers['x-content-type-options'], 'nosniff')
  assert.match(String(whole.headers['content-security-policy']), /sandbox/)
  assert.match(String(whole.headers['content-disposition']), /^attachment/)
  assert.equal(whole.headers.etag, `"${sha256}"`)
  const part = await tenant.api.call('GET', path, { headers: { range: 'bytes=2-8' } })
  assert.deepEqual([part.status, part.bytes.toString()], [206, 'doctype'])
  const known = await tenant.api.call('GET', path, { headers: { 'if-none-match': `"${sha256}"` } })
  assert.equal(known.status, 304)
  const head = await tenant.api.call('HEAD', path)
  assert.deepEqual([head.status, head.headers['content-length']], [200, String(page.length)])
  const outside = await tenant.api.call('GET', path, { headers: { range: 'bytes=900-' } })
  assert.equal(outside.status, 416)
})

test('a digest that is not that of the bytes leaves nothing', async () => {
  const bytes = randomBytes(5000)
  const digest = (of: Uint8Array) => `sha-256=:${createHash('sha256').update(of).digest('base64')}:`
  for (const wrong of [digest(randomBytes(3)), 'sha-256=abc', 'sha-256=:abc:', 'nonsense', ''])
    assert.deepEqual(
      refusalOf(await send('a', bytes, { 'repr-digest': wrong })),
      [400, 'GE_0002', 'repr-digest INVALID_VALUE'],
      wrong,
    )
  assert.ok(!(await isStored(bytes)))
  const { files } = await tenant.api.get<{ files: Shown[] }>(tenant.path('/files?name=a'))
  assert.deepEqual(files, [])
  assert.equal((await send('a', bytes, { 'repr-digest': `sha-512=:AAAA:, ${digest(bytes)}` })).status, 200)
})

test('a name that leaves its folder or hides something is refused', async () => {
  for (const name of [
    '',
    '/etc/passwd',
    '../a',
    'a/../../b',
    'a\\b',
    'a\nb',
    '.',
    'x'.repeat(1025),
    'x'.repeat(10_000),
  ])
    assert.deepEqual(refusalOf(await send(name, Buffer.from('a'))), [400, 'GE_0002', 'name INVALID_VALUE'], name)
  assert.deepEqual(refusalOf(await tenant.api.call('POST', tenant.path('/files'), { body: 'a' })).slice(0, 2), [
    400,
    'GE_0002',
  ])
})

test('a file over the limit is refused by its announced length, or at the byte that is too much', async () => {
  const large = randomBytes(MAX_UPLOAD_BYTES + 1)
  assert.deepEqual(refusalOf(await send('large', large)).slice(0, 2), [413, 'FS_0013'])
  assert.ok(!(await isStored(large)))
  assert.equal((await upload('most', large.subarray(0, MAX_UPLOAD_BYTES))).size, MAX_UPLOAD_BYTES)
  const { limits } = await tenant.api.get<{ limits: { max_upload_bytes: number } }>('/v1/meta')
  assert.equal(limits.max_upload_bytes, MAX_UPLOAD_BYTES)
})

test('an upload that breaks off leaves nothing', async () => {
  const { host, hostname, port } = new URL(stage.service.baseUrl)
  const bytes = randomBytes(300_000)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const path = tenant.path('/files?name=broken')
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${tenant.key}\r\ncontent-type: a/b\r\ncontent-length: 400000\r\n\r\n`,
  )
  await new Promise((resolve) => socket.write(bytes, resolve))
  socket.destroy()
  await until(async () => {
    const { rows } = await stage.database.pool.query<{ rows: number }>('select count(*) as rows from file_claims')
    return rows[0].rows === 0 ? rows : null
  })
  const { files } = await tenant.api.get<{ files: Shown[] }>(tenant.path('/files?name=broken'))
  assert.deepEqual(files, [])
})

test('files of a neighbour are not there, neither to see nor to use', async () => {
  const { file_id, url } = await upload('theirs.png', await pngOf(16, 8), neighbour)
  for (const path of [`/files/${file_id}`, `/files/${file_id}/content`])
    assert.equal((await tenant.api.call('GET', tenant.path(path))).status, 404)
  assert.equal((await tenant.api.call('DELETE', tenant.path(`/files/${file_id}`))).status, 404)
  assert.equal((await tenant.api.call('GET', neighbour.path(`/files/${file_id}`))).status, 403)
  assert.deepEqual(
    refusalOf(await tenant.api.call('POST', neighbour.path('/files?name=a'), { body: 'a' })).slice(0, 2),
    [403, 'unauthorized'],
  )
  const foreign = ['400', 'FS_0003', 'data.image_url UNKNOWN']
  for (const address of [url, `upload://${crypto.randomUUID()}/a.png`]) {
    const answer = await tenant.api.call('POST', tenant.path('/jobs'), { body: jobOf(address) })
    assert.deepEqual(refusalOf(answer).map(String), foreign)
    const dry = await tenant.api.post<{ valid: boolean; failures: { field: string; type: string }[] }>(
      tenant.path('/jobs?dry_run=true'),
      jobOf(address),
    )
    assert.deepEqual([dry.valid, dry.failures.map(({ field, type }) => `${field} ${type}`)], [false, [foreign[2]]])
    const bulk = await tenant.api.post<{ results: { status: number }[] }>(tenant.path('/jobs/bulk'), [jobOf(address)])
    assert.equal(bulk.results[0].status, 400)
  }
  for (const malformed of ['upload://', 'upload://nonsense/a', `upload://${file_id}`, `upload://${file_id}/`]) {
    const answer = await tenant.api.call('POST', tenant.path('/jobs'), { body: jobOf(malformed) })
    assert.deepEqual(refusalOf(answer), [400, 'FS_0003', 'data.image_url INVALID_URL'], malformed)
  }
  assert.equal((await neighbour.api.get<Shown>(neighbour.path(`/files/${file_id}`))).in_use, false)
})

test('a dry run looks into the file', async () => {
  const [good, bad] = [await upload('good.png', await pngOf(17, 8)), await upload('bad.png', Buffer.from('no picture'))]
  const dryRun = (url: string) =>
    tenant.api.post<{ valid: boolean; failures: { type: string }[] }>(tenant.path('/jobs?dry_run=true'), jobOf(url))
  assert.equal((await dryRun(good.url)).valid, true)
  const { valid, failures } = await dryRun(bad.url)
  assert.deepEqual([valid, failures[0].type], [false, 'IMAGE_DECODE_FAILED'])
  assert.equal((await tenant.api.get<Shown>(tenant.path(`/files/${good.file_id}`))).in_use, false)
})

test('a failed job that is sent again with another file lets go of the first', async () => {
  const [bad, good] = [await upload('bad.png', Buffer.from('no picture')), await upload('good.png', await pngOf(18, 8))]
  const jobId = await tenant.submit(jobOf(bad.url))
  await until(async () => ((await tenant.record(jobId)).stage === 'failed' ? true : null))
  const unknown = { data: { image_url: `upload://${crypto.randomUUID()}/a` } }
  assert.equal((await tenant.api.call('POST', tenant.path(`/jobs/${jobId}/retry`), { body: unknown })).status, 400)
  await tenant.api.post(tenant.path(`/jobs/${jobId}/retry`), { data: { image_url: good.url } })
  await tenant.reached(jobId, 'queued')
  const use = async (file: Shown) => (await tenant.api.get<Shown>(tenant.path(`/files/${file.file_id}`))).in_use
  assert.deepEqual([await use(bad), await use(good)], [false, true])
})

test('lists show each file once, newest first, while others come', async () => {
  const lister = await Tenant.create(stage.admin, {}, {})
  const names = Array.from({ length: 205 }, (_, index) => `${index % 5}/${index}.bin`)
  for (let at = 0; at < names.length; at += 20)
    await Promise.all(names.slice(at, at + 20).map((name) => upload(name, Buffer.from(name), lister)))
  const seen: string[] = []
  for (let token: string | null = '', pages = 0; token !== null; pages++) {
    const page: { files: Shown[]; next_page_token: string | null } = await lister.api.get(
      lister.path(`/files${token === '' ? '' : `?page_token=${token}`}`),
    )
    assert.ok(page.files.length <= 100 && pages < 4)
    seen.push(...page.files.map(({ name }) => name))
    token = page.next_page_token
    await upload('late', Buffer.from('late'), lister)
  }
  assert.deepEqual([...seen].sort(), [...names].sort())
  const { files } = await lister.api.get<{ files: Shown[] }>(lister.path('/files?name=1%2F6.bin'))
  assert.deepEqual(
    files.map(({ name }) => name),
    ['1/6.bin'],
  )
  assert.equal((await lister.api.call('GET', lister.path('/files?page_token=x'))).status, 400)
})

test('a file that is deleted and used at the same moment is either gone or used', async () => {
  for (let round = 0; round < 10; round++) {
    const file = await upload('contested.png', await pngOf(20 + round, 8))
    const [created, deleted] = await Promise.all([
      tenant.api.call('POST', tenant.path('/jobs'), { body: jobOf(file.url) }),
      tenant.api.call('DELETE', tenant.path(`/files/${file.file_id}`)),
    ])
    assert.ok([200, 400].includes(created.status) && [200, 409].includes(deleted.status))
    if (deleted.status === 409) assert.equal(created.status, 200)
  }
})
