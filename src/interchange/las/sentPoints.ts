import { MAX_CLOUD_POINTS } from '../../model/limits.ts'
import {
  EXTRA_BYTES,
  EXTRA_RECORD,
  EXTRA_USER,
  FIRST_WIDE_FORMAT,
  HEADER_BYTES,
  INSTANCE,
  POINT_BYTES,
  POINT_INDEX,
  VLR_HEADER_BYTES,
} from './layout.ts'

/** The header size of LAS 1.2, the oldest version that is read. */
const LEAST_HEADER_BYTES = 227
/** Limits the bytes before the points; a longer head is not believed. */
const MAX_HEAD_BYTES = 16 * 1024 * 1024
const COMPRESSED = 0x80

/** The class and instance of each point of a file, and its place in the labelled cloud where the file says it. */
export interface SentLasPoints {
  classes: Uint8Array
  instances: Uint32Array
  places: Uint32Array | null
}

/** Reads a LAS file as its bytes arrive; the header's point count allocates nothing. @throws Error */
export async function readLasPoints(bytes: AsyncIterable<Uint8Array>): Promise<SentLasPoints> {
  let head: Uint8Array = new Uint8Array()
  let layout: Layout | null = null
  let rest: Uint8Array = new Uint8Array()
  const points = new GrowingPoints()
  for await (const chunk of bytes) {
    if (!layout) {
      head = joined(head, chunk)
      layout = layoutOf(head)
      if (!layout) continue
      rest = head.subarray(layout.pointsAt)
      head = new Uint8Array()
    } else rest = joined(rest, chunk)
    rest = points.take(rest, layout)
  }
  if (!layout) throw new Error('it ends within its header')
  return points.finish(layout)
}

interface Layout {
  pointsAt: number
  stride: number
  count: number
  isWide: boolean
  /** Offset from the first byte of a point; null if the file has no instances. */
  instanceAt: number | null
  placeAt: number | null
}

/** null while bytes are missing. */
function layoutOf(head: Uint8Array): Layout | null {
  if (head.length < LEAST_HEADER_BYTES) return null
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (textOf(head, 0, 4) !== 'LASF' || head[24] !== 1) throw new Error('it is no LAS file')
  const [headerBytes, pointsAt] = [view.getUint16(94, true), view.getUint32(96, true)]
  if (pointsAt > MAX_HEAD_BYTES || pointsAt < headerBytes) throw new Error(`its points begin at byte ${pointsAt}`)
  if (head.length < Math.max(pointsAt, headerBytes)) return null
  const format = head[104]
  if ((format & COMPRESSED) !== 0) throw new Error('it is compressed (LAZ): unpack it to LAS')
  const stride = view.getUint16(105, true)
  if (!(format < POINT_BYTES.length && stride >= POINT_BYTES[format]))
    throw new Error(`point format ${format} of ${stride} bytes`)
  const isLong = headerBytes >= HEADER_BYTES
  const count = isLong && head[25] >= 4 ? Number(view.getBigUint64(247, true)) : view.getUint32(107, true)
  if (count > MAX_CLOUD_POINTS) throw new Error(`it has ${count} points, at most ${MAX_CLOUD_POINTS} are read`)
  const extras = extrasOf(head.subarray(headerBytes, pointsAt))
  const placeOf = (name: string) => {
    const extra = extras.get(name)
    const at = extra === undefined ? null : POINT_BYTES[format] + extra
    return at !== null && at + 4 <= stride ? at : null
  }
  return {
    pointsAt,
    stride,
    count,
    isWide: format >= FIRST_WIDE_FORMAT,
    instanceAt: placeOf(INSTANCE),
    placeAt: placeOf(POINT_INDEX),
  }
}

/** Bytes of the types of extra dimensions, in the order of the specification. */
const TYPE_BYTES = [0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8]
const UINT32 = 5

/** Extra dimensions of 32 bits, by name, with their offset after the point's own bytes. */
function extrasOf(records: Uint8Array): Map<string, number> {
  const found = new Map<string, number>()
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength)
  for (let at = 0; at + VLR_HEADER_BYTES <= records.length; ) {
    const length = view.getUint16(at + 20, true)
    const start = at + VLR_HEADER_BYTES
    if (textOf(records, at + 2, 16) === EXTRA_USER && view.getUint16(at + 18, true) === EXTRA_RECORD) {
      let offset = 0
      for (let one = start; one + EXTRA_BYTES <= Math.min(start + length, records.length); one += EXTRA_BYTES) {
        const type = records[one + 2]
        if (type === UINT32) found.set(textOf(records, one + 4, 32), offset)
        offset += type === 0 ? records[one + 3] : (TYPE_BYTES[type] ?? 0)
      }
    }
    at = start + length
  }
  return found
}

const textOf = (bytes: Uint8Array, at: number, length: number): string =>
  new TextDecoder('latin1').decode(bytes.subarray(at, at + length)).replace(/\0.*$/s, '')

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

/** Labels that grow with the bytes that came. */
class GrowingPoints {
  #classes = new Uint8Array(1024)
  #instances = new Uint32Array(1024)
  #places = new Uint32Array(1024)
  #count = 0

  /** Returns the bytes of an incomplete point. */
  take(bytes: Uint8Array, { stride, count, isWide, instanceAt, placeAt }: Layout): Uint8Array {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let at = 0
    for (; at + stride <= bytes.length && this.#count < count; at += stride) {
      if (this.#count === this.#classes.length) this.#grow()
      this.#classes[this.#count] = isWide ? bytes[at + 16] : bytes[at + 15] & 0x1f
      this.#instances[this.#count] = instanceAt === null ? 0 : view.getUint32(at + instanceAt, true)
      this.#places[this.#count] = placeAt === null ? 0 : view.getUint32(at + placeAt, true)
      this.#count++
    }
    return this.#count === count ? new Uint8Array() : bytes.subarray(at)
  }

  finish({ count, placeAt }: Layout): SentLasPoints {
    if (this.#count < count) throw new Error(`it ends after ${this.#count} of ${count} points`)
    return {
      classes: this.#classes.subarray(0, count),
      instances: this.#instances.subarray(0, count),
      places: placeAt === null ? null : this.#places.subarray(0, count),
    }
  }

  #grow(): void {
    const length = 2 * this.#classes.length
    const [classes, instances, places] = [this.#classes, this.#instances, this.#places]
    this.#classes = new Uint8Array(length)
    this.#instances = new Uint32Array(length)
    this.#places = new Uint32Array(length)
    this.#classes.set(classes)
    this.#instances.set(instances)
    this.#places.set(places)
  }
}
