import type { Metadata } from 'sharp'
import type { GifStructure } from '../../pictures/gifStructure.ts'
import type { JpegStructure } from '../../pictures/jpegStructure.ts'
import type { TiffLayout } from './tiffStructure.ts'

/**
 * The bytes that a decoder holds at the same time beyond a few rows, computed from the header. Most files are read row
 * by row and hold almost nothing; the others need the whole picture before the first row can be returned. The factors
 * were measured with libvips 8.18 on pictures of 20 to 60 million pixels.
 */
export type SizedHeader = Pick<Metadata, 'width' | 'height' | 'channels' | 'depth' | 'isProgressive'>

const sampleBytes = ({ depth }: SizedHeader) => (depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 4)

/** The seven passes of an interlaced PNG are merged in memory. */
export const pngDecodeBytes = (header: SizedHeader): number =>
  header.isProgressive ? header.width * header.height * header.channels * sampleBytes(header) : 0

/**
 * The decoder holds every coefficient of a JPEG in several scans (progressive ones, and one scan per component), 16
 * bits each.
 */
export function jpegDecodeBytes({ width, height }: SizedHeader, { components, severalScans }: JpegStructure): number {
  if (!severalScans) return 0
  const widest = Math.max(1, ...components.map(({ across }) => across))
  const tallest = Math.max(1, ...components.map(({ down }) => down))
  const share = components.reduce((sum, { across, down }) => sum + (across * down) / (widest * tallest), 0)
  return width * height * share * 2
}

/** The two canvases of the decoder of a WebP, both RGBA. */
export const webpCanvasBytes = ({ width, height }: { width: number; height: number }): number => width * height * 8

/** Pictures below this size are unpacked in memory by libvips, larger ones into a file (`vips_get_disc_threshold`). */
const UNPACKED_IN_MEMORY = 100 * 2 ** 20

/** The canvases, the alpha plane, and the unpacked picture. */
export function webpDecodeBytes({ width, height, channels }: SizedHeader): number {
  const unpacked = width * height * channels
  const alpha = channels === 4 ? width * height : 0
  return webpCanvasBytes({ width, height }) + alpha + (unpacked < UNPACKED_IN_MEMORY ? unpacked : 0)
}

/** The canvas as RGBA, and the indexes of the frame; a frame may reach out of the canvas. */
export function gifDecodeBytes({ width, height }: SizedHeader, { firstFrame }: GifStructure): number {
  return Math.max(width, firstFrame.width) * Math.max(height, firstFrame.height) * 5
}

/** Planes as coded, planes converted, RGB, and libvips' copy. */
export const avifDecodeBytes = (header: SizedHeader): number =>
  header.width * header.height * (sampleBytes(header) === 1 ? 18.5 : 25)

/** A row of tiles, or a strip where its rows cannot be had one at a time; twice, with what unpacks them. */
export function tiffDecodeBytes(header: SizedHeader, { tile, rowsPerStrip, readByRow }: TiffLayout): number {
  const pixelBytes = header.channels * sampleBytes(header)
  if (tile) return Math.ceil(header.width / tile.width) * tile.width * tile.height * pixelBytes * 2
  return readByRow ? 0 : header.width * Math.min(rowsPerStrip, header.height) * pixelBytes * 2
}
