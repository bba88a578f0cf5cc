import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { checkImage } from './image.ts'
import { type PreparedImage, prepareImage } from './prepareImage.ts'
import { blankPng, gifOfFrames, noise } from './testImages.ts'

let dir = ''
before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fiducial-prepare-'))
})
after(() => rm(dir, { recursive: true }))

/** Pixels of a smooth picture without symmetry: every turn and mirroring of it is another picture. */
const gradient = () => {
  const pixels = Buffer.alloc(64 * 48 * 3)
  for (let y = 0; y < 48; y++) {
    for (let x = 0; x < 64; x++) pixels.set([x * 4, y * 5, 40], (y * 64 + x) * 3)
  }
  return sharp(pixels, { raw: { width: 64, height: 48, channels: 3 } })
}

const pixelsOf = (source: string | Buffer) => sharp(source).removeAlpha().raw().toBuffer({ resolveWithObject: true })

/** The largest difference of two pictures of one size, of 255. */
async function difference(a: string | Buffer, b: string | Buffer): Promise<number> {
  const [one, other] = [await pixelsOf(a), await pixelsOf(b)]
  assert.deepEqual([one.info.width, one.info.height], [other.info.width, other.info.height])
  return one.data.reduce((most, value, at) => Math.max(most, Math.abs(value - other.data[at])), 0)
}

function madeFile(prepared: PreparedImage): string {
  assert.equal(prepared.kind, 'encoded')
  return prepared.kind === 'encoded' ? prepared.path : ''
}

test('an image that every browser shows correctly is served unchanged', async () => {
  const originals = [
    gradient().jpeg(),
    gradient().jpeg({ progressive: true }),
    gradient().greyscale().jpeg(),
    gradient().png(),
    gradient().toColourspace('rgb16').png(),
    gradient().webp(),
    gradient().avif({ effort: 0 }),
  ]
  for (const original of originals) {
    const { prepared } = await prepareImage(await original.toBuffer(), dir)
    assert.equal(prepared.kind, 'original')
  }
})

test('images of every EXIF orientation are made upright as the standard says, or keep their stored pixels', async () => {
  for (let orientation = 1; orientation <= 8; orientation++) {
    const stored = await gradient().withMetadata({ orientation }).png().toBuffer()
    const { prepared } = await prepareImage(stored, dir)
    const shown = prepared.kind === 'original' ? stored : madeFile(prepared)
    const expected = await sharp(stored).autoOrient().png().toBuffer()
    assert.equal(await difference(shown, expected), 0, `orientation ${orientation}`)
    assert.equal((await checkImage(shown)).exifOrientation, 1)

    const calibrated = await prepareImage(stored, dir, { calibrated: true })
    const kept = calibrated.prepared.kind === 'original' ? stored : madeFile(calibrated.prepared)
    assert.equal(await difference(kept, stored), 0)
    assert.equal((await checkImage(kept)).exifOrientation, 1)
  }
})

test('a turned JPEG of a calibrated camera loses only its EXIF', async () => {
  const stored = await gradient().withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { image, prepared } = await prepareImage(stored, dir, { calibrated: true })
  assert.equal(image.exifOrientation, 6)
  const kept = madeFile(prepared)
  assert.equal(await difference(kept, stored), 0)
  assert.equal((await sharp(kept).metadata()).exif, undefined)
})

test('CMYK JPEG, TIFF of 16 bits, GIF and animations become one still sRGB picture', async () => {
  const frames = await sharp([await gradient().png().toBuffer(), await gradient().negate().png().toBuffer()], {
    join: { animated: true },
  })
  const sources = {
    cmyk: await gradient().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer(),
    tiff: await gradient().toColourspace('rgb16').tiff({ compression: 'lzw' }).toBuffer(),
    gif: gifOfFrames(3),
    webp: await frames.webp({ lossless: true }).toBuffer(),
  }
  assert.equal((await sharp(sources.tiff).metadata()).depth, 'ushort')
  for (const [name, bytes] of Object.entries(sources)) {
    const { prepared } = await prepareImage(bytes, dir)
    const { space, depth, pages = 1 } = await sharp(madeFile(prepared)).metadata()
    assert.deepEqual([space, depth, pages], ['srgb', 'uchar', 1], name)
    if (name === 'tiff' || name === 'webp') {
      assert.ok((await difference(madeFile(prepared), await gradient().png().toBuffer())) <= 1, name)
    }
  }
})

test('an image with a side over 8,192 becomes tiles that together are the image, upright', async () => {
  const stored = await noise(9000, 700).withMetadata({ orientation: 8 }).png({ compressionLevel: 1 }).toBuffer()
  const { image, prepared } = await prepareImage(stored, dir)
  assert.deepEqual([image.uprightWidth, image.uprightHeight], [700, 9000])
  assert.ok(prepared.kind === 'pyramid')
  const { levels, tiles, tileSize } = prepared
  assert.deepEqual(levels.at(-1), { level: levels.length - 1, width: 700, height: 9000 })
  assert.ok(levels[0].width <= tileSize && levels[0].height <= tileSize)
  for (const { level, width, height } of levels) {
    const own = tiles.filter((tile) => tile.level === level)
    assert.equal(own.length, Math.ceil(width / tileSize) * Math.ceil(height / tileSize))
    for (const { x, y, path, bytes } of own) {
      const info = await sharp(path).metadata()
      const expected = [Math.min(tileSize, width - x * tileSize), Math.min(tileSize, height - y * tileSize)]
      assert.deepEqual([info.width, info.height], expected)
      assert.ok(bytes > 0)
    }
  }
  const corner = tiles.find((tile) => tile.level === levels.length - 1 && tile.x === 1 && tile.y === 17)
  assert.ok(corner)
  const expected = await sharp(await sharp(stored).autoOrient().png({ compressionLevel: 1 }).toBuffer())
    .extract({ left: 512, top: 17 * 512, width: 188, height: 9000 - 17 * 512 })
    .png()
    .toBuffer()
  const [tile, part] = [await pixelsOf(corner.path), await pixelsOf(expected)]
  const error = part.data.reduce((sum, value, at) => sum + Math.abs(value - tile.data[at]), 0) / part.data.length
  assert.ok(error < 12, `mean difference ${error}`)
})

test('a refused image leaves nothing behind', async () => {
  const out = join(dir, 'refused')
  await mkdir(out)
  const png = await blankPng({ width: 9000, height: 600, bits: 8 })
  await assert.rejects(prepareImage(png.subarray(0, png.length - 60), out), { type: 'IMAGE_DECODE_FAILED' })
  assert.deepEqual(await readdir(out), [])
  assert.ok(existsSync(out))
})
