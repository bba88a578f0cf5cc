import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/laws.ts'
import { planSiblings, type Sibling } from './siblings.ts'

const sibling = (position: number, more: Partial<Sibling> = {}): Sibling => ({
  position,
  pendingStatus: false,
  attempts: 0,
  mine: false,
  inFlight: false,
  ...more,
})

test('COMPLETED takes the place of a PENDING that was not received yet', () => {
  const plan = planSiblings([sibling(1, { pendingStatus: true, mine: true }), sibling(2, { mine: true })])
  assert.deepEqual(plan, { wait: [], superseded: [1] })
})

test('COMPLETED waits for a PENDING that is under way', () => {
  const plan = planSiblings([sibling(1, { pendingStatus: true, inFlight: true }), sibling(2, { mine: true })])
  assert.deepEqual(plan, { wait: [2], superseded: [] })
})

test('COMPLETED waits for a FAILED that was never tried, and replaces one that was tried in vain', () => {
  const fresh = [sibling(1, { mine: true }), sibling(2, { mine: true })]
  assert.deepEqual(planSiblings(fresh), { wait: [2], superseded: [] })
  const tried = [sibling(1, { attempts: 1 }), sibling(2, { mine: true })]
  assert.deepEqual(planSiblings(tried), { wait: [], superseded: [1] })
})

test('PENDING waits for everything before it', () => {
  const plan = planSiblings([sibling(1, { attempts: 3 }), sibling(2, { pendingStatus: true, mine: true })])
  assert.deepEqual(plan, { wait: [2], superseded: [] })
})

test('at most one callback of a job is sent at a time, and none precedes it afterwards', () => {
  const row = fc.record({
    pendingStatus: fc.boolean(),
    attempts: fc.nat({ max: 2 }),
    hold: fc.constantFrom('mine', 'other', 'none'),
  })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), (rows) => {
      const siblings = rows.map(({ pendingStatus, attempts, hold }, index) => ({
        position: index + 1,
        pendingStatus,
        attempts,
        mine: hold === 'mine',
        inFlight: hold === 'other',
      }))
      const { wait, superseded } = planSiblings(siblings)
      const left = siblings.filter((one) => !superseded.includes(one.position))
      const sent = left.filter((one) => one.mine && !wait.includes(one.position))
      assert.ok(sent.length <= 1)
      for (const one of sent) assert.equal(left[0].position, one.position)
      for (const one of siblings) if (one.inFlight) assert.ok(!superseded.includes(one.position))
    }),
  )
})
