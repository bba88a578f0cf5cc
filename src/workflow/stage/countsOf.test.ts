import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STAGES } from '../../model/stage.ts'
import { type Counted, countChange, countsOf } from './countsOf.ts'

const at = (stage: Counted['stage'], frames = 3, annotations = 5): Counted => ({ stage, frames, annotations })

test('a job counts its frames always, and its annotations once it is completed', () => {
  const none = { completedJobs: 0, completedFrames: 0, annotations: 0, failedJobs: 0, cancelledJobs: 0 }
  for (const stage of STAGES) assert.equal(countsOf(at(stage)).totalFrames, 3, stage)
  assert.deepEqual(countsOf(at('in_progress')), { totalFrames: 3, ...none })
  assert.deepEqual(countsOf(at('failed')), { totalFrames: 3, ...none, failedJobs: 1 })
  assert.deepEqual(countsOf(at('cancelled')), { totalFrames: 3, ...none, cancelledJobs: 1 })
  assert.deepEqual(countsOf(at('completed')), {
    totalFrames: 3,
    ...none,
    completedJobs: 1,
    completedFrames: 3,
    annotations: 5,
  })
})

test('counters move by the difference alone', () => {
  assert.equal(countChange(at('queued'), at('in_progress')), null)
  assert.deepEqual(countChange(at('assembling', 3, 2), at('completed', 3, 5)), {
    completedJobs: 1,
    completedFrames: 3,
    annotations: 5,
  })
  assert.deepEqual(countChange(at('completed'), at('in_progress')), {
    completedJobs: -1,
    completedFrames: -3,
    annotations: -5,
  })
  assert.deepEqual(countChange(at('failed', 2), at('created', 4)), { failedJobs: -1, totalFrames: 2 })
})

test('the counters of a job always match its stage, whatever its way', () => {
  const way = [
    at('created', 1, 0),
    at('failed', 1, 0),
    at('created', 4, 0),
    at('assembling', 4, 0),
    at('completed', 4, 9),
  ]
  const sums: Record<string, number> = { ...countsOf(way[0]) }
  for (let i = 1; i < way.length; i++) {
    for (const [name, by] of Object.entries(countChange(way[i - 1], way[i]) ?? {})) sums[name] += by as number
  }
  assert.deepEqual(sums, countsOf(way[way.length - 1]))
})
