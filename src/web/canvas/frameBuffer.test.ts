import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { FrameBuffer, framesAround } from './frameBuffer.ts'

const FRAME_BYTES = 10 * 10 * 4

/** Decodes at once, and counts. */
function bufferOf(frameCount: number, frames: number) {
  const decoded: number[] = []
  const open = new Set<number>()
  const buffer = new FrameBuffer({
    frameCount,
    urlOf: String,
    maxBytes: frames * FRAME_BYTES,
    onChange: () => undefined,
    decoder: {
      lanes: 2,
      dispose: () => undefined,
      async decode(url) {
        const frame = Number(url)
        decoded.push(frame)
        open.add(frame)
        return { width: 10, height: 10, close: () => void open.delete(frame) }
      },
    },
  })
  return { buffer, decoded, open }
}

const settled = async () => {
  for (let i = 0; i < 200; i++) await Promise.resolve()
}

test('stepping through what is buffered decodes nothing twice', async () => {
  const { buffer, decoded } = bufferOf(40, 100)
  buffer.seek(0)
  await settled()
  for (const frame of [1, 2, 3, 2, 1, 10, 30, 39, 0, 20]) {
    buffer.seek(frame)
    await settled()
  }
  assert.equal(new Set(decoded).size, decoded.length)
  assert.equal(buffer.buffered().length, 40)
})

test('a thousand steps keep at most the limit, and always the shown frame', async () => {
  const { buffer, open } = bufferOf(300, 12)
  for (let step = 0; step < 1000; step++) {
    const frame = step % 600 < 300 ? step % 300 : 299 - (step % 300)
    buffer.seek(frame)
    await settled()
    assert.ok(buffer.has(frame), `frame ${frame} is missing`)
    assert.ok(open.size <= 12 && buffer.bytes <= 12 * FRAME_BYTES, `${open.size} bitmaps`)
  }
})

test('the wanted frame is loaded first, then those ahead, and each once', () => {
  assert.deepEqual(framesAround(5, 1, 100, 8), [5, 6, 7, 8, 9, 4, 10, 11])
  assert.deepEqual(framesAround(5, -1, 100, 4), [5, 4, 3, 2])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(59), fc.boolean(), fc.nat(80), (count, at, forwards, room) => {
      const current = at % count
      const frames = framesAround(current, forwards ? 1 : -1, count, room)
      assert.equal(new Set(frames).size, frames.length)
      assert.ok(frames[0] === current && frames.every((frame) => frame >= 0 && frame < count))
      assert.equal(frames.length, Math.max(1, Math.min(room, count)))
    }),
  )
})

test('a frame that could not be loaded is tried again when one comes back to it', async () => {
  let failing = true
  const buffer = new FrameBuffer({
    frameCount: 3,
    urlOf: String,
    maxBytes: 1e6,
    onChange: () => undefined,
    decoder: {
      lanes: 1,
      dispose: () => undefined,
      async decode() {
        if (failing) throw new Error('no connection')
        return { width: 1, height: 1, close: () => undefined }
      },
    },
  })
  buffer.seek(1)
  await settled()
  assert.equal(buffer.failureOf(1), 'no connection')
  failing = false
  buffer.seek(1)
  await settled()
  assert.ok(buffer.has(1) && buffer.failureOf(1) === null)
})
