import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Api } from '../support/apiClient.ts'
import { batchOf, drawBox, open, queuedImage, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let [own, neighbour]: Tenant[] = []
let [ann, bob, viewer, foreigner, manager]: Person[] = []
let jobId: string
before(async () => {
  stage = await setStage()
  const tags = { boxes: tagOf('image2d') }
  own = await Tenant.create(stage.admin, {}, tags)
  neighbour = await Tenant.create(stage.admin, {}, tags)
  const join = (role: 'annotator' | 'viewer' | 'manager', tenant: Tenant) =>
    Person.join(stage.admin, role, [tenant.projectId])
  ann = await join('annotator', own)
  bob = await join('annotator', own)
  viewer = await join('viewer', own)
  manager = await join('manager', own)
  foreigner = await join('manager', neighbour)
  jobId = await queuedImage(stage, own, 'boxes')
})
after(() => stage.clear())

test('what checks find is for who sees the job, and others learn nothing from the refusal', async () => {
  const path = (id: string) => own.path(`/jobs/${id}/checks`)
  const nobody = '00000000-0000-4000-8000-000000000000'
  assert.equal((await own.api.call('GET', path(jobId))).status, 200)
  assert.equal((await new Api(stage.service.baseUrl, null).call('GET', path(jobId))).status, 401)
  const told = async (api: Pick<Api, 'call'>, address: string) => {
    const { status, json } = await api.call('GET', address)
    return [status, json?.error?.code, json?.error?.message]
  }
  for (const id of [jobId, nobody]) {
    assert.deepEqual((await told(neighbour.api, path(id))).slice(0, 2), [403, 'unauthorized'])
    const ofNeighbour = neighbour.path(`/jobs/${id}/checks`)
    assert.deepEqual((await told(neighbour.api, ofNeighbour)).slice(0, 2), [404, 'FS_0006'])
  }
  const page = (id: string) => foreigner.call('GET', `/api/jobs/${id}/checks`)
  const [there, missing] = [await page(jobId), await page(nobody)]
  assert.deepEqual([there.status, there.json?.error?.message], [missing.status, missing.json?.error?.message])
  assert.equal((await viewer.call('GET', `/api/jobs/${jobId}/checks`)).status, 200)
  for (const version of ['-1', '1e3', '', ' 1', '0x1', 'x'.repeat(8000), '٣', '9'.repeat(400)]) {
    const { status } = await own.api.call('GET', `${path(jobId)}?version=${encodeURIComponent(version)}`)
    assert.ok(status === 400 || status === 404, `${version.slice(0, 20)}: ${status}`)
  }
})

test('keys of the workbench are a person’s own, of any names, and no more than a person could set', async () => {
  const bindings = JSON.parse(
    '{"__proto__": ["Alt+1"], "constructor": ["Alt+2"], "toString": [], "工具.画": ["Ä"], "מפתח": ["F2"]}',
  )
  const put = (value: unknown) => ann.call('PUT', '/api/me/keys', { bindings: value })
  assert.equal((await put(bindings)).status, 200)
  const kept = await ann.get<{ bindings: object }>('/api/me/keys')
  assert.deepEqual(Object.entries(kept.bindings).sort(), Object.entries(bindings).sort())
  assert.deepEqual(await bob.get('/api/me/keys'), { bindings: {} })
  const many = (count: number, length: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}`.padEnd(length, 'x'), ['F1']]))
  const refused: unknown[] = [
    many(10_000, 8),
    many(1, 10_000),
    { '': ['F1'] },
    { a: ['x'.repeat(41)] },
    { a: [''] },
    { 'a\nb': ['F1'] },
    { a: Array(9).fill('F1') },
    { a: 'F1' },
    { a: [1] },
    [],
    null,
    'a',
    { a: ['\u0000'] },
  ]
  for (const value of refused) {
    const { status } = await put(value)
    assert.ok(status === 400 || status === 413, `${JSON.stringify(value).slice(0, 60)}: ${status}`)
  }
  const unchanged = await ann.get<{ bindings: object }>('/api/me/keys')
  assert.deepEqual(unchanged, kept)
  assert.equal((await own.api.call('GET', '/api/me/keys')).status, 401)
})

test('checks of a tag take their own codes alone, whatever else they are called', async () => {
  const put = (more: string) =>
    stage.admin.call('PUT', own.path('/tags/checked'), {
      body: Buffer.from(`${JSON.stringify(tagOf('image2d')).slice(0, -1)},${more}}`),
    })
  for (const name of ['__proto__', 'constructor', 'toString', '', 'x'.repeat(10_000), 'ſmall']) {
    const answer = await put(`"checks": {${JSON.stringify(name)}: "off"}`)
    assert.equal(answer.status, 400, name.slice(0, 20))
    assert.deepEqual(
      answer.json?.error?.meta_data.failures.map(({ type }) => type),
      ['UNKNOWN'],
    )
  }
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`CODE_${i}`, 'off'])))
  const { status, json } = await put(`"checks": ${many}`)
  assert.ok(status === 413 || (json?.error?.meta_data.failures.length ?? 0) <= 100)
  for (const more of ['"hold": "maybe"', '"strict": "yes"', '"strict": 1', '"checks": []', '"hold": ["ask"]']) {
    assert.equal((await put(more)).status, 400, more)
  }
  assert.equal((await neighbour.api.call('PUT', own.path('/tags/boxes'), { body: tagOf('image2d') })).status, 403)
  assert.equal((await manager.call('PUT', `/api${own.path('/tags/boxes')}`, tagOf('image2d'))).status, 200)
  assert.equal((await ann.call('PUT', `/api${own.path('/tags/boxes')}`, tagOf('image2d'))).status, 403)
})

test('a page that says it has another document saves nothing, whatever it sends in its place', async () => {
  const id = await queuedImage(stage, own, 'boxes')
  await ann.post(`/api/jobs/${id}/claim`)
  const [{ classId }] = (await open(ann, id)).tag.classes
  for (const hash of ['', 'x', 'f'.repeat(64), 'x'.repeat(10_000), '__proto__']) {
    const sent = batchOf(0, [drawBox(classId)])
    const answer = await ann.call('POST', `/api/jobs/${id}/operations`, sent, { 'x-document-hash': hash })
    assert.deepEqual([answer.status, answer.json?.error?.code], [409, 'DOCUMENT_DIFFERS'], hash.slice(0, 10))
  }
  assert.equal((await open(ann, id)).version, 0)
})

test('late work is seen, taken and dropped by its maker, the holder and managers alone', async () => {
  const id = await queuedImage(stage, own, 'boxes')
  await ann.post(`/api/jobs/${id}/claim`)
  const [{ classId }] = (await open(ann, id)).tag.classes
  await save(ann, id, 0, [drawBox(classId)])
  await manager.post(`/api/jobs/${id}/take-over`)
  const late = batchOf(1, [drawBox(classId)])
  const { draftId } = await ann.post<{ draftId: string }>(`/api/jobs/${id}/drafts`, late)
  const seenBy = async (person: Person) =>
    (await person.get<{ drafts: object[] }>(`/api/jobs/${id}/drafts`)).drafts.length
  assert.deepEqual([await seenBy(ann), await seenBy(manager), await seenBy(bob)], [1, 1, 0])
  const draft = `/api/jobs/${id}/drafts/${draftId}`
  for (const person of [bob, viewer, foreigner]) {
    assert.ok([403, 404].includes((await person.call('DELETE', draft)).status))
    assert.notEqual((await person.call('POST', `${draft}/take`, { baseVersion: 1 })).status, 200)
  }
  for (const person of [viewer, foreigner]) {
    assert.ok([403, 404].includes((await person.call('GET', `/api/jobs/${id}/drafts`)).status))
    assert.ok([403, 404].includes((await person.call('POST', `/api/jobs/${id}/drafts`, late)).status))
  }
  assert.equal(await seenBy(ann), 1)
  const [once, again] = await Promise.all([ann.call('DELETE', draft), manager.call('DELETE', draft)])
  assert.deepEqual([once.status, again.status].sort(), [200, 404])
})

test('jobs with findings are filtered within the project alone, by true or false', async () => {
  const list = (api: Pick<Api, 'call'>, value: string) => api.call('GET', own.path(`/jobs?has_findings=${value}`))
  assert.equal((await list(own.api, 'true')).status, 200)
  assert.equal((await list(own.api, 'false')).status, 200)
  for (const value of ['maybe', '1', '', 'TRUE', 'true&has_findings=false']) {
    assert.equal((await list(own.api, value)).status, 400, value)
  }
  for (const value of ['true', 'false']) assert.equal((await list(neighbour.api, value)).status, 403)
})
