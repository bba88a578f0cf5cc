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
    assert.partialDeepStrictEqual(
      [status, json?.error?.code, json?.error?.meta_data.failures],
      [400, 'GE_0002', [{ field, type: 'UNKNOWN' }]],
      `${method} ${path}`,
    )
  }
  const { status, meta } = await manager.refused('POST', '/api/people', {
    email: 'b@example.com',
    role: 'viewer',
    projects: [tenant.projectId],
    nickname: 'b',
  })
  assert.partialDeepStrictEqual([status, meta.failures], [400, [{ field: 'nickname', type: 'UNKNOWN' }]])
  const project = await stage.admin.get<{ projects: { project_id: string; name: string }[] }>('/v1/projects')
  assert.equal(project.projects.find(({ project_id }) => project_id === tenant.projectId)?.name, 'tenant')
})

test('a tag may be sent back as it was received', async () => {
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

/** The transaction that wrote the newest version of each row. */
async function writers(query: string, values: readonly unknown[]): Promise<string[]> {
  const { rows } = await stage.database.pool.query<{ writer: string }>(query, [...values])
  return rows.map(({ writer }) => writer)
}

test('a project’s settings, its new links and their audit entries are one commit', async () => {
  await stage.admin.call('PATCH', tenant.path(''), { body: { undo_seconds: 7, rotate_links: true } })
  const [project] = await writers('select xmin::text as writer from projects where id = $1', [tenant.projectId])
  const logged = await writers(
    `select xmin::text as writer from audit_log where object = $1 and action in ('project.change', 'project.rotate_links')`,
    [tenant.projectId],
  )
  assert.deepEqual(logged, [project, project])
})

test('the priority of a job and that of its waiting task change in one commit', async () => {
  await stage.admin.call('PATCH', tenant.path(''), { body: { undo_seconds: 30 } })
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  await person.post(`/api/jobs/${jobId}/claim`)
  await person.post(`/api/jobs/${jobId}/submit`, { version: 0 })
  await tenant.api.call('PATCH', tenant.path(`/jobs/${jobId}`), { body: { priority_weight: 9 } })
  const { rows } = await stage.database.pool.query<{ job: string; task: string; priority: number }>(
    `select j.xmin::text as job, t.xmin::text as task, t.priority from jobs j
     join tasks t on t.subject_id = j.id and t.project_id = j.project_id where j.id = $1`,
    [jobId],
  )
  assert.deepEqual(rows, [{ job: rows[0]?.job, task: rows[0]?.job, priority: 9 }])
})

test('a class has a skeleton, shown as it was sent; what does not hang together is refused by its path', async () => {
  const points = ['nose', 'left_eye', 'right_eye'].map((name, i) => ({ name, x: i / 2, y: 0.25 }))
  const tag = (skeleton: object, more: object = {}) => ({
    operation: 'image2d',
    classes: [{ name: 'person', color: 'rgb(1, 2, 3)', skeleton, ...more }],
  })
  const path = tenant.path('/tags/poses')
  const skeleton = { points, edges: [[1, 2], [1, 3]] } // biome-ignore format: as pairs
  const sigmas = [0.026, 0.025, 0.025]
  const shown = await stage.admin.put<Tag>(path, tag(skeleton, { sigmas }))
  assert.deepEqual([shown.classes[0].skeleton, shown.classes[0].sigmas], [skeleton, sigmas])
  assert.deepEqual(await stage.admin.put<Tag>(path, shown), shown)
  const cases: [object, object, string, string][] = [
    [{ ...skeleton, edges: [[1, 4]] }, {}, 'classes[0].skeleton.edges[0]', 'INVALID_VALUE'],
    [{ ...skeleton, edges: [[1, 2], [2, 1]] }, {}, 'classes[0].skeleton.edges[1]', 'DUPLICATE'], // biome-ignore format: as pairs
    [{ ...skeleton, points: [points[0], points[0], points[1]] }, {}, 'classes[0].skeleton.points[1].name', 'DUPLICATE'],
    [skeleton, { geometries: ['rectangle'] }, 'classes[0].skeleton', 'NOT_ALLOWED'],
    [skeleton, { sigmas: [0.1] }, 'classes[0].sigmas', 'INVALID_VALUE'],
  ]
  for (const [wrong, more, field, type] of cases) {
    const { status, json } = await stage.admin.call('PUT', path, { body: tag(wrong, more) })
    const [failure] = json?.error?.meta_data.failures ?? []
    assert.deepEqual([status, failure?.field, failure?.type], [400, field, type])
  }
})

test('a tag says how objects may be related, shown as it was sent; invalid rules are refused by their path', async () => {
  const path = tenant.path('/tags/riders')
  const classes = ['rider', 'bicycle'].map((name) => ({ name, color: 'rgb(1, 2, 3)' }))
  const rides = { name: 'rides', from: ['rider'], to: ['bicycle'], max: 1 }
  const put = (relations: unknown, operation = 'image2d') =>
    stage.admin.call('PUT', path, { body: { operation, classes, relations } })
  const shown = await stage.admin.put<Tag>(path, { operation: 'image2d', classes, relations: [rides] })
  assert.deepEqual(shown.relations, [rides])
  assert.deepEqual(await stage.admin.put<Tag>(path, shown), shown)
  assert.deepEqual((await stage.admin.get<Tag>(path)).relations, [rides])
  const cases: [unknown, string, string][] = [
    [[{ ...rides, from: ['driver'] }], 'relations[0].from[0]', 'UNKNOWN'],
    [[{ ...rides, to: [] }], 'relations[0].to', 'INVALID_VALUE'],
    [[rides, rides], 'relations[1].name', 'DUPLICATE'],
    [[{ ...rides, max: 0 }], 'relations[0].max', 'OUT_OF_RANGE'],
    [[{ ...rides, many: true }], 'relations[0].many', 'UNKNOWN'],
  ]
  for (const [relations, field, type] of cases) {
    const { status, json } = await put(relations)
    const [failure] = json?.error?.meta_data.failures ?? []
    assert.deepEqual([status, failure?.field, failure?.type], [400, field, type])
  }
  const { json } = await put([rides], 'segmentation3d')
  assert.partialDeepStrictEqual(json?.error?.meta_data.failures, [{ field: 'relations', type: 'NOT_ALLOWED' }])
  assert.ok(!('relations' in (await stage.admin.put<Tag>(path, { operation: 'image2d', classes }))))
})

test('an attribute depends on one before it, shown as it was sent; other dependencies are refused by their path', async () => {
  const kind = { name: 'kind', type: 'select', options: ['car', 'truck'], per: 'object' }
  const axles = (depends_on: object, more: object = {}) => ({
    name: 'axles',
    type: 'number',
    required: true,
    per: 'object',
    depends_on,
    ...more,
  })
  const tag = (...attributes: object[]) => ({
    operation: 'image2d',
    classes: [{ name: 'vehicle', color: 'rgb(1, 2, 3)', attributes }],
  })
  const path = tenant.path('/tags/vehicles')
  const wanted = { attribute: 'kind', values: ['truck'] }
  const shown = await stage.admin.put<Tag>(path, tag(kind, axles(wanted)))
  assert.deepEqual(shown.classes[0].attributes?.[1].depends_on, wanted)
  assert.deepEqual(await stage.admin.put<Tag>(path, shown), shown)
  const here = 'classes[0].attributes'
  const cases: [object[], string, string][] = [
    [[axles(wanted), kind], `${here}[0].depends_on.attribute`, 'INVALID_VALUE'],
    [[axles({ ...wanted, attribute: 'axles' })], `${here}[0].depends_on.attribute`, 'INVALID_VALUE'],
    [[kind, axles(wanted, { per: 'frame' })], `${here}[1].depends_on.attribute`, 'INVALID_VALUE'],
    [[kind, axles({ ...wanted, values: ['bus'] })], `${here}[1].depends_on.values[0]`, 'INVALID_VALUE'],
  ]
  for (const [attributes, field, type] of cases) {
    const { status, json } = await stage.admin.call('PUT', path, { body: tag(...attributes) })
    const [failure] = json?.error?.meta_data.failures ?? []
    assert.deepEqual([status, failure?.field, failure?.type], [400, field, type])
  }
})
