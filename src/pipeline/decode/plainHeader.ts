import type { Metadata } from 'sharp'
import type { JpegStructure } from '../../pictures/jpegStructure.ts'
import type { PngStructure } from '../../pictures/pngStructure.ts'

/** The fields of a picture's header that are used. */
export type PictureHeader = Pick<
  Metadata,
  | 'width'
  | 'height'
  | 'channels'
  | 'depth'
  | 'space'
  | 'isProgressive'
  | 'hasAlpha'
  | 'orientation'
  | 'xmp'
  | 'comments'
  | 'pages'
>

/** The parsed structure of a picture, by format. */
export interface SeenStructure {
  jpeg?: JpegStructure
  png?: PngStructure
}

/** As libvips reads them: a palette counts as its colours. */
const PNG_COLOURS: Readonly<Record<number, { channels: 1 | 2 | 3 | 4; bitDepths: readonly number[] }>> = {
  0: { channels: 1, bitDepths: [1, 2, 4, 8] },
  2: { channels: 3, bitDepths: [8] },
  3: { channels: 3, bitDepths: [1, 2, 4, 8] },
  4: { channels: 2, bitDepths: [8] },
  6: { channels: 4, bitDepths: [8] },
}

/**
 * The header of a usual JPEG or PNG of up to 8 bits, from its structure: reading it with libvips takes a third of the
 * time of a small picture. null if metadata (Exif, XMP, profiles) could change the result; libvips decides then.
 */
export function plainHeader({ jpeg, png }: SeenStructure): PictureHeader | null {
  if (jpeg) return plainJpeg(jpeg)
  return png ? plainPng(png) : null
}

/** Baseline, extended and progressive. */
const USUAL_FRAMES: ReadonlySet<number | null> = new Set([0xc0, 0xc1, 0xc2])

function plainJpeg(structure: JpegStructure): PictureHeader | null {
  const { size, components, frameMarker, precision, isPlain } = structure
  const channels = components.length
  if (!isPlain || !USUAL_FRAMES.has(frameMarker) || precision !== 8 || !isPositive(size)) return null
  if (channels !== 1 && channels !== 3) return null
  const space = channels === 1 ? 'b-w' : 'srgb'
  return { ...size, channels, depth: 'uchar', space, isProgressive: frameMarker === 0xc2, hasAlpha: false }
}

function plainPng({ size, colourType, bitDepth, interlaced, isPlain, flawless }: PngStructure): PictureHeader | null {
  const colours = PNG_COLOURS[colourType]
  if (!isPlain || !flawless || !isPositive(size) || !colours?.bitDepths.includes(bitDepth)) return null
  const { channels } = colours
  const space = channels < 3 ? 'b-w' : 'srgb'
  return { ...size, channels, depth: 'uchar', space, isProgressive: interlaced, hasAlpha: channels % 2 === 0 }
}

const isPositive = ({ width, height }: { width: number; height: number }) => width > 0 && height > 0
