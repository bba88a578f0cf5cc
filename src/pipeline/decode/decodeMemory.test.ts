import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import sharp, { type Sharp } from 'sharp'
import { checkImage, openImage } from './image.ts'
import { pngChunk } from './testImages.ts'

const MIB = 1024 * 1024

let dir = ''
before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fiducial-memory-'))
})
after(() => rm(dir, { recursive: true }))

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 120, g: 30, b: 60, alpha: 0.5 } } })

/** What the decoder is expected to keep of a picture. */
async function expectedBytes(source: Uint8Array): Promise<number> {
  let expected = Number.NaN
  await openImage(source, {
    maxDecodeBytes: Number.POSITIVE_INFINITY,
    admit(_pixels, decodeBytes) {
      expected = decodeBytes
    },
  })
  return expected
}

/**
 * By how much memory grows, at its peak, in a process that decodes one file. (`maxRSS` would inherit that of this process.)
 * A small one of its kind is decoded first: code and heap that every file needs are no part of the growth.
 */
async function grownBytes(bytes: Buffer, small: Buffer): Promise<number> {
  const [path, smallPath] = [join(dir, 'measured'), join(dir, 'small')]
  await writeFile(path, bytes)
  await writeFile(smallPath, small)
  const script = `
    const { readFileSync } = await import('node:fs')
    const { checkImage } = await import(${JSON.stringify(new URL('./image.ts', import.meta.url).href)})
    await checkImage(${JSON.stringify(smallPath)}, { maxDecodeBytes: Infinity })
    const before = process.memoryUsage.rss()
    await checkImage(${JSON.stringify(path)}, { maxDecodeBytes: Infinity })
    console.log(Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024 - before)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return Number(stdout)
}

/** Row buffers, zlib, tables: what every decoder takes, however small the picture. */
const BESIDES = 20 * MIB

const KINDS: ReadonlyArray<readonly [string, 3 | 4, (picture: Sharp) => Sharp]> = [
  [
    'an interlaced PNG of 16 bits with alpha',
    4,
    (picture) => picture.toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 }),
  ],
  [
    'a progressive JPEG without subsampling',
    3,
    (picture) => picture.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
  ],
  ['a baseline JPEG', 3, (picture) => picture.jpeg()],
  ['a PNG that is not interlaced', 3, (picture) => picture.png({ compressionLevel: 1 })],
  ['a WebP', 4, (picture) => picture.webp({ effort: 0 })],
  ['an AVIF', 3, (picture) => picture.avif({ effort: 0 })],
  ['a GIF', 3, (picture) => picture.gif({ effort: 1 })],
  [
    'a TIFF in large tiles',
    3,
    (picture) => picture.tiff({ compression: 'lzw', tile: true, tileWidth: 2048, tileHeight: 2048 }),
  ],
]

for (const [name, channels, encode] of KINDS) {
  test(`${name} takes no more memory to decode than its header leads to expect, and not far less`, {
    skip: process.platform !== 'linux',
  }, async () => {
    const bytes = await encode(plain(4000, 2000, channels)).toBuffer()
    const small = await encode(plain(2048, 16, channels)).toBuffer()
    const [expected, grown] = [await expectedBytes(bytes), await grownBytes(bytes, small)]
    const figures = `expected ${Math.round(expected / MIB)} MiB, grown by ${Math.round(grown / MIB)} MiB`
    assert.ok(grown < expected * 1.15 + BESIDES, figures)
    assert.ok(grown > expected * 0.6, figures)
  })
}

/** A PNG of 17,000 × 17,000 pixels that is nothing but a header: what is refused by it is never decoded. */
function hugePng(interlaced: boolean, bits: 8 | 16): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(17_000, 0)
  header.writeUInt32BE(17_000, 4)
  header.set([bits, 6, 0, 0, interlaced ? 1 : 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', Buffer.alloc(64)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const tooLarge = { type: 'FILE_TOO_LARGE', message: /takes \d+ MiB of memory to decode; at most 512 MiB are allowed/ }

test('an interlaced PNG that would fill gigabytes is too large; the same without interlacing is read row by row', async () => {
  await assert.rejects(checkImage(hugePng(true, 16)), tooLarge)
  await assert.rejects(checkImage(hugePng(true, 8)), tooLarge)
  assert.equal(await expectedBytes(hugePng(false, 16)), 0)
})

/** Writes another size over that of a small file, as an attacker would. */
async function claiming(make: Promise<Buffer>, write: (bytes: Buffer) => void): Promise<Buffer> {
  const bytes = await make
  write(bytes)
  return bytes
}

test('a progressive JPEG that would fill gigabytes is too large; a baseline one of that size is not', async () => {
  const resize = (bytes: Buffer) => {
    const frame = Math.max(bytes.indexOf(Buffer.from([0xff, 0xc0])), bytes.indexOf(Buffer.from([0xff, 0xc2])))
    bytes.writeUInt16BE(17_000, frame + 5)
    bytes.writeUInt16BE(17_000, frame + 7)
  }
  await assert.rejects(
    checkImage(await claiming(plain(64, 64).jpeg({ progressive: true }).toBuffer(), resize)),
    tooLarge,
  )
  assert.equal(await expectedBytes(await claiming(plain(64, 64).jpeg().toBuffer(), resize)), 0)
})

test('a WebP that would fill a gigabyte is too large before its decoder allocates it', async () => {
  const lossless = await claiming(plain(64, 64).webp({ lossless: true }).toBuffer(), (bytes) => {
    const at = bytes.indexOf('VP8L') + 9
    bytes.writeUInt32LE((bytes.readUInt32LE(at) & ~0xfffffff) | 0x3fff | (0x3fff << 14), at)
  })
  await assert.rejects(checkImage(lossless), tooLarge)
  const extended = await claiming(plain(64, 64, 4).webp().toBuffer(), (bytes) => {
    bytes.writeUIntLE(16_382, bytes.indexOf('VP8X') + 12, 3)
    bytes.writeUIntLE(16_382, bytes.indexOf('VP8X') + 15, 3)
  })
  await assert.rejects(checkImage(extended), tooLarge)
})

test('an AVIF and a GIF frame beyond its canvas are held to the same limit', async () => {
  const avif = await claiming(plain(64, 64).avif({ effort: 0 }).toBuffer(), (bytes) => {
    bytes.writeUInt32BE(8000, bytes.indexOf('ispe') + 8)
    bytes.writeUInt32BE(8000, bytes.indexOf('ispe') + 12)
  })
  await assert.rejects(checkImage(avif), tooLarge)
  const gif = await claiming(plain(300, 200).gif({ effort: 1 }).toBuffer(), (bytes) => {
    bytes.writeUInt16LE(16, 6)
    bytes.writeUInt16LE(16, 8)
  })
  assert.equal(await expectedBytes(gif), 300 * 200 * 5)
  await assert.rejects(checkImage(gif, { maxDecodeBytes: 299_999 }), { type: 'FILE_TOO_LARGE' })
})

test('the limit is a setting of the call', async () => {
  const png = await plain(200, 100).png({ progressive: true }).toBuffer()
  assert.equal(await expectedBytes(png), 200 * 100 * 3)
  assert.equal((await checkImage(png, { maxDecodeBytes: 60_000 })).width, 200)
  await assert.rejects(checkImage(png, { maxDecodeBytes: 59_999 }), { type: 'FILE_TOO_LARGE' })
})
