import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { KeyCreated } from '../../src/client/types/admin.ts'
import type { Scope } from '../../src/client/types/words.ts'
import type { Pool } from '../../src/store/postgres/pools.ts'
import { type Api, until } from '../support/apiClient.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'
import { filled, type Operation, readOperations } from './openApi.ts'

let stage: OwnStage
let own: Tenant
let other: Tenant
/** What belongs to the other project, by the name of the parameter. */
let theirs: Record<string, string>
let ofProjects: Operation[]
let attachment: string

before(async () => {
  stage = await setOwnStage()
  const tags = { image: tagOf('image2d') }
  own = await Tenant.create(stage.admin, { name: 'own', callback: { url: stage.receiver.url } }, tags)
  other = await Tenant.create(stage.admin, { name: 'neighbour', callback: { url: stage.receiver.url } }, tags)
  const image = stage.files.put('/1.png', await pngOf(8, 8))
  const jobId = await other.submit({ reference_id: 'theirs', tag: 'image', data: { image_url: image } })
  await other.reached(jobId, 'queued')
  const done = await other.submit({ reference_id: 'done', tag: 'image', data: { image_url: image } })
  await other.reached(done, 'queued')
  await other.submitResult(done, ONE_BOX)
  const { result, batch_id } = await other.reached(done, 'completed')
  await stage.receiver.requests(1)
  attachment = new URL(result!).pathname
  const { keys } = await stage.admin.get<{ keys: { key_id: string }[] }>(other.path('/keys'))
  const { export_id } = await other.api.post<{ export_id: string }>(other.path('/exports'), { format: 'coco' })
  await until(async () => {
    const shown = await other.api.get<{ status: string }>(other.path(`/exports/${export_id}`))
    return shown.status === 'completed' ? shown : null
  })
  theirs = {
    pid: other.projectId,
    jid: jobId,
    bid: batch_id,
    eid: export_id,
    tag: 'image',
    kid: keys[0].key_id,
    sensor: 'lidar',
  }
  const all = await readOperations(stage.admin)
  ofProjects = all.filter(({ path, needsSession }) => path.includes('{pid}') && !needsSession)
  assert.ok(ofProjects.length > 30)
})
after(() => stage.clear())

const BODIES: [RegExp, object][] = [
  [/\/(result|prediction)$/, { data: ONE_BOX }],
  [/\/assist$/, { assistant: 'none', verb: 'predict', input: {} }],
  [/\/review$/, { decision: 'accept' }],
  [/\{jid\}$/, { priority_weight: 9 }],
  [/\/batch$/, { name: 'mine now' }],
  [/\/jobs$/, { reference_id: 'mine now', tag: 'image', data: { image_url: 'http://127.0.0.1:1/' } }],
  [/\/callback$/, { url: 'http://127.0.0.1:1/stolen' }],
  [/\/batch\/\{bid\}$/, { state: 'paused' }],
]

const call = (api: Api, { method, path, body }: Operation, values: Readonly<Record<string, string>>) => {
  const sent = BODIES.find(([form]) => form.test(path))?.[1] ?? {}
  return api.call(method, filled(path, values), body ? { body: sent } : {})
}

/** What the service writes by itself all the time. */
const CHANGING = new Set([
  'callback_delays',
  'callback_sums',
  'clock_seen',
  'delivery_workers',
  'progress_changes',
  'progress_sums',
  'quality_changes',
  'quality_sums',
])

/** Everything the database holds, but for when keys were last used and who works just now. */
async function everything(pool: Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const kept: Record<string, string> = {}
  for (const { name } of tables.filter((one) => !CHANGING.has(one.name))) {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from "${name}" t`)
    const texts = rows.map(({ row }) => JSON.stringify({ ...row, last_used_at: null }))
    kept[name] = texts.sort().join('\n')
  }
  return kept
}

test('a key of one project is refused on every call of another, and nothing is changed', async () => {
  const before = await everything(stage.database.pool)
  for (const operation of ofProjects) {
    const answer = await call(own.api, operation, theirs)
    assert.equal(answer.status, 403, `${operation.method} ${operation.path}`)
    assert.equal(answer.json?.error?.code, 'unauthorized')
    assert.ok(!answer.bytes.includes(theirs.jid) && !answer.bytes.includes('neighbour'))
  }
  assert.deepEqual(await everything(stage.database.pool), before)
})

test('a project that does not exist is answered to its keys as another’s is', async () => {
  for (const pid of ['00000000-0000-4000-8000-000000000000', 'nonsense']) {
    for (const operation of ofProjects) {
      const answer = await call(own.api, operation, { ...theirs, pid })
      assert.deepEqual([answer.status, answer.json?.error?.code], [403, 'unauthorized'])
    }
  }
})

test('things of another project are not found in one’s own, and stay unchanged', async () => {
  const before = await everything(stage.database.pool)
  let tried = 0
  for (const operation of ofProjects.filter(({ path }) => /\{(jid|bid|kid|eid|aid)\}/.test(path))) {
    const api = operation.needsAdmin ? stage.admin : own.api
    const answer = await call(api, operation, { ...theirs, pid: own.projectId })
    assert.equal(answer.status, 404, `${operation.method} ${operation.path}: ${answer.status} ${answer.bytes}`)
    assert.ok(['FS_0006', 'resource_error'].includes(answer.json?.error?.code ?? ''))
    tried++
  }
  assert.ok(tried > 10)
  const body = { reference_id: 'x', tag: 'image', batch_id: theirs.bid, data: { image_url: 'http://127.0.0.1:1/' } }
  const foreign = await own.api.call('POST', own.path('/jobs'), { body })
  assert.equal(foreign.status, 404)
  const byReference = await own.api.call('GET', own.path('/jobs?reference_id=theirs'))
  assert.equal(byReference.status, 404)
  assert.deepEqual(await everything(stage.database.pool), before)
})

test('files of results open to their project’s key and signature, and to no other', async () => {
  const open = (api: Api, path: string) => api.call('GET', path).then((answer) => answer.status)
  assert.equal(await open(other.api, attachment), 200)
  assert.equal(await open(own.api, attachment), 403)
  assert.equal(await open(own.api.with(null), attachment), 401)
  assert.equal(await open(own.api.with(null), `${attachment}?sig=AAAA`), 404)
  assert.equal(await open(other.api, attachment.replace(/[^/]+$/, 'other.json')), 404)
})

test('with a missing, mistyped or revoked key only public things are open', async () => {
  const { key, key_id } = await stage.admin.post<KeyCreated>(own.path('/keys'), { name: 'short', scopes: ['read'] })
  const revoked = await stage.admin.call('DELETE', own.path(`/keys/${key_id}`))
  assert.equal(revoked.status, 200)
  const typo = own.key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
  for (const wrong of [null, '', 'fid_', typo, key, `${own.key} `.repeat(2)]) {
    for (const operation of ofProjects.filter((one) => !one.isPublic)) {
      const answer = await call(own.api.with(wrong), operation, { ...theirs, pid: own.projectId })
      assert.deepEqual([answer.status, answer.json?.error?.code], [401, 'auth-failure'], operation.path)
    }
  }
})

test('a key that may read sees the tags to work with and kept sensors, and no settings of the project', async () => {
  const { key } = await stage.admin.post<KeyCreated>(own.path('/keys'), { name: 'looks', scopes: ['read'] })
  const reader = own.api.with(key)
  const { tags } = await reader.get<{ tags: { tag: string }[] }>(own.path('/tags'))
  assert.deepEqual(
    tags.map(({ tag }) => tag),
    ['image'],
  )
  assert.equal((await reader.get<{ tag: string }>(own.path('/tags/image'))).tag, 'image')
  assert.deepEqual(await reader.get(own.path('/sensors')), { sensors: [] })
  for (const path of ['/keys', '/callback', '/attachment_access']) {
    assert.equal((await reader.call('GET', own.path(path))).status, 403, path)
  }
})

test('a key may do what its scopes allow, and no more', async () => {
  const before = await everything(stage.database.pool)
  const scopes: Scope[] = ['submit', 'read', 'annotate']
  const keys = new Map<Scope, Api>()
  for (const scope of scopes) {
    const { key } = await stage.admin.post<KeyCreated>(own.path('/keys'), { name: scope, scopes: [scope] })
    keys.set(scope, own.api.with(key))
  }
  const nobodys = { ...theirs, pid: own.projectId }
  for (const operation of ofProjects.filter((one) => !one.isPublic)) {
    for (const scope of scopes) {
      const answer = await call(keys.get(scope)!, operation, nobodys)
      const may = operation.scopes.includes(scope)
      assert.equal(answer.status === 403, !may, `${operation.method} ${operation.path} with ${scope}: ${answer.status}`)
    }
  }
  const after = await everything(stage.database.pool)
  const changed = Object.keys(after).filter((name) => after[name] !== before[name])
  // What the keys may do was done in their own project.
  for (const name of changed) assert.ok(!after[name].includes('stolen'), name)
})
