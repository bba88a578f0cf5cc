import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { QueueRowAnswer } from '../../src/contract/queue.ts'
import { CallbackReceiver } from '../callbackReceiver.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { Api, until } from '../support/apiClient.ts'
import { FileServer } from '../support/fileServer.ts'
import { drawBox, open, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { ServiceProcess } from '../support/serviceProcess.ts'
import { LOGGED, StatementLog } from '../support/statementLog.ts'
import { Tenant } from '../support/tenant.ts'

const skip = !process.env.FIDUCIAL_TEST_CITUS && 'npm run citus runs it on a cluster'

/** What may ask several parts, and why. */
const ALLOWED: readonly { text: RegExp; why: string }[] = [
  { text: /from assistants where carrier/, why: 'the service: assistants that describe themselves, of all projects' },
  { text: /from assistant_runs r join assistants/, why: 'the service: runs that are due, of all projects' },
  { text: /from delivery_queue where due_at/, why: 'a worker: deliveries that are due, of all projects' },
  { text: /^ ?with done as .*delete from delivery_queue/, why: 'a worker: what was delivered, of all projects' },
  { text: /delete from delivery_workers/, why: 'a worker: deliveries of workers that are gone' },
  { text: /set failing_since = null/, why: 'a worker: receivers that answer again' },
  { text: /where holder_id is not null and held_until/, why: 'the service: leases that ended, of all projects' },
  { text: /project_id from progress_changes union/, why: 'the service: projects whose progress is summed up' },
  { text: /^select a\.sha256 from job_assets/, why: 'deleting: whether another project has the same file' },
  {
    text: /^delete from (idempotency_keys|dry_runs|notifications|deliveries|delivery_attempts|fetched_urls u) where/,
    why: 'housekeeping, once an hour: rows of all projects that have had their time',
  },
  {
    text: /^(with gone as \(delete from tag_images|update exports e set sha256 = null|select .* from (released_files|retention_settings) )/,
    why: 'housekeeping: files and data of all projects that have had their time',
  },
  {
    text: /^select (j\.\*|j\.project_id, j\.id) from jobs j where j\.project_id = any/,
    why: 'a person: the queue of their projects',
  },
  { text: /^select 1 from jobs j where j\.project_id = any/, why: 'a person: whether they may take a job' },
  {
    text: /^select p\.id from projects p where .* \(select true from jobs/,
    why: 'a person: the project of a job, once',
  },
  { text: /^select id, name, base, .* from projects order by/, why: 'a person: the list of their projects' },
]

interface Place {
  database: TestDatabase
  files: FileServer
  receiver: CallbackReceiver
  service: ServiceProcess
  tenant: Tenant
  log: StatementLog
}
let place: Place

before(async () => {
  if (skip) return
  const database = await createTestDatabase()
  const [files, receiver] = [await FileServer.start(), await CallbackReceiver.start()]
  const image = await pngOf(16, 12)
  files.fallback = () => image
  const env = { PGOPTIONS: LOGGED }
  const service = await ServiceProcess.start({ databaseUrl: database.connectionString, env })
  const admin = new Api(service.baseUrl, service.adminKey)
  const tenant = await Tenant.create(admin, { callback: { url: receiver.url } }, { boxes: tagOf('image2d') })
  place = {
    database,
    files,
    receiver,
    service,
    tenant,
    log: new StatementLog(database.pool, database.connectionString),
  }
  await place.log.next()
})
after(async () => {
  if (skip) return
  await place.service.remove()
  await place.receiver.stop()
  await place.files.stop()
  await place.database.drop()
})

const body = () => ({ reference_id: randomUUID(), tag: 'boxes', data: { image_url: `${place.files.baseUrl}/i.png` } })

/** Runs calls and reads what each made the coordinator ask: statements over several parts that are not allowed. */
async function fanningOut(calls: Readonly<Record<string, () => Promise<unknown>>>): Promise<string[]> {
  const found: string[] = []
  for (const [name, call] of Object.entries(calls)) {
    await call()
    const statements = await place.log.next()
    assert.ok(
      statements.some(({ parts }) => parts.size > 0),
      `nothing was seen of ${name}`,
    )
    found.push(
      ...statements
        .filter(({ text, parts }) => parts.size > 1 && !ALLOWED.some((allowed) => allowed.text.test(text)))
        .map(({ application, text }) => `${name}, ${application}: ${text}`),
    )
  }
  return found
}

test('each statement of a customer’s calls goes to one part of the database', { skip, timeout: 240_000 }, async () => {
  const { tenant } = place
  const { api, admin } = tenant
  const P = `/v1/projects/${tenant.projectId}`
  const V0 = `/v0/projects/${tenant.projectId}`
  const { batch_id } = await api.post<{ batch_id: string }>(`/v1/project/${tenant.projectId}/batch`, { name: 'b' })
  const first = { ...body(), batch_id, metadata: { city: 'x' } }
  let [job, other, result, made] = ['', '', '', '']
  const jobPath = () => `${P}/jobs/${job}`
  const lists = [
    '',
    '?stage=queued',
    '?tag=boxes&priority_weight=5',
    '?metadata.city=x',
    '?q=a',
    `?batch_id=${batch_id}`,
  ]
  const isDelivered = async () =>
    (await api.get<{ deliveries: { status: string }[] }>(`${jobPath()}/deliveries`)).deliveries.every(
      ({ status }) => status === 'delivered',
    )
  const found = await fanningOut({
    'a batch': () => api.post(`/v1/project/${tenant.projectId}/batch`, { name: 'another' }),
    'a submission': async () => {
      job = await tenant.submit(first)
    },
    validation: () => tenant.reached(job, 'queued'),
    'a dry run': () => api.post(`${P}/jobs?dry_run=true`, body()),
    'submissions together': () => api.post(`${P}/jobs/bulk`, [body(), body()]),
    'a record': () => tenant.record(job),
    'a record of version 0': () => api.get(`${V0}/jobs/${job}`),
    'a record by reference_id': () => api.get(`${P}/jobs?reference_id=${first.reference_id}`),
    ...Object.fromEntries(lists.map((query) => [`the list ${query}`, () => api.get(`${P}/jobs${query}`)])),
    'a page of a batch': () => api.get(`${V0}/batch/${batch_id}`),
    details: () => api.get(`${V0}/details`),
    stats: () => api.get(`${V0}/stats`),
    'another priority': () => api.ok('PATCH', jobPath(), { priority_weight: 9 }),
    'a prediction': () => api.put(`${jobPath()}/prediction`, { data: ONE_BOX }),
    'a prediction read': () => api.get(`${jobPath()}/prediction`),
    'a result': () => tenant.submitResult(job, ONE_BOX),
    assembling: async () => {
      result = (await tenant.reached(job, 'completed')).result ?? ''
    },
    'a file': async () => assert.equal((await api.call('GET', result)).status, 200),
    'a file by a key': async () => assert.equal((await api.call('GET', result.split('?')[0])).status, 200),
    deliveries: () => until(isDelivered),
    events: () => api.get(`${P}/events`),
    usage: () => api.get(`${P}/usage`),
    'a callback again': () => api.post(`${jobPath()}/callback`),
    'callbacks of a batch again': () => api.post(`${P}/batch/${batch_id}/callback`),
    'the failed ones again': () => api.post(`${P}/batch/${batch_id}/callback?only=failed`),
    'reopening and a second result': async () => {
      await api.post(`${jobPath()}/reopen`)
      await tenant.submitResult(job, ONE_BOX)
      await tenant.reached(job, 'completed', 2)
    },
    cancelling: async () => api.post(`${P}/jobs/${await tenant.submit(body())}/cancel`),
    'a failure': async () => {
      other = await tenant.submit({ ...body(), data: { image_url: 'http://127.0.0.1:9/x.png' } })
      await until(async () => (await tenant.record(other)).stage === 'failed')
    },
    'a retry': () => api.post(`${P}/jobs/${other}/retry`, { data: body().data }),
    ...Object.fromEntries(
      ['quality', 'quality/confusion', 'quality/worst', 'quality/pairs'].map((path) => [
        path,
        () => admin.get(`${P}/${path}`),
      ]),
    ),
    'the quality of a job': () => admin.get(`${jobPath()}/quality`),
    progress: () => api.get(`${P}/progress`),
    'an export': async () => {
      made = (await api.post<{ export_id: string }>(`${P}/exports`, { format: 'coco', filter: {} })).export_id
      await until(async () => (await api.get<{ status: string }>(`${P}/exports/${made}`)).status === 'completed')
    },
    exports: () => api.get(`${P}/exports`),
    imports: () => api.get(`${P}/imports`),
    'the audit of a project': () => admin.get(`/v1/audit?project_id=${tenant.projectId}`),
    'deleted data': () => admin.ok('DELETE', `${jobPath()}/data`),
  })
  assert.deepEqual(found, [])
})

test('only the queue and the first search for a job query several parts for a person', {
  skip,
  timeout: 120_000,
}, async () => {
  const { tenant, log } = place
  const reviewed = { review: { share: 1 } }
  await tenant.admin.put(tenant.path('/tags/reviewed'), tagOf('image2d', reviewed))
  const job = await tenant.submit({ ...body(), tag: 'reviewed', priority_weight: 10 })
  await tenant.reached(job, 'queued')
  const [ann, rita] = await Promise.all(
    (['annotator', 'reviewer'] as const).map((role) => Person.join(tenant.admin, role, [tenant.projectId])),
  )
  await log.next()
  const next = async (person: Person, tag: string) => {
    const { job: taken } = await person.post<{ job: QueueRowAnswer | null }>('/api/next', { tag })
    assert.equal(taken?.jobId, job)
  }
  const found = await fanningOut({
    'the queue': () => ann.get(`/api/queue?project_id=${tenant.projectId}`),
    next: () => next(ann, 'reviewed'),
    work: async () => {
      const { version, tag } = await open(ann, job)
      await save(ann, job, version, [drawBox(tag.classes[0].classId)])
      await ann.post(`/api/jobs/${job}/submit`, { version: version + 1 })
    },
    review: async () => {
      await next(rita, 'reviewed')
      const { version } = await open(rita, job)
      await rita.post(`/api/jobs/${job}/review`, { decision: 'accept', version })
    },
    assembling: () => tenant.reached(job, 'completed'),
  })
  assert.deepEqual(found, [])

  await ann.get(`/api/jobs/${job}`)
  const again = (await log.next()).filter(({ text }) => text.startsWith('select p.id from projects p where'))
  assert.deepEqual(again, [])
})
