import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Gate } from './gate.ts'

test('so many run at once, each waiting one in its turn, and one that fails makes room too', async () => {
  const gate = new Gate(2)
  const order: string[] = []
  let running = 0
  let most = 0
  const work = (name: string) => async () => {
    most = Math.max(most, ++running)
    await nextTurn()
    running--
    order.push(name)
    if (name === 'a1') throw new Error('it failed')
  }
  const lanes = ['a', 'a', 'a', 'a', 'b']
  const all = await Promise.allSettled(lanes.map((lane, n) => gate.run(lane, work(`${lane}${n}`))))
  assert.deepEqual(
    all.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
  )
  assert.equal(most, 2)
  assert.deepEqual(order, ['a0', 'a1', 'a2', 'b4', 'a3'])
})
