import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { HERE, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'

let stage: OwnStage
let tenant: Tenant
before(async () => {
  stage = await setOwnStage()
  tenant = await Tenant.create(stage.admin, {}, { points: tagOf('segmentation3d') })
})
after(() => stage.clear())

/** A cloud of one point with padding: fields `_`, one of which takes no room. */
const PADDED = `VERSION 0.7
FIELDS x y z _ _ _
SIZE 4 4 4 1 1 4
TYPE F F F U U F
COUNT 1 1 1 0 4 0
WIDTH 1
HEIGHT 1
VIEWPOINT 0 0 0 1 0 0 0
POINTS 1
DATA binary
`

test('a cloud with padding fields, some of them of COUNT 0, is taken', async () => {
  const bytes = Buffer.concat([Buffer.from(PADDED), Buffer.alloc(16)])
  const data_url = stage.files.put('/padded.pcd', bytes)
  const sensors = [{ sensor_id: 'l', data_url, sensor_pose: HERE }]
  const data = { sensor_data: { sensors, sensor_meta: [{ id: 'l', modality: 'lidar' }] } }
  const jobId = await tenant.submit({ reference_id: 'padded', tag: 'points', data })
  await tenant.reached(jobId, 'queued')
  const refusal = async (color: unknown) => {
    const legend = [{ value: 'ground', label_key: 1, color }]
    const body = { data: { legend, labels: [1] } }
    const answer = await tenant.api.call('POST', tenant.path(`/jobs/${jobId}/result`), { body })
    return answer.json?.error?.meta_data.failures[0]
  }
  const expected = 'rgb(r, g, b) or #rrggbb'
  const field = 'data.legend[0].color'
  assert.deepEqual(await refusal('reddish'), { field, type: 'INVALID_VALUE', expected, found: 'reddish' })
  assert.deepEqual(await refusal(7), { field, type: 'INVALID_TYPE', expected, found: '7' })
  assert.equal(String((await refusal('x'.repeat(5000)))?.found).length, 100)
  await tenant.submitResult(jobId, { legend: [{ value: 'ground', label_key: 1, color: '#dc3c28' }], labels: [1] })
  await tenant.reached(jobId, 'completed')
})

test('colours of a tag may be written in common spellings, and are shown in one', async () => {
  const path = tenant.path('/tags/colours')
  const classes = [
    { name: 'a', color: 'rgb(1,2,3)' },
    { name: 'b', color: '#FF8000' },
  ]
  const tag = await tenant.admin.put<{ classes: { color: string }[] }>(path, { operation: 'image2d', classes })
  assert.deepEqual(
    tag.classes.map(({ color }) => color),
    ['rgb(1, 2, 3)', 'rgb(255, 128, 0)'],
  )
})

test('projects come in pages, each once and in the order of their making', async () => {
  for (let n = 0; n < 130; n++) await tenant.admin.post('/v1/projects', { name: `page ${n}`, base: 'IMAGE' })
  const seen: string[] = []
  let token: string | null = ''
  while (token !== null) {
    const query: string = token === '' ? '' : `?page_token=${token}`
    const page: { projects: { name: string }[]; next_page_token: string | null } = await tenant.admin.get(
      `/v1/projects${query}`,
    )
    assert.ok(page.projects.length <= 100)
    seen.push(...page.projects.map(({ name }) => name))
    token = page.next_page_token
  }
  assert.deepEqual(seen, ['tenant', ...Array.from({ length: 130 }, (_, n) => `page ${n}`)])
  const { status, json } = await tenant.admin.call('GET', '/v1/projects?page_token=made-up')
  assert.deepEqual([status, json?.error?.code], [400, 'invalid_request_error'])
})
