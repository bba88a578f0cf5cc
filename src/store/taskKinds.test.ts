import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewTask } from './cluster/tasks/enqueue.ts'
import { readTaskPayload, TASK_KINDS } from './taskKinds.ts'

const about = { projectId: '', subjectId: '' }

test('a payload is read as its kind says, or not at all', () => {
  const final = [{ field: 'data.image_url', type: 'FILE_TOO_LARGE', message: 'too large', retries: 'none' }]
  assert.deepEqual(readTaskPayload('validate', { round: 2, final }), { round: 2, final })
  assert.deepEqual(readTaskPayload('validate', {}), {})
  assert.deepEqual(readTaskPayload('score_review', { version: 3, number: 1 }), { version: 3, number: 1 })
  for (const wrong of [
    null,
    'x',
    [],
    { round: '2' },
    { final: [{ field: 'x' }] },
    { final: [{ ...final[0], type: 'x' }] },
  ])
    assert.equal(readTaskPayload('validate', wrong), null, JSON.stringify(wrong))
  for (const wrong of [{}, { version: 3 }, { version: 3, number: 1.5 }])
    assert.equal(readTaskPayload('score_review', wrong), null, JSON.stringify(wrong))
})

test('every kind but the scoring of a review may come without a payload, as the rows of ingest do', () => {
  const without = TASK_KINDS.filter((kind) => readTaskPayload(kind, {}) !== null)
  assert.deepEqual(
    TASK_KINDS.filter((kind) => !without.includes(kind)),
    ['score_review'],
  )
})

test('the compiler refuses a task whose payload is that of another kind', () => {
  const tasks: NewTask[] = [
    { ...about, kind: 'validate', payload: { round: 1 } },
    { ...about, kind: 'score_review', payload: { version: 1, number: 1 } },
    // @ts-expect-error a review has to be named
    { ...about, kind: 'score_review' },
    // @ts-expect-error a round is a number
    { ...about, kind: 'validate', payload: { round: 'first' } },
  ]
  assert.equal(tasks.length, 4)
})
