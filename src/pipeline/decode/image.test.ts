import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { DecodeError, type DecodeErrorType } from './DecodeError.ts'
import { checkImage, decodeSeconds } from './image.ts'
import { blankPng, gifOfFrames, noise, textBomb } from './testImages.ts'

let dir = ''
before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fiducial-image-'))
})
after(() => rm(dir, { recursive: true }))

const failsWith = (type: DecodeErrorType, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof DecodeError, String(error))
  assert.equal(error.type, type)
  assert.match(error.message, message)
  return true
}

/** Names the lengths at which a file cut short is taken all the same. */
async function acceptedCuts(bytes: Buffer): Promise<number[]> {
  await checkImage(bytes)
  const lengths = new Set<number>()
  for (let part = 1; part <= 80; part++) lengths.add(Math.floor((bytes.length * part) / 81))
  for (let short = 1; short <= 40; short++) lengths.add(bytes.length - short)
  for (let length = 0; length < 40; length++) lengths.add(length)
  const accepted: number[] = []
  for (const length of lengths) {
    const taken = await checkImage(bytes.subarray(0, length)).catch((error: unknown) => {
      assert.ok(error instanceof DecodeError, String(error))
      assert.equal(error.type, 'IMAGE_DECODE_FAILED')
    })
    if (taken) accepted.push(bytes.length - length)
  }
  return accepted.toSorted((a, b) => a - b)
}

const picture = () => noise(120, 90)
const range = (length: number) => Array.from({ length }, (_, index) => index + 1)

/** How many of the last bytes may be missing: those that follow the last pixel. */
const CUTS: ReadonlyArray<readonly [string, () => Promise<Buffer>, number[]]> = [
  ['JPEG (only its end marker may be missing)', () => picture().jpeg().toBuffer(), [1, 2]],
  ['progressive JPEG', () => picture().jpeg({ progressive: true }).toBuffer(), []],
  ['PNG (the end chunk and checksums may be missing)', () => picture().png().toBuffer(), range(12)],
  ['interlaced PNG', () => picture().png({ progressive: true }).toBuffer(), range(12)],
  ['WebP', () => picture().webp().toBuffer(), []],
  ['lossless WebP', () => picture().webp({ lossless: true }).toBuffer(), []],
  ['GIF (only its trailer may be missing)', () => picture().gif().toBuffer(), [1]],
  ['GIF of three frames (cut after its first it is a whole GIF of one)', async () => gifOfFrames(3), [2 * 15 + 1]],
  ['AVIF', () => picture().avif({ effort: 0 }).toBuffer(), []],
  ['uncompressed TIFF', () => picture().tiff({ compression: 'none' }).toBuffer(), []],
  ['LZW TIFF', () => picture().tiff({ compression: 'lzw' }).toBuffer(), []],
  ['JPEG TIFF', () => picture().tiff({ compression: 'jpeg' }).toBuffer(), []],
]

for (const [name, make, missing] of CUTS) {
  test(`a ${name} that is cut short is refused`, async () => {
    assert.deepEqual(await acceptedCuts(await make()), missing)
  })
}

test('a JPEG whose tail was lost but whose end marker is there is refused', async () => {
  const jpeg = await picture().jpeg().toBuffer()
  const cut = Buffer.concat([jpeg.subarray(0, jpeg.length - 200), Buffer.from([0xff, 0xd9])])
  await assert.rejects(checkImage(cut), failsWith('IMAGE_DECODE_FAILED', /premature end/))
})

test('a JPEG whose second half is zeros is refused', async () => {
  const jpeg = await picture().jpeg().toBuffer()
  await assert.rejects(
    checkImage(Buffer.from(jpeg).fill(0, jpeg.length >> 1)),
    failsWith('IMAGE_DECODE_FAILED', /cut short/),
  )
})

test('bytes after the end of an image do no harm', async () => {
  for (const bytes of [await picture().jpeg().toBuffer(), await picture().png().toBuffer(), gifOfFrames(1)]) {
    const { width } = await checkImage(Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]))
    assert.ok(width > 0)
  }
})

test('an image that is also a page (HTML in a JPEG comment) is accepted as an image', async () => {
  const jpeg = await picture().jpeg().toBuffer()
  const html = Buffer.from('<html><script>alert(1)</script></html>')
  const comment = Buffer.from([0xff, 0xfe, 0, html.length + 2])
  const checked = await checkImage(Buffer.concat([jpeg.subarray(0, 2), comment, html, jpeg.subarray(2)]))
  assert.deepEqual([checked.format, checked.width, checked.height], ['jpeg', 120, 90])
})

test('a turned image tells its stored size, its orientation and its upright size, calibrated cameras their stored size', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'tiff'] as const) {
    const bytes = await picture().withMetadata({ orientation: 6 }).toFormat(format).toBuffer()
    const size = { format, width: 120, height: 90, exifOrientation: 6, pages: 1 }
    assert.deepEqual(await checkImage(bytes), { ...size, uprightWidth: 90, uprightHeight: 120 })
    assert.deepEqual(await checkImage(bytes, { calibrated: true }), { ...size, uprightWidth: 120, uprightHeight: 90 })
  }
})

test('a file that is not an accepted image is refused by its content, not by its name', async () => {
  const path = join(dir, 'photo.jpg')
  await writeFile(path, '<!DOCTYPE html><title>Sign in</title>')
  await assert.rejects(checkImage(path), failsWith('IMAGE_DECODE_FAILED', /an HTML page/))
  await assert.rejects(checkImage(Buffer.from('<svg/>')), failsWith('IMAGE_DECODE_FAILED', /an SVG drawing/))
  await assert.rejects(checkImage(Buffer.alloc(0)), failsWith('IMAGE_DECODE_FAILED', /an empty file/))
})

test('a file or a picture over its limit is too large', async () => {
  const png = await picture().png().toBuffer()
  const path = join(dir, 'limit.png')
  await writeFile(path, png)
  await assert.rejects(checkImage(path, { maxBytes: png.length - 1 }), failsWith('FILE_TOO_LARGE', /bytes/))
  await assert.rejects(checkImage(png, { maxBytes: png.length - 1 }), failsWith('FILE_TOO_LARGE', /bytes/))
  await assert.rejects(checkImage(png, { maxPixels: 120 * 90 - 1 }), failsWith('FILE_TOO_LARGE', /120 × 90 pixels/))
  assert.equal((await checkImage(path, { maxBytes: png.length, maxPixels: 120 * 90 })).width, 120)
})

test('a PNG of 50,000 × 50,000 pixels in 300 kB is too large, and nothing of it is decoded', async () => {
  const png = await blankPng({ width: 50_000, height: 50_000, bits: 1 })
  assert.ok(png.length < 400_000)
  let admitted = 0
  const admit = () => void admitted++
  await assert.rejects(checkImage(png, { admit }), failsWith('FILE_TOO_LARGE', /50000 × 50000/))
  assert.equal(admitted, 0)
})

test('a GIF of 10,000 frames is its first frame', async () => {
  const checked = await checkImage(gifOfFrames(10_000))
  assert.deepEqual([checked.width, checked.height, checked.pages], [1, 1, 10_000])
})

/** Peak memory in MB of a process that does nothing but check one file. */
async function peakMemoryMb(bytes: Buffer): Promise<{ peakMb: number; verdict: string }> {
  const path = join(dir, 'measured')
  await writeFile(path, bytes)
  const script = `
    const { checkImage } = await import(${JSON.stringify(new URL('./image.ts', import.meta.url).href)})
    const verdict = await checkImage(${JSON.stringify(path)}).then(({ width }) => 'width ' + width, ({ type }) => type)
    console.log(JSON.stringify({ verdict, peakMb: process.resourceUsage().maxRSS / 1000 }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return JSON.parse(stdout)
}

test('250 million pixels are decoded in less memory than they fill', async () => {
  const { peakMb, verdict } = await peakMemoryMb(await blankPng({ width: 16_000, height: 15_600, bits: 8 }))
  assert.equal(verdict, 'width 16000')
  assert.ok(peakMb < 200, `${peakMb} MB`)
})

test('text chunks that unpack to gigabytes are not unpacked', async () => {
  const extra = new Array<Buffer>(20).fill(textBomb(100e6))
  const { peakMb, verdict } = await peakMemoryMb(await blankPng({ width: 32, height: 32, bits: 8, extra }))
  assert.equal(verdict, 'width 32')
  assert.ok(peakMb < 200, `${peakMb} MB`)
})

test('a picture has time by its pixels, so that a small hostile file holds a decoder for seconds', () => {
  assert.deepEqual([1, 12e6, 100e6, 300e6].map(decodeSeconds), [2, 3, 8, 20])
})
