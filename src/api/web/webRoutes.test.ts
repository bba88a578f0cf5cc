import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { Draining } from '../http/draining.ts'
import { buildServer, type ServerParts } from '../http/server.ts'
import { webRoutes } from './webRoutes.ts'

const folder = mkdtempSync(join(tmpdir(), 'fiducial-web-'))
const SCRIPT = 'console.log(1)\n'.repeat(200)
const log = pino({ level: 'silent' })
const server = buildServer(
  {
    baseUrl: () => '',
    config: { maxBodyBytes: 1024, rateLimit: 0, trustProxy: false },
    log,
    draining: new Draining(),
  } as unknown as ServerParts,
  webRoutes(folder),
  () => {},
)
const get = (url: string, headers: Record<string, string> = {}) => server.inject({ method: 'GET', url, headers })

before(() => server.ready())
after(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

function build(index: string): void {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'assets', 'main-abc.js'), SCRIPT)
  writeFileSync(join(folder, 'index.html'), index)
}

test('without a build the pages say how to make one', async () => {
  const answer = await get('/')
  assert.equal(answer.statusCode, 503)
  assert.match(answer.body, /npm run build/)
})

test('every address of the pages is answered with the one page, under a strict policy', async () => {
  build('<!doctype html><title>one</title>')
  for (const url of [
    '/',
    '/setup',
    '/invite',
    '/queue',
    '/jobs/x',
    '/view/x?sig=y',
    '/projects/x/jobs',
    '/console/a/b',
  ]) {
    const answer = await get(url)
    assert.equal(answer.statusCode, 200, url)
    assert.match(answer.body, /one/)
    assert.equal(answer.headers['cache-control'], 'no-cache')
    const policy = String(answer.headers['content-security-policy'])
    assert.match(policy, /script-src 'self';/)
    assert.match(policy, /frame-ancestors 'none'/)
  }
  assert.equal((await get('/api/none')).statusCode, 404)
  assert.equal((await server.inject({ method: 'POST', url: '/queue' })).statusCode, 405)
})

test('programs are cached permanently and sent compressed as the browser prefers', async () => {
  const url = '/assets/main-abc.js'
  const plain = await get(url)
  assert.equal(plain.body, SCRIPT)
  assert.match(String(plain.headers['cache-control']), /immutable/)
  const brotli = await get(url, { 'accept-encoding': 'gzip, deflate, br' })
  assert.equal(brotli.headers['content-encoding'], 'br')
  assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), SCRIPT)
  const gzip = await get(url, { 'accept-encoding': 'gzip, br;q=0' })
  assert.equal(gunzipSync(gzip.rawPayload).toString(), SCRIPT)
  const same = await get(url, { 'if-none-match': String(plain.headers.etag) })
  assert.equal(same.statusCode, 304)
})

test('the worker of models alone may compile networks, and speaks to this service alone', async () => {
  writeFileSync(join(folder, 'assets', 'model.worker-Ab_1-x.js'), SCRIPT)
  build('<!doctype html><title>with models</title>')
  utimesSync(join(folder, 'index.html'), new Date(), new Date(Date.now() + 2000))
  const policy = String((await get('/assets/model.worker-Ab_1-x.js')).headers['content-security-policy'])
  assert.match(policy, /script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'$/)
  assert.equal((await get('/assets/main-abc.js')).headers['content-security-policy'], undefined)
  assert.doesNotMatch(String((await get('/queue')).headers['content-security-policy']), /wasm/)
})

test('no path leads out of the build', async () => {
  writeFileSync(join(folder, 'secret.txt'), 'no')
  for (const url of ['/assets/../secret.txt', '/assets/%2e%2e/secret.txt', '/assets/..%2fsecret.txt', '/assets/']) {
    assert.equal((await get(url)).statusCode, 404, url)
  }
})

test('a new build is noticed', async () => {
  build('<!doctype html><title>two</title>')
  utimesSync(join(folder, 'index.html'), new Date(), new Date(Date.now() + 5000))
  assert.match((await get('/')).body, /two/)
})
