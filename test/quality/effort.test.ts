import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { QualityRow } from '../../src/client/types/quality.ts'
import { foldSums } from '../../src/store/project/quality/sums.ts'
import { drawBox, open, queuedImage, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant
let ann: Person
let rita: Person
let lead: Person

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, { undo_seconds: 30 }, { boxes: tagOf('image2d', { review: true }) })
  const projects = [tenant.projectId]
  ann = await Person.join(stage.admin, 'annotator', projects)
  rita = await Person.join(stage.admin, 'reviewer', projects)
  lead = await Person.join(stage.admin, 'manager', projects)
})
after(() => stage.clear())

const setUndoSeconds = (undo_seconds: number) =>
  stage.admin.call('PATCH', `/v1/projects/${tenant.projectId}`, { body: { undo_seconds } })

/** As if the last sign of life of who has the job open were so long ago. */
async function work(jobId: string, seconds: number): Promise<void> {
  for (const [table, open] of [
    ['assignments', 'outcome is null'],
    ['active_times', 'true'],
  ])
    await stage.database.pool.query(
      `update ${table} set last_beat_at = now() - make_interval(secs => $2) where job_id = $1 and ${open}`,
      [jobId, seconds],
    )
}

async function effort(by: 'person' | 'tag' | 'day' | 'reviewer') {
  const path = `/api/v1/projects/${tenant.projectId}/quality?by=${by}`
  const { rows } = await lead.get<{ rows: QualityRow[] }>(path)
  return rows.map(({ key, jobs, objects, active_seconds }) => [key, jobs, objects, active_seconds])
}

test('submissions record how many objects people drew and how long they were active; undone ones do not count', async () => {
  const jobId = await queuedImage(stage, tenant, 'boxes')
  await ann.post(`/api/jobs/${jobId}/claim`)
  const { classId } = (await open(ann, jobId)).tag.classes[0]
  const { version } = await save(ann, jobId, 0, [drawBox(classId), drawBox(classId)])
  await work(jobId, 40)
  await ann.post(`/api/jobs/${jobId}/submit`, { version })
  assert.deepEqual(await effort('person'), [[ann.userId, 1, 2, 40]])

  await ann.post(`/api/jobs/${jobId}/submit/undo`)
  assert.deepEqual(await effort('person'), [[ann.userId, 0, 0, 0]])

  await setUndoSeconds(0)
  await work(jobId, 20)
  await ann.post(`/api/jobs/${jobId}/submit`, { version })
  assert.deepEqual(await effort('person'), [[ann.userId, 1, 2, 60]])
  assert.deepEqual(await effort('tag'), [['boxes', 1, 2, 60]])

  await rita.post(`/api/jobs/${jobId}/claim`)
  await work(jobId, 15)
  await rita.post(`/api/jobs/${jobId}/review`, { decision: 'reject', comment: 'one is missing', version })
  assert.deepEqual(await effort('reviewer'), [[rita.userId, 1, undefined, 15]])

  await ann.post(`/api/jobs/${jobId}/claim`)
  const again = await save(ann, jobId, version, [drawBox(classId)])
  await work(jobId, 10)
  await ann.post(`/api/jobs/${jobId}/submit`, { version: again.version })
  // The same job, and its objects, once: the rejection only made it longer.
  const summed = [[new Date().toISOString().slice(0, 10), 1, 2, 70]]
  assert.deepEqual(await effort('day'), summed)
  await foldSums(stage.database.pool, tenant.projectId)
  assert.deepEqual(await effort('day'), summed)
})
