import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Check } from 'typebox/value'
import { completedBody, eventBody, failedBody, pendingBody, sampleBody } from './callbackBody.ts'
import { CallbackBody, ProjectEvent } from './callbackSchema.ts'

const job = { referenceId: '001', jobId: '3f3e8675-ca69-46d7-aa34-96f90fcbb732', tag: 'draw_boxes' }

test('a completed job has one annotation with the address of its result', () => {
  const result = { type: 'image2d' as const, url: 'https://s.example/v1/attachments/1/r.json?sig=x', resultVersion: 2 }
  assert.deepEqual(JSON.parse(completedBody(job, result)), {
    annotations: [
      {
        reference_id: '001',
        job_id: job.jobId,
        status: 'COMPLETED',
        tag: 'draw_boxes',
        result: { type: 'image2d', url: result.url, result_version: 2 },
      },
    ],
  })
})

test('a small result document rides along', () => {
  const data = { legend: [] }
  const body = JSON.parse(completedBody(job, { type: 'segmentation3d', url: 'u', resultVersion: 1, data }))
  assert.deepEqual(body.annotations[0].result.data, { legend: [] })
})

test('a failed job: the error as in the specification, the id under both names', () => {
  const failures = [{ field: 'data.image_url', type: 'INVALID_IMAGE_LINK' }]
  const body = failedBody(job, { code: 'FS_0003', message: 'Invalid data', failures })
  assert.deepEqual(JSON.parse(body), {
    annotations: [
      {
        reference_id: '001',
        job_id: job.jobId,
        flu_id: job.jobId,
        status: 'FAILED',
        tag: 'draw_boxes',
        error: { code: 'FS_0003', message: 'Invalid data', meta_data: { failures } },
      },
    ],
  })
})

test('a pending job: the four fields alone', () => {
  const annotation = { reference_id: '001', job_id: job.jobId, status: 'PENDING', tag: 'draw_boxes' }
  assert.deepEqual(JSON.parse(pendingBody(job)), { annotations: [annotation] })
})

test('the test call sends a completed callback that names no real job', () => {
  const [annotation] = JSON.parse(sampleBody('https://s.example')).annotations
  assert.equal(annotation.status, 'COMPLETED')
  assert.equal(annotation.reference_id, 'callback-test')
})

test('every body is one of the published schemas', () => {
  const described = { ...job, metadata: { drive: 'a', frames: 7, night: false } }
  const result = { type: 'video2d' as const, url: 'https://s.example/r.json', resultVersion: 1 }
  const error = { code: 'FS_0003', message: 'Invalid data', failures: [{ field: 'data', type: 'INVALID' }] }
  const sample = sampleBody('https://s.example')
  for (const body of [completedBody(described, result), failedBody(job, error), pendingBody(described), sample])
    assert.ok(Check(CallbackBody, JSON.parse(body)), body)
  const event = eventBody('batch.completed', new Date(0), { project_id: job.jobId, batch_id: job.jobId })
  assert.ok(Check(ProjectEvent, JSON.parse(event)), event)
  assert.equal(Check(CallbackBody, JSON.parse(event)), false)
})
