import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { CustomerServer } from './customerServer.ts'
import { Inbox } from './inbox.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const folder = mkdtempSync(join(tmpdir(), 'fiducial-inbox-'))
const file = join(folder, 'callbacks.ndjson')
const inbox = new Inbox(file)
let server: CustomerServer

before(async () => {
  server = await CustomerServer.start([0], {
    inbox,
    assist: () => null,
    readFile: (path) => (path === 'town/a.pcd' ? Promise.resolve(Buffer.from('points')) : null),
    secretsOf: (project) => (project === 'images' ? { signing_secret: SECRET, service_key: 'key' } : null),
  })
})
after(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const bodyOf = (jobId: string, referenceId = 'ref') =>
  JSON.stringify({ annotations: [{ job_id: jobId, reference_id: referenceId, status: 'COMPLETED', tag: 't' }] })

async function post(webhookId: string, body: string, { signed = body, project = 'images' } = {}): Promise<number> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', Buffer.alloc(32, 7)).update(`${webhookId}.${timestamp}.${signed}`)
  const headers = {
    'webhook-id': webhookId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature.digest('base64')}`,
    'x-service-key': 'key',
  }
  return (await fetch(`${server.url}/callbacks/${project}`, { method: 'POST', headers, body })).status
}

test('a signed callback is received once, however often it is sent', async () => {
  assert.equal(await post('msg_1', bodyOf('job-1')), 200)
  assert.equal(await post('msg_1', bodyOf('job-1')), 200)
  assert.equal(inbox.letters.length, 1)
  assert.equal(inbox.hasVerified('job-1', 'COMPLETED'), true)
  assert.equal(inbox.hasVerified('job-1', 'FAILED'), false)
})

test('a callback that was changed on its way is refused and shown as not verified', async () => {
  assert.equal(await post('msg_2', bodyOf('job-2'), { signed: bodyOf('job-x') }), 400)
  assert.equal(inbox.hasVerified('job-2', 'COMPLETED'), false)
  assert.match(await (await fetch(`${server.url}/inbox`)).text(), /data-verified="no".*\n.*\n.*no \(bad_signature\)/)
})

test('a callback for a project that the demo does not have is refused', async () => {
  assert.equal(await post('msg_3', bodyOf('job-3'), { project: 'another' }), 404)
})

test('received bodies are shown as text, under a policy that lets no script run', async () => {
  assert.equal(await post('msg_4', bodyOf('job-4', '<script>alert(1)</script>')), 200)
  const list = await fetch(`${server.url}/inbox`)
  const policy = list.headers.get('content-security-policy') ?? ''
  assert.match(policy, /^default-src 'none'; style-src 'sha256-/)
  assert.doesNotMatch(policy, /unsafe|script-src/)
  const pages = [await list.text(), await (await fetch(`${server.url}/inbox/${inbox.letters[0].number}`)).text()]
  for (const page of pages) {
    assert.doesNotMatch(page, /<script/)
    assert.match(page, /&lt;script&gt;/)
  }
})

test('verified callbacks are there again after a restart', () => {
  const again = new Inbox(file)
  assert.deepEqual(
    again.letters.map((letter) => letter.jobId),
    ['job-4', 'job-1'],
  )
})

test('files are served, and not sent a second time to a client that has them', async () => {
  const first = await fetch(`${server.url}/files/town/a.pcd`)
  assert.equal(await first.text(), 'points')
  const etag = first.headers.get('etag') ?? ''
  assert.equal((await fetch(`${server.url}/files/town/a.pcd`, { headers: { 'if-none-match': etag } })).status, 304)
  assert.equal((await fetch(`${server.url}/files/town/b.pcd`)).status, 404)
})

test('a server whose port is taken goes to the next', async () => {
  const options = { inbox, assist: () => null, readFile: () => null, secretsOf: () => null }
  const other = await CustomerServer.start([server.port, 0], options)
  assert.notEqual(other.port, server.port)
  await other.stop()
})
