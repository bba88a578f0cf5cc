import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { UserCreated } from '../../src/client/types/admin.ts'
import type { MeAnswer, PersonAnswer } from '../../src/contract/people.ts'
import { dataOf } from '../support/apiClient.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { PASSWORD, Person } from '../support/person.ts'
import { Tenant } from '../support/tenant.ts'

let stage: OwnStage
let tenant: Tenant
let other: Tenant
let admin: Person
let manager: Person

before(async () => {
  stage = await setOwnStage()
  tenant = await Tenant.create(stage.admin, { name: 'streets' }, {})
  other = await Tenant.create(stage.admin, { name: 'other' }, {})
  admin = await Person.join(stage.admin, 'admin')
  manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
})
after(() => stage.clear())

const visitor = () => new Person(stage.service.baseUrl)
const tokenOf = (url: string) => new URL(url).hash.slice('#token='.length)
const NEXT = 'quite another password'

let invited = 0
/** Invited by the manager; the link was not opened yet. */
async function invite(role = 'viewer'): Promise<{ userId: string; token: string }> {
  const body = { email: `invited-${++invited}@example.com`, role, projects: [tenant.projectId] }
  const made = await manager.post<{ userId: string; inviteUrl: string }>('/api/people', body)
  return { userId: made.userId, token: tokenOf(made.inviteUrl) }
}

async function newLink(maker: Person, userId: string): Promise<string> {
  return tokenOf((await maker.post<{ inviteUrl: string }>(`/api/people/${userId}/invite`)).inviteUrl)
}

const accept = async (token: string, password = NEXT) =>
  (await visitor().call('POST', '/api/invitation/accept', { token, password })).status

test('a link ends when the person is given another role or other projects', async () => {
  const promoted = await invite()
  await admin.ok('PATCH', `/api/people/${promoted.userId}`, { role: 'admin' })
  assert.equal((await visitor().refused('POST', '/api/invitation', { token: promoted.token })).status, 404)
  assert.equal(await accept(promoted.token), 404)

  const moved = await invite()
  await admin.ok('PATCH', `/api/people/${moved.userId}`, { projects: [tenant.projectId, other.projectId] })
  assert.equal(await accept(moved.token), 404)

  const same = await invite()
  await admin.ok('PATCH', `/api/people/${same.userId}`, { role: 'viewer', projects: [tenant.projectId], name: 'New' })
  assert.equal(await accept(same.token), 200)
})

test('a link ends with a password that the person chose', async () => {
  const person = await Person.join(stage.admin, 'viewer', [tenant.projectId])
  const token = await newLink(admin, person.userId)
  await person.post('/api/me/password', { current: PASSWORD, next: NEXT })
  assert.equal(await accept(token, PASSWORD), 404)
})

test('a link ends when its maker may not make it any more', async () => {
  const maker = await Person.join(stage.admin, 'manager', [tenant.projectId])
  const makeFor = async (email: string) => {
    const body = { email, role: 'viewer', projects: [tenant.projectId] }
    return tokenOf((await maker.post<{ inviteUrl: string }>('/api/people', body)).inviteUrl)
  }
  const token = await makeFor('of-maker@example.com')
  await admin.ok('PATCH', `/api/people/${maker.userId}`, { projects: [other.projectId] })
  assert.equal(await accept(token), 404)
  await admin.ok('PATCH', `/api/people/${maker.userId}`, { projects: [tenant.projectId] })
  const later = await makeFor('of-maker-2@example.com')
  await admin.ok('PATCH', `/api/people/${maker.userId}`, { disabled: true })
  assert.equal(await accept(later), 404)
})

test('one link is open for a person, also when several are made at once', async () => {
  const { userId, token } = await invite()
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => manager.call('POST', `/api/people/${userId}/invite`, {})),
  )
  const made = answers.map((answer) => tokenOf(dataOf<{ inviteUrl: string }>(answer).inviteUrl))
  const opened: number[] = []
  for (const each of [token, ...made]) {
    opened.push((await visitor().call('POST', '/api/invitation', { token: each })).status)
  }
  assert.deepEqual(opened.filter((status) => status === 200).length, 1, String(opened))
})

test('a new password by a link ends every session of the person', async () => {
  const person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  await person.get('/api/me')
  assert.equal(await accept(await newLink(admin, person.userId)), 200)
  assert.equal((await person.refused('GET', '/api/me')).status, 401)
})

test('a manager makes no link for a person who has a password; an admin does, for an hour', async () => {
  const person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  assert.equal((await manager.refused('POST', `/api/people/${person.userId}/invite`)).status, 403)
  assert.equal(await accept(await newLink(admin, person.userId)), 200)
  const { rows } = await stage.database.pool.query<{ hours: string }>(
    `select extract(epoch from max(expires_at) - now()) / 3600 as hours from invitations
     where user_id = $1 and made_by = $2`,
    [person.userId, admin.userId],
  )
  assert.ok(Number(rows[0].hours) <= 1, `${rows[0].hours} h`)
})

test('the account shows an open link, and who reset the password and when', async () => {
  const person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  const token = await newLink(admin, person.userId)
  const { password: before } = await person.get<MeAnswer>('/api/me')
  assert.equal(before.openLink?.madeBy, admin.email)
  assert.equal(await accept(token), 200)
  await person.post('/api/sign-in', { email: person.email, password: NEXT })
  const { password } = await person.get<MeAnswer>('/api/me')
  assert.equal(password.openLink, null)
  assert.equal(password.resetBy, admin.email)
  assert.ok(Math.abs(Date.now() - Date.parse(password.changedAt!)) < 60_000)
  await person.post('/api/me/password', { current: NEXT, next: PASSWORD })
  assert.equal((await person.get<MeAnswer>('/api/me')).password.resetBy, null)
})

test('an invitation by the operator’s key is not bound to a person', async () => {
  const made = await stage.admin.post<UserCreated>('/v1/users', {
    email: 'by-key@example.com',
    role: 'viewer',
    projects: [tenant.projectId],
  })
  assert.equal(await accept(tokenOf(made.invite_url)), 200)
  const rows = (await admin.get<{ people: PersonAnswer[] }>('/api/people')).people
  assert.equal(rows.find(({ email }) => email === 'by-key@example.com')?.state, 'active')
})
