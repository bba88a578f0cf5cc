import { headerText } from '../../../pcd/headerText.ts'
import type { PcdField } from '../../../pcd/pcdHeader.ts'
import { type CloudField, type CloudMessage, fieldReader } from './cloudMessage.ts'
import { pointTimes } from './pointTimes.ts'

const MAX_NAME_LENGTH = 64
const COORDINATES: readonly string[] = ['x', 'y', 'z']

/** Bytes that go from a point of the message to a point of the file as they are. */
interface Copy {
  from: number
  to: number
  bytes: number
}

interface Conversion {
  from: number
  to: number
  read(view: DataView, at: number): number
}

/**
 * The cloud as a binary PCD: x, y and z first, other fields under their names, rows and NaN kept, and the time of each
 * point relative to `timeNs` as `time_ns` where the message has one.
 */
export function cloudPcd(cloud: CloudMessage, timeNs: bigint): Uint8Array {
  const ordered = [
    ...COORDINATES.map((name) => cloud.fields.find((field) => field.name === name)).filter(
      (field) => field !== undefined,
    ),
    ...distinct(cloud.fields.filter(({ name }) => !COORDINATES.includes(name))),
  ]
  const times = cloud.fields.some(({ name }) => name === 'time_ns') ? null : pointTimes(cloud, timeNs)
  const { fields, copies, conversions, stride } = plan(ordered, cloud.isBigEndian)
  const outStride = stride + (times ? 8 : 0)
  const { width, height } = cloud
  const named: PcdField[] = times ? [...fields, { name: 'time_ns', size: 8, type: 'I', count: 1 }] : fields
  const header = new TextEncoder().encode(headerText({ fields: named, width, height, encoding: 'binary' }))
  const file = new Uint8Array(header.length + width * height * outStride)
  file.set(header)
  const points = { file, start: header.length, stride: outStride }
  copyPoints(cloud, points, copies)
  convertPoints(cloud, points, conversions)
  if (times) putTimes(times, points, stride)
  return file
}

interface Points {
  file: Uint8Array
  start: number
  stride: number
}

function plan(ordered: readonly CloudField[], isBigEndian: boolean) {
  const copies: Copy[] = []
  const conversions: Conversion[] = []
  const fields: PcdField[] = []
  let stride = 0
  for (const [place, field] of ordered.entries()) {
    const size = Number(field.kind[1])
    const isCoordinate = place < COORDINATES.length
    if (isCoordinate && field.kind[0] !== 'F') {
      conversions.push({ from: field.offset, to: stride, read: fieldReader(field, isBigEndian) })
      fields.push({ name: field.name, size: 4, type: 'F', count: 1 })
      stride += 4
      continue
    }
    fields.push({ name: field.name, size, type: field.kind[0] as PcdField['type'], count: field.count })
    if (isBigEndian && size > 1)
      for (let byte = 0; byte < size * field.count; byte++) {
        const within = byte % size
        copies.push({ from: field.offset + byte - within + size - 1 - within, to: stride + byte, bytes: 1 })
      }
    else append(copies, { from: field.offset, to: stride, bytes: size * field.count })
    stride += size * field.count
  }
  return { fields, copies, conversions, stride }
}

/** Neighbouring fields are copied in one piece. */
function append(copies: Copy[], copy: Copy): void {
  const last = copies.at(-1)
  if (last && last.from + last.bytes === copy.from && last.to + last.bytes === copy.to) last.bytes += copy.bytes
  else copies.push(copy)
}

function copyPoints(cloud: CloudMessage, { file, start, stride }: Points, copies: readonly Copy[]): void {
  const { data, width, height, rowBytes } = cloud
  const [only] = copies
  const isWhole = copies.length === 1 && only.bytes === stride && cloud.stride === stride
  for (let row = 0; row < height; row++) {
    const rowStart = row * rowBytes
    const outStart = start + row * width * stride
    if (isWhole) {
      file.set(data.subarray(rowStart, rowStart + width * stride), outStart)
      continue
    }
    for (const { from, to, bytes } of copies)
      for (let point = 0; point < width; point++) {
        const source = rowStart + point * cloud.stride + from
        const target = outStart + point * stride + to
        for (let byte = 0; byte < bytes; byte++) file[target + byte] = data[source + byte]
      }
  }
}

function convertPoints(cloud: CloudMessage, { file, start, stride }: Points, conversions: readonly Conversion[]): void {
  const { data, width, height, rowBytes } = cloud
  const source = new DataView(data.buffer, data.byteOffset, data.length)
  const target = new DataView(file.buffer, start)
  for (const { from, to, read } of conversions)
    for (let row = 0; row < height; row++)
      for (let point = 0; point < width; point++)
        target.setFloat32(
          (row * width + point) * stride + to,
          read(source, row * rowBytes + point * cloud.stride + from),
          true,
        )
}

function putTimes(times: Float64Array, { file, start, stride }: Points, offset: number): void {
  const target = new DataView(file.buffer, start)
  for (const [point, timeNs] of times.entries()) {
    const at = point * stride + offset
    target.setUint32(at, timeNs >>> 0, true)
    target.setInt32(at + 4, Math.floor(timeNs / 2 ** 32), true)
  }
}

/** Names that a PCD can hold, each once; of several equal ones the first stays. */
function distinct(fields: readonly CloudField[]): CloudField[] {
  const names = new Map<string, CloudField>()
  for (const field of fields) {
    const name = field.name.replace(/[^\x21-\x7e]/g, '_').slice(0, MAX_NAME_LENGTH)
    // "_" is the name of padding.
    if (!/^_*$/.test(name) && !COORDINATES.includes(name.toLowerCase()) && !names.has(name))
      names.set(name, { ...field, name })
  }
  return [...names.values()]
}
