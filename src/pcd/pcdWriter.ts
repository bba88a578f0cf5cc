import { headerText } from './headerText.ts'
import { type PcdEncoding, type PcdField, pointBytes } from './pcdHeader.ts'
import { NUMBER_BYTES, putFloat32, putFloat64, putInteger } from './putNumber.ts'

const HASH_BITS = 14
const REACH = 8192
const MAX_COPY = 264
const MAX_LITERALS = 32

/** Packs bytes as LZF (see LzfDecoder); at worst 1/32 longer than the input. */
export function lzfEncode(input: Uint8Array): Uint8Array {
  const out = new Uint8Array(input.length + Math.ceil(input.length / MAX_LITERALS) + 16)
  const lastSeen = new Int32Array(1 << HASH_BITS).fill(-1)
  let end = 0
  let literalStart = 0
  const putLiterals = (until: number): void => {
    while (literalStart < until) {
      const run = Math.min(MAX_LITERALS, until - literalStart)
      out[end++] = run - 1
      out.set(input.subarray(literalStart, literalStart + run), end)
      end += run
      literalStart += run
    }
  }
  let at = 0
  while (at + 2 < input.length) {
    const triple = (input[at] << 16) | (input[at + 1] << 8) | input[at + 2]
    const slot = Math.imul(triple, 0x9e3779b1) >>> (32 - HASH_BITS)
    const from = lastSeen[slot]
    lastSeen[slot] = at
    const length = from >= 0 && at - from <= REACH ? matchLength(input, from, at) : 0
    if (length < 3) {
      at++
      continue
    }
    putLiterals(at)
    const distance = at - from - 1
    const shown = length - 2
    if (shown < 7) out[end++] = (shown << 5) | (distance >> 8)
    else {
      out[end++] = (7 << 5) | (distance >> 8)
      out[end++] = shown - 7
    }
    out[end++] = distance & 255
    at += length
    literalStart = at
  }
  putLiterals(input.length)
  return out.subarray(0, end)
}

function matchLength(input: Uint8Array, from: number, at: number): number {
  const most = Math.min(MAX_COPY, input.length - at)
  let length = 0
  while (length < most && input[from + length] === input[at + length]) length++
  return length
}

/** Points to be written. `{ ...cloud.header, ...cloud }` of a PcdCloud fits. */
export interface WritablePcd {
  /** x y z of each point; Float32Array is written as F4, Float64Array as F8. */
  positions: Float32Array | Float64Array
  intensity?: Float32Array
  /** Three a point; written as one packed U4 `rgb`, which unlike PCL's older F4 survives as text. */
  rgb?: Uint8Array
  /** One a point; written as U4 `label_key`. */
  labels?: Uint32Array
  /** 1 × the number of points when left out. */
  width?: number
  height?: number
  /** Seven numbers, one space between. */
  viewpoint?: string
}

/** A field with how to get and put its value. */
interface Column {
  field: PcdField
  value: (index: number) => number
  put: (out: Uint8Array, at: number, value: number) => number
  set: (view: DataView, at: number, value: number) => void
}

/** A whole PCD 0.7 file. Reading it gives back exactly the same bits, in every encoding. */
export function writePcd(points: WritablePcd, encoding: PcdEncoding): Uint8Array {
  const count = points.positions.length / 3
  const columns = columnsOf(points)
  const fields = columns.map((column) => column.field)
  const { width = count, height = 1, viewpoint } = points
  if (width * height !== count) throw new RangeError(`${width} × ${height} is not ${count} points`)
  const header = new TextEncoder().encode(
    headerText({ fields, width, height, encoding, ...(viewpoint !== undefined && { viewpoint }) }),
  )
  if (encoding === 'ascii') return concatenated([header, asciiPayload(columns, count)])
  if (encoding === 'binary') return concatenated([header, records(points, columns, count)])
  const packed = lzfEncode(planes(columns, count))
  const sizes = new DataView(new ArrayBuffer(8))
  sizes.setUint32(0, packed.length, true)
  sizes.setUint32(4, pointBytes(fields) * count, true)
  return concatenated([header, new Uint8Array(sizes.buffer), packed])
}

function columnsOf({ positions, intensity, rgb, labels }: WritablePcd): Column[] {
  const float32: Pick<Column, 'put' | 'set'> = {
    put: putFloat32,
    set: (view, at, value) => view.setFloat32(at, value, true),
  }
  const float64: Pick<Column, 'put' | 'set'> = {
    put: putFloat64,
    set: (view, at, value) => view.setFloat64(at, value, true),
  }
  const uint32: Pick<Column, 'put' | 'set'> = {
    put: (out, at, value) => (value < 2 ** 31 ? putInteger(out, at, value) : putFloat64(out, at, value)),
    set: (view, at, value) => view.setUint32(at, value, true),
  }
  const wide = positions instanceof Float64Array
  const columns: Column[] = ['x', 'y', 'z'].map((name, axis) => ({
    field: { name, size: wide ? 8 : 4, type: 'F', count: 1 },
    value: (index) => positions[index * 3 + axis],
    ...(wide ? float64 : float32),
  }))
  if (intensity !== undefined) {
    const field: PcdField = { name: 'intensity', size: 4, type: 'F', count: 1 }
    columns.push({ field, value: (index) => intensity[index], ...float32 })
  }
  if (rgb !== undefined) {
    const value = (index: number) => (rgb[index * 3] << 16) | (rgb[index * 3 + 1] << 8) | rgb[index * 3 + 2]
    columns.push({ field: { name: 'rgb', size: 4, type: 'U', count: 1 }, value, ...uint32 })
  }
  if (labels !== undefined) {
    const field: PcdField = { name: 'label_key', size: 4, type: 'U', count: 1 }
    columns.push({ field, value: (index) => labels[index], ...uint32 })
  }
  return columns
}

function asciiPayload(columns: readonly Column[], count: number): Uint8Array {
  const parts: Uint8Array[] = []
  const most = columns.length * NUMBER_BYTES
  let out = new Uint8Array(1 << 16)
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + most > out.length) {
      parts.push(out.subarray(0, at))
      out = new Uint8Array(1 << 20)
      at = 0
    }
    for (const column of columns) {
      at = column.put(out, at, column.value(index))
      out[at++] = 32
    }
    out[at - 1] = 10
  }
  return concatenated([...parts, out.subarray(0, at)])
}

function records({ positions }: WritablePcd, columns: readonly Column[], count: number): Uint8Array {
  // A cloud with only x y z has the same layout in memory as in the file (every supported platform is little-endian).
  if (columns.length === 3) return new Uint8Array(positions.buffer, positions.byteOffset, positions.byteLength)
  const stride = pointBytes(columns.map((column) => column.field))
  const view = new DataView(new ArrayBuffer(stride * count))
  let offset = 0
  for (const column of columns) {
    for (let index = 0; index < count; index++) column.set(view, index * stride + offset, column.value(index))
    offset += column.field.size
  }
  return new Uint8Array(view.buffer)
}

function planes(columns: readonly Column[], count: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(pointBytes(columns.map((column) => column.field)) * count))
  let at = 0
  for (const column of columns) {
    for (let index = 0; index < count; index++, at += column.field.size) column.set(view, at, column.value(index))
  }
  return new Uint8Array(view.buffer)
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
