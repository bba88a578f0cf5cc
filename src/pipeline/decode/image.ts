import { readFile, stat } from 'node:fs/promises'
import sharp, { type SharpOptions } from 'sharp'
import { MAX_DECODE_BYTES, MAX_DECODE_SECONDS, MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '../../model/limits.ts'
import { readGifStructure } from '../../pictures/gifStructure.ts'
import { type JpegStructure, readJpegStructure } from '../../pictures/jpegStructure.ts'
import { type PngStructure, readPngStructure } from '../../pictures/pngStructure.ts'
import { describeKind, sniff } from '../../pictures/sniff.ts'
import { webpSize } from '../../pictures/webpStructure.ts'
import { DecodeError } from './DecodeError.ts'
import {
  avifDecodeBytes,
  gifDecodeBytes,
  jpegDecodeBytes,
  pngDecodeBytes,
  tiffDecodeBytes,
  webpCanvasBytes,
  webpDecodeBytes,
} from './decodeMemory.ts'
import { asStillImage, boxesAreWhole, isSequence } from './isoMedia.ts'
import { statedOrientation } from './orientation.ts'
import type { PictureHeader } from './pictureHeader.ts'
import { jpegDataIsCut, readTiffLayout } from './tiffStructure.ts'

// Every file is read once: a cache of decoded pixels would only hold memory. One thread per image keeps the buffers of
// a decode small; several images run in several workers.
sharp.cache(false)
sharp.concurrency(1)

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff'

const FORMATS: ReadonlySet<string> = new Set<ImageFormat>(['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'])

export interface ImageLimits {
  maxPixels?: number
  maxBytes?: number
  /** The pixels of a calibrated camera are used as stored: its intrinsics ignore EXIF. */
  calibrated?: boolean
  /** The memory limit of the decoder. */
  maxDecodeBytes?: number
  /** Called with what the decoder will keep, before anything is decoded; may throw to put the work off. */
  admit?: (pixels: number, decodeBytes: number) => void
  /** Called when every pixel has been decoded: what follows is making what browsers show. */
  decoded?: () => void
  /** Longest time of one decode by the clock; 0 where the caller watches over it. */
  timeLimitSeconds?: number
  /** Called when that time is over; may throw to put the work off. */
  outOfTime?: () => void
}

export interface CheckedImage {
  format: ImageFormat
  /** Pixels as stored; AVIF after its own rotation and mirroring, which are part of decoding. */
  width: number
  height: number
  /** The EXIF orientation, 1 to 8; 1 if it is absent or invalid, and for AVIF (where EXIF does not apply). */
  exifOrientation: number
  /** Pixels as shown: EXIF applied, or as stored for calibrated cameras. */
  uprightWidth: number
  uprightHeight: number
  pages: number
}

/** Bytes that sharp reads correctly, with the facts found while opening them. */
export interface OpenedImage extends CheckedImage, Inspected {
  /** The file as it came. */
  original: Buffer
  header: PictureHeader
}

interface Inspected {
  jpeg?: JpegStructure
  png?: PngStructure
  /** The input for sharp; differs from the original file if libvips needs help. */
  bytes: Buffer
  failOn: 'warning' | 'truncated'
}

/**
 * Decides whether a downloaded file is an acceptable image, by decoding every pixel of it with bounded memory.
 * @param source path of the file, or its bytes
 * @throws DecodeError `IMAGE_DECODE_FAILED` (unsupported kind, broken, truncated, too slow) or `FILE_TOO_LARGE`
 */
export async function checkImage(source: string | Uint8Array, limits: ImageLimits = {}): Promise<CheckedImage> {
  const image = await openImage(source, limits)
  await decodeWholly(image, limits)
  const { format, width, height, exifOrientation, uprightWidth, uprightHeight, pages } = image
  return { format, width, height, exifOrientation, uprightWidth, uprightHeight, pages }
}

/**
 * Reads the file, its structure and its header, and checks them against the limits; it decodes no pixel.
 * @throws DecodeError as `checkImage`
 */
export async function openImage(source: string | Uint8Array, limits: ImageLimits): Promise<OpenedImage> {
  const original = await readBytes(source, limits.maxBytes ?? MAX_IMAGE_BYTES)
  const kind = sniff(original)
  if (!FORMATS.has(kind))
    throw failed(`The file is ${describeKind(kind)}; expected JPEG, PNG, WebP, GIF, AVIF or TIFF.`)
  const format = kind as ImageFormat
  const inspected = inspectStructure(format, original)
  const { bytes } = inspected
  // Its decoder allocates the picture before it reports the size.
  const early = format === 'webp' ? webpSize(bytes) : null
  if (early) refuseTooLarge(early, webpCanvasBytes(early), limits)
  const header = await readHeader(bytes, describeKind(kind))
  const { width, height } = header
  refuseTooLarge(header, 0, limits)
  // After the size: a bomb is reported as too large, not as cut short.
  const held = decodeBytes(format, inspected, header)
  refuseTooLarge(header, held, limits)
  limits.admit?.(width * height, held)
  const exifOrientation = format === 'avif' ? 1 : statedOrientation(header)
  const turned = !limits.calibrated && exifOrientation >= 5
  return {
    format,
    width,
    height,
    exifOrientation,
    uprightWidth: turned ? height : width,
    uprightHeight: turned ? width : height,
    pages: header.pages ?? 1,
    original,
    ...inspected,
    header,
  }
}

/**
 * The options with which sharp opens an image: first page, no pixel limit except ours, top to bottom without holding
 * the whole.
 */
export const sharpOptions = (image: OpenedImage): SharpOptions => ({
  failOn: image.failOn,
  limitInputPixels: false,
  sequentialRead: true,
})

const failed = (message: string, cost = 0) => new DecodeError('IMAGE_DECODE_FAILED', message, cost)

async function readBytes(source: string | Uint8Array, maxBytes: number): Promise<Buffer> {
  const byteLength = typeof source === 'string' ? (await stat(source)).size : source.byteLength
  if (byteLength > maxBytes) {
    throw new DecodeError('FILE_TOO_LARGE', `The file has ${byteLength} bytes; at most ${maxBytes} are allowed.`)
  }
  if (typeof source === 'string') return readFile(source)
  return Buffer.from(source.buffer, source.byteOffset, source.byteLength)
}

/** What decoders pass over in silence: missing ends, pixel data that is too short, kinds browsers cannot show. */
function inspectStructure(format: ImageFormat, bytes: Buffer): Inspected {
  if (format === 'jpeg') return inspectJpeg(bytes)
  if (format === 'png') return inspectPng(bytes)
  if (format === 'webp' && bytes.length < 8 + bytes.readUInt32LE(4)) throw failed(CUT_SHORT)
  if (format === 'tiff' && jpegDataIsCut(bytes)) throw failed(CUT_SHORT)
  if (format === 'avif') {
    if (!boxesAreWhole(bytes)) throw failed(CUT_SHORT)
    if (isSequence(bytes)) return { bytes: asStillImage(bytes), failOn: 'truncated' }
  }
  return { bytes, failOn: 'truncated' }
}

/** The memory that the decoder will hold. It examines the data of a GIF, which also shows whether it is complete. */
function decodeBytes(format: ImageFormat, { bytes, jpeg }: Inspected, header: PictureHeader): number {
  if (jpeg) return jpegDecodeBytes(header, jpeg)
  if (format === 'png') return pngDecodeBytes(header)
  if (format === 'webp') return webpDecodeBytes(header)
  if (format === 'avif') return avifDecodeBytes(header)
  if (format === 'tiff') return tiffDecodeBytes(header, readTiffLayout(bytes))
  const gif = readGifStructure(bytes)
  if (!gif.firstFrameWhole || gif.cut || (!gif.ended && gif.frames > 1)) throw failed(CUT_SHORT)
  return gifDecodeBytes(header, gif)
}

const inMebibytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MiB`

function refuseTooLarge({ width, height }: { width: number; height: number }, held: number, limits: ImageLimits): void {
  const maxPixels = limits.maxPixels ?? MAX_IMAGE_PIXELS
  const maxBytes = limits.maxDecodeBytes ?? MAX_DECODE_BYTES
  const size = `The image has ${width} × ${height} pixels`
  if (width * height > maxPixels) {
    throw new DecodeError('FILE_TOO_LARGE', `${size}; at most ${maxPixels} are allowed.`)
  }
  if (held > maxBytes) {
    const reason = `the way it is stored takes ${inMebibytes(held)} of memory to decode; at most ${inMebibytes(maxBytes)}`
    throw new DecodeError('FILE_TOO_LARGE', `${size}, and ${reason} are allowed.`)
  }
}

const CUT_SHORT = 'The image is cut short: it does not hold all its pixels.'
const LOSSLESS_FRAMES: ReadonlySet<number> = new Set([0xc3, 0xc7, 0xcb, 0xcf])
const END_OF_IMAGE = Buffer.from([0xff, 0xd9])

function inspectPng(bytes: Buffer): Inspected {
  const png = readPngStructure(bytes)
  if (!png.headerSound) throw failed('The header of the PNG image is damaged.')
  return { bytes, failOn: 'truncated', png }
}

function inspectJpeg(bytes: Buffer): Inspected {
  const jpeg = readJpegStructure(bytes)
  const { frameMarker, singleScan, ended } = jpeg
  if (frameMarker !== null && LOSSLESS_FRAMES.has(frameMarker)) throw failed('Lossless JPEG is not supported.')
  if (ended) return { bytes, failOn: 'warning', jpeg }
  // Some cameras leave out the end marker. If one scan has the picture, appending a marker makes the decoder report
  // missing pixels; with several scans (progressive) the intended number is unknown. A broken copy leaves a tail of
  // zeros, which decodes without complaint.
  const zeroTail = bytes.subarray(-16).every((byte) => byte === 0)
  if (!singleScan || frameMarker === 0xc2 || zeroTail) throw failed(CUT_SHORT)
  return { bytes: Buffer.concat([bytes, END_OF_IMAGE]), failOn: 'warning', jpeg }
}

async function readHeader(bytes: Buffer, name: string): Promise<PictureHeader> {
  try {
    return await sharp(bytes, { limitInputPixels: false, failOn: 'none' }).metadata()
  } catch (error) {
    throw failed(`The file looks like ${name} but its header cannot be read: ${firstLine(error)}`)
  }
}

/** Warnings of libjpeg about bytes without pixels; every viewer opens such files. */
const HARMLESS =
  /extraneous bytes before marker|unknown Adobe color transform|unknown JFIF revision|inconsistent progression/i

/** Their decoders cannot reach a row but through all rows above it. */
const ROW_BY_ROW: ReadonlySet<ImageFormat> = new Set<ImageFormat>(['jpeg', 'png'])

/**
 * Decodes every pixel of the first page without storing any: by reading the last row if that requires all others,
 * otherwise by averaging down to one pixel, which reads all rows in order. The extract keeps libvips from decoding WebP
 * at a fraction of its size. Widens `image.failOn` if the decoder's only complaints are harmless.
 */
export async function decodeWholly(image: OpenedImage, limits: ImageLimits): Promise<void> {
  const { format, width, height } = image
  const seconds = limits.timeLimitSeconds ?? decodeSeconds(width * height)
  const decode = () => {
    const opened = sharp(image.bytes, sharpOptions(image))
    const asked = ROW_BY_ROW.has(format)
      ? opened.extract({ left: 0, top: height - 1, width, height: 1 })
      : opened.extract({ left: 0, top: 0, width, height }).resize(1, 1, { fit: 'fill', kernel: 'linear' })
    return asked.timeout({ seconds }).raw().toBuffer()
  }
  try {
    await decode().catch((error: unknown) => {
      if (!onlyHarmless(error) || image.bytes !== image.original) throw error
      image.failOn = 'truncated'
      return decode()
    })
  } catch (error) {
    if (TIMED_OUT.test(firstLine(error))) {
      limits.outOfTime?.()
      throw tooSlow(seconds, width * height)
    }
    throw failed(`The image cannot be decoded: ${firstLine(error)}`, width * height)
  }
  limits.decoded?.()
}

/** Any picture is decoded within this, and within several times what the slowest formats take for a pixel. */
const LEAST_DECODE_SECONDS = 2.4
const SECONDS_A_PIXEL = 60e-9

/** The time that a picture may take to decode, whole seconds: a small file that takes long is not worth the wait. */
export const decodeSeconds = (pixels: number): number =>
  Math.min(MAX_DECODE_SECONDS, Math.round(LEAST_DECODE_SECONDS + SECONDS_A_PIXEL * pixels))

/** The message of sharp. */
const TIMED_OUT = /^timeout: \d+% complete/

export const tooSlow = (seconds: number, cost: number) =>
  new DecodeError(
    'FILE_TOO_LARGE',
    `The image takes more than ${seconds} s to decode, the longest that is allowed.`,
    cost,
  )

const linesOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n').filter(Boolean)

const onlyHarmless = (error: unknown) => {
  const complaints = linesOf(error).filter((line) => line.startsWith('VipsJpeg:'))
  return complaints.length > 0 && complaints.every((line) => HARMLESS.test(line))
}

const firstLine = (error: unknown) => (linesOf(error)[0] ?? 'unknown error').replace(/[:\s]+$/, '')
