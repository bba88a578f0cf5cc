import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Project } from '../../src/client/types/admin.ts'
import type { JobRecord } from '../../src/client/types/jobs.ts'
import type { StageReachedAnswer } from '../../src/contract/work.ts'
import { drawBox, open, queuedImage, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant
let ann: Person
let rita: Person

before(async () => {
  stage = await setStage()
  const tags = { plain: tagOf('image2d'), reviewed: tagOf('image2d', { review: true }) }
  tenant = await Tenant.create(stage.admin, { undo_seconds: 30 }, tags)
  ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  rita = await Person.join(stage.admin, 'reviewer', [tenant.projectId])
})
after(() => stage.clear())

const setUndoSeconds = (undo_seconds: number) =>
  stage.admin.call('PATCH', `/v1/projects/${tenant.projectId}`, { body: { undo_seconds } })

/** A job of the tag that Ann has drawn a box in and submitted. */
async function submitted(tag: string): Promise<{ jobId: string; reached: StageReachedAnswer }> {
  const jobId = await queuedImage(stage, tenant, tag)
  await ann.post(`/api/jobs/${jobId}/claim`)
  const { tag: opened } = await open(ann, jobId)
  const { version } = await save(ann, jobId, 0, [drawBox(opened.classes[0].classId)])
  return { jobId, reached: await ann.post<StageReachedAnswer>(`/api/jobs/${jobId}/submit`, { version }) }
}

const undo = (person: Person, jobId: string) => person.call('POST', `/api/jobs/${jobId}/submit/undo`, {})

test('a submission is held for undo_seconds and can be undone: lease and work are as before', async () => {
  const { jobId, reached } = await submitted('plain')
  assert.equal(reached.stage, 'assembling')
  assert.ok(reached.undoUntil && Date.parse(reached.undoUntil) > Date.now())
  assert.equal((await undo(ann, jobId)).status, 200)
  const again = await open(ann, jobId)
  assert.deepEqual([again.job.stage, again.access, again.version], ['in_progress', 'annotate', 1])
  assert.equal((await undo(ann, jobId)).status, 409, 'there is nothing to take back twice')
  await setUndoSeconds(0)
  await ann.post(`/api/jobs/${jobId}/submit`, { version: 1 })
  await tenant.reached(jobId, 'completed', 1)
  await setUndoSeconds(30)
})

test('the record has findings from the submission on, empty until they are counted', async () => {
  const { jobId } = await submitted('plain')
  const { stage: reached, findings } = await tenant.api.get<JobRecord>(tenant.path(`/jobs/${jobId}`))
  assert.equal(reached, 'assembling')
  assert.deepEqual(findings, { errors: 0, warnings: 0, by_code: {} })
  await undo(ann, jobId)
  assert.equal((await tenant.api.get<JobRecord>(tenant.path(`/jobs/${jobId}`))).findings, null)
})

test('no reviewer gets the job before that time is over, by Next or by its id', async () => {
  const { jobId } = await submitted('reviewed')
  assert.equal((await rita.call('POST', `/api/jobs/${jobId}/claim`, {})).status, 409)
  assert.deepEqual((await rita.post<{ job: object | null }>('/api/next')).job, null)
  assert.equal((await undo(rita, jobId)).status, 409, 'only the person who submitted it')
  assert.equal((await undo(ann, jobId)).status, 200)
  await ann.post(`/api/jobs/${jobId}/submit`, { version: 1 })
  await stage.database.pool.query('update jobs set undo_until = now() where id = $1', [jobId])
  assert.equal((await undo(ann, jobId)).status, 409, 'too late')
  await rita.post(`/api/jobs/${jobId}/claim`)
  await rita.post(`/api/jobs/${jobId}/review`, { decision: 'reject', comment: 'One more.', version: 1 })
  await ann.post(`/api/jobs/${jobId}/claim`)
  await ann.post(`/api/jobs/${jobId}/submit`, { version: 1 })
  assert.equal((await undo(ann, jobId)).status, 200)
  assert.equal((await open(ann, jobId)).job.rejected, true, 'it is rework still')
})

test('after the time the result is made, once', async () => {
  await setUndoSeconds(1)
  const { jobId } = await submitted('plain')
  assert.equal((await undo(ann, jobId)).status, 200)
  await ann.post(`/api/jobs/${jobId}/submit`, { version: 1 })
  await tenant.reached(jobId, 'completed', 1)
  assert.equal((await undo(ann, jobId)).status, 409)
  await setUndoSeconds(30)
})

test('undo_seconds is 5 unless set, from 0 to 30', async () => {
  const fresh = await stage.admin.post<{ project_id: string }>('/v1/projects', { name: 'fresh', base: 'IMAGE' })
  const path = `/v1/projects/${fresh.project_id}`
  assert.equal((await stage.admin.ok<Project>('PATCH', path, { name: 'renamed' })).undo_seconds, 5)
  for (const undo_seconds of [-1, 31, 2.5, '5']) {
    assert.equal((await stage.admin.call('PATCH', path, { body: { undo_seconds } })).status, 400)
  }
})
