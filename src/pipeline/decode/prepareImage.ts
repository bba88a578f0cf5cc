import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { applyOrientation } from '../../interchange/raster/upright.ts'
import { withoutExif } from '../../pictures/jpegStructure.ts'
import { DecodeError } from './DecodeError.ts'
import {
  type CheckedImage,
  decodeWholly,
  type ImageLimits,
  type OpenedImage,
  openImage,
  sharpOptions,
} from './image.ts'

/** From here on an image is cut into tiles: browsers refuse or crawl over larger ones. */
const PYRAMID_PIXELS = 40e6
const PYRAMID_SIDE = 8192
const TILE_SIZE = 512
const ENCODE_SECONDS = 300

export type MediaType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif'

/** What a browser is to be served. Every path is in the `outDir` of the call; sizes are upright (or as stored). */
export type PreparedImage =
  /** The file as it came: every browser shows it rightly. */
  | { kind: 'original'; mediaType: MediaType }
  /** One file made from it. */
  | { kind: 'encoded'; mediaType: MediaType; path: string; bytes: number }
  /** Tiles, too many pixels for one file. */
  | { kind: 'pyramid'; mediaType: MediaType; tileSize: number; levels: PyramidLevel[]; tiles: PyramidTile[] }

/** Level 0 fits one tile, each next one has twice the width and height, the last has all pixels. */
export interface PyramidLevel {
  level: number
  width: number
  height: number
}

/** Column x and row y from the top left; tiles at the right and lower border are smaller than `tileSize`. */
export interface PyramidTile {
  level: number
  x: number
  y: number
  path: string
  bytes: number
}

export interface CheckedAndPrepared {
  image: CheckedImage
  prepared: PreparedImage
}

/**
 * Checks an image as `checkImage` does and makes what the browser needs from it: upright for image and video jobs, as
 * stored for calibrated cameras, in sRGB with 8 bits if it has to be encoded again.
 * @param outDir a folder, created if needed; files in it have unique names, and the caller moves or removes them
 * @throws DecodeError as `checkImage`
 */
export async function prepareImage(
  source: string | Uint8Array,
  outDir: string,
  limits: ImageLimits = {},
): Promise<CheckedAndPrepared> {
  const opened = await openImage(source, limits)
  await decodeWholly(opened, limits)
  const { format, width, height, exifOrientation, uprightWidth, uprightHeight, pages } = opened
  const image = { format, width, height, exifOrientation, uprightWidth, uprightHeight, pages }
  const huge = width * height > PYRAMID_PIXELS || Math.max(width, height) > PYRAMID_SIDE
  try {
    const prepared = huge ? await makePyramid(opened, outDir, limits) : await makeSingle(opened, outDir, limits)
    return { image, prepared }
  } catch (error) {
    if (!isSharpError(error)) throw error
    throw new DecodeError('IMAGE_DECODE_FAILED', `The image cannot be converted: ${error.message}`, width * height)
  }
}

async function made(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  return folder
}

/** Errors of the file system have a code and are not the fault of the image. */
const isSharpError = (error: unknown): error is Error => error instanceof Error && !('code' in error)

async function makeSingle(image: OpenedImage, outDir: string, limits: ImageLimits): Promise<PreparedImage> {
  const mediaType = browserReady(image)
  const mustTurn = image.exifOrientation !== 1
  if (mediaType && !mustTurn) return { kind: 'original', mediaType }
  if (mediaType && limits.calibrated && image.jpeg) {
    // Without its Exif the browser shows the stored pixels without any loss.
    const bytes = withoutExif(image.original, image.jpeg)
    const path = join(await made(outDir), `${randomUUID()}.jpg`)
    await writeFile(path, bytes)
    return { kind: 'encoded', mediaType, path, bytes: bytes.length }
  }
  const asJpeg = image.format === 'jpeg'
  const path = join(await made(outDir), `${randomUUID()}.${asJpeg ? 'jpg' : 'png'}`)
  const pixels = shownPixels(image, limits, true)
  // PNG, not lossless WebP: 40 Mpx take 3 s instead of 10 to 20, with a third more bytes.
  const encoder = asJpeg
    ? pixels.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    : pixels.png({ compressionLevel: 4 })
  const { size } = await encoder.toFile(path)
  return { kind: 'encoded', mediaType: asJpeg ? 'image/jpeg' : 'image/png', path, bytes: size }
}

/** The media type if every current browser shows the file correctly, apart from orientation; otherwise null. */
function browserReady({ format, pages, header, original, jpeg, png }: OpenedImage): MediaType | null {
  const still = pages === 1
  if (jpeg) {
    const { frameMarker, ended } = jpeg
    // Baseline, extended and progressive; arithmetic coding and CMYK are shown wrongly or not at all by some.
    const usual = frameMarker !== null && frameMarker <= 0xc2
    return usual && ended && (header.space === 'srgb' || header.space === 'b-w') ? 'image/jpeg' : null
  }
  if (png) return png.flawless && !png.animated ? 'image/png' : null
  if (format === 'webp') return still ? 'image/webp' : null
  // Browsers are stricter than libheif about alpha planes and cropping.
  if (format === 'avif') {
    const plain = still && !header.hasAlpha && !original.subarray(0, 4096).includes('clap')
    return plain && original.toString('latin1', 8, 12) === 'avif' ? 'image/avif' : null
  }
  return null
}

/** The first page in sRGB, 8 bits, turned as it will be shown, without metadata. */
function shownPixels(image: OpenedImage, limits: ImageLimits, sequentialRead: boolean): Sharp {
  const pixels = sharp(image.bytes, { ...sharpOptions(image), sequentialRead })
  const upright = limits.calibrated ? pixels : applyOrientation(pixels, image.exifOrientation)
  return upright.toColourspace('srgb').timeout({ seconds: limits.timeLimitSeconds ?? ENCODE_SECONDS })
}

async function makePyramid(image: OpenedImage, outDir: string, limits: ImageLimits): Promise<PreparedImage> {
  const dir = await made(join(outDir, randomUUID()))
  try {
    const turned = !limits.calibrated && image.exifOrientation !== 1
    // A turned image is not read top to bottom; libvips then keeps it decoded, in a temporary file when it is large.
    const pixels = shownPixels(image, limits, !turned)
    const alpha = image.header.hasAlpha
    const encoder = alpha ? pixels.webp({ quality: 92 }) : pixels.jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    await encoder.tile({ size: TILE_SIZE, layout: 'dz', depth: 'onetile' }).toFile(join(dir, 'pyramid.dzi'))
    const tiles = await collectTiles(dir)
    const levels = pyramidLevels(image.uprightWidth, image.uprightHeight, Math.max(...tiles.map(({ level }) => level)))
    return { kind: 'pyramid', mediaType: alpha ? 'image/webp' : 'image/jpeg', tileSize: TILE_SIZE, levels, tiles }
  } catch (error) {
    await rm(dir, { recursive: true, force: true })
    throw error
  }
}

/** Deep Zoom halves each level, rounding up. */
function pyramidLevels(width: number, height: number, top: number): PyramidLevel[] {
  return Array.from({ length: top + 1 }, (_, level) => {
    const scale = 2 ** (top - level)
    return { level, width: Math.ceil(width / scale), height: Math.ceil(height / scale) }
  })
}

/** Brings `…_files/<level>/<x>_<y>.<ext>` to `<level>/<x>_<y>.<ext>` and lists the tiles. */
async function collectTiles(dir: string): Promise<PyramidTile[]> {
  const written = (await readdir(dir)).find((name) => name.endsWith('_files'))
  if (!written) throw new Error('no tiles were written')
  const tiles: PyramidTile[] = []
  for (const folder of await readdir(join(dir, written))) {
    const level = Number(folder)
    if (!Number.isInteger(level)) continue
    await rename(join(dir, written, folder), join(dir, folder))
    for (const name of await readdir(join(dir, folder))) {
      const match = /^(\d+)_(\d+)\./.exec(name)
      if (!match) continue
      const path = join(dir, folder, name)
      tiles.push({ level, x: Number(match[1]), y: Number(match[2]), path, bytes: (await stat(path)).size })
    }
  }
  return tiles
}
