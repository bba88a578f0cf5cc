import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { DEFAULT_BREAKER } from './breaker.ts'
import { DEFAULT_FAIRNESS, Receivers } from './receivers.ts'

const receivers = () => new Receivers(DEFAULT_FAIRNESS, DEFAULT_BREAKER)

test('a receiver not seen before starts with a small share', () => {
  assert.equal(receivers().defaultSlots(), DEFAULT_FAIRNESS.startWindow)
})

test('successes widen a share up to the limit, failures narrow it to one', () => {
  const known = receivers()
  for (let nr = 0; nr < 100; nr++) {
    known.begin('a', 'https://a.example')
    known.end('a', true, 0)
  }
  assert.equal(known.slots(0).get('a'), DEFAULT_FAIRNESS.maxWindow)
  for (let nr = 0; nr < 10; nr++) {
    known.begin('a', 'https://a.example')
    known.end('a', false, 0)
  }
  assert.equal(known.slots(0).get('a'), 1)
})

test('while a breaker is open a receiver gets nothing, then one probe', () => {
  const known = receivers()
  for (let nr = 0; nr < 10; nr++) known.begin('a', 'https://a.example')
  for (let nr = 0; nr < 10; nr++) known.end('a', false, 0)
  assert.equal(known.slots(0).get('a'), 0)
  assert.equal(known.openBreakers(0), 1)
  assert.equal(known.slots(DEFAULT_BREAKER.openMs).get('a'), 1)
  known.begin('a', 'https://a.example')
  assert.equal(known.slots(DEFAULT_BREAKER.openMs).get('a'), 0, 'one probe at a time')
})

test('however many receivers hang, one that has nothing under way gets a place', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 600 }), (hanging) => {
      const known = receivers()
      for (let nr = 0; nr < hanging; nr++) {
        // Each takes all it is given and never ends.
        const places = known.defaultSlots()
        for (let place = 0; place < places; place++) known.begin(`r${nr}`, `https://r${nr}.example`)
      }
      assert.ok(known.defaultSlots() >= 1)
      const bound = DEFAULT_FAIRNESS.maxInFlight * (1 + Math.log(hanging + 1)) + hanging
      assert.ok(known.inFlight() <= bound)
    }),
    { numRuns: 20 },
  )
})

test('two projects at one origin share its connections, and neither starves', () => {
  const known = receivers()
  const fill = (id: string) => {
    for (let nr = 0; nr < 100; nr++) {
      known.begin(id, 'https://hooks.example')
      known.end(id, true, 0)
    }
  }
  fill('a')
  fill('b')
  for (let nr = 0; nr < DEFAULT_FAIRNESS.maxPerOrigin; nr++) known.begin('a', 'https://hooks.example')
  assert.equal(known.slots(0).get('b'), 1)
})

test('nothing is kept of a receiver that went quiet', () => {
  const known = receivers()
  known.begin('a', 'https://a.example')
  known.end('a', true, 0)
  known.prune(0)
  assert.equal(known.slots(0).has('a'), true)
  known.prune(DEFAULT_BREAKER.windowMs + 1)
  assert.equal(known.slots(0).has('a'), false)
})
