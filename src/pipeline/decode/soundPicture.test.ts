import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { readPngStructure } from '../../pictures/pngStructure.ts'
import { isSoundJpeg } from './soundJpeg.ts'
import { isSoundPng } from './soundPng.ts'
import { noise, pngChunk } from './testImages.ts'

const ENOUGH = 1e7

const isSound = (bytes: Buffer): boolean =>
  bytes[0] === 0xff ? isSoundJpeg(bytes) : isSoundPng(bytes, readPngStructure(bytes), ENOUGH)

/** Every pixel, by libvips. */
async function decodes(bytes: Buffer): Promise<boolean> {
  const failOn = bytes[0] === 0xff ? 'warning' : 'truncated'
  return sharp(bytes, { failOn, limitInputPixels: false, sequentialRead: true })
    .raw()
    .toBuffer()
    .then(
      () => true,
      (error: Error) => !/Vips|vips|png|jpeg/i.test(error.message) && Promise.reject(error),
    )
}

const picture = () => noise(61, 47)

/** Grey blocks of one value, with a marker to restart from behind each. */
async function restartingJpeg(units: number): Promise<Buffer> {
  const size = { width: 8 * units, height: 8, channels: 3, background: { r: 128, g: 128, b: 128 } } as const
  const jpeg = await sharp({ create: size }).toColourspace('b-w').jpeg({ optimiseCoding: false }).toBuffer()
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
  const data = Array.from({ length: units }, (_, unit) => [0x2b, 0xff, unit === units - 1 ? 0xd9 : 0xd0 + (unit & 7)])
  const interval = Buffer.from([0xff, 0xdd, 0, 4, 0, 1])
  return Buffer.concat([jpeg.subarray(0, scan), interval, jpeg.subarray(scan, scan + 10), Buffer.from(data.flat())])
}

const ROW_BYTES = 1 + 61 * 3

/** A PNG of 61 × 47 pixels with this in place of their rows. */
async function pngOfRows(rows: Buffer): Promise<Buffer> {
  const header = (await picture().png().toBuffer()).subarray(0, 33)
  return Buffer.concat([header, pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND', Buffer.alloc(0))])
}

const SOUND: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a JPEG': () => picture().jpeg().toBuffer(),
  'a JPEG with all of its colours': () => picture().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
  'a JPEG with the usual codes': () => picture().jpeg({ quality: 30, optimiseCoding: false }).toBuffer(),
  'a grey JPEG': () => picture().toColourspace('b-w').jpeg().toBuffer(),
  'a JPEG with Exif': () => picture().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  'a JPEG with restarts': () => restartingJpeg(11),
  'a PNG': () => picture().png().toBuffer(),
  'a PNG with alpha': () => picture().ensureAlpha().png().toBuffer(),
  'a grey PNG': () => picture().toColourspace('b-w').png().toBuffer(),
  'a PNG of black rows': () => pngOfRows(Buffer.alloc(47 * ROW_BYTES)),
  'a PNG whose rows are filtered': () => picture().blur(2).png({ adaptiveFiltering: true }).toBuffer(),
}

for (const [name, make] of Object.entries(SOUND)) {
  test(`${name} is known to be whole without a decoder`, async () => {
    const bytes = await make()
    assert.deepEqual([isSound(bytes), await decodes(bytes)], [true, true])
    assert.equal(isSound(bytes.subarray(0, -13)), false)
  })
}

const LEFT_TO_DECODERS: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a progressive JPEG': () => picture().jpeg({ progressive: true }).toBuffer(),
  'a JPEG in CMYK': () => picture().toColourspace('cmyk').jpeg().toBuffer(),
  'an interlaced PNG': () => picture().png({ progressive: true }).toBuffer(),
  'a PNG with a palette': () => picture().png({ palette: true }).toBuffer(),
  'a PNG with a row less': () => pngOfRows(Buffer.alloc(46 * ROW_BYTES)),
  'a PNG with a byte more': () => pngOfRows(Buffer.alloc(47 * ROW_BYTES + 1)),
  'a PNG with a filter that does not exist': () => pngOfRows(Buffer.alloc(47 * ROW_BYTES).fill(5, 0, 1)),
  'a JPEG whose restarts come in another order': async () => {
    const jpeg = await restartingJpeg(11)
    jpeg[jpeg.indexOf(Buffer.from([0x2b, 0xff, 0xd3])) + 2] = 0xd4
    return jpeg
  },
}

for (const [name, make] of Object.entries(LEFT_TO_DECODERS)) {
  test(`${name} is left to decoders`, async () => {
    assert.equal(isSound(await make()), false)
  })
}

test('whatever is broken in a small picture, what is taken for whole decodes in libvips', async () => {
  let state = 7
  const random = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  let taken = 0
  for (const make of Object.values(SOUND)) {
    const whole = await make()
    for (let round = 0; round < 400; round++) {
      const bytes = Buffer.from(whole)
      for (let changes = 1 + random(2); changes > 0; changes--) bytes[8 + random(bytes.length - 8)] ^= 1 << random(8)
      if (!isSound(bytes)) continue
      taken++
      assert.equal(await decodes(bytes), true, bytes.toString('base64'))
    }
  }
  assert.ok(taken > 200, `${taken} were taken`)
})
