import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { LaneQueue } from './laneQueue.ts'

const drain = <T>(queue: LaneQueue<T>): T[] => {
  const out: T[] = []
  for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) out.push(entry)
  return out
}

test('a lane with one entry is served second behind a lane with thousands', () => {
  const queue = new LaneQueue<string>()
  for (let i = 0; i < 5000; i++) queue.push('big', `big ${i}`)
  queue.push('small', 'small')
  assert.deepEqual([queue.shift(), queue.shift(), queue.shift()], ['big 0', 'small', 'big 1'])
})

test('every item comes out once, in order within its lane, no lane waiting for more than one turn of the others', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 }), (lanes) => {
      const queue = new LaneQueue<{ lane: string; index: number }>()
      lanes.forEach((lane, index) => {
        queue.push(lane, { lane, index })
      })
      assert.equal(queue.size, lanes.length)
      const out = drain(queue)
      assert.equal(out.length, lanes.length)
      for (const lane of new Set(lanes)) {
        const indexes = out.filter((entry) => entry.lane === lane).map(({ index }) => index)
        assert.deepEqual(
          indexes,
          indexes.toSorted((a, b) => a - b),
        )
      }
      for (let at = 1; at < out.length; at++) {
        if (out[at].lane !== out[at - 1].lane) continue
        assert.ok(
          out.slice(at).every(({ lane }) => lane === out[at].lane),
          'a lane was served twice while others waited',
        )
      }
    }),
  )
})

test('an entry taken out is not served', () => {
  const queue = new LaneQueue<string>()
  queue.push('a', 'one')
  queue.push('a', 'two')
  assert.equal(queue.remove('a', 'one'), true)
  assert.equal(queue.remove('a', 'one'), false)
  assert.deepEqual(drain(queue), ['two'])
  assert.equal(queue.size, 0)
})
