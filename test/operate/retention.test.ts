import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { tidyUp } from '../../src/pipeline/housekeeping.ts'
import { LocalFiles } from '../../src/store/files/localFiles.ts'
import { silentLog } from '../../src/store/postgres/log.ts'
import { until } from '../support/apiClient.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { Person } from '../support/person.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'

const KEEP_ALL = { inputs_days: null, results_days: null, drafts_days: null }

let stage: OwnStage
let files: LocalFiles

before(async () => {
  stage = await setOwnStage()
  files = new LocalFiles(join(stage.service.dataDir, 'files'))
})
after(() => stage.clear())

const makeTenant = (project: object = {}) => Tenant.create(stage.admin, project, { boxes: tagOf('image2d') })

interface Submitted {
  jobId: string
  body: object
}

async function submitted(tenant: Tenant, name: string, width: number): Promise<Submitted> {
  const image_url = stage.files.put(`/${tenant.projectId}/${name}.png`, await pngOf(width, 8))
  const body = { reference_id: name, tag: 'boxes', data: { image_url } }
  return { jobId: await tenant.submit(body), body }
}

async function completed(tenant: Tenant, name: string, width: number): Promise<Submitted & { result: string }> {
  const job = await submitted(tenant, name, width)
  await tenant.reached(job.jobId, 'queued')
  await tenant.submitResult(job.jobId, ONE_BOX)
  const { result } = await tenant.reached(job.jobId, 'completed')
  assert.ok(result)
  return { ...job, result }
}

/** As if the job had ended so many days ago. */
async function endedDaysAgo(days: number, ...jobs: Submitted[]): Promise<void> {
  await stage.database.pool.query('update jobs set stage_at = now() - make_interval(days => $1) where id = any($2)', [
    days,
    jobs.map(({ jobId }) => jobId),
  ])
}

async function inputsOf({ jobId }: Submitted): Promise<string[]> {
  const { rows } = await stage.database.pool.query<{ sha256: string }>(
    'select sha256 from job_assets where job_id = $1',
    [jobId],
  )
  return rows.map(({ sha256 }) => sha256)
}

/** What an assistant that was asked about the job proposed. */
async function suggested({ projectId }: Tenant, jobId: string): Promise<void> {
  await stage.database.pool.query(
    `with run as (
       insert into assistant_runs (project_id, id, assistant, verb, place_id, job_id, input, status)
       values ($1, gen_random_uuid(), 'a', 'predict', $1, $2, '{}', 'completed') returning id)
     insert into assistant_suggestions (project_id, job_id, id, run_id, assistant, verb, record)
     select $1, $2, gen_random_uuid(), id, 'a', 'predict', '{}' from run`,
    [projectId, jobId],
  )
}

const isStored = async (sha256: string) => (await files.stat(sha256)) !== null
const hour = () => tidyUp({ pool: stage.database.pool, files, log: silentLog })
const status = async (address: string) => (await fetch(address)).status

test('everything is kept unless a project says otherwise; managers may say so, and the audit log records it', async () => {
  const tenant = await makeTenant()
  const path = tenant.path('/retention')
  assert.deepEqual(await stage.admin.get(path), KEEP_ALL)
  const manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
  const set = { inputs_days: 30, results_days: 365, drafts_days: null }
  assert.deepEqual(await manager.ok('PUT', `/api${path}`, set), set)
  assert.deepEqual(await stage.admin.get(path), set)
  const { entries } = await stage.admin.get<{ entries: { action: string; before: object; after: object }[] }>(
    `/v1/audit?project_id=${tenant.projectId}&action=retention.change`,
  )
  assert.deepEqual(
    entries.map(({ before, after }) => ({ before, after })),
    [{ before: { inputs_days: null, results_days: null }, after: { inputs_days: 30, results_days: 365 } }],
  )
  assert.deepEqual(await manager.ok('PUT', `/api${path}`, {}), KEEP_ALL)
  const annotator = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  assert.equal((await annotator.refused('PUT', `/api${path}`, set)).status, 403)
  for (const body of [{ inputs_days: 0 }, { results_days: 1.5 }, { inputs_days: '30' }, { days: 3 }]) {
    assert.equal((await stage.admin.call('PUT', path, { body })).status, 400, JSON.stringify(body))
  }
})

test('a job that has had its days loses data and files, in the feed and callbacks too; its name, hash and ledger stay', async () => {
  const tenant = await makeTenant({ callback: { url: stage.receiver.url } })
  const old = await completed(tenant, 'old', 8)
  const fresh = await completed(tenant, 'fresh', 16)
  const busy = await completed(tenant, 'busy', 24)
  await until(async () => stage.receiver.received.length >= 3)
  const [oldFile] = await inputsOf(old)
  const [freshFile] = await inputsOf(fresh)
  await endedDaysAgo(40, old, busy)
  await endedDaysAgo(20, fresh)
  await stage.database.pool.query(
    `insert into delivery_queue (project_id, job_id, position, receiver, due_at, pending_status)
     select project_id, job_id, position, receiver, now() + interval '1 day', false from deliveries where job_id = $1`,
    [busy.jobId],
  )
  for (const { jobId } of [old, fresh]) await suggested(tenant, jobId)
  const days = { inputs_days: 30, results_days: 30, drafts_days: null }
  const preview = await stage.admin.post<Record<string, unknown>>(tenant.path('/retention/preview'), days)
  const { rows: sizes } = await stage.database.pool.query<{ files: number; bytes: number }>(
    `select count(*)::int as files, sum(bytes)::int as bytes from (select bytes from job_assets where job_id = $1
     union all select bytes from attachments where job_id = $1) sizes`,
    [old.jobId],
  )
  assert.deepEqual(preview, { jobs: 1, ...sizes[0], drafts: 0, skipped: { deliveries: 1, exports: 0, gold: 0 } })
  await hour()
  assert.equal(await isStored(oldFile), true, 'a preview deletes nothing')

  await stage.admin.put(tenant.path('/retention'), days)
  await hour()
  assert.deepEqual([await isStored(oldFile), await isStored(freshFile)], [false, true])
  const { rows: asked } = await stage.database.pool.query<{ job_id: string }>(
    `select job_id from assistant_suggestions where project_id = $1
     union all select job_id from assistant_runs where project_id = $1`,
    [tenant.projectId],
  )
  assert.deepEqual(
    asked.map(({ job_id }) => job_id),
    [fresh.jobId, fresh.jobId],
    'what assistants made of the data goes with it',
  )
  assert.equal(await status(old.result), 410)
  assert.deepEqual([await status(fresh.result), await status(busy.result)], [200, 200])
  const record = await tenant.record(old.jobId)
  assert.deepEqual([record.status, record.result, record.annotations], ['completed', null, 1])
  const feed = await tenant.api.get<{ events: { body: { annotations: { job_id: string; result?: object }[] } }[] }>(
    tenant.path('/events'),
  )
  const told = feed.events.flatMap(({ body }) => body.annotations)
  assert.deepEqual(
    told.map(({ job_id, result }) => [job_id, 'data' in (result ?? {})]),
    [old, fresh, busy].map(({ jobId }) => [jobId, jobId !== old.jobId]),
  )

  const again = await tenant.api.call('POST', `/v0/projects/${tenant.projectId}/jobs`, { body: old.body })
  assert.deepEqual([again.status, again.json?.error?.meta_data.same_payload], [409, true])
  for (const act of ['reopen', 'retry']) {
    const refused = await tenant.api.call('POST', tenant.path(`/jobs/${old.jobId}/${act}`), { body: {} })
    assert.equal(refused.status, 409, act)
  }
  const { rows: ledger } = await stage.database.pool.query('select 1 from usage_rows where job_id = $1', [old.jobId])
  assert.equal(ledger.length, 1)

  const before = stage.receiver.received.length
  await stage.admin.post(tenant.path(`/jobs/${old.jobId}/callback`), {})
  await until(async () => stage.receiver.received.length > before)
  const sentAgain = JSON.parse(stage.receiver.received.at(-1)?.body.toString() ?? '')
  assert.equal(sentAgain.annotations[0].job_id, old.jobId)
  assert.equal('data' in sentAgain.annotations[0].result, false)

  await stage.database.pool.query('delete from delivery_queue where job_id = $1', [busy.jobId])
  await hour()
  assert.equal(await status(busy.result), 410, 'what was skipped goes when nothing waits for it')
})

test('where inputs alone have had their days, the result stays and the job opens no more', async () => {
  const tenant = await makeTenant()
  const job = await completed(tenant, 'job', 32)
  const [input] = await inputsOf(job)
  await endedDaysAgo(40, job)
  await stage.admin.put(tenant.path('/retention'), { inputs_days: 30 })
  await hour()
  assert.deepEqual([await isStored(input), await status(job.result)], [false, 200])
  const manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
  assert.equal((await manager.refused('GET', `/api/jobs/${job.jobId}`)).status, 410)
  await stage.admin.put(tenant.path('/retention'), { inputs_days: 30, results_days: 30 })
  await hour()
  assert.equal(await status(job.result), 410)
})

test('a file that another project shows too stays for that one; a failed job cannot be tried again without its data', async () => {
  const [leaving, staying] = [await makeTenant(), await makeTenant()]
  const [gone, kept] = [await completed(leaving, 'gone', 40), await completed(staying, 'kept', 40)]
  const [shared] = await inputsOf(gone)
  assert.deepEqual(await inputsOf(kept), [shared])
  const image_url = stage.files.put('/broken.png', Buffer.from('no image'))
  const failed = await leaving.submit({ reference_id: 'failed', tag: 'boxes', data: { image_url } })
  await until(async () => (await leaving.record(failed)).stage === 'failed')
  await endedDaysAgo(2, gone, { jobId: failed, body: {} })
  await leaving.admin.put(leaving.path('/retention'), { inputs_days: 1 })
  await hour()
  assert.deepEqual(await inputsOf(gone), [])
  assert.equal(await isStored(shared), true)
  assert.equal((await leaving.api.call('POST', leaving.path(`/jobs/${failed}/retry`), { body: {} })).status, 409)
})

test('gold in use keeps its data until it is withdrawn', async () => {
  const tenant = await makeTenant()
  const job = await completed(tenant, 'job', 56)
  const { pool } = stage.database
  await pool.query(
    `insert into gold_jobs (project_id, job_id, tag, tag_version, document_sha256) values ($1, $2, 'boxes', 1, $3)`,
    [tenant.projectId, job.jobId, '0'.repeat(64)],
  )
  await endedDaysAgo(2, job)
  const days = { inputs_days: 1, results_days: 1 }
  const preview = () => stage.admin.post<{ jobs: number; skipped: object }>(tenant.path('/retention/preview'), days)
  assert.deepEqual((await preview()).skipped, { deliveries: 0, exports: 0, gold: 1 })
  await stage.admin.put(tenant.path('/retention'), days)
  await hour()
  assert.equal(await status(job.result), 200)
  await pool.query('update gold_jobs set ended_at = now() where job_id = $1', [job.jobId])
  await hour()
  assert.equal(await status(job.result), 410)
})

test('files are released in the transaction that deletes the rows, so that a process that dies leaves none behind', async () => {
  const tenant = await makeTenant()
  const job = await completed(tenant, 'job', 48)
  const [input] = await inputsOf(job)
  // As the process leaves it that dies before it reaches the storage.
  await stage.database.pool.query('insert into released_files (project_id, sha256) values ($1, $2)', [
    tenant.projectId,
    input,
  ])
  await hour()
  assert.equal(await isStored(input), true, 'a row names it')
  await stage.database.pool.query('delete from job_assets where job_id = $1', [job.jobId])
  await stage.database.pool.query('delete from fetched_urls where sha256 = $1', [input])
  await stage.database.pool.query('insert into released_files (project_id, sha256) values ($1, $2)', [
    tenant.projectId,
    input,
  ])
  await hour()
  assert.equal(await isStored(input), false)
  const { rows } = await stage.database.pool.query('select 1 from released_files')
  assert.deepEqual(rows, [])
})
