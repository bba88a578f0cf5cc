import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { GivenUpTask } from '../../src/client/types/admin.ts'
import { until } from '../support/apiClient.ts'
import { givenUpJob } from '../support/givenUpJob.ts'
import { queuedImage } from '../support/office.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { reviewed: tagOf('image2d', { review: true }) })
})
after(() => stage.clear())

const givenUp = () => givenUpJob(stage, tenant, 'reviewed')

const listed = async (jobId: string) =>
  (await stage.admin.get<{ tasks: GivenUpTask[] }>('/v1/tasks')).tasks.filter((task) => task.subject_id === jobId)

test('a result that no process could assemble: the job says so, and retry brings it on', async () => {
  const jobId = await givenUp()
  const record = await tenant.record(jobId)
  assert.equal(record.stage, 'assembling')
  assert.match(String(record.error?.message), /could not be assembled/)
  assert.deepEqual(
    (await listed(jobId)).map(({ kind, project_id }) => [kind, project_id]),
    [['assemble', tenant.projectId]],
  )
  await tenant.api.post(tenant.path(`/jobs/${jobId}/retry`))
  const done = await tenant.reached(jobId, 'completed')
  assert.equal(done.error, null)
  assert.deepEqual(await listed(jobId), [])
})

test('the operator retries or drops a step that was given up', async () => {
  const [first, second] = [await givenUp(), await givenUp()]
  const [task] = await listed(first)
  await stage.admin.post(`/v1/tasks/${task.task_id}/retry`)
  await tenant.reached(first, 'completed')
  const [other] = await listed(second)
  await stage.admin.ok('DELETE', `/v1/tasks/${other.task_id}`)
  assert.deepEqual(await listed(second), [])
  assert.notEqual((await tenant.record(second)).error, null)
  assert.equal((await stage.admin.call('POST', `/v1/tasks/${other.task_id}/retry`)).status, 404)
  assert.equal((await stage.admin.call('POST', '/v1/tasks/none/retry')).status, 404)
  assert.equal((await tenant.api.call('GET', '/v1/tasks')).status, 403)
})

test('a task whose payload its kind cannot read is given up at once, and says why', async () => {
  const jobId = await queuedImage(stage, tenant, 'reviewed')
  await stage.database.pool.query(
    `insert into tasks (project_id, kind, subject_id, payload) values ($1, 'score_review', $2, '{"version": "x"}')`,
    [tenant.projectId, jobId],
  )
  await until(async () => (await listed(jobId)).length > 0)
  const [task] = await listed(jobId)
  assert.deepEqual([task.kind, task.note], ['score_review', 'its payload is not that of score_review'])
})

test('a job that is still being assembled is not retried', async () => {
  const jobId = await queuedImage(stage, tenant, 'reviewed')
  const { status } = await tenant.api.call('POST', tenant.path(`/jobs/${jobId}/retry`))
  assert.equal(status, 409)
})
