import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Api, inParallel, until } from '../support/apiClient.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { PASSWORD, Person } from '../support/person.ts'

let stage: OwnStage
let api: Api

before(async () => {
  stage = await setOwnStage({ TRUST_PROXY: '127.0.0.1' })
  api = stage.admin.with(null)
})
after(() => stage.clear())

interface Try {
  email: string
  password?: string
  address: string
  cookie?: string
}

/** A sign-in as the proxy in front hands it on. */
const tryAs = ({ email, password = 'not the password', address, cookie }: Try) =>
  api.call('POST', '/api/sign-in', {
    body: { email, password },
    headers: { 'x-fiducial': '1', 'x-forwarded-for': address, cookie },
  })

const countOf = (statuses: readonly number[], wanted: number) => statuses.filter((status) => status === wanted).length
const ipv4 = (n: number) => `198.51.${Math.floor(n / 250)}.${(n % 250) + 1}`

/** Cookies by name, as a browser keeps them. */
function cookiesOf(answer: Awaited<ReturnType<typeof tryAs>>): Map<string, string> {
  const set = [answer.headers['set-cookie'] ?? []].flat()
  return new Map(set.map((text) => [text.split('=')[0], text.split(';')[0]]))
}

test('few of many tries at once wait, the others are refused for now, and files are served meanwhile', async () => {
  let ended = 0
  const tries = inParallel(Array.from({ length: 200 }), 200, async (_, i) => {
    const answer = await tryAs({ email: `flood-${i}@example.com`, address: ipv4(i) })
    ended++
    return answer
  })
  const css = await new Api(stage.service.baseUrl, null).call('GET', '/docs/swagger-ui.css')
  const endedBefore = ended
  const answers = await tries
  assert.equal(css.status, 200)
  assert.ok(endedBefore < 200, 'the file came before the tries had ended')
  const statuses = answers.map(({ status }) => status)
  const busy = answers.filter(({ status }) => status === 503)
  assert.equal(countOf(statuses, 401) + busy.length, 200, [...new Set(statuses)].join())
  assert.ok(busy.length > 100, `${busy.length} were told to come again`)
  assert.ok(busy.every(({ headers }) => Number(headers['retry-after']) > 0))
  assert.equal((await api.call('GET', '/readyz')).status, 200)
})

test('addresses of one IPv6 /64 are one visitor', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 60; i++) {
    const answer = await tryAs({ email: `spray-${i}@example.com`, address: `2001:db8:7:1::${i.toString(16)}:1` })
    statuses.push(answer.status)
  }
  assert.ok(countOf(statuses, 429) >= 15, statuses.join())
  assert.equal((await tryAs({ email: 'spray@example.com', address: '2001:db8:7:2::1' })).status, 401)
})

test('strangers cannot lock out a person whose device signed in before', async () => {
  const person = await Person.join(stage.admin, 'annotator')
  const { email } = person
  const home = await tryAs({ email, password: PASSWORD, address: '192.0.2.10' })
  const device = cookiesOf(home).get('fiducial_device')!
  assert.match(device, /^fiducial_device=[\w-]{22}\.[\w-]{43}$/)
  const statuses = await inParallel(Array.from({ length: 60 }), 2, async (_, i) => {
    return (await tryAs({ email, address: ipv4(1000 + i) })).status
  })
  assert.ok(countOf(statuses, 429) > 0, 'the account is guarded against strangers')
  const elsewhere = '203.0.113.77'
  assert.equal((await tryAs({ email, password: PASSWORD, address: elsewhere })).status, 429)
  assert.equal((await tryAs({ email, password: PASSWORD, address: elsewhere, cookie: device })).status, 200)
  assert.equal((await tryAs({ email, password: PASSWORD, address: '192.0.2.10' })).status, 200, 'a known network')
})

test('a colleague who guesses does not lock out others at the same address', async () => {
  const colleague = await Person.join(stage.admin, 'annotator')
  const address = '192.0.2.20'
  assert.equal((await tryAs({ email: colleague.email, password: PASSWORD, address })).status, 200)
  for (let i = 0; i < 50; i++) await tryAs({ email: `guess-${i}@example.com`, address })
  assert.equal((await tryAs({ email: 'other@example.com', address })).status, 429)
  assert.equal((await tryAs({ email: colleague.email, password: PASSWORD, address })).status, 200)
})

test('a device’s cookie counts for its own account, and its wrong tries are slowed down too', async () => {
  const [one, two] = [await Person.join(stage.admin, 'viewer'), await Person.join(stage.admin, 'viewer')]
  const signedIn = await tryAs({ email: one.email, password: PASSWORD, address: '192.0.2.30' })
  const cookie = cookiesOf(signedIn).get('fiducial_device')!
  const own: number[] = []
  for (let i = 0; i < 8; i++) own.push((await tryAs({ email: one.email, address: ipv4(2000 + i), cookie })).status)
  assert.ok(countOf(own, 429) > 0, own.join())
  const forged = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  for (const each of [cookie, forged]) {
    const others: number[] = []
    for (let i = 0; i < 8; i++) {
      others.push((await tryAs({ email: two.email, address: '192.0.2.31', cookie: each })).status)
    }
    assert.ok(countOf(others, 429) > 0, others.join())
  }
})

test('a try that is refused writes nothing', async () => {
  const address = '192.0.2.40'
  for (let i = 0; i < 45; i++) await tryAs({ email: `first-${i}@example.com`, address })
  const rows = async () =>
    (await stage.database.pool.query('select subject, failures, xmin::text from sign_in_failures order by 1')).rows
  // Long enough that none of the tries below is admitted.
  await stage.database.pool.query(`update sign_in_failures set blocked_until = now() + interval '1 minute'`)
  const before = await rows()
  for (let i = 0; i < 30; i++) {
    assert.equal((await tryAs({ email: `second-${i}@example.com`, address })).status, 429)
  }
  assert.deepEqual(await rows(), before)
  await stage.database.pool.query('delete from sign_in_failures')
})

test('a proxy that is not trusted is logged once', async () => {
  const plain = await setOwnStage()
  try {
    for (let i = 0; i < 3; i++) {
      await plain.admin.call('GET', '/healthz', { headers: { 'x-forwarded-for': '192.0.2.1' } })
    }
    await until(async () => plain.service.output.includes('TRUST_PROXY'))
    assert.equal(plain.service.output.split('set TRUST_PROXY').length - 1, 1)
  } finally {
    await plain.clear()
  }
})
