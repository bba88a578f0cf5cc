import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Tag } from '../../src/client/types/admin.ts'
import { queuedImage } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
})
after(() => stage.clear())

test('a key that settings do not know is refused by its path, and nothing changes', async () => {
  const manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
  const tag = tagOf('image2d')
  const [first] = tag.classes
  const cases: [string, string, object, string][] = [
    ['PATCH', tenant.path(''), { name: 'other', colour: 'red' }, 'colour'],
    ['POST', '/v1/projects', { name: 'n', base: 'IMAGE', reviews: true }, 'reviews'],
    ['PUT', tenant.path('/tags/boxes'), { ...tag, reviewed: true }, 'reviewed'],
    ['PUT', tenant.path('/tags/boxes'), { ...tag, classes: [{ ...first, colour: 'x' }] }, 'classes[0].colour'],
    ['PUT', tenant.path('/callback'), { urls: [] }, 'urls'],
    ['POST', '/v1/users', { email: 'a@example.com', role: 'viewer', team: 'x' }, 'team'],
  ]
  for (const [method, path, body, field] of cases) {
    const { status, json } = await stage.admin.call(method, path, { body })
    assert.deepEqual(
      [status, json?.error?.code, json?.error?.meta_data.failures],
      [400, 'GE_0002', [{ field, type: 'UNKNOWN' }]],
      `${method} ${path}`,
    )
  }
  const { status, meta } = await manager.refused('POST', '/api/people', {
    ...{ email: 'b@example.com', role: 'viewer', projects: [tenant.projectId], nickname: 'b' },
  })
  assert.deepEqual([status, meta.failures], [400, [{ field: 'nickname', type: 'UNKNOWN' }]])
  const project = await stage.admin.get<{ projects: { project_id: string; name: string }[] }>('/v1/projects')
  assert.equal(project.projects.find(({ project_id }) => project_id === tenant.projectId)?.name, 'tenant')
})

test('a tag may be sent back as it is shown', async () => {
  const path = tenant.path('/tags/boxes')
  const shown = await stage.admin.get<Tag>(path)
  assert.deepEqual(await stage.admin.put<Tag>(path, shown), shown)
})

test('a job is checked and assembled by the tag that it was sent under', async () => {
  const path = tenant.path('/tags/versions')
  const before = tagOf('image2d')
  await stage.admin.put(path, before)
  const old = await queuedImage(stage, tenant, 'versions')
  const [first] = before.classes
  const corner = (x: number, y: number) => ({ x, y })
  const coordinates = [corner(0.1, 0.1), corner(0.4, 0.1), corner(0.4, 0.4), corner(0.1, 0.4)]
  const data = { annotations: { rectangles: [{ label: first.name, attributes: {}, coordinates }] } }
  const required = { name: 'size', type: 'number', required: true, per: 'object' } as const
  await stage.admin.put(path, { ...before, classes: [{ ...first, name: 'lorry', attributes: [required] }] })
  const young = await queuedImage(stage, tenant, 'versions')
  const submit = (jobId: string, data: object) =>
    tenant.api.call('POST', tenant.path(`/jobs/${jobId}/result`), { body: { data } })
  assert.equal((await submit(young, data)).status, 400)
  assert.equal((await submit(old, data)).status, 200)
  const done = await tenant.reached(old, 'completed')
  const result = (await (await fetch(done.result!)).json()) as {
    data: { annotations: { rectangles: { label: string }[] } }
  }
  assert.deepEqual(
    result.data.annotations.rectangles.map(({ label }) => label),
    [first.name],
  )
})
