import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STAGES, type Stage } from '../../../model/stage.ts'
import { forecast, type ProgressBucket, progressDays } from './progressPoints.ts'

const sums = (entered = 0, left = 0) => ({ entered, left, frames: 0, objects: 0, active_seconds: 0 })
const NOTHING: Record<Stage, ReturnType<typeof sums>> = {
  created: sums(),
  validating: sums(),
  queued: sums(),
  in_progress: sums(),
  in_review: sums(),
  assembling: sums(),
  completed: sums(),
  failed: sums(),
  cancelled: sums(),
}
const bucket = (day: string, stages: Partial<typeof NOTHING>): ProgressBucket => ({
  from: `${day}T00:00:00Z`,
  stages: { ...NOTHING, ...stages },
  rework: 0,
  callbacks: {
    delivered: 0,
    failed: 0,
    given_up: 0,
    delay_seconds: null,
    delay_p50_seconds: null,
    delay_p95_seconds: null,
  },
})

const DAYS = progressDays([
  bucket('2026-03-01', { queued: sums(10, 4), in_progress: sums(4, 3), completed: sums(2), in_review: sums(3, 2) }),
  bucket('2026-03-02', { queued: sums(0, 2), cancelled: sums(1), in_progress: sums(1), completed: sums(1, 1) }),
])

test('each day ends with the number of jobs that entered a stage and did not leave', () => {
  assert.deepEqual(
    STAGES.map((stage) => DAYS[1].inStage[stage]),
    [0, 0, 4, 2, 1, 0, 2, 0, 1],
  )
  assert.deepEqual([DAYS[0].totalSoFar, DAYS[1].totalSoFar], [10, 9], 'a cancelled job is no work any more')
  assert.deepEqual([DAYS[0].completedSoFar, DAYS[1].completedSoFar], [2, 2], 'a reopened job is not completed')
})

test('submitted is what people and programs handed in: no released, cancelled or accepted job', () => {
  // Ten jobs were taken: three released, one cancelled, four submitted for review and two at once. Of the four one was
  // rejected and two were accepted; a completed job was reopened. A program handed in another.
  const stages = {
    queued: sums(11, 11),
    in_progress: sums(12, 10),
    in_review: sums(4, 3),
    cancelled: sums(1),
    assembling: sums(5, 5),
    completed: sums(5, 1),
  }
  const [{ submitted, rejected, reworked }] = progressDays([{ ...bucket('2026-03-01', stages), rework: 2 }])
  assert.deepEqual({ submitted, rejected, reworked }, { submitted: 7, rejected: 1, reworked: 2 })
})

test('a forecast continues from the last day and ends with every job completed', () => {
  const estimate = { at: '2026-03-06T10:00:00Z', low: '2026-03-05T00:00:00Z', high: null }
  const ahead = forecast(DAYS, estimate)
  assert.deepEqual([ahead[0].at, ahead.at(-1)?.at], ['2026-03-03', '2026-03-06'])
  assert.equal(ahead.at(-1)?.estimated, DAYS[1].totalSoFar)
  assert.deepEqual(forecast(DAYS, null), [])
  assert.deepEqual(forecast(DAYS, { ...estimate, at: '2027-03-06T00:00:00Z' }), [])
})
