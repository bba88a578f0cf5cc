import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { MeAnswer } from '../../src/contract/people.ts'
import { TestProvider } from '../support/openIdProvider.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { ServiceProcess } from '../support/serviceProcess.ts'
import { Tenant } from '../support/tenant.ts'
import { Visitor } from '../support/visitor.ts'

const SECRET_KEY = 'a key of thirty-two characters and more, the first'

let provider: TestProvider
let stage: OwnStage
let tenant: Tenant
/** The service under test: the stage's own signs in by password alone. */
let service: ServiceProcess

before(async () => {
  stage = await setOwnStage({ SECRET_KEY })
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  provider = await TestProvider.reserve()
  const env = provider.settings({
    labelers: { role: 'annotator', projects: [tenant.projectId] },
    leads: { role: 'manager', projects: '*' },
    operators: { role: 'admin', projects: '*' },
  })
  service = await ServiceProcess.start({
    databaseUrl: stage.database.connectionString,
    env: { ...env, STORAGE_URL: `file:${stage.service.dataDir}/files`, SECRET_KEY: SECRET_KEY },
  })
  await provider.listen(service.baseUrl)
})
after(async () => {
  await service.remove()
  await provider.stop()
  await stage.clear()
})

/** Goes to the provider, signs in there as this person, and comes back; answers the last address. */
async function signIn(visitor: Visitor, name: string, to = '/queue'): Promise<string> {
  const login = await visitor.follow(`${service.baseUrl}/api/oidc/start?to=${encodeURIComponent(to)}`)
  if (!login.startsWith(provider.issuer)) return login
  const signedIn = await visitor.step(login, { prompt: 'login', login: name, password: 'any' })
  const consent = await visitor.follow(signedIn.next ?? '', (address) => address.includes('/callback?'))
  if (consent.includes('/callback?')) return visitor.follow(consent)
  const agreed = await visitor.step(consent, { prompt: 'consent' })
  return visitor.follow(agreed.next ?? '')
}

async function meOf(visitor: Visitor): Promise<MeAnswer | null> {
  const { response } = await visitor.step(`${service.baseUrl}/api/me`)
  return response.ok ? ((await response.json()) as { data: MeAnswer }).data : null
}

const refusalIn = (address: string) => new URL(address).searchParams.get('sign_in')

test('a person of a mapped group is let in with its role and projects, and lands on the page they wanted', async () => {
  provider.people.set('ada', { email: 'ada@example.com', email_verified: true, name: 'Ada', groups: ['labelers'] })
  const ada = new Visitor()
  assert.equal(await signIn(ada, 'ada', '/queue?kind=annotate'), `${service.baseUrl}/queue?kind=annotate`)
  const me = await meOf(ada)
  assert.deepEqual(
    [me?.email, me?.name, me?.role, me?.projects.map(({ projectId }) => projectId)],
    ['ada@example.com', 'Ada', 'annotator', [tenant.projectId]],
  )
})

test('role and projects follow the groups at each sign-in; groups without a role end open sessions', async () => {
  provider.people.set('bo', { email: 'bo@example.com', email_verified: true, groups: ['labelers'] })
  const [first, second, third] = [new Visitor(), new Visitor(), new Visitor()]
  await signIn(first, 'bo')
  assert.equal((await meOf(first))?.role, 'annotator')
  provider.people.set('bo', { email: 'bo@example.com', email_verified: true, groups: ['leads', 'others'] })
  await signIn(second, 'bo')
  assert.equal((await meOf(second))?.role, 'manager')
  assert.equal((await meOf(first))?.userId, (await meOf(second))?.userId)
  provider.people.set('bo', { email: 'bo@example.com', email_verified: true, groups: ['others'] })
  assert.equal(refusalIn(await signIn(third, 'bo')), 'NO_ACCESS')
  assert.deepEqual([await meOf(first), await meOf(second), await meOf(third)], [null, null, null])
})

test('an existing account is taken over only by a verified email, and never that of an admin', async () => {
  const invited = await Person.join(stage.admin, 'viewer', [tenant.projectId])
  const admin = await Person.join(stage.admin, 'admin')
  const claim = (email: string, email_verified: boolean) =>
    provider.people.set('cy', { email, email_verified, groups: ['labelers'] })
  claim(invited.email, false)
  assert.equal(refusalIn(await signIn(new Visitor(), 'cy')), 'EMAIL_NOT_VERIFIED')
  claim(admin.email, true)
  assert.equal(refusalIn(await signIn(new Visitor(), 'cy')), 'EMAIL_OF_ADMIN')
  claim(invited.email.toUpperCase(), true)
  const cy = new Visitor()
  await signIn(cy, 'cy')
  const me = await meOf(cy)
  assert.deepEqual([me?.userId, me?.role], [invited.userId, 'annotator'])
  // From now on the subject counts: another email at the provider changes nothing here.
  claim(admin.email, true)
  const again = new Visitor()
  await signIn(again, 'cy')
  assert.equal((await meOf(again))?.userId, invited.userId)
})

test('an admin is made by an explicit entry of the map alone; a deactivated person stays out', async () => {
  provider.people.set('di', { email: 'di@example.com', email_verified: true, groups: ['operators'] })
  const di = new Visitor()
  await signIn(di, 'di')
  const me = await meOf(di)
  assert.equal(me?.role, 'admin')
  await stage.database.pool.query('update users set disabled = true where id = $1', [me?.userId])
  assert.equal(refusalIn(await signIn(new Visitor(), 'di')), 'PERSON_DEACTIVATED')
})

test('an answer that was not requested, belongs to another visitor, or was sent twice signs no one in', async () => {
  provider.people.set('el', { email: 'el@example.com', email_verified: true, groups: ['labelers'] })
  const el = new Visitor()
  const login = await el.follow(`${service.baseUrl}/api/oidc/start`)
  const signedIn = await el.step(login, { prompt: 'login', login: 'el', password: 'any' })
  const consent = await el.follow(signedIn.next ?? '')
  const agreed = await el.step(consent, { prompt: 'consent' })
  const callback = await el.follow(agreed.next ?? '', (address) => address.startsWith(service.baseUrl))
  const stranger = new Visitor()
  assert.equal(refusalIn(await stranger.follow(callback)), 'EXPIRED')
  await stranger.step(`${service.baseUrl}/api/oidc/start`)
  assert.equal(refusalIn(await stranger.follow(callback)), 'FAILED')
  const forged = new URL(callback)
  forged.searchParams.set('state', 'another')
  const other = new Visitor()
  await other.step(`${service.baseUrl}/api/oidc/start`)
  assert.equal(refusalIn(await other.follow(forged.href)), 'FAILED')
  assert.equal(refusalIn(await el.follow(callback)), null)
  assert.equal((await meOf(el))?.email, 'el@example.com')
  assert.equal(refusalIn(await el.follow(callback)), 'EXPIRED')
  for (const visitor of [stranger, other]) assert.equal(await meOf(visitor), null)
})

test('the browser is sent to pages of this service alone', async () => {
  provider.people.set('fa', { email: 'fa@example.com', email_verified: true, groups: ['labelers'] })
  for (const to of ['https://example.com/', '//example.com', '/\\example.com', '/.//example.com', 'queue']) {
    assert.equal(await signIn(new Visitor(), 'fa', to), `${service.baseUrl}/`, to)
  }
})

test('a sign-in leaves its marks in the audit log: the link, and the role by the service', async () => {
  const { entries } = await stage.admin.get<{ entries: { action: string; after: { issuer?: string } }[] }>(
    '/v1/audit?action=user.link_identity',
  )
  assert.ok(entries.length > 0)
  assert.equal(entries[0].after.issuer, provider.issuer)
})

test('with PASSWORD_SIGN_IN off no password opens a session; an unreachable provider is reported', async () => {
  const person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  const away = await TestProvider.reserve()
  const closed = await ServiceProcess.start({
    databaseUrl: stage.database.connectionString,
    env: {
      ...away.settings({}),
      PASSWORD_SIGN_IN: 'off',
      STORAGE_URL: `file:${stage.service.dataDir}/files`,
      SECRET_KEY: SECRET_KEY,
    },
  })
  try {
    const ways = await (await fetch(`${closed.baseUrl}/api/sign-in/ways`)).json()
    assert.deepEqual(ways, { success: true, data: { password: false, provider: true } })
    const visitor = new Person(closed.baseUrl)
    const body = { email: person.email, password: 'correct horse battery' }
    const { status, meta } = await visitor.refused('POST', '/api/sign-in', body)
    assert.deepEqual([status, (meta as { reason?: string }).reason], [403, 'PASSWORD_OFF'])
    assert.equal(refusalIn(await new Visitor().follow(`${closed.baseUrl}/api/oidc/start`)), 'PROVIDER_AWAY')
  } finally {
    await closed.remove()
  }
})

test('where the provider names the admins no set-up link is printed', () => {
  assert.match(stage.service.output, /setup#token=/)
  assert.match(service.output, /is ready at/)
  assert.doesNotMatch(service.output, /setup#token=/)
})
