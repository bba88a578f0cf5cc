import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode } from 'fast-png'
import { windowedPicture } from './deepPicture.ts'

const WIDTH = 64
const png = (values: (i: number) => number, channels = 1) =>
  encode({
    width: WIDTH,
    height: 64,
    channels,
    depth: 16,
    data: Uint16Array.from({ length: WIDTH * 64 * channels }, (_, i) => values(i)),
  })

test('12 bits in a picture of 16 are shown from black to white', () => {
  const shown = windowedPicture(png((i) => i))
  assert.ok(shown)
  const greys = Array.from({ length: WIDTH * 64 }, (_, i) => shown.pixels[i * 4])
  assert.deepEqual([greys[0], greys[2048], greys.at(-1)], [0, 128, 255])
  assert.deepEqual([...shown.pixels.subarray(4 * 2048, 4 * 2048 + 4)], [128, 128, 128, 255])
})

test('single hot pixels do not make the rest dark', () => {
  const shown = windowedPicture(png((i) => (i === 7 ? 30_000 : i % 1000)))
  assert.ok(shown && shown.pixels[4 * 999] > 250)
})

test('a picture that uses its 16 bits is shown unchanged', () => {
  assert.equal(windowedPicture(png((i) => i * 16)), null)
})
