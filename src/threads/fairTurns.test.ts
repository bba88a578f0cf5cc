import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { FairTurns } from './fairTurns.ts'

const patient = new AbortController().signal

/** Turns whose work is written down in the order in which it is done, and how much of it was done at once. */
function watched() {
  const turns = new FairTurns()
  const order: string[] = []
  const atOnce = { now: 0, most: 0 }
  const run = (name: string, lane: string, signal = patient) =>
    turns.run({ name, lane, signal }, async () => {
      atOnce.most = Math.max(atOnce.most, ++atOnce.now)
      await nextTurn()
      atOnce.now--
      order.push(`${name} ${lane}`)
    })
  return { run, order, atOnce }
}

test('a stranger with many calls at one address delays another caller by two of them at most', async () => {
  const { run, order, atOnce } = watched()
  await Promise.all([...Array.from({ length: 100 }, () => run('address', 'stranger')), run('address', 'own')])
  assert.ok(order.indexOf('address own') <= 2, `${order.indexOf('address own')}`)
  assert.deepEqual([order.length, atOnce.most], [101, 1])
})

test('addresses do not wait for one another, and a caller who leaves before their turn hears so at once', async () => {
  const { run, order, atOnce } = watched()
  const leaving = new AbortController()
  const reason = new Error('no time')
  const all = [run('a', 'x'), run('b', 'x'), run('a', 'y', leaving.signal), run('a', 'z')]
  leaving.abort(reason)
  await assert.rejects(all[2], reason)
  assert.deepEqual(order, [])
  await Promise.all([all[0], all[1], all[3]])
  assert.deepEqual([order.toSorted(), atOnce.most], [['a x', 'a z', 'b x'], 2])
  await run('a', 'x')
})

test('work that fails gives the turn on', async () => {
  const turns = new FairTurns()
  const failing = turns.run({ name: 'a', lane: 'x', signal: patient }, () => Promise.reject(new Error('it failed')))
  const next = turns.run({ name: 'a', lane: 'x', signal: patient }, async () => 7)
  await assert.rejects(failing, /it failed/)
  assert.equal(await next, 7)
})
