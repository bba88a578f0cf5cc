import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { apiRoutes } from '../../src/api/api.ts'
import type { ApiContext } from '../../src/api/context.ts'
import type { Route } from '../../src/api/http/route.ts'
import { mayDo, PERMISSIONS, type Permission, ROLES } from '../../src/model/permissions.ts'
import { signLink } from '../../src/store/linkSignature.ts'
import { queuedImage } from '../support/office.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'

let stage: OwnStage
let tenant: Tenant
let jobId: string

before(async () => {
  stage = await setOwnStage()
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  jobId = await queuedImage(stage, tenant, 'boxes')
})
after(() => stage.clear())

const NO_ONE = '99999999-9999-4999-8999-999999999999'
const byKeyword: Record<string, () => string> = {
  pid: () => tenant.projectId,
  jid: () => jobId,
  uid: () => NO_ONE,
  did: () => NO_ONE,
  iid: () => NO_ONE,
  bid: () => NO_ONE,
  kid: () => NO_ONE,
  file: () => '0'.repeat(64),
}
const bodyOf = (route: Route, text = '{') => (['POST', 'PUT', 'PATCH'].includes(route.method) ? text : undefined)
const addressOf = (path: string) => path.replace(/:(\w+)/g, (_, name) => byKeyword[name]?.() ?? '1')

/** The routes as the service makes them; none is called here, so nothing behind them is needed. */
const routes = apiRoutes({
  config: { maxFrames: 1, personLeaseMinutes: 1, dataDir: '' },
  webFolder: '',
  serviceRoutes: [],
} as unknown as ApiContext)
const ofSession = routes.filter(
  (route): route is Route & { access: { session: Permission | 'signed-in' } } =>
    typeof route.access === 'object' && !('key' in route.access),
)

test('docs/people.md and the table of permissions say the same', () => {
  const page = readFileSync(new URL('../../docs/people.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)`: .*? \| (.+) \|$/gm)].map(([, permission, cells]) => [
    permission,
    cells.split(' | ').map((cell) => cell === 'yes'),
  ])
  const table = Object.keys(PERMISSIONS).map((permission) => [
    permission,
    ROLES.map((role) => mayDo(role, permission as Permission)),
  ])
  assert.deepEqual(rows, table)
})

test('every route says what it answers: a schema, a type of content, or another status', () => {
  const silent = routes.filter(({ answer, answerType, alsoAnswers }) => !answer && !answerType && !alsoAnswers)
  assert.deepEqual(
    silent.map(({ method, paths }) => `${method} ${paths[0]}`),
    [],
  )
})

test('every role is let through exactly where the table says, on every route', async () => {
  for (const role of ROLES) {
    const person = await Person.join(stage.admin, role, role === 'admin' ? [] : [tenant.projectId])
    for (const route of ofSession) {
      const [path] = route.paths
      // Signing out would end the walk.
      if (path === '/api/sign-out') continue
      const answer = await person.call(route.method, addressOf(path), bodyOf(route))
      const isRefused = answer.status === 403 || answer.status === 401
      const asked = route.access.session
      const may = asked === 'signed-in' || mayDo(role, asked)
      assert.equal(isRefused, !may, `${role} ${route.method} ${path}: ${answer.status} ${answer.bytes.toString()}`)
    }
  }
})

test('no call gets through without a session, or without the header of the service’s own pages', async () => {
  const stranger = new Person(stage.service.baseUrl)
  const person = await Person.join(stage.admin, 'admin')
  for (const route of ofSession) {
    const address = addressOf(route.paths[0])
    const name = `${route.method} ${address}`
    assert.equal((await stranger.call(route.method, address)).status, 401, name)
    if (route.method === 'GET') continue
    const foreign = await person.call(route.method, address, bodyOf(route), { 'x-fiducial': '0' })
    assert.equal(foreign.status, 403, name)
  }
})

const ANY_BODY = '{"reason":"x","version":0,"text":"x"}'

test('people of another project learn nothing about a job, not even whether it exists', async () => {
  const other = await Tenant.create(stage.admin, { name: 'other' }, {})
  for (const role of ['manager', 'annotator'] as const) {
    const person = await Person.join(stage.admin, role, [other.projectId])
    for (const route of ofSession) {
      const [path] = route.paths
      if (!path.includes(':jid') && !path.includes(':pid')) continue
      const asked = route.access.session
      const there = await person.call(route.method, addressOf(path), bodyOf(route, ANY_BODY))
      const known = path.includes(':pid') || (asked !== 'signed-in' && !mayDo(role, asked)) ? 403 : 404
      const isChecked = there.status === 400
      assert.ok(isChecked || there.status === known, `${role} ${route.method} ${path}: ${there.status}`)
    }
    if (role === 'annotator') assert.deepEqual((await person.get<{ jobs: unknown[] }>('/api/queue')).jobs, [])
    assert.deepEqual(
      (await person.get<{ projects: { projectId: string }[] }>('/api/projects')).projects.map((p) => p.projectId),
      [other.projectId],
    )
  }
})

test('a viewer’s link reads its one job and its files, and writes nothing on any route', async () => {
  const { viewer_url: viewerUrl } = await tenant.record(jobId)
  const sig = new URL(viewerUrl).searchParams.get('sig')!
  const guest = new Person(stage.service.baseUrl)
  const view = await guest.get<{
    access: string
    files: { base: string; query: string }
    content: { frames: { image: { file: string } }[] }
  }>(`/api/view/${jobId}?sig=${sig}`)
  assert.equal(view.access, 'read')
  const file = `${view.files.base}${view.content.frames[0].image.file}${view.files.query}`
  assert.equal((await guest.call('GET', file)).status, 200)
  const second = await queuedImage(stage, tenant, 'boxes')
  assert.equal((await guest.call('GET', `/api/view/${second}?sig=${sig}`)).status, 404)
  assert.equal((await guest.call('GET', file.replace(jobId, second))).status, 404)
  const forged = signLink(Buffer.alloc(32), 'viewer', jobId)
  assert.equal((await guest.call('GET', `/api/view/${jobId}?sig=${forged}`)).status, 404)
  const before = await snapshot()
  for (const route of routes) {
    if (route.method === 'GET') continue
    for (const path of route.paths) {
      const address = `${addressOf(path)}?sig=${sig}`
      const { status } = await guest.call(route.method, address, bodyOf(route), { 'x-viewer-signature': sig })
      // OPTIONS says to everyone what kind of uploads the service takes.
      const isRefused = status >= 400 && status < 500
      assert.ok(isRefused || route.method === 'OPTIONS', `${route.method} ${address}: ${status}`)
    }
  }
  assert.deepEqual(await snapshot(), before)
})

/** Everything that a write through the link could have changed. */
async function snapshot() {
  const tables = [
    'jobs',
    'works',
    'work_operations',
    'work_drafts',
    'issues',
    'submissions',
    'reviews',
    'users',
    'sessions',
  ]
  const rows = await Promise.all(
    tables.map((table) => stage.database.pool.query(`select * from ${table} order by 1, 2`).then(({ rows }) => rows)),
  )
  return JSON.parse(JSON.stringify(rows))
}
