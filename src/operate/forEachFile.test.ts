import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takes } from '../../test/support/time.ts'
import { forEachFile } from './forEachFile.ts'

const NAMES = Array.from({ length: 100 }, (_, n) => `file ${n}`)

test('each file is copied once, several side by side', async () => {
  const copied: string[] = []
  let [running, most] = [0, 0]
  await forEachFile(NAMES, async (name) => {
    most = Math.max(most, ++running)
    await takes(1)
    running--
    copied.push(name)
  })
  assert.deepEqual(copied.toSorted(), NAMES.toSorted())
  assert.ok(most > 1 && most < NAMES.length, `${most} at once`)
})

test('after a failure no file is started, and the running ones have ended', async () => {
  let [started, ended] = [0, 0]
  const copying = forEachFile(NAMES, async (name) => {
    started++
    await takes(name === NAMES[3] ? 1 : 20)
    ended++
    if (name === NAMES[3]) throw new Error('no room')
  })
  await assert.rejects(copying, /no room/)
  assert.equal(ended, started)
  assert.ok(started < NAMES.length, `${started} started`)
})
