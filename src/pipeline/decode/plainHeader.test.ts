import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { readJpegStructure } from '../../pictures/jpegStructure.ts'
import { readPngStructure } from '../../pictures/pngStructure.ts'
import { type PictureHeader, plainHeader } from './plainHeader.ts'
import { blankPng, noise, pngChunk, textBomb } from './testImages.ts'

const read = (bytes: Buffer) =>
  plainHeader(bytes[0] === 0xff ? { jpeg: readJpegStructure(bytes) } : { png: readPngStructure(bytes) })

async function byLibvips(bytes: Buffer): Promise<PictureHeader> {
  const { width, height, channels, depth, space, isProgressive, hasAlpha, ...rest } = await sharp(bytes, {
    limitInputPixels: false,
    failOn: 'none',
  }).metadata()
  assert.deepEqual(
    [rest.orientation, rest.xmp, rest.comments, rest.pages],
    [undefined, undefined, undefined, undefined],
  )
  return { width, height, channels, depth, space, isProgressive, hasAlpha }
}

const picture = () => noise(61, 47)
const grey = () => picture().toColourspace('b-w')

const PLAIN: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a JPEG': () => picture().jpeg().toBuffer(),
  'a JPEG with all of its colours': () => picture().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
  'a progressive JPEG': () => picture().jpeg({ progressive: true }).toBuffer(),
  'a grey JPEG': () => grey().jpeg().toBuffer(),
  'a PNG': () => picture().png().toBuffer(),
  'an interlaced PNG': () => picture().png({ progressive: true }).toBuffer(),
  'a PNG with alpha': () => picture().ensureAlpha().png().toBuffer(),
  'a grey PNG': () => grey().png().toBuffer(),
  'a grey PNG with alpha': () => grey().ensureAlpha().png().toBuffer(),
  'a PNG with a palette': () => picture().png({ palette: true }).toBuffer(),
  'a PNG with a palette of two colours': () => picture().png({ palette: true, colours: 2 }).toBuffer(),
  'a PNG of one bit': () => blankPng({ width: 31, height: 17, bits: 1 }),
}

for (const [name, make] of Object.entries(PLAIN)) {
  test(`the header of ${name} is read as libvips reads it`, async () => {
    const bytes = await make()
    assert.deepEqual(read(bytes), await byLibvips(bytes))
  })
}

const BY_LIBVIPS: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a JPEG with Exif': () => picture().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  'a JPEG with a profile': () => picture().withIccProfile('p3').jpeg().toBuffer(),
  'a JPEG in CMYK': () => picture().toColourspace('cmyk').jpeg().toBuffer(),
  'a PNG with Exif': () => picture().withMetadata({ orientation: 6 }).png().toBuffer(),
  'a PNG of 16 bits': () => picture().toColourspace('rgb16').png().toBuffer(),
  'a PNG with a text': () => blankPng({ width: 9, height: 9, bits: 8, extra: [textBomb(1000)] }),
  'a PNG with a transparent grey': () =>
    blankPng({ width: 9, height: 9, bits: 8, extra: [pngChunk('tRNS', Buffer.from([0, 7]))] }),
  'a JPEG whose frame comes twice': async () => {
    const bytes = await picture().jpeg().toBuffer()
    const start = bytes.indexOf(Buffer.from([0xff, 0xc0]))
    const end = start + 2 + bytes.readUInt16BE(start + 2)
    const small = Buffer.from(bytes.subarray(start, end)).fill(1, 5, 9)
    return Buffer.concat([bytes.subarray(0, end), small, bytes.subarray(end)])
  },
}

for (const [name, make] of Object.entries(BY_LIBVIPS)) {
  test(`the header of ${name} is left to libvips`, async () => {
    assert.equal(read(await make()), null)
  })
}

test('whatever is wrong with a header, libvips sees no other picture in it', async () => {
  let state = 7
  const random = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  let compared = 0
  for (const make of [
    PLAIN['a JPEG'],
    PLAIN['a progressive JPEG'],
    PLAIN['a grey PNG'],
    PLAIN['a PNG with a palette'],
  ]) {
    const whole = await make()
    for (let round = 0; round < 600; round++) {
      const bytes = Buffer.from(whole)
      for (let changes = 1 + random(3); changes > 0; changes--) {
        bytes[3 + random(Math.min(700, bytes.length) - 3)] = [random(256), 0xff, 0xc0, 0xe1, 0][random(5)]
      }
      const header = read(bytes)
      const seen =
        header && (await byLibvips(bytes).catch((error) => assert.match(error.message, /Input buffer|vips/i)))
      if (!seen) continue
      compared++
      assert.deepEqual(header, seen)
    }
  }
  assert.ok(compared > 600, `${compared} were compared`)
})
