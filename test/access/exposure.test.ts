import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobRecord } from '../../src/client/types/jobs.ts'
import type { JobPayloadAnswer } from '../../src/contract/payload.ts'
import type { PersonAnswer } from '../../src/contract/people.ts'
import { dataOf } from '../support/apiClient.ts'
import { queuedImage } from '../support/office.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'

let stage: OwnStage
let tenant: Tenant
let other: Tenant
let admin: Person
let jobId: string

before(async () => {
  stage = await setOwnStage()
  tenant = await Tenant.create(stage.admin, { name: 'streets' }, { boxes: tagOf('image2d') })
  other = await Tenant.create(stage.admin, { name: 'other' }, {})
  admin = await Person.join(stage.admin, 'admin')
  jobId = await queuedImage(stage, tenant, 'boxes')
})
after(() => stage.clear())

const visitor = () => new Person(stage.service.baseUrl)
const pathOf = (url: string) => url.slice(new URL(url).origin.length)
const viewOf = (url: string) => pathOf(url).replace('/view/', '/api/view/')

test('a link that a person copied ends with them; a customer’s link stays', async () => {
  const person = await Person.join(stage.admin, 'reviewer', [tenant.projectId])
  const recordPath = `/api/v1/projects/${tenant.projectId}/jobs/${jobId}`
  const copied = viewOf((await person.get<JobRecord>(recordPath)).viewer_url)
  const customers = viewOf((await tenant.record(jobId)).viewer_url)
  const open = async (path: string) => (await visitor().call('GET', path)).status
  assert.deepEqual([await open(copied), await open(customers)], [200, 200])
  const view = await visitor().get<JobPayloadAnswer>(copied)
  assert.equal(view.content.kind, 'image')
  const file = view.content.kind === 'image' ? view.content.frames[0].image.file : null
  const filePath = `${view.files.base}${file}${view.files.query}`
  assert.equal(await open(filePath), 200)

  await admin.ok('PATCH', `/api/people/${person.userId}`, { projects: [other.projectId] })
  assert.deepEqual([await open(copied), await open(filePath), await open(customers)], [404, 404, 200])
  await admin.ok('PATCH', `/api/people/${person.userId}`, { projects: [tenant.projectId] })
  assert.equal(await open(copied), 200)
  await admin.ok('PATCH', `/api/people/${person.userId}`, { disabled: true })
  assert.deepEqual([await open(copied), await open(filePath), await open(customers)], [404, 404, 200])
  const stolen = copied.replace(person.userId, admin.userId)
  assert.equal(await open(stolen), 404, 'the name in a link cannot be changed')
})

test('people without a link to a job cannot find out whether it exists', async () => {
  const unknown = '99999999-9999-4999-8999-999999999999'
  for (const path of ['/api/view/ID?sig=x', '/api/view/ID/labels?sig=x', `/api/assets/ID/${'0'.repeat(64)}?sig=x`]) {
    const [there, nowhere] = await Promise.all(
      [jobId, unknown].map((id) => visitor().call('GET', path.replace('ID', id))),
    )
    assert.deepEqual([there.status, nowhere.status], [404, 404], path)
    assert.equal(there.json?.error?.message, nowhere.json?.error?.message)
  }
})

test('a link tells nothing of the project around its job', async () => {
  const { viewer_url: url } = await tenant.record(jobId)
  const { job } = await visitor().get<JobPayloadAnswer>(viewOf(url))
  const told = [job.projectId, job.projectName, job.batchId, job.priorityWeight]
  assert.deepEqual(told, [null, null, null, null])
})

test('a manager does not learn who else uses the service or which other projects exist', async () => {
  const manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
  const shared = await Person.join(stage.admin, 'annotator', [tenant.projectId, other.projectId])
  const foreign = await Person.join(stage.admin, 'annotator', [other.projectId])
  const { people } = await manager.get<{ people: PersonAnswer[] }>('/api/people')
  const row = people.find(({ userId }) => userId === shared.userId)
  assert.deepEqual(row?.projects, [tenant.projectId])

  const invite = (email: string) =>
    manager.call('POST', '/api/people', { email, role: 'viewer', projects: [tenant.projectId] })
  const [known, fresh] = [await invite(foreign.email), await invite('fresh@example.com')]
  assert.deepEqual([known.status, fresh.status], [200, 200])
  const shape = (answer: typeof known) =>
    Object.entries(dataOf<Record<string, string>>(answer)).map(([key, value]) => [key, value.length])
  assert.deepEqual(shape(known), shape(fresh))
  assert.equal((await invite(shared.email)).status, 409)
  const { people: all } = await admin.get<{ people: PersonAnswer[] }>('/api/people')
  assert.deepEqual(all.find(({ userId }) => userId === foreign.userId)?.projects, [other.projectId])
})

test('pages are served under the service’s own name only', async () => {
  const call = (host: string, path = '/api/me') => stage.admin.call('GET', path, { headers: { host } })
  const { port } = new URL(stage.service.baseUrl)
  assert.equal((await call(`evil.example:${port}`)).status, 403)
  assert.equal((await call(`127.0.0.1.evil.example:${port}`)).status, 403)
  assert.equal((await call(`localhost:${port}`)).status, 401)
  assert.equal((await call(`127.0.0.1:${port}`)).status, 401)
  assert.equal((await call(`evil.example:${port}`, '/v1/meta')).status, 200, 'customers call under any name')
})

test('answers with data are not stored, and the pages of the API have the headers of all pages', async () => {
  const meta = await stage.admin.call('GET', tenant.path('/keys'))
  assert.equal(meta.headers['cache-control'], 'no-store')
  assert.equal(meta.headers['cross-origin-resource-policy'], 'same-origin')
  assert.equal(meta.headers['strict-transport-security'], undefined)
  const refused = await visitor().call('GET', '/api/me')
  assert.equal(refused.headers['cache-control'], 'no-store')
  const docs = await stage.admin.call('GET', '/docs')
  assert.equal(docs.headers['referrer-policy'], 'no-referrer')
  assert.equal(docs.headers['cross-origin-opener-policy'], 'same-origin')
  assert.match(String(docs.headers['content-security-policy']), /base-uri 'none'; form-action 'self'/)
  const secure = await setOwnStage({ BASE_URL: 'https://annotate.example' })
  try {
    for (const path of ['/healthz', '/docs', '/api/me', '/nowhere']) {
      const { headers } = await secure.admin.call('GET', path)
      assert.equal(headers['strict-transport-security'], 'max-age=31536000', path)
    }
  } finally {
    await secure.clear()
  }
})

test('every call that writes is limited, by key and by person, and a list counts by its rows', async () => {
  const limited = await setOwnStage({ RATE_LIMIT: '5' })
  try {
    const small = await Tenant.create(limited.admin, {}, { boxes: tagOf('image2d') })
    const statuses = async (fn: () => Promise<{ status: number }>) => {
      const answers = await Promise.all(Array.from({ length: 30 }, fn))
      return answers.filter(({ status }) => status === 429).length
    }
    const person = await Person.join(limited.admin, 'admin')
    const change = { body: { name: 'streets' } }
    assert.ok((await statuses(() => limited.admin.call('PATCH', small.path(''), change))) > 10)
    assert.ok((await statuses(() => person.call('PATCH', '/api/me', { name: 'x' }))) > 10)
    assert.equal(await statuses(() => person.call('GET', '/api/me')), 0)
    const jobs = Array.from({ length: 30 }, (_, i) => ({ reference_id: `r${i}`, tag: 'boxes', data: {} }))
    assert.equal((await small.api.call('POST', small.path('/jobs/bulk'), { body: jobs })).status, 200)
    assert.equal((await small.api.call('POST', small.path('/jobs/bulk'), { body: jobs })).status, 429)
  } finally {
    await limited.clear()
  }
})
