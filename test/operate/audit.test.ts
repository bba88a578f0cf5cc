import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { ProjectCreated } from '../../src/client/types/admin.ts'
import type { AuditAction } from '../../src/model/audit.ts'
import { createTestDatabase } from '../database.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { Person } from '../support/person.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'

interface Entry {
  id: string
  at: string
  actor: { type: string; id: string | null; name: string | null }
  address: string | null
  action: AuditAction
  project_id: string | null
  object: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}
interface Page {
  entries: Entry[]
  next_page_token: string | null
}

let stage: OwnStage

before(async () => {
  stage = await setOwnStage()
})
after(() => stage.clear())

const entriesOf = async (query: string) => (await stage.admin.get<Page>(`/v1/audit?${query}`)).entries

test('every change of settings, keys and, by hand, of jobs is in the log with who, what, before and after', async () => {
  const { admin } = stage
  const boss = await Person.join(admin, 'admin')
  const { project_id: pid } = await admin.post<ProjectCreated>('/v1/projects', { name: 'Street', base: 'IMAGE' })
  const P = `/api/v1/projects/${pid}`
  await boss.ok('PATCH', P, { name: 'Road', rotate_links: true })
  await boss.ok('PATCH', P, { name: 'Road' })
  const tag = tagOf('image2d')
  await boss.ok('PUT', `${P}/tags/image`, tag)
  await boss.ok('PUT', `${P}/tags/image`, { ...tag, instructions: 'Tightly.' })
  await boss.ok('PUT', `${P}/sensors/front`, { name: 'Front' })
  const secret = 'a very secret service key'
  await boss.ok('PUT', `${P}/callback`, { url: 'http://127.0.0.1:9/', service_key: secret })
  const rule = { match: 'https://data.example/', headers: { authorization: secret } }
  await boss.ok('PUT', `${P}/attachment_access`, { rules: [rule] })
  const made = await boss.post<{ key_id: string; key: string }>(`${P}/keys`, { name: 'k', scopes: ['read'] })
  await boss.ok('DELETE', `${P}/keys/${made.key_id}`)
  const log = (await entriesOf(`project_id=${pid}`)).reverse()
  assert.deepEqual(
    log.map(({ action }) => action),
    [
      'project.create',
      'project.change',
      'project.rotate_links',
      'tag.create',
      'tag.change',
      'sensor.change',
      'callback.change',
      'access.change',
      'key.create',
      'key.revoke',
    ],
  )
  const [created, renamed, , , retagged, , callback] = log
  assert.deepEqual([created.actor.type, created.actor.name, created.object], ['key', 'admin key', pid])
  assert.deepEqual([renamed.before, renamed.after], [{ name: 'Street' }, { name: 'Road' }])
  assert.deepEqual(renamed.actor, { type: 'user', id: boss.userId, name: boss.email })
  assert.equal(renamed.address, '127.0.0.1')
  assert.deepEqual([retagged.before, retagged.after], [{ instructions: null }, { instructions: 'Tightly.' }])
  assert.deepEqual(callback.after?.service_key, { set: true, last4: ' key' })
  assert.ok(!JSON.stringify(log).includes(secret) && !JSON.stringify(log).includes(made.key))
})

test('jobs, callbacks, exports and data that are changed by hand are in the log; work and submissions are not', async () => {
  const tenant = await Tenant.create(stage.admin, {}, { image: tagOf('image2d') })
  const boss = await Person.join(stage.admin, 'admin')
  const image_url = stage.files.put('/1.png', await pngOf(8, 8))
  const jobId = await tenant.submit({ reference_id: 'one', tag: 'image', data: { image_url } })
  await tenant.reached(jobId, 'queued')
  const J = `/api/v1/projects/${tenant.projectId}/jobs/${jobId}`
  await boss.ok('PATCH', J, { priority_weight: 9 })
  await boss.post(`/api/jobs/${jobId}/claim`)
  await boss.post(`/api/jobs/${jobId}/take-over`)
  await boss.post(`${J}/cancel`)
  await boss.post(`${J}/callback`)
  assert.equal((await boss.call('POST', `${J}/retry`)).status, 409)
  await boss.ok('DELETE', `${J}/data`)
  await boss.post(`/api/v1/projects/${tenant.projectId}/exports`, { format: 'coco' })
  const log = (await entriesOf(`project_id=${tenant.projectId}&actor=${boss.userId}`)).reverse()
  assert.deepEqual(
    log.map(({ action, object }) => [action, object === jobId]),
    [
      ['job.change', true],
      ['job.take_over', true],
      ['job.cancel', true],
      ['job.resend', true],
      ['job.delete_data', true],
      ['export.create', false],
    ],
  )
  assert.deepEqual(log[0].after, { priority_weight: 9 })
  assert.equal((await entriesOf(`project_id=${tenant.projectId}&action=job`)).length, 5)
  assert.equal((await entriesOf(`project_id=${tenant.projectId}&action=job.cancel`)).length, 1)
})

test('people and admin keys stand under the installation, which managers do not see; they see their projects', async () => {
  const { admin } = stage
  const { project_id: pid } = await admin.post<ProjectCreated>('/v1/projects', { name: 'A', base: 'IMAGE' })
  const { project_id: other } = await admin.post<ProjectCreated>('/v1/projects', { name: 'B', base: 'IMAGE' })
  const boss = await Person.join(admin, 'admin')
  const manager = await Person.join(admin, 'manager', [pid])
  await boss.ok('PATCH', `/api/people/${manager.userId}`, { name: 'Mia' })
  await manager.ok('PATCH', '/api/me', { name: 'Mia M.' })
  const about = (await entriesOf('project_id=00000000-0000-0000-0000-000000000000')).filter(
    ({ object }) => object === manager.userId,
  )
  assert.deepEqual(
    about.reverse().map(({ action, actor, project_id }) => [action, actor.type, project_id]),
    [
      ['user.invite', 'key', null],
      ['user.accept_invitation', 'user', null],
      ['user.change', 'user', null],
      ['user.change', 'user', null],
    ],
  )
  assert.deepEqual([about[3].before, about[3].after], [{ name: 'Mia' }, { name: 'Mia M.' }])
  const seen = (await manager.get<Page>('/api/v1/audit')).entries
  assert.deepEqual(new Set(seen.map(({ project_id }) => project_id)), new Set([pid]))
  assert.equal((await manager.call('GET', `/api/v1/audit?project_id=${other}`)).status, 403)
  const nil = '00000000-0000-0000-0000-000000000000'
  assert.equal((await manager.call('GET', `/api/v1/audit?project_id=${nil}`)).status, 403)
  const reviewer = await Person.join(admin, 'reviewer', [pid])
  assert.equal((await reviewer.call('GET', '/api/v1/audit')).status, 403)
})

test('the log comes in pages, the newest first, and by time', async () => {
  const { admin } = stage
  const { project_id: pid } = await admin.post<ProjectCreated>('/v1/projects', { name: 'Pages', base: 'IMAGE' })
  for (let n = 0; n < 101; n++) await admin.ok('PATCH', `/v1/projects/${pid}`, { name: `Pages ${n}` })
  const first = await admin.get<Page>(`/v1/audit?project_id=${pid}`)
  const second = await admin.get<Page>(`/v1/audit?project_id=${pid}&page_token=${first.next_page_token}`)
  assert.deepEqual([first.entries.length, second.entries.length, second.next_page_token], [100, 2, null])
  const all = [...first.entries, ...second.entries]
  assert.equal(new Set(all.map(({ id }) => id)).size, 102)
  assert.equal(all[0].after?.name, 'Pages 100')
  const from = encodeURIComponent(all[0].at)
  assert.ok((await entriesOf(`project_id=${pid}&from=${from}`)).length >= 1)
  assert.deepEqual(await entriesOf(`project_id=${pid}&to=2020-01-01`), [])
  assert.equal((await admin.call('GET', '/v1/audit?page_token=eA')).status, 400)
  assert.equal((await admin.call('GET', '/v1/audit?from=yesterday')).status, 400)
})

test('rows of the log cannot be changed or removed, not even by the role that owns it', async () => {
  const database = await createTestDatabase()
  const role = `fiducial_test_${randomUUID().slice(0, 8)}`
  try {
    const { pool } = database
    await pool.query(`create role ${role} login`)
    await pool.query(`alter table audit_log owner to ${role}`)
    const client = await pool.connect()
    try {
      await client.query(`set role ${role}`)
      await client.query(
        `insert into audit_log (project_id, id, at, actor_type, action) values (gen_random_uuid(), gen_random_uuid(), now(), 'service', 'task.drop')`,
      )
      for (const sql of [`update audit_log set action = 'x'`, 'delete from audit_log', 'truncate audit_log'])
        await assert.rejects(client.query(sql), /permission denied for table audit_log/)
      await client.query('reset role')
    } finally {
      client.release(true)
    }
    await pool.query('drop table audit_log')
    await pool.query(`drop role ${role}`)
  } finally {
    await database.drop()
  }
})
