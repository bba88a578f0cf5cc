import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { drawBox, open, queuedImage, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant
let people: Record<'ann' | 'bob' | 'rita', Person>

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { reviewed: tagOf('image2d', { review: true }) })
  const projects = [tenant.projectId]
  people = {
    ann: await Person.join(stage.admin, 'annotator', projects),
    bob: await Person.join(stage.admin, 'manager', projects),
    rita: await Person.join(stage.admin, 'reviewer', projects),
  }
})
after(() => stage.clear())

async function assignments(jobId: string) {
  const { rows } = await stage.database.pool.query<{
    purpose: string
    user_id: string | null
    outcome: string | null
    held: boolean
    document_sha256: string | null
    annotations: number | null
  }>(
    `select purpose, user_id, outcome, held_until > now() as held, document_sha256, annotations from assignments
     where project_id = $1 and job_id = $2 order by assignment_no`,
    [tenant.projectId, jobId],
  )
  return rows
}

const nameOf = (userId: string | null) =>
  Object.entries(people).find(([, person]) => person.userId === userId)?.[0] ?? 'key'
const summary = async (jobId: string) =>
  (await assignments(jobId)).map(
    ({ purpose, user_id, outcome, held }) => `${purpose} ${nameOf(user_id)} ${outcome ?? 'open'}${held ? ' held' : ''}`,
  )

test('rejected work is kept besides later submissions', async () => {
  const { ann, rita } = people
  const jobId = await queuedImage(stage, tenant, 'reviewed')
  await ann.post(`/api/jobs/${jobId}/claim`)
  const car = (await open(ann, jobId)).tag.classes[0].classId
  await save(ann, jobId, 0, [drawBox(car)])
  assert.deepEqual(await summary(jobId), ['annotate ann open held'])
  await ann.post(`/api/jobs/${jobId}/submit`, { version: 1 })
  await rita.post(`/api/jobs/${jobId}/claim`)
  await rita.post(`/api/jobs/${jobId}/review`, { decision: 'reject', comment: 'One more.', version: 1 })
  await ann.post(`/api/jobs/${jobId}/claim`)
  await save(ann, jobId, 1, [drawBox(car)])
  assert.deepEqual(await summary(jobId), ['annotate ann rejected', 'review rita submitted', 'annotate ann open held'])
  await ann.post(`/api/jobs/${jobId}/submit`, { version: 2 })
  await rita.post(`/api/jobs/${jobId}/claim`)
  await rita.post(`/api/jobs/${jobId}/review`, { decision: 'accept', version: 2 })
  assert.deepEqual(await summary(jobId), [
    'annotate ann rejected',
    'review rita submitted',
    'annotate ann accepted',
    'review rita submitted',
  ])
  const [first, , second] = await assignments(jobId)
  assert.deepEqual([first.annotations, second.annotations], [1, 2])
  assert.notEqual(first.document_sha256, second.document_sha256)
})

test('a job that passes to another person or a program ends the work of the one before', async () => {
  const { ann, bob } = people
  const jobId = await queuedImage(stage, tenant, 'reviewed')
  await ann.post(`/api/jobs/${jobId}/claim`)
  const car = (await open(ann, jobId)).tag.classes[0].classId
  await save(ann, jobId, 0, [drawBox(car)])
  await bob.post(`/api/jobs/${jobId}/take-over`)
  assert.deepEqual(await summary(jobId), ['annotate ann passed_on', 'annotate bob open held'])
  await bob.post(`/api/jobs/${jobId}/release`)
  assert.deepEqual(await summary(jobId), ['annotate ann passed_on', 'annotate bob open'])
  await tenant.submitResult(jobId, { annotations: { rectangles: [] } })
  assert.deepEqual(await summary(jobId), ['annotate ann passed_on', 'annotate bob passed_on', 'annotate key submitted'])
})

test('work that was never started, or that was cancelled, is no longer open', async () => {
  const { ann } = people
  const [untouched, cancelled] = [
    await queuedImage(stage, tenant, 'reviewed'),
    await queuedImage(stage, tenant, 'reviewed'),
  ]
  for (const jobId of [untouched, cancelled]) await ann.post(`/api/jobs/${jobId}/claim`)
  await ann.post(`/api/jobs/${untouched}/release`)
  await tenant.api.post(tenant.path(`/jobs/${cancelled}/cancel`))
  assert.deepEqual(await summary(untouched), ['annotate ann released'])
  assert.deepEqual(await summary(cancelled), ['annotate ann cancelled'])
})

test('saving and signs of life renew the lease of the assignment with that of the job', async () => {
  const { ann } = people
  const jobId = await queuedImage(stage, tenant, 'reviewed')
  const { pool } = stage.database
  await ann.post(`/api/jobs/${jobId}/claim`)
  const car = (await open(ann, jobId)).tag.classes[0].classId
  const shorten = () =>
    pool.query(`update assignments set held_until = now() + interval '1 second' where job_id = $1`, [jobId])
  const agrees = async () => {
    const { rows } = await pool.query<{ same: boolean }>(
      `select a.held_until = j.held_until as same from assignments a join jobs j on j.project_id = a.project_id and j.id = a.job_id
       where j.id = $1`,
      [jobId],
    )
    return rows.map(({ same }) => same)
  }
  await shorten()
  await save(ann, jobId, 0, [drawBox(car)])
  assert.deepEqual(await agrees(), [true])
  await shorten()
  await ann.post(`/api/jobs/${jobId}/heartbeat`)
  assert.deepEqual(await agrees(), [true])
})
