import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CheckTurns, GaveWay } from './checkTurns.ts'

/** A look that goes on until it is let go. */
function look() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const made = { hasBegun: false, end: resolve, run: () => promise }
  made.run = () => {
    made.hasBegun = true
    return promise
  }
  return made
}

test('two of many versions are checked and few wait: the first of these give way, and other projects never wait', async () => {
  const turns = new CheckTurns(60_000)
  const looks = Array.from({ length: 1000 }, look)
  const ends = looks.map(({ run }) =>
    turns.run('loud', run).then(
      () => 'looked at',
      (error: unknown) => (error instanceof GaveWay ? 'gave way' : String(error)),
    ),
  )
  const other = look()
  const quiet = turns.run('quiet', other.run)
  await Promise.resolve()
  assert.equal(other.hasBegun, true)
  other.end()
  await quiet
  assert.equal(looks.filter(({ hasBegun }) => hasBegun).length, 2)
  for (const { end } of looks) end()
  const told = await Promise.all(ends)
  assert.deepEqual(
    told.map((one, i) => (i < 2 || i >= 984 ? one === 'looked at' : one === 'gave way')),
    told.map(() => true),
  )
  assert.equal(looks.filter(({ hasBegun }) => hasBegun).length, 18)
})

test('a look ends at its limit, also while it waits', async () => {
  const turns = new CheckTurns(50)
  const never = (signal: AbortSignal) =>
    new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const all = await Promise.allSettled(Array.from({ length: 5 }, () => turns.run('project', never)))
  for (const one of all) assert.match(String(one.status === 'rejected' && one.reason), /TimeoutError/)
})
