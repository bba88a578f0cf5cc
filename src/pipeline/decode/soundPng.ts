import { inflateSync } from 'node:zlib'
import type { PngStructure } from '../../pictures/pngStructure.ts'

/** Samples of a pixel by colour type; palettes are left to decoders, which know what an entry that is missing means. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 }
const LAST_FILTER = 4

/**
 * Whether it is a usual PNG, not interlaced, whose data unpacks to exactly the rows of its header, each with a valid
 * filter: nothing else can break its pixels, so the filters are not undone. false: it is broken, or unusual, and only a
 * decoder can decide.
 */
export function isSoundPng(
  data: Buffer,
  { isPlain, flawless, interlaced, ...header }: PngStructure,
  mostBytes: number,
) {
  const { size, bitDepth, colourType } = header
  const samples = SAMPLES[colourType]
  if (!isPlain || !flawless || interlaced || !samples) return false
  const rowBytes = 1 + Math.ceil((size.width * samples * bitDepth) / 8)
  const bytes = rowBytes * size.height
  const packed = bytes > 0 && bytes <= mostBytes ? packedRows(data) : null
  const rows = packed && unpacked(packed, bytes)
  if (rows?.length !== bytes) return false
  for (let at = 0; at < bytes; at += rowBytes) if (rows[at] > LAST_FILTER) return false
  return true
}

/** null if other chunks come between the data chunks: decoders stop there. */
function packedRows(data: Buffer): Buffer | null {
  const parts: Buffer[] = []
  let hasEnded = false
  for (let at = 8; at + 12 <= data.length; ) {
    const end = at + 12 + data.readUInt32BE(at)
    const type = data.toString('latin1', at + 4, at + 8)
    if (type === 'IEND') break
    if (type === 'PLTE') return null
    if (type === 'IDAT' && hasEnded) return null
    if (type === 'IDAT') parts.push(data.subarray(at + 8, end - 4))
    else hasEnded = parts.length > 0
    at = end
  }
  return Buffer.concat(parts)
}

function unpacked(packed: Buffer, mostBytes: number): Buffer | null {
  try {
    return inflateSync(packed, { maxOutputLength: mostBytes })
  } catch {
    return null
  }
}
