import type { parse } from '@foxglove/rosmsg'

export type MessageDefinition = ReturnType<typeof parse>[number]
type MessageField = MessageDefinition['definitions'][number]

const MAX_DEPTH = 32
/** Beyond one value a byte, which only types without members need. */
const SPARE_VALUES = 10_000

/**
 * Reads messages in the serialization of ROS 1 (http://wiki.ros.org/roscpp/Internal), value by value.
 *
 * Libraries for it make JavaScript of the definition, names included, which a log from anywhere must not decide.
 */
export class Ros1Reader {
  readonly #root: readonly MessageField[]
  readonly #types: ReadonlyMap<string, readonly MessageField[]>

  /** @throws Error where there is no definition. */
  constructor(definitions: readonly MessageDefinition[]) {
    const root = definitions.find(({ name }) => name === undefined) ?? definitions[0]
    if (!root) throw new Error('the definition of the message is empty')
    this.#root = root.definitions
    this.#types = new Map(definitions.map((one) => [one.name ?? '', one.definitions]))
  }

  /** @throws Error where the bytes end too early, or the definition does not fit. */
  read(bytes: Uint8Array): Record<string, unknown> {
    return this.#message(this.#root, new Cursor(bytes), 0)
  }

  #message(fields: readonly MessageField[], cursor: Cursor, depth: number): Record<string, unknown> {
    if (depth > MAX_DEPTH) throw new Error('the definition of the message is nested too deeply')
    const values: Record<string, unknown> = {}
    for (const field of fields) if (!field.isConstant) values[field.name] = this.#value(field, cursor, depth)
    return values
  }

  #value(field: MessageField, cursor: Cursor, depth: number): unknown {
    if (!field.isArray) return this.#one(field, cursor, depth)
    const length = field.arrayLength ?? cursor.uint32()
    if (field.type === 'uint8' || field.type === 'byte' || field.type === 'char') return cursor.bytes(length)
    const values: unknown[] = []
    for (let n = 0; n < length; n++) values.push(this.#one(field, cursor, depth))
    return values
  }

  #one({ type, isComplex }: MessageField, cursor: Cursor, depth: number): unknown {
    cursor.count()
    if (!isComplex) {
      const read = primitives.get(type)
      if (!read) throw new Error(`the type ${type} is not known`)
      return read(cursor)
    }
    const fields = this.#types.get(type)
    if (!fields) throw new Error(`the definition of ${type} is missing`)
    return this.#message(fields, cursor, depth + 1)
  }
}

/** A place in a message. Everything is little-endian, without padding. */
class Cursor {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0
  #valuesLeft: number

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#valuesLeft = bytes.length + SPARE_VALUES
  }

  /** Types without members take no bytes, so that their number alone could be endless. */
  count(): void {
    if (--this.#valuesLeft < 0) throw new Error('the message has more values than bytes')
  }

  uint32(): number {
    return this.take(4, (view, at) => view.getUint32(at, true))
  }

  bytes(length: number): Uint8Array {
    const start = this.#at
    if (start + length > this.#bytes.length)
      throw new Error(`byte ${start}: expected ${length} bytes, found ${this.#bytes.length - start}`)
    this.#at += length
    return this.#bytes.subarray(start, this.#at)
  }

  take<T>(size: number, read: (view: DataView, at: number) => T): T {
    const at = this.#at
    if (at + size > this.#bytes.length)
      throw new Error(`byte ${at}: expected ${size} bytes, found ${this.#bytes.length - at}`)
    this.#at += size
    return read(this.#view, at)
  }
}

const textDecoder = new TextDecoder()
const uint8 = (cursor: Cursor) => cursor.take(1, (view, at) => view.getUint8(at))
const int8 = (cursor: Cursor) => cursor.take(1, (view, at) => view.getInt8(at))
const int32 = (cursor: Cursor) => cursor.take(4, (view, at) => view.getInt32(at, true))

const primitives: ReadonlyMap<string, (cursor: Cursor) => unknown> = new Map<string, (cursor: Cursor) => unknown>([
  ['bool', (cursor) => uint8(cursor) !== 0],
  ['int8', int8],
  ['uint8', uint8],
  ['byte', int8],
  ['char', uint8],
  ['int16', (cursor) => cursor.take(2, (view, at) => view.getInt16(at, true))],
  ['uint16', (cursor) => cursor.take(2, (view, at) => view.getUint16(at, true))],
  ['int32', int32],
  ['uint32', (cursor) => cursor.uint32()],
  ['int64', (cursor) => cursor.take(8, (view, at) => view.getBigInt64(at, true))],
  ['uint64', (cursor) => cursor.take(8, (view, at) => view.getBigUint64(at, true))],
  ['float32', (cursor) => cursor.take(4, (view, at) => view.getFloat32(at, true))],
  ['float64', (cursor) => cursor.take(8, (view, at) => view.getFloat64(at, true))],
  ['string', (cursor) => textDecoder.decode(cursor.bytes(cursor.uint32()))],
  ['time', (cursor) => ({ sec: cursor.uint32(), nsec: cursor.uint32() })],
  ['duration', (cursor) => ({ sec: int32(cursor), nsec: int32(cursor) })],
])
