import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { UserCreated } from '../../src/client/types/admin.ts'
import type { PersonAnswer } from '../../src/contract/people.ts'
import { PASSWORD, Person } from '../support/person.ts'
import { type Stage, setStage } from '../support/stage.ts'

let stage: Stage

before(async () => {
  stage = await setStage()
})
after(() => stage.clear())

test('a password that everyone guesses first is refused with the reason, wherever one is chosen', async () => {
  const email = 'rita.moreno@example.com'
  const { invite_url } = await stage.admin.post<UserCreated>('/v1/users', { email, role: 'viewer' })
  const token = new URL(invite_url).hash.slice('#token='.length)
  const rita = new Person(stage.service.baseUrl)
  const reasons: [string, RegExp][] = [
    ['short', /at least 10 characters/],
    ['aaaaaaaaaa', /too few characters/],
    ['Password123!', /most common/],
    ['Rita.Moreno1', /email address or name/],
  ]
  for (const [password, reason] of reasons) {
    const answer = await rita.call('POST', '/api/invitation/accept', { token, password })
    assert.equal(answer.status, 400, password)
    assert.match(answer.json?.error?.message ?? '', reason)
    assert.partialDeepStrictEqual(answer.json?.error?.meta_data.failures, [
      { field: 'password', type: 'INVALID_VALUE' },
    ])
  }
  await rita.post('/api/invitation/accept', { token, password: PASSWORD })
  const change = await rita.call('POST', '/api/me/password', { current: PASSWORD, next: 'qwertyuiop12' })
  assert.match(change.json?.error?.message ?? '', /most common/)
})

test('two people cannot have emails that look alike, and none holds characters that are not seen', async () => {
  const invite = (email: string) =>
    stage.admin.call('POST', '/v1/users', { body: { email, role: 'viewer' } }).then(({ status }) => status)
  assert.equal(await invite('admin@example.com'), 200)
  for (const email of ['Admin@example.com', '\u0430dmin@example.com', 'admin@ex\u0430mple.com', 'ａdmin@example.com']) {
    assert.equal(await invite(email), 409, email)
  }
  for (const email of ['admin\u200b@example.com', '\u202eadmin@example.com', 'ad\u00admin@example.com']) {
    assert.equal(await invite(email), 400, JSON.stringify(email))
  }
  assert.equal(await invite('r\u00e9my@example.com'), 200)
  assert.equal(await invite('re\u0301my@example.com'), 409)
})

test('a name has no characters that turn or hide the text around it, and is not blank', async () => {
  const admin = await Person.join(stage.admin, 'admin')
  const rename = (name: string) => admin.call('PATCH', '/api/me', { name })
  for (const name of ['\u202enimdA', 'a\n\nb', 'a\0', 'a\u200bb']) assert.equal((await rename(name)).status, 400)
  assert.equal((await rename('  Rita  ')).status, 200)
  const nameNow = async () => {
    const { people } = await admin.get<{ people: PersonAnswer[] }>('/api/people')
    return people.find(({ userId }) => userId === admin.userId)?.name
  }
  assert.equal(await nameNow(), 'Rita')
  assert.equal((await rename('   ')).status, 200)
  assert.equal(await nameNow(), null)
})
