import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../http/apiError.ts'
import { PasswordQueue } from './passwordQueue.ts'

/** Work that ends when the test says so. */
function jobs(queue: PasswordQueue) {
  const running = new Map<string, () => void>()
  const ended: string[] = []
  const start = (name: string, isKnown = false, who: string | null = null) =>
    queue
      .inTurn({ isKnown, who }, () => new Promise<void>((resolve) => running.set(name, resolve)))
      .then(
        () => ended.push(name),
        (error: unknown) => ended.push(`${name} ${error instanceof ApiError ? error.status : error}`),
      )
  const end = async (name: string) => {
    running.get(name)?.()
    running.delete(name)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { start, end, running: () => [...running.keys()], ended }
}

test('two run, a few wait in order, and more are refused for now', async () => {
  const { start, end, running, ended } = jobs(new PasswordQueue({ running: 2, waiting: 2 }))
  for (const name of ['a', 'b', 'c', 'd', 'e']) void start(name)
  await end('')
  assert.deepEqual(running(), ['a', 'b'])
  assert.deepEqual(ended, ['e 503'])
  await end('b')
  assert.deepEqual(running(), ['a', 'c'])
  for (const name of ['a', 'c', 'd']) await end(name)
  assert.deepEqual(ended, ['e 503', 'b', 'a', 'c', 'd'])
  void start('f')
  await end('')
  assert.deepEqual(running(), ['f'], 'every turn was released')
})

test('known people come before strangers, and are not crowded out by them', async () => {
  const { start, end, running, ended } = jobs(new PasswordQueue({ running: 1, waiting: 2 }))
  for (const name of ['a', 'b', 'c']) void start(name)
  void start('known', true)
  await end('')
  assert.deepEqual(ended, ['c 503'])
  await end('a')
  assert.deepEqual(running(), ['known'])
  void start('known too', true)
  void start('known as well', true)
  void start('known and late', true)
  await end('')
  assert.deepEqual(ended.toSorted(), ['a', 'b 503', 'c 503', 'known and late 503'])
})

const STRANGER = { isKnown: false, who: null }

test('work that fails gives its turn back', async () => {
  const queue = new PasswordQueue({ running: 1, waiting: 1 })
  for (let i = 0; i < 3; i++) {
    await assert.rejects(
      queue.inTurn(STRANGER, async () => {
        throw new Error('no')
      }),
    )
  }
  assert.equal(await queue.inTurn(STRANGER, async () => 7), 7)
})

test('one person or device has two places, so that others always find one', async () => {
  const { start, end, running, ended } = jobs(new PasswordQueue({ running: 1, waiting: 2 }))
  for (let i = 0; i < 40; i++) void start(`eager ${i}`, true, 'a device')
  void start('other', true, 'another')
  await end('')
  assert.equal(ended.filter((one) => one.endsWith('503')).length, 38)
  for (const name of ['eager 0', 'eager 1']) await end(name)
  assert.deepEqual(running(), ['other'])
  void start('eager again', true, 'a device')
  await end('other')
  assert.deepEqual(running(), ['eager again'])
})
