import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobRecord } from '../../src/client/types/jobs.ts'
import type { ProjectDetails } from '../../src/client/types/project.ts'
import { until } from '../support/apiClient.ts'
import { queuedImage } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { ONE_BOX, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

interface Listed extends JobRecord {
  stage_at: string
  assignee: string | null
  deadline: string | null
}
interface List {
  jobs: Listed[]
  next_page_token: string | null
}

let stage: Stage
let tenant: Tenant

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d'), other: tagOf('image2d') })
})
after(() => stage.clear())

const list = (query: string) => tenant.api.get<List>(tenant.path(`/jobs${query}`))
const refusal = async (method: string, path: string, body?: object) => {
  const { status, json } = await tenant.api.call(method, path, { body })
  return [status, json?.error?.code, json?.error?.meta_data.failures]
}

test('metadata comes back with record, list, result and callback, as it was when the version was made', async () => {
  const metadata = { city: 'Łódź', drive: 7, night: true }
  const jobId = await queuedImage(stage, tenant, 'boxes', { metadata })
  const described = (await tenant.record(jobId)).metadata
  assert.deepEqual(described, metadata)
  for (const filter of ['metadata.city=%C5%81%C3%B3d%C5%BA', 'metadata.drive=7', 'metadata.night=true']) {
    const { jobs } = await list(`?${filter}`)
    assert.deepEqual(
      jobs.map(({ job_id, metadata: m }) => [job_id, m]),
      [[jobId, metadata]],
      filter,
    )
    assert.ok(!('result' in jobs[0]))
  }
  assert.deepEqual((await list('?metadata.drive=8')).jobs, [])
  await tenant.submitResult(jobId, ONE_BOX)
  const { result } = await tenant.reached(jobId, 'completed')
  const document: { metadata?: object } = JSON.parse(await (await fetch(String(result))).text())
  assert.deepEqual(document.metadata, metadata)
  await tenant.api.ok('PATCH', tenant.path(`/jobs/${jobId}`), { metadata: { city: 'Gdańsk' } })
  assert.deepEqual((await tenant.record(jobId)).metadata, { city: 'Gdańsk' })
  assert.deepEqual((await list('?metadata.drive=7')).jobs, [])
  assert.equal((await list(`?metadata.city=${encodeURIComponent('Gdańsk')}`)).jobs[0].job_id, jobId)
  const events = await until(async () => {
    const { events } = await tenant.api.get<{ events: { body: { annotations: object[] } }[] }>(tenant.path('/events'))
    const told = events.flatMap(({ body }) => body.annotations).filter((one) => 'job_id' in one && one.job_id === jobId)
    return told.some((one) => 'status' in one && one.status === 'COMPLETED') && told
  })
  for (const one of events) assert.deepEqual('metadata' in one && one.metadata, metadata)
})

test('metadata outside of its limits is ignored with a warning when a job comes, and refused as a change', async () => {
  const metadata = { deep: { a: 1 }, long: 'x'.repeat(257), fine: 1 }
  const jobId = await queuedImage(stage, tenant, 'boxes', { metadata })
  const record = await tenant.record(jobId)
  assert.deepEqual([record.metadata, record.warnings], [{}, [{ field: 'metadata', type: 'METADATA_IGNORED' }]])
  assert.deepEqual(await refusal('PATCH', tenant.path(`/jobs/${jobId}`), { metadata }), [
    400,
    'GE_0002',
    [
      { field: 'metadata.deep', type: 'INVALID_TYPE', expected: 'a string, number or boolean', found: 'an object' },
      { field: 'metadata.long', type: 'OUT_OF_RANGE', expected: 'at most 256 characters', found: 'x'.repeat(100) },
    ],
  ])
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, i]))
  assert.equal((await refusal('PATCH', tenant.path(`/jobs/${jobId}`), { metadata: many }))[1], 'GE_0002')
})

test('pages continue by their token, which is valid for the same filter and order only', async () => {
  const ids = []
  for (let i = 0; i < 5; i++) ids.push(await queuedImage(stage, tenant, 'other'))
  const found: string[] = []
  let token: string | null = null
  do {
    const page: List = await list(`?tag=other&limit=2${token ? `&page_token=${token}` : ''}`)
    found.push(...page.jobs.map(({ job_id }) => job_id))
    token = page.next_page_token
  } while (token)
  assert.deepEqual(found, ids)
  assert.deepEqual(
    (await list('?tag=other&order=-created')).jobs.map(({ job_id }) => job_id),
    [...ids].reverse(),
  )
  const { next_page_token } = await list('?tag=other&limit=2')
  for (const query of ['tag=other&order=priority', 'tag=boxes', 'tag=other&q=x']) {
    const [status, code] = await refusal('GET', tenant.path(`/jobs?${query}&page_token=${next_page_token}`))
    assert.deepEqual([status, code], [400, 'invalid_request_error'], query)
  }
  const four = 'metadata.a=1&metadata.b=1&metadata.c=1&metadata.d=1'
  assert.deepEqual((await refusal('GET', tenant.path(`/jobs?${four}`))).slice(0, 2), [400, 'GE_0002'])
  assert.deepEqual((await refusal('GET', tenant.path('/jobs?reference_id='))).slice(0, 2), [404, 'FS_0006'])
})

test('a closed batch takes no more jobs, and the default batch cannot be closed', async () => {
  const { batch_id } = await tenant.api.post<{ batch_id: string }>(tenant.path('/batch'), { name: 'week 1' })
  const body = { reference_id: 'late', tag: 'boxes', batch_id, data: { image_url: 'https://data.example/a.png' } }
  await tenant.api.ok('PATCH', tenant.path(`/batch/${batch_id}`), { state: 'closed' })
  const jobs = `/v0/projects/${tenant.projectId}/jobs`
  assert.deepEqual((await refusal('POST', jobs, body)).slice(0, 2), [409, 'JOB_STATE'])
  const details = `/v0/projects/${tenant.projectId}/details`
  const closed = await tenant.api.get<ProjectDetails>(details)
  assert.equal(closed.batches.find(({ name }) => name === 'week 1')?.state, 'closed')
  await tenant.api.ok('PATCH', tenant.path(`/batch/${batch_id}`), { state: 'open' })
  await tenant.submit(body)
  const { batches } = await tenant.api.get<ProjectDetails>(details)
  assert.ok(
    batches.every((batch) => !('state' in batch)),
    'an open batch has the members of the specification alone',
  )
  const defaultId = batches.find(({ name }) => name === 'Default batch')?.id
  assert.equal((await refusal('PATCH', tenant.path(`/batch/${defaultId}`), { state: 'closed' }))[1], 'JOB_STATE')
})

test('a list by person has what they annotated, reviewed or hold', async () => {
  const annotator = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  const other = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  const [done, held] = [await queuedImage(stage, tenant, 'boxes'), await queuedImage(stage, tenant, 'boxes')]
  for (const jobId of [done, held]) await annotator.post(`/api/jobs/${jobId}/claim`)
  await annotator.post(`/api/jobs/${done}/submit`, { version: 0 })
  const of = async (person: Person) => (await list(`?person=${person.userId}`)).jobs.map(({ job_id }) => job_id)
  assert.deepEqual((await of(annotator)).sort(), [done, held].sort())
  assert.deepEqual(await of(other), [])
  const [status, code] = await refusal('GET', tenant.path('/jobs?person=anna'))
  assert.deepEqual([status, code], [400, 'GE_0002'])
})

test('a filter that jobs do not have is refused with the filters that there are, instead of finding every job', async () => {
  const { status, json } = await tenant.api.call('GET', tenant.path('/jobs?class=ghost&tag=boxes'))
  assert.deepEqual([status, json?.error?.code], [400, 'GE_0002'])
  const [{ field, type, expected }] = json?.error?.meta_data.failures ?? []
  assert.deepEqual([field, type], ['class', 'UNKNOWN'])
  assert.match(String(expected), /^reference_id or status or stage or tag .* or metadata\.KEY$/)
})

test('metadata that is not an object is left out with a warning, like metadata outside the limits', async () => {
  const jobs = `/v0/projects/${tenant.projectId}/jobs`
  for (const metadata of [[], 'day', 7, { a: [1] }]) {
    const body = {
      reference_id: JSON.stringify(metadata),
      tag: 'boxes',
      data: { image_url: 'https://data.example/1.png' },
    }
    const { warnings } = await tenant.api.post<{ warnings: object[] }>(jobs, { ...body, metadata })
    assert.deepEqual(warnings, [{ field: 'metadata', type: 'METADATA_IGNORED' }], JSON.stringify(metadata))
  }
})
