import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { BodyBudget, type BodyRoom } from './bodyBudget.ts'

const KIB = 1024
const MIB = 1024 * KIB

test('one body may take the whole budget, a second one of the same key no more than half', () => {
  const budget = new BodyBudget(100 * MIB)
  const whole = budget.open('a')
  assert.ok(whole.growTo(100 * MIB))
  assert.equal(budget.open('b').growTo(MIB), false)
  whole.release()
  const first = budget.open('a')
  const second = budget.open('a')
  assert.ok(first.growTo(30 * MIB))
  assert.ok(second.growTo(20 * MIB))
  assert.equal(second.growTo(21 * MIB), false)
  // Another key finds the half that is left.
  assert.ok(budget.open('b').growTo(50 * MIB))
  assert.ok(budget.open('c').growTo(64 * KIB), 'small bodies are always read')
})

test('held bytes never exceed the budget except for small bodies, and all of them are returned', () => {
  const step = fc.record({
    body: fc.integer({ min: 0, max: 9 }),
    toKib: fc.integer({ min: 1, max: 4000 }),
    ends: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const budget = new BodyBudget(10 * MIB)
      const rooms = new Map<number, BodyRoom>()
      for (const { body, toKib, ends } of steps) {
        const room = rooms.get(body) ?? budget.open(`key ${body % 3}`)
        rooms.set(body, room)
        room.growTo(toKib * KIB)
        if (ends) {
          room.release()
          rooms.delete(body)
        }
        assert.ok(budget.usedBytes <= 10 * MIB + 10 * 64 * KIB)
      }
      for (const room of rooms.values()) room.release()
      assert.equal(budget.usedBytes, 0)
    }),
  )
})
