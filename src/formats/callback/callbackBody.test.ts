import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completedBody, failedBody, pendingBody, sampleBody } from './callbackBody.ts'

const job = { referenceId: '001', jobId: '3f3e8675-ca69-46d7-aa34-96f90fcbb732', tag: 'draw_boxes' }

test('a completed job has one annotation with the address of its result', () => {
  const result = { type: 'image2d', url: 'https://s.example/v1/attachments/1/r.json?sig=x', resultVersion: 2 }
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
