import type { SourceFile } from '../layout.ts'
import { ForwardBytes } from './forwardBytes.ts'
import {
  type LogChannel,
  type LogMessage,
  type LogReader,
  MAX_CHUNK_BYTES,
  type MessagePlace,
  notWhole,
  schemaNameOf,
  type Walk,
} from './logReader.ts'
import { decoderOf, type MessageDecoder } from './messageDecoder.ts'
import { type Compression, unpack } from './unpack.ts'
import { UnpackedChunks } from './unpackedChunks.ts'

const MAGIC = '#ROSBAG V2.0\n'
const OP = { message: 2, chunk: 5, connection: 7 } as const
const MAX_HEADER_BYTES = 1024 * 1024
const NS_A_SECOND = 1_000_000_000n

/** Values of a record's header by their names. */
type Header = ReadonlyMap<string, Uint8Array>

interface RecordPlace {
  header: Header
  /** The place of its data in the file. */
  start: number
  length: number
}

export const ROSBAG1_START_BYTES = MAGIC.length
export const isRosbag1 = (start: Uint8Array): boolean =>
  new TextDecoder().decode(start.subarray(0, MAGIC.length)) === MAGIC

/**
 * A bag of ROS 1, version 2.0 (http://wiki.ros.org/Bags/Format/2.0), read from front to back: bags that were still
 * recorded when the robot stopped have no index.
 */
export class Rosbag1Log implements LogReader {
  readonly #file: SourceFile
  readonly #channels = new Map<number, LogChannel>()
  readonly #cache = new UnpackedChunks((chunk) => this.#chunkAt(chunk))

  constructor(file: SourceFile) {
    this.#file = file
  }

  async *walk(walk: Walk): AsyncGenerator<LogMessage> {
    const bytes = new ForwardBytes(this.#file)
    for (let at = MAGIC.length; ; ) {
      walk.signal.throwIfAborted()
      const record = await this.#recordAt(bytes, at, walk)
      if (!record) return
      const { header, start, length } = record
      const op = header.get('op')?.[0]
      const isRead = op === OP.chunk || op === OP.message || op === OP.connection
      if (isRead && length > MAX_CHUNK_BYTES)
        walk.damaged(`the record at byte ${at} has ${length} bytes, allowed are ${MAX_CHUNK_BYTES}`)
      else if (isRead) {
        const data = await bytes.at(start, length)
        if (data.length < length) return walk.damaged(`the record at byte ${at} is cut`)
        yield* this.#messagesOf(record, at, data, walk)
      }
      at = start + length
      walk.progress(at)
    }
  }

  async read({ chunk, start, length }: MessagePlace): Promise<Uint8Array<ArrayBuffer>> {
    const found =
      chunk < 0
        ? await this.#file.read(start, start + length)
        : (await this.#cache.get(chunk)).subarray(start, start + length)
    if (found.length < length) throw notWhole(this.#file.path, `${length} bytes at ${start}`, `${found.length}`)
    return new Uint8Array(found)
  }

  /** null at the end of the file, and where it is cut. */
  async #recordAt(bytes: ForwardBytes, at: number, walk: Walk): Promise<RecordPlace | null> {
    const lengthOf = async (place: number) => {
      const four = await bytes.at(place, 4)
      return four.length < 4 ? null : uint32(four, 0)
    }
    const headerBytes = await lengthOf(at)
    if (headerBytes === null) {
      if ((await bytes.at(at, 1)).length > 0) walk.damaged(`it ends within a record at byte ${at}`)
      return null
    }
    const damaged = (message: string): null => {
      walk.damaged(message)
      return null
    }
    if (headerBytes > MAX_HEADER_BYTES) return damaged(`byte ${at} does not start a record`)
    const header = (await bytes.at(at + 4, headerBytes)).slice()
    const length = await lengthOf(at + 4 + headerBytes)
    if (header.length < headerBytes || length === null) return damaged(`the record at byte ${at} is cut`)
    try {
      return { header: headerOf(header), start: at + 8 + headerBytes, length }
    } catch (error) {
      return damaged(`the record at byte ${at} cannot be read: ${error instanceof Error ? error.message : ''}`)
    }
  }

  async *#messagesOf(record: RecordPlace, at: number, data: Uint8Array, walk: Walk): AsyncGenerator<LogMessage> {
    try {
      if (record.header.get('op')?.[0] !== OP.chunk) {
        const message = this.#taken(record.header, data, walk)
        if (message) yield { ...message, place: { reader: this, chunk: -1, start: record.start, length: data.length } }
        return
      }
      const records = await unpackedChunk(record.header, data)
      for (let place = 0; place < records.length; ) {
        const inner = recordIn(records, place)
        const content = records.subarray(inner.start, inner.start + inner.length)
        const message = this.#taken(inner.header, content, walk)
        const { start, length } = inner
        if (message) yield { ...message, place: { reader: this, chunk: at, start, length } }
        place = start + length
      }
    } catch (error) {
      if (!(error instanceof Error) || walk.signal.aborted) throw error
      walk.damaged(`the record at byte ${at} cannot be read: ${error.message}`)
    }
  }

  /** Keeps a connection; answers a message of a wanted one. */
  #taken(header: Header, data: Uint8Array, walk: Walk): Omit<LogMessage, 'place'> | null {
    const op = header.get('op')?.[0]
    if (op !== OP.message && op !== OP.connection) return null
    const connection = uint32(headerValue(header, 'conn'), 0)
    if (op === OP.connection) {
      if (!this.#channels.has(connection)) this.#channels.set(connection, channelOf(header, headerOf(data)))
      return null
    }
    const channel = this.#channels.get(connection)
    if (!channel || !walk.wants(channel)) return null
    const time = headerValue(header, 'time')
    const logTimeNs = BigInt(uint32(time, 0)) * NS_A_SECOND + BigInt(uint32(time, 4))
    return { channel, logTimeNs, bytes: data }
  }

  /** @param at of its record */
  async #chunkAt(at: number): Promise<Uint8Array> {
    try {
      const bytes = new ForwardBytes(this.#file)
      const headerBytes = uint32(await bytes.at(at, 4), 0)
      const header = headerOf((await bytes.at(at + 4, headerBytes)).slice())
      const start = at + 8 + headerBytes
      const length = uint32(await bytes.at(start - 4, 4), 0)
      return await unpackedChunk(header, await this.#file.read(start, start + Math.min(length, MAX_CHUNK_BYTES)))
    } catch (error) {
      throw notWhole(this.#file.path, `a whole chunk at byte ${at}`, error instanceof Error ? error.message : 'another')
    }
  }
}

function uint32(bytes: Uint8Array, at: number): number {
  if (at + 4 > bytes.length) throw new Error(`expected 4 bytes at ${at}, found ${bytes.length - at}`)
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(at, true)
}

function headerValue(header: Header, name: string): Uint8Array {
  const value = header.get(name)
  if (!value) throw new Error(`a record has no ${name}`)
  return value
}

/** `length name=value`, one after another. */
function headerOf(bytes: Uint8Array): Header {
  const header = new Map<string, Uint8Array>()
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + uint32(bytes, at)
    const equals = bytes.indexOf(0x3d, at + 4)
    if (end > bytes.length || equals < 0 || equals >= end) throw new Error(`a header field at byte ${at} is not whole`)
    header.set(new TextDecoder().decode(bytes.subarray(at + 4, equals)), bytes.subarray(equals + 1, end))
    at = end
  }
  return header
}

function recordIn(records: Uint8Array, at: number): RecordPlace {
  const headerEnd = at + 4 + uint32(records, at)
  const start = headerEnd + 4
  const length = uint32(records, headerEnd)
  if (start + length > records.length) throw new Error(`a record in it ends after it, at byte ${at}`)
  return { header: headerOf(records.subarray(at + 4, headerEnd)), start, length }
}

const COMPRESSIONS: Readonly<Record<string, Compression>> = { none: 'none', lz4: 'lz4', bz2: 'bz2' }

function unpackedChunk(header: Header, data: Uint8Array): Promise<Uint8Array> {
  const name = new TextDecoder().decode(headerValue(header, 'compression'))
  const compression = COMPRESSIONS[name]
  if (!compression) throw new Error(`the compression "${name.slice(0, 24)}" is not known`)
  return unpack(data, compression, uint32(headerValue(header, 'size'), 0))
}

/** The topic is said twice; that of the record is the one on which it was recorded. */
function channelOf(header: Header, data: Header): LogChannel {
  const text = (value: Uint8Array) => new TextDecoder().decode(value)
  const schemaName = text(headerValue(data, 'type'))
  const schema = headerValue(data, 'message_definition').slice()
  let known: MessageDecoder | null = null
  return {
    topic: text(headerValue(header, 'topic')),
    schemaName: schemaNameOf(schemaName),
    decoder: () => {
      known ??= decoderOf({ messageEncoding: 'ros1', schemaEncoding: 'ros1msg', schemaName, schema })
      return known
    },
  }
}
