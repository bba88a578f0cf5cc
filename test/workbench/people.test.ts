import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { UserCreated } from '../../src/client/types/admin.ts'
import type { InvitationAnswer, MeAnswer, PersonAnswer } from '../../src/contract/people.ts'
import { beginTry } from '../../src/store/cluster/people/signInFailures.ts'
import { createInvitation } from '../../src/store/cluster/people/users.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { PASSWORD, Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'

let stage: OwnStage
let tenant: Tenant

before(async () => {
  stage = await setOwnStage()
})
after(() => stage.clear())

const visitor = () => new Person(stage.service.baseUrl)
const tokenOf = (url: string) => new URL(url).hash.slice('#token='.length)

test('the set-up link makes one first admin, once', async () => {
  const printed = /setup#token=(\S+)/.exec(stage.service.output)?.[1]
  assert.ok(printed, 'the service prints the link')
  const body = { token: printed, email: 'first@example.com', password: PASSWORD }
  const short = await visitor().refused('POST', '/api/setup', { ...body, password: 'short' })
  assert.partialDeepStrictEqual(short.meta.failures, [{ field: 'password', type: 'INVALID_VALUE' }])
  const rivals = [visitor(), visitor()]
  const answers = await Promise.all(
    rivals.map((rival, i) => rival.call('POST', '/api/setup', { ...body, email: `first${i}@example.com` })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
  const winner = rivals[answers.findIndex(({ status }) => status === 200)]
  const me = await winner.get<MeAnswer>('/api/me')
  assert.equal(me.role, 'admin')
  const late = await createInvitation(stage.database.pool, { userId: null, by: null, hours: 24 })
  assert.equal((await visitor().refused('POST', '/api/setup', { ...body, token: late })).status, 404)
  tenant = await Tenant.create(stage.admin, { name: 'streets' }, { boxes: tagOf('image2d') })
})

test('the cookie is kept from scripts and other sites, and ends with signing out', async () => {
  const person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  const answer = await visitor().call('POST', '/api/sign-in', { email: person.email.toUpperCase(), password: PASSWORD })
  const [cookie, device] = [answer.headers['set-cookie'] ?? []].flat()
  assert.match(device, /^fiducial_device=[^;]*; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
  assert.match(cookie, /^fiducial_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  const kept = person.cookie
  await person.post('/api/sign-out')
  person.cookie = kept
  assert.equal((await person.refused('GET', '/api/me')).status, 401)
})

test('where the address is https the cookie is sent back over https alone', async () => {
  const secure = await setOwnStage({ BASE_URL: 'https://annotate.example' })
  try {
    const { invite_url } = await secure.admin.post<UserCreated>('/v1/users', { email: 'a@example.com', role: 'admin' })
    const person = new Person(secure.service.baseUrl)
    const body = { token: tokenOf(invite_url), password: PASSWORD }
    const answer = await person.call('POST', '/api/invitation/accept', body)
    assert.match(String(answer.headers['set-cookie']), /^__Host-fiducial_session=.*; SameSite=Lax; Secure$/)
    assert.equal((await person.get<MeAnswer>('/api/me')).email, 'a@example.com')
  } finally {
    await secure.clear()
  }
})

test('an invitation says whom it is for, and opens once', async () => {
  const { invite_url } = await stage.admin.post<UserCreated>('/v1/users', {
    email: 'rita@example.com',
    role: 'reviewer',
    projects: [tenant.projectId],
  })
  const token = tokenOf(invite_url)
  assert.deepEqual(await visitor().post<InvitationAnswer>('/api/invitation', { token }), {
    email: 'rita@example.com',
    name: null,
    role: 'reviewer',
  })
  const rita = visitor()
  const me = await rita.post<MeAnswer>('/api/invitation/accept', { token, name: 'Rita', password: PASSWORD })
  assert.equal(me.name, 'Rita')
  assert.deepEqual(
    me.projects.map(({ name }) => name),
    ['streets'],
  )
  assert.equal((await visitor().refused('POST', '/api/invitation/accept', { token, password: PASSWORD })).status, 404)
  assert.equal(
    (await visitor().refused('POST', '/api/setup', { token, email: 'x@example.com', password: PASSWORD })).status,
    404,
  )
})

test('guessing is slowed down more with every try, for that email and address, and the right password forgiven', async () => {
  const person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  const guess = (password: string, email = person.email) => visitor().call('POST', '/api/sign-in', { email, password })
  const { pool } = stage.database
  const unblock = (seconds: number) =>
    pool.query('update sign_in_failures set blocked_until = now() + make_interval(secs => $1)', [seconds])
  /** What the last try has brought about. */
  const nextWait = async () => {
    const { rows } = await pool.query<{ seconds: number }>(
      `select round(extract(epoch from blocked_until - failed_at))::int as seconds from sign_in_failures
       order by failed_at desc limit 1`,
    )
    return rows[0].seconds
  }
  for (let i = 0; i < 4; i++) assert.equal((await guess(`wrong password ${i}`)).status, 401)
  assert.equal(await nextWait(), 0)
  for (const seconds of [1, 2, 4]) {
    assert.equal((await guess('wrong again')).status, 401)
    assert.equal(await nextWait(), seconds)
    await unblock(0)
  }
  await unblock(60)
  const early = await guess(PASSWORD)
  assert.equal(early.status, 429, 'the right password waits too, or the wait would tell')
  assert.ok(Number(early.headers['retry-after']) > 30)
  await unblock(0)
  assert.equal((await guess(PASSWORD)).status, 200)
  assert.equal((await guess('wrong password')).status, 401)
  assert.equal(await nextWait(), 0)
  const nobody = await guess('wrong password', 'nobody@example.com')
  assert.equal(nobody.json?.error?.message, (await guess('wrong password')).json?.error?.message)
})

test('many guesses at once are counted one by one', async () => {
  const { pool } = stage.database
  const subjects = ['account', 'network'].map((name) => ({ hash: Buffer.from(name), free: 4 }))
  const waits = await Promise.all(Array.from({ length: 20 }, () => beginTry(pool, subjects)))
  const { rows } = await pool.query<{ most: number }>(
    'select max(failures) as most from sign_in_failures where subject = any($1)',
    [subjects.map(({ hash }) => hash)],
  )
  assert.equal(waits.filter((seconds) => seconds === 0).length, rows[0].most)
})

test('a new password ends all other sessions', async () => {
  const here = await Person.join(stage.admin, 'viewer', [tenant.projectId])
  const there = visitor()
  await there.post('/api/sign-in', { email: here.email, password: PASSWORD })
  const change = { current: PASSWORD, next: 'another long password' }
  assert.equal((await here.refused('POST', '/api/me/password', { ...change, current: 'no' })).status, 400)
  await here.post('/api/me/password', change)
  assert.equal((await there.refused('GET', '/api/me')).status, 401)
  await here.get('/api/me')
  await there.post('/api/sign-in', { email: here.email, password: change.next })
})

test('a deactivated person is out at once, also while they work', async () => {
  const admin = await Person.join(stage.admin, 'admin')
  const person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  await person.get('/api/me')
  const row = await admin.ok<PersonAnswer>('PATCH', `/api/people/${person.userId}`, { disabled: true })
  assert.equal(row.state, 'disabled')
  assert.equal((await person.refused('GET', '/api/me')).status, 401)
  assert.equal(
    (await visitor().refused('POST', '/api/sign-in', { email: person.email, password: PASSWORD })).status,
    401,
  )
})

test('managers manage only those below them in their own projects', async () => {
  const other = await Tenant.create(stage.admin, { name: 'other' }, {})
  const manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
  const peer = await Person.join(stage.admin, 'manager', [tenant.projectId])
  const foreign = await Person.join(stage.admin, 'annotator', [other.projectId])
  const shared = await Person.join(stage.admin, 'annotator', [tenant.projectId, other.projectId])
  const { people } = await manager.get<{ people: PersonAnswer[] }>('/api/people')
  assert.ok(!people.some(({ userId }) => userId === foreign.userId))
  const refusals = [
    ['PATCH', `/api/people/${foreign.userId}`, { name: 'x' }, 404],
    ['PATCH', `/api/people/${peer.userId}`, { role: 'viewer' }, 403],
    ['POST', `/api/people/${peer.userId}/invite`, {}, 403],
    ['POST', `/api/people/${shared.userId}/invite`, {}, 403],
    ['POST', '/api/people', { email: 'm@example.com', role: 'manager', projects: [tenant.projectId] }, 403],
    ['POST', '/api/people', { email: 'm@example.com', role: 'viewer', projects: [other.projectId] }, 403],
  ] as const
  for (const [method, path, body, status] of refusals) {
    assert.equal((await manager.refused(method, path, body)).status, status, `${method} ${path}`)
  }
  const made = await manager.post<{ userId: string; inviteUrl: string }>('/api/people', {
    email: 'new@example.com',
    role: 'annotator',
    projects: [tenant.projectId],
  })
  const again = await manager.post<{ inviteUrl: string }>(`/api/people/${made.userId}/invite`)
  const lost = { token: tokenOf(made.inviteUrl), password: PASSWORD }
  assert.equal((await visitor().refused('POST', '/api/invitation/accept', lost)).status, 404)
  await visitor().post('/api/invitation/accept', { token: tokenOf(again.inviteUrl), password: PASSWORD })
  const row = await manager.ok<PersonAnswer>('PATCH', `/api/people/${made.userId}`, { role: 'reviewer' })
  assert.equal(row.role, 'reviewer')
})

test('the last admin stays one', async () => {
  const admins = await stage.database.pool.query<{ id: string }>(
    `select id from users where role = 'admin' and not disabled`,
  )
  const last = await Person.join(stage.admin, 'admin')
  for (const { id } of admins.rows) await last.ok('PATCH', `/api/people/${id}`, { disabled: true })
  assert.equal((await last.refused('PATCH', `/api/people/${last.userId}`, { role: 'viewer' })).status, 409)
  assert.equal((await last.refused('PATCH', `/api/people/${last.userId}`, { disabled: true })).status, 409)
})

test("a person's own keys are kept with the account, and do not affect others", async () => {
  const [ann, ben] = [await Person.join(stage.admin, 'annotator'), await Person.join(stage.admin, 'annotator')]
  const bindings = { 'job.save': ['F9'], 'class.7c1f': ['Shift+7', 'Q'], 'tool.pan': [] }
  assert.deepEqual(await ann.get('/api/me/keys'), { bindings: {} })
  await ann.ok('PUT', '/api/me/keys', { bindings })
  assert.deepEqual(await ann.get('/api/me/keys'), { bindings: JSON.parse(JSON.stringify(bindings)) })
  assert.deepEqual(await ben.get('/api/me/keys'), { bindings: {} })
  await ann.ok('PUT', '/api/me/keys', { bindings: {} })
  assert.deepEqual(await ann.get('/api/me/keys'), { bindings: {} })
  for (const wrong of [
    { 'job.save': 'F9' },
    { 'job.save': [''] },
    { 'job.save': Array(9).fill('F9') },
    { '': ['A'] },
  ]) {
    assert.equal((await ann.refused('PUT', '/api/me/keys', { bindings: wrong })).status, 400)
  }
  assert.equal((await visitor().refused('GET', '/api/me/keys')).status, 401)
})
