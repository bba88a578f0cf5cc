import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { apiRoutes } from '../../src/api/api.ts'
import type { ApiContext } from '../../src/api/context.ts'
import { readConfig } from '../../src/config.ts'
import { inParallel } from '../support/apiClient.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { Person } from '../support/person.ts'

let stage: OwnStage
let admin: Person
before(async () => {
  stage = await setOwnStage({ TRUST_PROXY: '1' })
  admin = await Person.join(stage.admin, 'admin')
})
after(() => stage.clear())

/** Every route of the service that writes and is opened by a cookie, or makes one. */
function cookieRoutes(): { method: string; path: string }[] {
  const context = { config: readConfig({}), serviceRoutes: [] } as unknown as ApiContext
  return apiRoutes(context)
    .filter(({ method }) => method !== 'GET')
    .flatMap(({ method, paths }) => paths.map((path) => ({ method, path })))
    .filter(({ path }) => path.startsWith('/api/'))
}

/** The same address written in ways that routers, proxies and guards have read differently. */
function spellings(path: string): string[] {
  const percent = (text: string, at: number) =>
    `${text.slice(0, at)}%${text.charCodeAt(at).toString(16)}${text.slice(at + 1)}`
  return [
    path,
    percent(path, 1),
    percent(path, 2).toUpperCase().replace('/API', '/api'),
    percent(path, path.length - 1),
    path.replace('/api/', '/%61%70%69/'),
    path.replace('/api/', '/api%2f'),
    path.replace('/api/', '//api/'),
    path.replace('/api/', '/api//'),
    path.replace('/api/', '/./api/'),
    path.replace('/api/', '/x/../api/'),
    path.replace('/api/', '/x/%2e%2e/api/'),
    path.replace('/api/', '/API/'),
    path.replace('/api/', '\\api\\'),
    `${path}/`,
    `${path};x=1`,
    `${path}?x`,
    `${stage.service.baseUrl}${path}`,
    `http://other.example${path}`,
  ]
}

/** Sends a request line as it is; answers the status. */
function statusOf(method: string, target: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port } = new URL(stage.service.baseUrl)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      text += chunk
      const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1]
      if (!status) return
      socket.destroy()
      resolve(Number(status))
    })
    socket.on('close', () => resolve(0))
    const all = { host: `${hostname}:${port}`, 'content-type': 'application/json', 'content-length': '2', ...headers }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n{}`)
  })
}

test('a page of another origin writes nothing with a person’s cookie: every route, every spelling', async () => {
  const routes = cookieRoutes()
  assert.ok(routes.length > 30, String(routes.length))
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example', 'content-type': 'text/plain' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', 'x-fiducial': '1' },
    { 'sec-fetch-site': 'same-site', origin: 'https://sibling.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    {},
  ]
  const calls = routes.flatMap(({ method, path }) =>
    spellings(path.replace(/:\w+/g, () => randomUUID())).map((target, n) => ({
      method,
      target,
      headers: foreign[n % foreign.length],
    })),
  )
  const passed = await inParallel(calls, 8, async ({ method, target, headers }) => {
    const status = await statusOf(method, target, { cookie: admin.cookie!, ...headers })
    // 405: the spelling names a record of another route, which takes no such call.
    return [400, 403, 404, 405].includes(status) ? null : `${method} ${target} ${status}`
  })
  assert.deepEqual(
    passed.filter((line) => line !== null),
    [],
  )
  // A spelling that finds its route meets the guard, not a missing route.
  for (const path of ['/api/people', '/%61pi/people', '/a%70i/people', `${stage.service.baseUrl}/api/people`]) {
    assert.equal(await statusOf('POST', path, { cookie: admin.cookie!, origin: 'https://evil.example' }), 403, path)
  }
})

test('the service’s own pages write, whichever of the two headers the browser sends', async () => {
  const own: Record<string, string>[] = [
    { origin: stage.service.baseUrl },
    { 'sec-fetch-site': 'same-origin' },
    { origin: stage.service.baseUrl, 'sec-fetch-site': 'same-origin' },
    { 'x-fiducial': '1' },
  ]
  for (const headers of own) {
    // 400: it passed the guard, and its body is not what the route takes.
    assert.equal(await statusOf('POST', '/api/people', { cookie: admin.cookie!, ...headers }), 400)
  }
})

test('metrics are open to this machine only, whatever headers say', async () => {
  const status = (headers: Record<string, string>) => statusOf('GET', '/metrics', headers)
  assert.equal(await status({}), 200)
  const forged: Record<string, string>[] = [
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-for': '127.0.0.1, 127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { via: '1.1 proxy' },
    { host: 'evil.example' },
  ]
  for (const headers of forged) assert.equal(await status(headers), 401, JSON.stringify(headers))
  assert.equal(await status({ 'x-forwarded-for': '127.0.0.1', 'x-api-key': stage.service.adminKey }), 200)
})
