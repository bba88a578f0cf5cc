import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { zipOf } from '../imports/archives.ts'
import { until } from '../support/apiClient.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'
import { begun, ended, jobsOf, shownIngest, upload } from './ingesting.ts'

/** So slow that the process can be killed in the middle: jobs are made as fast as a key may send them. */
const JOBS_A_SECOND = 6
const JOBS = 18

let stage: OwnStage
let tenant: Tenant
let file: string

before(async () => {
  stage = await setOwnStage({ RATE_LIMIT: String(JOBS_A_SECOND) })
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const entries: Record<string, Buffer> = {}
  for (let i = 0; i < JOBS; i++) entries[`${i}.png`] = await pngOf(8, 6, i + 1)
  file = await upload(tenant, 'set.zip', await zipOf(entries))
})
after(() => stage.clear())

async function killedAndStarted(): Promise<void> {
  await stage.service.kill()
  await stage.service.start()
}

test('an ingest whose process is killed while it makes jobs goes on: each job is made once', async () => {
  const ingestId = await begun(tenant, { source: { files: [file] }, tag: 'boxes' })
  await until(async () => (await shownIngest(tenant, ingestId)).created > 0)
  assert.equal((await shownIngest(tenant, ingestId)).status, 'creating')
  await killedAndStarted()
  const shown = await ended(tenant, ingestId)
  assert.deepEqual(
    [shown.status, shown.created, shown.duplicates, shown.failures],
    ['completed', JOBS, 0, []],
    JSON.stringify(shown),
  )
  const jobs = await jobsOf(tenant, shown)
  assert.deepEqual([jobs.length, new Set(jobs.map(({ stage }) => stage))], [JOBS, new Set(['queued'])])
  const { total_jobs } = await tenant.api.get<{ total_jobs: number }>(`/v0/projects/${tenant.projectId}/stats`)
  assert.equal(total_jobs, JOBS)
})

test('an ingest whose process is killed before it begins, and while its jobs are checked, completes', async () => {
  const other = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const urls = ['0.png', '1.png'].map((name) => `${stage.files.baseUrl}/${name}`)
  const picture = await pngOf(8, 6)
  const answer = Promise.withResolvers<void>()
  stage.files.fallback = () => (_, response) => void answer.promise.then(() => response.end(picture))
  const ingestId = await begun(other, { source: { urls }, tag: 'boxes' })
  await killedAndStarted()
  await until(async () => (await shownIngest(other, ingestId)).created === urls.length)
  await killedAndStarted()
  answer.resolve()
  const shown = await ended(other, ingestId)
  assert.deepEqual([shown.status, shown.created, shown.duplicates, shown.failures], ['completed', 2, 0, []])
})

test('a cancelled ingest makes no job any more, however far it was', async () => {
  const other = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const entries: Record<string, Buffer> = {}
  for (let i = 0; i < 60; i++) entries[`${i}.png`] = await pngOf(4, 4, i + 1)
  const source = { files: [await upload(other, 'set.zip', await zipOf(entries))] }
  const ingestId = await begun(other, { source, tag: 'boxes' })
  await until(async () => (await shownIngest(other, ingestId)).created > 0)
  assert.equal((await other.api.call('DELETE', other.path(`/ingests/${ingestId}`))).status, 200)
  const { created, status } = await shownIngest(other, ingestId)
  assert.equal(status, 'cancelled')
  // The worker has seen the end of the ingest once its task is gone.
  await until(async () => {
    const { rows } = await stage.database.pool.query('select 1 from tasks where subject_id = $1', [ingestId])
    return rows.length === 0
  })
  assert.equal((await shownIngest(other, ingestId)).created, created)
  assert.equal((await jobsOf(other, { ingest_id: ingestId })).length, created)
  assert.ok(created < 60)
})
