import assert from 'node:assert/strict'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runCli } from '../../src/cli/run.ts'
import type { ProjectCreated } from '../../src/client/types/admin.ts'
import { until } from '../support/apiClient.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'

let stage: OwnStage

before(async () => {
  stage = await setOwnStage()
})
after(() => stage.clear())

const opens = async (key: string) => (await stage.admin.with(key).call('GET', '/v1/projects')).status

test('the command line replaces the admin key, and the old one opens nothing', async () => {
  const { service } = stage
  const old = service.adminKey
  let said = ''
  const env = { DATA_DIR: service.dataDir, FIDUCIAL_URL: service.baseUrl }
  const io = { env, cwd: '/', out: (text: string) => (said += text), err: (text: string) => (said += text) }
  const code = await runCli(['key', 'rotate-admin'], { ...io, read: () => assert.fail('nothing is read') })
  assert.equal(code, 0, said)
  assert.ok(!said.includes(service.adminKey) && said.includes(service.adminKey.slice(-4)))
  assert.notEqual(service.adminKey, old)
  assert.deepEqual([await opens(old), await opens(service.adminKey)], [401, 200])
})

test('deleting the file of a running service revokes the key', async () => {
  const { service } = stage
  const old = service.adminKey
  rmSync(join(service.dataDir, 'admin-key'))
  await until(async () => (await opens(old)) === 401)
  const admin = stage.admin.with(await until(async () => keyOrNull()))
  const { keys } = await admin.get<{ keys: { last_four: string; key_id: string }[] }>('/v1/admin_keys')
  assert.deepEqual(
    keys.map(({ last_four }) => last_four),
    [service.adminKey.slice(-4)],
  )
  await admin.ok('DELETE', `/v1/admin_keys/${keys[0].key_id}`)
  assert.equal(await opens(service.adminKey), 401)
})

function keyOrNull(): string | null {
  try {
    return stage.service.adminKey
  } catch {
    return null
  }
}

test('an unknown scope is refused', async () => {
  const fresh = await setOwnStage()
  try {
    const { project_id } = await fresh.admin.post<ProjectCreated>('/v1/projects', { name: 'x', base: 'IMAGE' })
    const make = (scopes: string[]) =>
      fresh.admin.call('POST', `/v1/projects/${project_id}/keys`, { body: { name: 'k', scopes } })
    assert.equal((await make(['submit', 'read', 'annotate', 'assist'])).status, 200)
    const refused = await make(['admin'])
    assert.deepEqual([refused.status, refused.json?.error?.code], [400, 'GE_0002'])
  } finally {
    await fresh.clear()
  }
})

test('the data folder and what is in it are the service’s alone', () => {
  const { dataDir } = stage.service
  const mode = (...path: string[]) => statSync(join(dataDir, ...path)).mode & 0o077
  // Run by root, the database's own account passes through.
  assert.equal(mode(), process.getuid?.() === 0 ? 0o011 : 0)
  for (const name of readdirSync(dataDir)) assert.equal(mode(name), 0, name)
})
