import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFinished, STAGES, STATUS_OF, WORK_AT } from '../../model/stage.ts'
import { EVENTS, type EventName, isStep, may, type StageEvent, stageAfter } from './events.ts'

const events = Object.entries(EVENTS) as [EventName, StageEvent][]

test('every stage can be reached, and only a cancelled job leads nowhere', () => {
  const reached = new Set(events.flatMap(([, { moves }]) => Object.values(moves)))
  for (const stage of STAGES) {
    assert.ok(stage === 'created' || reached.has(stage), `${stage} cannot be reached`)
    assert.equal(
      STAGES.some((to) => isStep(stage, to)),
      stage !== 'cancelled',
      stage,
    )
  }
})

test('unfinished jobs can be cancelled, finished ones cannot', () => {
  for (const stage of STAGES) {
    const isUnfinished = ['pending', 'in_progress'].includes(STATUS_OF[stage])
    assert.equal(stageAfter(stage, 'cancel'), isUnfinished ? 'cancelled' : null, stage)
    assert.equal(isFinished(stage), !isUnfinished, stage)
  }
})

test('a failed job may be retried and a completed one reopened; a finished job allows nothing else', () => {
  const ends = STAGES.filter(isFinished).flatMap((stage) =>
    events.filter(([event]) => may(stage, event)).map(([event]) => `${stage}: ${event}`),
  )
  assert.deepEqual(ends, ['completed: reopen', 'failed: retry'])
})

test('people can take a job exactly where there is work for them', () => {
  assert.deepEqual(
    STAGES.filter((stage) => may(stage, 'claim')),
    Object.keys(WORK_AT),
  )
})

test('every event that takes a job away from people ends their lease, or gives it to another', () => {
  for (const [event, { moves, lease }] of events) {
    for (const [from, to] of Object.entries(moves)) {
      const changesHands =
        from in WORK_AT && (!(to in WORK_AT) || WORK_AT[to] !== WORK_AT[from as keyof typeof WORK_AT])
      if (changesHands) assert.ok(lease === 'ended' || lease === 'given', `${event}: ${from} → ${to}`)
    }
  }
})

test('a job that a machine has to work on gets the task for it', () => {
  for (const [event, { moves, task }] of events) {
    const enters = (stage: string) => Object.entries(moves).some(([from, to]) => to === stage && from !== stage)
    // A copy of a job that several people annotate waits for those of the others.
    const isCopy = event === 'submit_place'
    if (enters('assembling') && !isCopy) assert.equal(task, 'assemble', event)
    if (enters('created')) assert.equal(task, 'validate', event)
  }
})

test('customers are notified of every end except a cancellation, and of the start', () => {
  const announced = events.flatMap(([event, { announces }]) => (announces ? [`${event} ${announces}`] : []))
  assert.deepEqual(announced, ['start_validation PENDING', 'fail FAILED', 'complete COMPLETED'])
})

test('a submission clears the mark of a rejection; a rejection and an undone submission of rework set it', () => {
  const marks = events.flatMap(([event, { rejected }]) => (rejected === undefined ? [] : [`${event} ${rejected}`]))
  assert.deepEqual(marks, [
    'submit false',
    'submit_for_review false',
    'submit_place false',
    'reject true',
    'undo_resubmit true',
  ])
})

test('a job is charged only when it is completed', () => {
  assert.deepEqual(
    events.filter(([, { charges }]) => charges).map(([event, { moves }]) => [event, moves]),
    [['complete', { assembling: 'completed' }]],
  )
})

test('a job can fail until its files were checked, also when no process survived the start', () => {
  assert.deepEqual(
    STAGES.filter((stage) => may(stage, 'fail')),
    ['created', 'validating'],
  )
})

test('releasing a job ends the lease, and taking it gives one', () => {
  const leases = Object.fromEntries(events.map(([event, { lease }]) => [event, lease]))
  assert.deepEqual([leases.release, leases.release_untouched, leases.claim], ['ended', 'ended', 'given'])
})
