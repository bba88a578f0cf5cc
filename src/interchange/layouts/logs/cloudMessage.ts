import type { Pose } from '../../../geometry/pose.ts'
import { countOf, type Fields, fieldsOf, memberBytes, memberOf, memberText, numberOf } from './fieldsOf.ts'
import { messagePose } from './messagePose.ts'

export type NumberKind = 'I1' | 'U1' | 'I2' | 'U2' | 'I4' | 'U4' | 'F4' | 'F8'

export interface CloudField {
  name: string
  kind: NumberKind
  /** The place of its first byte in a point. */
  offset: number
  /** Numbers a point. */
  count: number
}

/** Points as a message holds them: rows of `width` points, each `stride` bytes. */
export interface CloudMessage {
  width: number
  height: number
  stride: number
  rowBytes: number
  isBigEndian: boolean
  fields: readonly CloudField[]
  data: Uint8Array
  /** When each point's `offset_time` counts from, in ns; null where the frame's time is meant. */
  timeBaseNs: bigint | null
}

/** sensor_msgs/PointField and foxglove.NumericType number their types differently. */
const ROS_KINDS: readonly (NumberKind | null)[] = [null, 'I1', 'U1', 'I2', 'U2', 'I4', 'U4', 'F4', 'F8']
const FOXGLOVE_KINDS: readonly (NumberKind | null)[] = [null, 'U1', 'I1', 'U2', 'I2', 'U4', 'I4', 'F4', 'F8']
const FOXGLOVE_NAMES: readonly string[] = [
  'UNKNOWN',
  'UINT8',
  'INT8',
  'UINT16',
  'INT16',
  'UINT32',
  'INT32',
  'FLOAT32',
  'FLOAT64',
]

export const CLOUD_SCHEMAS: ReadonlySet<string> = new Set([
  'sensor_msgs/PointCloud2',
  'foxglove.PointCloud',
  'livox_ros_driver2/CustomMsg',
])

/** The number of points by the first members of a message; null where it does not say. */
export function pointsOf(schemaName: string, start: Fields): number | null {
  if (schemaName === 'livox_ros_driver2/CustomMsg') return countOf(start.point_num)
  if (schemaName === 'sensor_msgs/PointCloud2') {
    const [width, height] = [countOf(start.width), countOf(start.height)]
    return width === null || height === null ? null : width * height
  }
  const stride = countOf(start.point_stride)
  const { data } = start
  const bytes = typeof data === 'string' ? Math.floor((data.length * 3) / 4) : (memberBytes(data)?.length ?? null)
  return stride && bytes !== null ? Math.floor(bytes / stride) : null
}

/** Where foxglove.PointCloud puts its points within its coordinate frame; null for others. */
export const cloudOrigin = (schemaName: string, message: Fields): Pose | null =>
  schemaName === 'foxglove.PointCloud' ? messagePose(message.pose) : null

/** @throws Error with a sentence that says what of the message does not fit */
export function cloudMessage(schemaName: string, message: Fields): CloudMessage {
  if (schemaName === 'livox_ros_driver2/CustomMsg') return livoxCloud(message)
  const data = memberBytes(message.data)
  if (!data) throw new Error('the message has no bytes of points')
  return schemaName === 'foxglove.PointCloud' ? foxgloveCloud(message, data) : rosCloud(message, data)
}

function rosCloud(message: Fields, data: Uint8Array): CloudMessage {
  const { width, height, stride } = sizes(message.width, message.height, message.point_step)
  const rowBytes = height > 1 ? (countOf(message.row_step) ?? 0) : width * stride
  const fields = listOf(message.fields).map((field) => {
    const kind = ROS_KINDS[countOf(field.datatype) ?? 0]
    return fieldOf(field, kind, countOf(field.count) ?? 1)
  })
  return checked({
    width,
    height,
    stride,
    rowBytes,
    isBigEndian: message.is_bigendian === true,
    fields,
    data,
    timeBaseNs: null,
  })
}

function foxgloveCloud(message: Fields, data: Uint8Array): CloudMessage {
  const stride = countOf(message.point_stride) ?? 0
  const count = stride > 0 ? data.length / stride : 0
  if (!Number.isInteger(count)) throw new Error(`expected a multiple of ${stride} bytes, found ${data.length}`)
  const fields = listOf(message.fields).map((field) => {
    const type = typeof field.type === 'string' ? FOXGLOVE_NAMES.indexOf(field.type) : (countOf(field.type) ?? 0)
    return fieldOf(field, FOXGLOVE_KINDS[type] ?? null, 1)
  })
  return checked({
    width: count,
    height: 1,
    stride,
    rowBytes: count * stride,
    isBigEndian: false,
    fields,
    data,
    timeBaseNs: null,
  })
}

const LIVOX_FIELDS: readonly CloudField[] = [
  { name: 'x', kind: 'F4', offset: 0, count: 1 },
  { name: 'y', kind: 'F4', offset: 4, count: 1 },
  { name: 'z', kind: 'F4', offset: 8, count: 1 },
  { name: 'offset_time', kind: 'U4', offset: 12, count: 1 },
  { name: 'reflectivity', kind: 'U1', offset: 16, count: 1 },
  { name: 'tag', kind: 'U1', offset: 17, count: 1 },
  { name: 'line', kind: 'U1', offset: 18, count: 1 },
]
const LIVOX_STRIDE = 19

/** Livox sends a record a point instead of rows of bytes. */
function livoxCloud(message: Fields): CloudMessage {
  const points = listOf(message.points)
  const data = new Uint8Array(points.length * LIVOX_STRIDE)
  const view = new DataView(data.buffer)
  points.forEach((point, index) => {
    const at = index * LIVOX_STRIDE
    view.setFloat32(at, Number(point.x), true)
    view.setFloat32(at + 4, Number(point.y), true)
    view.setFloat32(at + 8, Number(point.z), true)
    view.setUint32(at + 12, Number(point.offset_time), true)
    view.setUint8(at + 16, Number(point.reflectivity))
    view.setUint8(at + 17, Number(point.tag))
    view.setUint8(at + 18, Number(point.line))
  })
  const base = typeof message.timebase === 'bigint' ? message.timebase : BigInt(countOf(message.timebase) ?? 0)
  return checked({
    width: points.length,
    height: 1,
    stride: LIVOX_STRIDE,
    rowBytes: data.length,
    isBigEndian: false,
    fields: LIVOX_FIELDS,
    data,
    timeBaseNs: base > 0n ? base : null,
  })
}

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])

function sizes(width: unknown, height: unknown, stride: unknown) {
  const found = { width: countOf(width), height: countOf(height), stride: countOf(stride) }
  if (found.width === null || found.height === null || !found.stride)
    throw new Error('the message does not say how many points it has')
  return { width: found.width, height: found.height, stride: found.stride }
}

function fieldOf(field: Fields, kind: NumberKind | null, count: number): CloudField {
  const name = memberText(field.name)
  const offset = numberOf(field.offset)
  if (!kind || offset === null)
    throw new Error(
      `the field "${name.slice(0, 64)}" has the unknown type ${String(memberOf(field, 'datatype', 'type'))}`,
    )
  // Drivers write a count of 0 for one number.
  return { name, kind, offset, count: Math.max(1, count) }
}

const bytesOfKind = (kind: NumberKind): number => Number(kind[1])

function checked(cloud: CloudMessage): CloudMessage {
  const { width, height, stride, rowBytes, fields, data } = cloud
  if (width * height === 0) throw new Error('the cloud has 0 points')
  if (rowBytes < width * stride) throw new Error(`a row has ${rowBytes} bytes, ${width} points need ${width * stride}`)
  // The last row may lack its padding.
  const needed = (height - 1) * rowBytes + width * stride
  if (data.length < needed) throw new Error(`expected ${needed} bytes of points, found ${data.length}`)
  for (const name of ['x', 'y', 'z'])
    if (fields.find((field) => field.name === name)?.count !== 1) throw new Error(`the cloud has no ${name}`)
  for (const { name, kind, offset, count } of fields)
    if (offset + bytesOfKind(kind) * count > stride)
      throw new Error(`the field "${name.slice(0, 64)}" ends after its point`)
  return cloud
}

/** Reads the first number of a field, at its place in a point. */
export function fieldReader({ kind }: CloudField, isBigEndian: boolean): (view: DataView, at: number) => number {
  const little = !isBigEndian
  switch (kind) {
    case 'I1':
      return (view, at) => view.getInt8(at)
    case 'U1':
      return (view, at) => view.getUint8(at)
    case 'I2':
      return (view, at) => view.getInt16(at, little)
    case 'U2':
      return (view, at) => view.getUint16(at, little)
    case 'I4':
      return (view, at) => view.getInt32(at, little)
    case 'U4':
      return (view, at) => view.getUint32(at, little)
    case 'F4':
      return (view, at) => view.getFloat32(at, little)
    case 'F8':
      return (view, at) => view.getFloat64(at, little)
  }
}
