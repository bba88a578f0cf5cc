import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { toPng } from '../core/toPng.ts'
import { uprightImage } from './upright.ts'

/** Pictures that are re-encoded have the bits that they had, and say nothing of an orientation any more. */

const [WIDTH, HEIGHT] = [6, 4]

async function* streamOf(bytes: Uint8Array) {
  yield bytes
}

/** Every sample is another number, of all bits. */
function samples(channels: number, depth: 8 | 16): Uint8Array | Uint16Array {
  const values = Array.from({ length: WIDTH * HEIGHT * channels }, (_, i) => i * (depth === 8 ? 3 : 801) + 1)
  return depth === 8 ? Uint8Array.from(values) : Uint16Array.from(values)
}

/** Of the file, in its own depth, row by row. */
async function samplesOf(file: Uint8Array): Promise<{ values: number[]; channels: number; orientation?: number }> {
  const { space, depth, channels, orientation } = await sharp(file).metadata()
  const pixels = sharp(file).toColourspace(space)
  const bytes = await pixels.raw({ depth }).toBuffer()
  const values = depth === 'ushort' ? new Uint16Array(Uint8Array.from(bytes).buffer) : bytes
  return { values: Array.from(values), channels, orientation }
}

/** A quarter to the right, as orientation 6 asks for. */
function quarterTurned(values: ArrayLike<number>, channels: number): number[] {
  const turned: number[] = []
  for (let x = 0; x < WIDTH; x++)
    for (let y = HEIGHT - 1; y >= 0; y--)
      for (let channel = 0; channel < channels; channel++) turned.push(values[(y * WIDTH + x) * channels + channel])
  return turned
}

const KINDS = [
  { name: 'grey of 8 bits', channels: 1, depth: 8, space: 'b-w' },
  { name: 'colours with transparency', channels: 4, depth: 8, space: 'srgb' },
  { name: 'grey of 16 bits', channels: 1, depth: 16, space: 'grey16' },
  { name: 'colours of 16 bits', channels: 3, depth: 16, space: 'rgb16' },
] as const

const storedAs = (kind: (typeof KINDS)[number], format: 'png' | 'tiff') => {
  const { channels, depth, space } = kind
  const raw = { width: WIDTH, height: HEIGHT, channels }
  const options = format === 'tiff' ? { compression: 'lzw' } : {}
  return sharp(samples(channels, depth), { raw }).toColourspace(space).toFormat(format, options)
}

for (const kind of KINDS) {
  test(`${kind.name}: turned upright it has each sample at its place, and no orientation`, async () => {
    const { channels, depth } = kind
    for (const format of ['png', 'tiff'] as const) {
      const stored = await storedAs(kind, format).toBuffer()
      const upright = await samplesOf(await uprightImage(streamOf(stored), 6))
      assert.deepEqual(upright.values, quarterTurned(samples(channels, depth), channels), format)
      assert.equal(upright.channels, channels)
    }
  })

  test(`${kind.name}: as a PNG it has every sample that it had`, async () => {
    const stored = await storedAs(kind, 'tiff').toBuffer()
    assert.deepEqual(
      (await samplesOf(await toPng(streamOf(stored)))).values,
      Array.from(samples(kind.channels, kind.depth)),
    )
  })
}

test('the orientation in the metadata of a turned picture is removed, also from a TIFF and from 16 bits with a profile', async () => {
  for (const format of ['jpeg', 'png', 'tiff', 'webp'] as const) {
    const space = format === 'png' || format === 'tiff' ? 'rgb16' : 'srgb'
    const raw = { width: WIDTH, height: HEIGHT, channels: 3 as const }
    const pixels = sharp(samples(3, space === 'rgb16' ? 16 : 8), { raw }).toColourspace(space)
    const options = format === 'tiff' ? { compression: 'lzw' } : {}
    const stored = await pixels.withMetadata({ orientation: 6 }).toFormat(format, options).toBuffer()
    assert.equal((await sharp(stored).metadata()).orientation, 6, format)
    const { orientation, width, height, depth } = await sharp(await uprightImage(streamOf(stored), 6)).metadata()
    assert.deepEqual([orientation ?? 1, width, height], [1, HEIGHT, WIDTH], format)
    assert.equal(depth, space === 'rgb16' ? 'ushort' : 'uchar', format)
  }
})
