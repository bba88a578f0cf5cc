import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ImportShown } from '../../src/client/types/imports.ts'
import { verifyCallback } from '../../src/client/verifyCallback.ts'
import type { QueueRowAnswer } from '../../src/contract/queue.ts'
import { cocoOf, zipOf } from '../imports/archives.ts'
import { dataOf, until } from '../support/apiClient.ts'
import { open, queuedImage } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { corners, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

/** What is given out to check people is no job of the customer: it neither leaves nor takes what comes in. */

let stage: Stage
before(async () => {
  stage = await setStage()
})
after(() => stage.clear())

const TRUTH = { annotations: { rectangles: [{ label: 'car', coordinates: corners(0.1, 0.2, 0.5, 0.6) }] } }
const GOLD = { share: 1, pass: 0.8, action: 'flag', feedback: false } as const

async function imported(tenant: Tenant, image: string): Promise<ImportShown> {
  const body = await zipOf({ 'a.json': cocoOf([{ image, label: 'car', bbox: [0, 0, 4, 3] }]) })
  const headers = { 'content-type': 'application/zip' }
  const answer = await tenant.api.call('POST', tenant.path('/imports?format=coco&tag=boxes'), { body, headers })
  const { import_id } = dataOf<{ import_id: string }>(answer)
  return until(async () => {
    const shown = await tenant.api.get<ImportShown>(tenant.path(`/imports/${import_id}`))
    return shown.status === 'queued' || shown.status === 'running' ? null : shown
  })
}

test('gold jobs that people hold and have submitted are not in exports, and imports match their source alone', async () => {
  const tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d', { gold: GOLD }) })
  const done = await queuedImage(stage, tenant, 'boxes')
  await tenant.submitResult(done, TRUTH)
  await tenant.reached(done, 'completed')
  await stage.admin.put(tenant.path(`/jobs/${done}/gold`), { from: 'result' })
  const waiting = await queuedImage(stage, tenant, 'boxes')
  await stage.admin.put(tenant.path(`/jobs/${waiting}/gold`), { data: TRUTH })
  // Gold comes in the place of a job that waits.
  for (let i = 0; i < 2; i++) await queuedImage(stage, tenant, 'boxes')
  const person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  const given: string[] = []
  for (let i = 0; i < 2; i++) {
    const { job } = await person.post<{ job: QueueRowAnswer | null }>('/api/next')
    assert.ok(job, 'there is work')
    given.push(job.jobId)
    const { version } = await open(person, job.jobId)
    await person.post(`/api/jobs/${job.jobId}/submit`, { version })
  }
  assert.ok(!given.includes(done) && !given.includes(waiting), 'copies were given out')
  const exported = await tenant.api.post<{ export_id: string }>(tenant.path('/exports'), { format: 'jsonl' })
  const shown = await until(async () => {
    const one = await tenant.api.get<{ status: string; progress: { jobs_total: number } }>(
      tenant.path(`/exports/${exported.export_id}`),
    )
    return one.status === 'completed' ? one : null
  })
  assert.equal(shown.progress.jobs_total, 1)
  const { jobs } = await tenant.api.get<{ jobs: { job_id: string; reference_id: string }[] }>(tenant.path('/jobs'))
  const source = jobs.find(({ job_id }) => job_id === waiting)
  const labelled = await imported(tenant, `${source?.reference_id}.png`)
  assert.deepEqual([labelled.matched, labelled.unmatched], [1, []], JSON.stringify(labelled))
  for (const copy of given)
    assert.equal((await tenant.api.call('GET', tenant.path(`/jobs/${copy}/prediction`))).status, 404)
})

test('people who asked for it are notified that an import is completed, but not that one failed', async () => {
  const tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  await queuedImage(stage, tenant, 'boxes')
  stage.receiver.received.length = 0
  await stage.admin.put(tenant.path('/callback'), { url: stage.receiver.url, events: ['import.completed'] })
  const headers = { 'content-type': 'application/zip' }
  const body = Buffer.from('no archive')
  await tenant.api.call('POST', tenant.path('/imports?format=coco&tag=boxes'), { body, headers })
  const { import_id } = await imported(tenant, 'nowhere.png')
  await stage.receiver.requests(1)
  const [{ headers: sent, body: text }] = stage.receiver.received
  const { event } = await verifyCallback({ headers: sent, body: text, signingSecret: tenant.signingSecret })
  assert.equal(event?.type, 'import.completed')
  assert.deepEqual(event?.data, { project_id: tenant.projectId, import_id })
  const { events } = await tenant.api.get<{ events: { body: object }[] }>(tenant.path('/events?types=import.completed'))
  assert.deepEqual(
    events.map((one) => one.body),
    [event],
  )
})
