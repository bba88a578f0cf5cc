import type { PictureHeader } from './pictureHeader.ts'

/**
 * The orientation that a file states, 1 to 8 as in EXIF tag 0x0112; 1 if it states none or an invalid one. The EXIF
 * block comes first, then its substitutes: ImageMagick's "Raw profile type exif" text in PNG, then XMP's
 * tiff:Orientation.
 */
export function statedOrientation(header: PictureHeader): number {
  const stated = header.orientation ?? rawProfileOrientation(header) ?? xmpOrientation(header) ?? 1
  return Number.isInteger(stated) && stated >= 1 && stated <= 8 ? stated : 1
}

function xmpOrientation({ xmp }: PictureHeader): number | undefined {
  const match = /tiff:Orientation(?:="|>)\s*([1-8])\b/.exec(xmp?.toString('latin1') ?? '')
  return match ? Number(match[1]) : undefined
}

const ORIENTATION_TAG = 0x0112

/** The text: "\nexif\n<length>\n<hex>", the hex being "Exif\0\0" and a TIFF header with its directory. */
function rawProfileOrientation({ comments }: PictureHeader): number | undefined {
  const text = comments?.find(({ keyword }) => /^Raw profile type (exif|APP1)$/.test(keyword))?.text
  const hex = text?.trim().split('\n').slice(2).join('')
  const exif = Buffer.from(hex ?? '', 'hex')
  const tiff = exif.subarray(exif.toString('latin1', 0, 4) === 'Exif' ? 6 : 0)
  try {
    const little = tiff.toString('latin1', 0, 2) === 'II'
    const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
    const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    for (let entry = 0; entry < short(directory); entry++) {
      const at = directory + 2 + entry * 12
      if (short(at) === ORIENTATION_TAG) return short(at + 8)
    }
  } catch (error) {
    // A truncated profile states nothing.
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}
