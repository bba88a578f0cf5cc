import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settle } from '../../../test/web/desk/desk.ts'
import { NextPicture } from './nextPicture.ts'

class Bitmap {
  isClosed = false
  close() {
    this.isClosed = true
  }
}

/** Decodes when the test says so. */
function decoding() {
  const bitmap = new Bitmap()
  const { promise, resolve, reject } = Promise.withResolvers<Bitmap>()
  let signal: AbortSignal | null = null
  const decode = (given: AbortSignal) => {
    signal = given
    return promise
  }
  return {
    bitmap,
    decode,
    done: () => resolve(bitmap),
    fail: () => reject(new Error('no')),
    isAborted: () => signal?.aborted,
  }
}

test('the next job takes its picture, also while it is being decoded, and only once', async () => {
  const next = new NextPicture<Bitmap>()
  const { bitmap, decode, done } = decoding()
  next.prepare('a', decode)
  const taken = next.take('a')
  assert.equal(next.take('a'), null)
  done()
  assert.equal(await taken, bitmap)
  next.drop()
  await settle()
  assert.equal(bitmap.isClosed, false, 'who took it closes it')
})

test('a picture that no job takes is closed, whether decoded before or after', async () => {
  for (const leave of ['take', 'prepare', 'drop'] as const) {
    for (const isDecoded of [true, false]) {
      const next = new NextPicture<Bitmap>()
      const { bitmap, decode, done, isAborted } = decoding()
      next.prepare('a', decode)
      if (isDecoded) done()
      await settle()
      if (leave === 'take') assert.equal(next.take('b'), null)
      if (leave === 'prepare') next.prepare('b', decoding().decode)
      if (leave === 'drop') next.drop()
      done()
      await settle()
      assert.deepEqual([bitmap.isClosed, isAborted()], [true, true], leave)
    }
  }
})

test('the same picture is decoded once, and one that fails is handed over as it is', async () => {
  const next = new NextPicture<Bitmap>()
  const first = decoding()
  const second = decoding()
  next.prepare('a', first.decode)
  next.prepare('a', second.decode)
  assert.equal(second.isAborted(), undefined, 'not asked')
  first.fail()
  await settle()
  await assert.rejects(next.take('a') ?? Promise.resolve())
})
