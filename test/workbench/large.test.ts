import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ReviewedDocumentAnswer } from '../../src/contract/payload.ts'
import type { DraftAnswer, DraftTakenAnswer, StageReachedAnswer } from '../../src/contract/work.ts'
import { decodeLabels } from '../../src/formats/document/labelsFile.ts'
import type { Edit } from '../../src/model/document/operations/documentOperation.ts'
import { labelRunsOf } from '../../src/model/document/operations/labelRuns.ts'
import { batchOf, drawBox, open, queuedCloud, queuedImage, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { pcdOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

// What is large goes other ways than what is small (threads, bytes that are never read again): users must not notice.

let stage: Stage
let tenant: Tenant
let ann: Person
let rita: Person

before(async () => {
  stage = await setStage()
  const tags = { shapes: tagOf('image2d', { review: true }), points: tagOf('segmentation3d', { review: true }) }
  tenant = await Tenant.create(stage.admin, {}, tags)
  ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  rita = await Person.join(stage.admin, 'reviewer', [tenant.projectId])
})
after(() => stage.clear())

const take = (person: Person, jobId: string) => person.post(`/api/jobs/${jobId}/claim`)
const idsOf = ({ document }: ReviewedDocumentAnswer) => document.tracks.map(({ id }) => id)
const classOf = async (jobId: string) => (await open(ann, jobId)).tag.classes[0].classId

/** More than what is read on the main thread. */
const manyBoxes = (classId: string, name: string) =>
  Array.from({ length: 1500 }, (_, index) => drawBox(classId, `${name}${index}`))
const namesOf = (operations: readonly Edit[]) =>
  operations.map((operation) => (operation.type === 'putTrack' ? operation.track.id : ''))

test('a large document is saved, opened, checked, rejected, fixed and accepted like any other', async () => {
  const jobId = await queuedImage(stage, tenant, 'shapes')
  await take(ann, jobId)
  const classId = await classOf(jobId)
  const boxes = manyBoxes(classId, 'ü')
  await save(ann, jobId, 0, boxes)
  const opened = await open(ann, jobId)
  assert.deepEqual(
    opened.document.tracks,
    boxes.map((box, i) => (box.type === 'putTrack' ? { ...box.track, number: i + 1 } : null)),
  )
  await save(ann, jobId, 1, [drawBox('11111111-1111-4111-8111-111111111111', 'odd')])
  const { status, meta } = await ann.refused('POST', `/api/jobs/${jobId}/submit`, { version: 2 })
  assert.equal(status, 409)
  assert.deepEqual(
    (meta.findings as { track_id: string }[]).map(({ track_id }) => track_id),
    ['odd'],
  )
  await save(ann, jobId, 2, [{ type: 'removeTrack', trackId: 'odd' }])
  const gone: Edit = { type: 'removeTrack', trackId: 'gone' }
  const unfit = await ann.refused(
    'POST',
    `/api/jobs/${jobId}/operations`,
    batchOf(3, [...manyBoxes(classId, 'x'), gone]),
  )
  assert.partialDeepStrictEqual(unfit.meta.failures, [{ field: 'operations[1500]', type: 'INVALID_VALUE' }])
  await ann.post(`/api/jobs/${jobId}/submit`, { version: 3 })
  await take(rita, jobId)
  await rita.post(`/api/jobs/${jobId}/review`, { decision: 'reject', comment: 'one too many', version: 3 })
  await take(ann, jobId)
  await save(ann, jobId, 3, [{ type: 'removeTrack', trackId: 'ü7' }])
  const before = await ann.get<ReviewedDocumentAnswer>(`/api/jobs/${jobId}/reviews/1`)
  assert.deepEqual(idsOf(before), namesOf(boxes))
  const now = idsOf(await open(ann, jobId))
  assert.deepEqual(now, namesOf(boxes).toSpliced(7, 1))
  await ann.post(`/api/jobs/${jobId}/submit`, { version: 4 })
  await take(rita, jobId)
  const { stage: reached } = await rita.post<StageReachedAnswer>(`/api/jobs/${jobId}/review`, {
    decision: 'accept',
    version: 4,
  })
  assert.equal(reached, 'assembling')
  assert.equal((await tenant.reached(jobId, 'completed')).annotations, 1499)
})

test('a large draft is taken save for what does not fit', async () => {
  const jobId = await queuedImage(stage, tenant, 'shapes')
  await take(ann, jobId)
  const boxes = manyBoxes(await classOf(jobId), 'd')
  const gone: Edit = { type: 'removeTrack', trackId: 'gone' }
  const draft = await ann.post<DraftAnswer>(`/api/jobs/${jobId}/drafts`, batchOf(0, [...boxes, gone]))
  assert.equal(draft.operationCount, 1501)
  const taken = await ann.post<DraftTakenAnswer>(`/api/jobs/${jobId}/drafts/${draft.draftId}/take`, { baseVersion: 0 })
  assert.equal(taken.version, 1)
  assert.deepEqual(taken.operations, boxes)
  assert.deepEqual(taken.refused, [{ index: 1500, message: 'there is no track gone' }])
  assert.deepEqual(idsOf((await open(ann, jobId)) as ReviewedDocumentAnswer), namesOf(boxes))
})

test('labels of many points are painted, opened, submitted and shown in a review', async () => {
  const points = 260_000
  const jobId = await queuedCloud(stage, tenant, 'points', points)
  await take(ann, jobId)
  const entry = { id: 'e', labelKey: 4, classId: await classOf(jobId), instance: 1, color: null }
  const scattered = Array.from({ length: points / 2 }, (_, index) => index * 2)
  const labelled = (from: number, at: Uint32Array) => [...at.subarray(from, from + 4)]
  await save(ann, jobId, 0, [
    { type: 'putLegendEntry', entry, index: null },
    { type: 'setLabels', runs: labelRunsOf(scattered, 4) },
  ])
  const labels = async (path: string) => decodeLabels((await ann.call('GET', `/api/jobs/${jobId}${path}`)).bytes)
  assert.deepEqual(labelled(points - 4, await labels('/labels?version=1')), [4, 0, 4, 0])
  const beyond = labelRunsOf([points], 4)
  const unfit = await ann.refused(
    'POST',
    `/api/jobs/${jobId}/operations`,
    batchOf(1, [{ type: 'setLabels', runs: beyond }]),
  )
  assert.equal(unfit.status, 400)
  await ann.post(`/api/jobs/${jobId}/submit`, { version: 1 })
  await take(rita, jobId)
  await rita.post(`/api/jobs/${jobId}/review`, { decision: 'reject', comment: 'no', version: 1 })
  await take(ann, jobId)
  await save(ann, jobId, 1, [{ type: 'setLabels', runs: labelRunsOf([1], 4) }])
  assert.deepEqual(labelled(0, await labels('/labels')), [4, 4, 4, 0])
  assert.deepEqual(labelled(0, await labels('/reviews/1/labels')), [4, 0, 4, 0])
})

test('a large labelled cloud that is submitted by its address is validated like a small one', async () => {
  const points = 260_000
  const cloudOf = (labelKey: number) => {
    const lines = Array.from({ length: points }, (_, index) => `${index} 0 0 ${index % 2 ? labelKey : 0}`)
    const head = pcdOf([])
      .toString('utf8')
      .replace(/WIDTH 0/, `WIDTH ${points}`)
      .replace(/POINTS 0/, `POINTS ${points}`)
    const field = head
      .replace('FIELDS x y z', 'FIELDS x y z label_key')
      .replace(/(SIZE|TYPE|COUNT)(.*)(.)\n/g, '$1$2$3 $3\n')
    return Buffer.from(`${field}${lines.join('\n')}\n`)
  }
  const jobId = await queuedCloud(stage, tenant, 'points', points)
  const submit = (labelKey: number) => {
    const url = stage.files.put(`/labelled-${labelKey}.pcd`, cloudOf(labelKey))
    const body = { data: { legend: [{ value: 'car#1', label_key: 7 }], url } }
    return tenant.api.call('POST', tenant.path(`/jobs/${jobId}/result`), { body })
  }
  const refused = await submit(8)
  assert.equal(refused.status, 400)
  assert.partialDeepStrictEqual(refused.json?.error?.meta_data.failures, [{ field: 'data.url', type: 'UNKNOWN' }])
  assert.equal((await submit(7)).status, 200)
  await take(rita, jobId)
  await rita.post(`/api/jobs/${jobId}/review`, { decision: 'accept', version: 0 })
  assert.equal((await tenant.reached(jobId, 'completed')).annotations, 1)
})
