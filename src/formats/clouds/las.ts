import { PcdError } from '../../pcd/pcdError.ts'
import type { PcdLimits } from '../../pcd/pcdLimits.ts'
import type { ByteSource } from './byteSource.ts'
import { checkPointCount, type PointRows, pcdOfRows } from './pointRows.ts'

/** The header of LAS 1.0, the shortest there is. */
const LEAST_HEADER_BYTES = 227
const HEADER_BYTES_OF_14 = 375
/** Records before the points. Files of surveys have megabytes of them, none has this many. */
const MAX_HEAD_BYTES = 256 * 1024 * 1024
/** Bytes of the point formats 0 to 10, without extra dimensions (LAS 1.4 R15, table 7 on). */
const POINT_BYTES = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67]
/** Where red begins in each point format that has colours; green and blue follow, 16 bits each. */
const COLOUR_OFFSET = new Map([
  [2, 20],
  [3, 28],
  [5, 28],
  [7, 30],
  [8, 30],
  [10, 30],
])
/** Set in the number of the point format where the points are compressed. */
export const LAZ_BIT = 0x80
export const POINT_FORMAT_OFFSET = 104
const ROWS_LOOKED_AT = 4096

/**
 * Converts the points of a LAS file (1.0 to 1.4, all point formats) to a PCD, in their order: coordinates are
 * X × scale + offset in float64, intensity as in the file, colours as 8 bits.
 *
 * @throws PcdError
 */
export async function* pcdOfLas(source: ByteSource, limits: PcdLimits): AsyncGenerator<Uint8Array> {
  const head = await source.peek(LEAST_HEADER_BYTES)
  if (head.length < LEAST_HEADER_BYTES) fail(`byte ${head.length}: the file ends within its header`)
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const [headerBytes, pointsAt] = [view.getUint16(94, true), view.getUint32(96, true)]
  const { [POINT_FORMAT_OFFSET]: format, 24: major, 25: minor } = head
  if (major !== 1 || minor > 4) fail(`byte 24: expected LAS 1.0 to 1.4, found ${major}.${minor}`)
  if (headerBytes < LEAST_HEADER_BYTES) fail(`byte 94: a header of ${headerBytes} bytes, at least 227 are expected`)
  if (pointsAt < headerBytes || pointsAt > MAX_HEAD_BYTES) fail(`byte 96: points that begin at byte ${pointsAt}`)
  const rowBytes = view.getUint16(105, true)
  if (format >= POINT_BYTES.length) fail(`byte 104: expected a point format from 0 to 10, found ${format}`)
  if (rowBytes < POINT_BYTES[format])
    fail(`byte 105: points of ${rowBytes} bytes, format ${format} has at least ${POINT_BYTES[format]}`)
  const count = await pointCount(source, { isLong: minor >= 4 && headerBytes >= HEADER_BYTES_OF_14 })
  checkPointCount(count, limits)
  const axis = (index: number) => {
    const scale = view.getFloat64(131 + 8 * index, true)
    const offset = view.getFloat64(155 + 8 * index, true)
    if (!Number.isFinite(scale) || scale === 0) fail(`byte ${131 + 8 * index}: a scale of ${scale}`)
    if (!Number.isFinite(offset)) fail(`byte ${155 + 8 * index}: an offset of ${offset}`)
    return (row: DataView, at: number) => row.getInt32(at + 4 * index, true) * scale + offset
  }
  const rows: PointRows = {
    count,
    rowBytes,
    coordinates: [axis(0), axis(1), axis(2)],
    intensity: (row, at) => row.getUint16(at + 12, true),
  }
  if ((await source.skip(pointsAt)) < pointsAt) fail(`byte ${source.offset}: the file ends before its points`)
  const colourAt = COLOUR_OFFSET.get(format)
  yield* pcdOfRows(source, colourAt === undefined ? rows : { ...rows, colour: await colours(source, rows, colourAt) })
}

async function pointCount(source: ByteSource, { isLong }: { isLong: boolean }): Promise<number> {
  const head = await source.peek(isLong ? HEADER_BYTES_OF_14 : LEAST_HEADER_BYTES)
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const short = view.getUint32(107, true)
  if (!isLong) return short
  if (head.length < HEADER_BYTES_OF_14) fail(`byte ${head.length}: the file ends within its header`)
  const long = Number(view.getBigUint64(247, true))
  return long === 0 ? short : long
}

/** Colours have 16 bits. Many programs write 8 into them, which the first points show. */
async function colours(source: ByteSource, { count, rowBytes }: PointRows, colourAt: number) {
  const looked = Math.min(count, ROWS_LOOKED_AT)
  const bytes = await source.peek(looked * rowBytes)
  const sample = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let most = 0
  for (let at = colourAt; at + 6 <= Math.min(bytes.length, looked * rowBytes); at += rowBytes) {
    for (let channel = 0; channel < 6; channel += 2) most = Math.max(most, sample.getUint16(at + channel, true))
  }
  const shift = most > 255 ? 8 : 0
  return (row: DataView, at: number) => {
    const channel = (index: number) => (row.getUint16(at + colourAt + 2 * index, true) >> shift) & 0xff
    return (channel(0) << 16) | (channel(1) << 8) | channel(2)
  }
}

function fail(message: string): never {
  throw new PcdError([{ message }])
}
