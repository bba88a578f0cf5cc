import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { HeldDocumentRow } from '../../src/contract/documents.ts'
import type { ReviewedDocumentAnswer } from '../../src/contract/payload.ts'
import type { QueueRowAnswer } from '../../src/contract/queue.ts'
import { drawBox, open, queuedImage, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { corners, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
before(async () => {
  stage = await setStage()
})
after(() => stage.clear())

const tenantWith = (more: object) => Tenant.create(stage.admin, {}, { boxes: tagOf('image2d', more) })
const join = (tenant: Tenant, role: 'annotator' | 'manager' | 'reviewer' | 'viewer') =>
  Person.join(stage.admin, role, [tenant.projectId])

async function held(person: Person, jobId: string): Promise<HeldDocumentRow[]> {
  return (await person.get<{ documents: HeldDocumentRow[] }>(`/api/jobs/${jobId}/documents`)).documents
}
const names = async (person: Person, jobId: string) => (await held(person, jobId)).map(({ name }) => name)
const objectsOf = async (person: Person, jobId: string, name: string) =>
  (await person.get<ReviewedDocumentAnswer>(`/api/jobs/${jobId}/documents/${name}`)).document.tracks.length

async function submit(person: Person, jobId: string, isEmpty = false): Promise<void> {
  const { version, tag } = await open(person, jobId)
  if (!isEmpty) await save(person, jobId, version, [drawBox(tag.classes[0].classId)])
  await person.post(`/api/jobs/${jobId}/submit`, { version: version + (isEmpty ? 0 : 1) })
}

test('a reviewer may compare what was reviewed, a manager also what each person handed in, an annotator nothing', async () => {
  const tenant = await tenantWith({ review: true })
  const [ann, rita, mara, vic] = await Promise.all(
    (['annotator', 'reviewer', 'manager', 'viewer'] as const).map((role) => join(tenant, role)),
  )
  const jobId = await queuedImage(stage, tenant, 'boxes')
  await ann.post(`/api/jobs/${jobId}/claim`)
  await submit(ann, jobId)
  await rita.post(`/api/jobs/${jobId}/claim`)
  await rita.post(`/api/jobs/${jobId}/review`, { decision: 'reject', comment: 'Too large.', version: 1 })
  await ann.post(`/api/jobs/${jobId}/claim`)
  await submit(ann, jobId)
  await rita.post(`/api/jobs/${jobId}/claim`)
  await rita.post(`/api/jobs/${jobId}/review`, { decision: 'accept', version: 2 })
  await tenant.reached(jobId, 'completed')
  assert.deepEqual(await names(rita, jobId), ['result-1', 'review-1', 'review-2'])
  const handedIn = (await held(mara, jobId)).filter(({ kind }) => kind === 'submission')
  assert.deepEqual(
    handedIn.map(({ by }) => by),
    [ann.email, ann.email],
  )
  assert.equal(await objectsOf(rita, jobId, 'review-1'), 1)
  assert.equal(await objectsOf(mara, jobId, handedIn[1].name), 2)
  for (const person of [ann, vic]) {
    assert.deepEqual(await names(person, jobId), [])
    assert.equal((await person.refused('GET', `/api/jobs/${jobId}/documents/result-1`)).status, 404)
  }
  assert.equal((await rita.refused('GET', `/api/jobs/${jobId}/documents/${handedIn[0].name}`)).status, 404)
  const stranger = await join(await tenantWith({}), 'manager')
  assert.equal((await stranger.refused('GET', `/api/jobs/${jobId}/documents`)).status, 404)
})

test('who did a gold job may compare it with the truth where the tag gives feedback, and not before submitting', async () => {
  for (const feedback of [true, false]) {
    const tenant = await tenantWith({ gold: { share: 1, pass: 0.8, action: 'flag', feedback } })
    const sourceId = await queuedImage(stage, tenant, 'boxes')
    const rectangles = [{ label: 'car', coordinates: corners(0.1, 0.2, 0.5, 0.6) }]
    await tenant.submitResult(sourceId, { annotations: { rectangles } })
    await tenant.reached(sourceId, 'completed')
    await stage.admin.put(tenant.path(`/jobs/${sourceId}/gold`), { from: 'result' })
    await queuedImage(stage, tenant, 'boxes')
    const [ann, mara] = [await join(tenant, 'annotator'), await join(tenant, 'manager')]
    const { job } = await ann.post<{ job: QueueRowAnswer | null }>('/api/next')
    assert.ok(job)
    assert.deepEqual(await names(ann, job.jobId), [])
    await submit(ann, job.jobId, true)
    const seen = await names(ann, job.jobId)
    assert.deepEqual(
      seen.map((name) => name.split('-')[0]),
      feedback ? ['truth', 'submission'] : [],
    )
    if (feedback) assert.equal(await objectsOf(ann, job.jobId, 'truth'), 1)
    else assert.equal((await ann.refused('GET', `/api/jobs/${job.jobId}/documents/truth`)).status, 404)
    assert.ok((await names(mara, job.jobId)).includes('truth'))
  }
})

test('after the last submission, all are available by letter to the person who decides', async () => {
  const tenant = await tenantWith({ consensus: { annotators: 2, agreement: 0.9 } })
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const [ann, ben, rita, mara] = await Promise.all(
    (['annotator', 'annotator', 'reviewer', 'manager'] as const).map((role) => join(tenant, role)),
  )
  for (const person of [ann, ben]) await person.post('/api/next')
  await submit(ann, jobId)
  assert.deepEqual(await names(mara, jobId), [])
  await submit(ben, jobId, true)
  await tenant.reached(jobId, 'in_review')
  assert.deepEqual(await names(rita, jobId), [])
  await rita.post(`/api/jobs/${jobId}/claim`)
  assert.deepEqual(await names(rita, jobId), ['candidate-A', 'candidate-B'])
  assert.deepEqual(await names(ann, jobId), [])
  const numbers = await Promise.all(['A', 'B'].map((letter) => objectsOf(rita, jobId, `candidate-${letter}`)))
  assert.deepEqual(numbers.toSorted(), [0, 1])
})
