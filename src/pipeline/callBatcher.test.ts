import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallBatcher } from './callBatcher.ts'

test('calls of a moment go together by project, and each gets the answer to what it asked', async () => {
  const groups: string[] = []
  const gathered = new CallBatcher(async (project: string, inputs: readonly number[]) => {
    groups.push(`${project}: ${inputs.join()}`)
    return inputs.map((input) => input * 2)
  }, 2)
  const answers = await Promise.all([
    gathered.add('a', 1),
    gathered.add('b', 2),
    gathered.add('a', 3),
    gathered.add('b', 4),
  ])
  assert.deepEqual(answers, [2, 4, 6, 8])
  assert.deepEqual(groups, ['a: 1,3', 'b: 2,4'])
})

test('requests that arrive during a call go with the next one', async () => {
  const groups: number[][] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const gathered = new CallBatcher(async (_project: string, inputs: readonly number[]) => {
    groups.push([...inputs])
    if (groups.length === 1) await promise
    return inputs
  }, 1)
  const first = gathered.add('a', 0)
  await new Promise(setImmediate)
  const rest = [1, 2, 3].map((input) => gathered.add('a', input))
  resolve()
  assert.deepEqual(await Promise.all([first, ...rest]), [0, 1, 2, 3])
  assert.deepEqual(groups, [[0], [1, 2, 3]])
})

test('one that fails fails alone', async () => {
  const gathered = new CallBatcher(async (_project: string, inputs: readonly number[]) => {
    if (inputs.includes(13)) throw new Error('thirteen')
    return inputs
  }, 1)
  const outcomes = await Promise.allSettled([7, 13, 21].map((input) => gathered.add('a', input)))
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})

test('without a database none is tried again alone', async () => {
  let calls = 0
  const gathered = new CallBatcher(async () => {
    calls++
    throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
  }, 1)
  const outcomes = await Promise.allSettled([1, 2, 3].map((input) => gathered.add('a', input)))
  assert.ok(outcomes.every(({ status }) => status === 'rejected'))
  assert.equal(calls, 1)
})
