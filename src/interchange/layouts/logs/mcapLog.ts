import { crc32 } from 'node:zlib'
import { MCAP_MAGIC, McapConstants, McapStreamReader, type McapTypes } from '@mcap/core'
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

const { Opcode } = McapConstants
/** Opcode and length of a record. */
const RECORD_HEAD_BYTES = 9
/** Times, size and checksum of a chunk, and the length of the name of its compression. */
const CHUNK_HEAD_BYTES = 32
/** Channel, sequence and times of a message. */
const MESSAGE_HEAD_BYTES = 22
/** Schemas and channels; everything else that is larger is skipped. */
const MAX_RECORD_BYTES = 4 * 1024 * 1024
const COMPRESSIONS: Readonly<Record<string, Compression>> = { '': 'none', none: 'none', lz4: 'lz4', zstd: 'zstd' }

interface RecordPlace {
  opcode: number
  /** The place of its content. */
  start: number
  length: number
}

interface ChunkHead {
  compression: string
  sizeBytes: number
  crc: number
  /** The place of its records within the content of the chunk. */
  start: number
  packedBytes: number
}

export const isMcap = (start: Uint8Array): boolean => MCAP_MAGIC.every((byte, at) => start[at] === byte)

/**
 * An MCAP file (https://mcap.dev/spec), read from its first record to its last. The index at its end is not needed, so
 * that logs without one and cut ones are read the same way.
 */
export class McapLog implements LogReader {
  readonly #file: SourceFile
  readonly #schemas = new Map<number, McapTypes.Schema>()
  readonly #channels = new Map<number, LogChannel>()
  readonly #cache = new UnpackedChunks((chunk) => this.#chunkAt(chunk))

  constructor(file: SourceFile) {
    this.#file = file
  }

  async *walk(walk: Walk): AsyncGenerator<LogMessage> {
    const bytes = new ForwardBytes(this.#file)
    let at = MCAP_MAGIC.length
    for (;;) {
      walk.signal.throwIfAborted()
      const head = await bytes.at(at, RECORD_HEAD_BYTES)
      if (head.length < RECORD_HEAD_BYTES) return walk.damaged(`it ends at byte ${at + head.length} without a footer`)
      const record = recordAt(head, 0, at)
      if (record.opcode === Opcode.FOOTER || record.opcode === Opcode.DATA_END) return
      if (record.opcode === 0) return walk.damaged(`byte ${at} does not start a record`)
      const isRead = readOpcodes.has(record.opcode)
      const limit = isLarge(record.opcode) ? MAX_CHUNK_BYTES : MAX_RECORD_BYTES
      if (isRead && record.length > limit)
        walk.damaged(`the record at byte ${at} has ${record.length} bytes, allowed are ${limit}`)
      else if (isRead) {
        const content = await bytes.at(record.start, record.length)
        if (content.length < record.length) return walk.damaged(`the record at byte ${at} is cut`)
        yield* this.#messagesOf(record, at, content, walk)
      }
      at = record.start + record.length
      walk.progress(at)
      if (!Number.isSafeInteger(at)) return walk.damaged('a record is longer than the file')
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

  async *#messagesOf(record: RecordPlace, at: number, content: Uint8Array, walk: Walk): AsyncGenerator<LogMessage> {
    try {
      if (record.opcode === Opcode.MESSAGE) {
        const message = this.#message(content, 0, content.length, walk)
        if (message)
          yield { ...message, place: { ...message.place, chunk: -1, start: record.start + message.place.start } }
      } else if (record.opcode !== Opcode.CHUNK) this.#define(record.opcode, content)
      else {
        const head = chunkHead(content)
        const records = await unpacked(content, head)
        if (head.crc !== 0 && crc32(records) !== head.crc) throw new Error('its checksum differs')
        yield* this.#messagesIn(records, at, walk)
      }
    } catch (error) {
      if (!(error instanceof Error) || walk.signal.aborted) throw error
      walk.damaged(`the record at byte ${at} cannot be read: ${error.message}`)
    }
  }

  *#messagesIn(records: Uint8Array, chunk: number, walk: Walk): Generator<LogMessage> {
    for (let at = 0; at + RECORD_HEAD_BYTES <= records.length; ) {
      const { opcode, start, length } = recordAt(records, at, at)
      if (start + length > records.length) throw new Error(`a record in it ends after it, at byte ${at}`)
      if (opcode === Opcode.MESSAGE) {
        const message = this.#message(records, start, length, walk)
        if (message) yield { ...message, place: { ...message.place, chunk } }
      } else this.#define(opcode, records.subarray(start, start + length))
      at = start + length
    }
  }

  #message(records: Uint8Array, start: number, length: number, walk: Walk): LogMessage | null {
    if (length < MESSAGE_HEAD_BYTES) throw new Error(`a message has ${length} bytes`)
    const view = new DataView(records.buffer, records.byteOffset + start, length)
    const channel = this.#channels.get(view.getUint16(0, true))
    if (!channel || !walk.wants(channel)) return null
    const first = start + MESSAGE_HEAD_BYTES
    const end = start + length
    return {
      channel,
      logTimeNs: view.getBigUint64(6, true),
      place: { reader: this, chunk: 0, start: first, length: end - first },
      bytes: records.subarray(first, end),
    }
  }

  /** Keeps a schema or channel; they are repeated in files, always equal. */
  #define(opcode: number, content: Uint8Array): void {
    if (opcode !== Opcode.SCHEMA && opcode !== Opcode.CHANNEL) return
    if (content.length > MAX_RECORD_BYTES) throw new Error(`a schema has ${content.length} bytes`)
    const record = parsed(opcode, content)
    if (record?.type === 'Schema' && !this.#schemas.has(record.id)) this.#schemas.set(record.id, record)
    if (record?.type === 'Channel' && !this.#channels.has(record.id))
      this.#channels.set(record.id, this.#channel(record))
  }

  #channel({ topic, schemaId, messageEncoding }: McapTypes.Channel): LogChannel {
    const schema = this.#schemas.get(schemaId)
    let known: MessageDecoder | null = null
    return {
      topic,
      schemaName: schemaNameOf(schema?.name ?? ''),
      decoder: () => {
        known ??= decoderOf({
          messageEncoding,
          schemaEncoding: schema?.encoding ?? '',
          schemaName: schema?.name ?? '',
          schema: schema?.data ?? new Uint8Array(0),
        })
        return known
      },
    }
  }

  /** @param at of its record */
  async #chunkAt(at: number): Promise<Uint8Array> {
    const head = await this.#file.read(at, at + RECORD_HEAD_BYTES)
    if (head.length < RECORD_HEAD_BYTES) throw notWhole(this.#file.path, 'a chunk', `the end at ${at}`)
    const { start, length } = recordAt(head, 0, at)
    const content = await this.#file.read(start, start + Math.min(length, MAX_CHUNK_BYTES))
    try {
      return await unpacked(content, chunkHead(content))
    } catch (error) {
      throw notWhole(this.#file.path, `a whole chunk at byte ${at}`, error instanceof Error ? error.message : 'another')
    }
  }
}

const readOpcodes: ReadonlySet<number> = new Set([Opcode.SCHEMA, Opcode.CHANNEL, Opcode.MESSAGE, Opcode.CHUNK])
const isLarge = (opcode: number): boolean => opcode === Opcode.MESSAGE || opcode === Opcode.CHUNK

/** @param at where the first byte of `bytes` is in the file */
function recordAt(bytes: Uint8Array, offset: number, at: number): RecordPlace {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, RECORD_HEAD_BYTES)
  return { opcode: view.getUint8(0), length: Number(view.getBigUint64(1, true)), start: at + RECORD_HEAD_BYTES }
}

function chunkHead(content: Uint8Array): ChunkHead {
  const view = new DataView(content.buffer, content.byteOffset, content.length)
  const nameBytes = view.getUint32(28, true)
  if (nameBytes > 64) throw new Error(`the name of its compression has ${nameBytes} bytes`)
  const end = CHUNK_HEAD_BYTES + nameBytes
  return {
    sizeBytes: Number(view.getBigUint64(16, true)),
    crc: view.getUint32(24, true),
    compression: new TextDecoder().decode(content.subarray(CHUNK_HEAD_BYTES, end)),
    packedBytes: Number(view.getBigUint64(end, true)),
    start: end + 8,
  }
}

function unpacked(content: Uint8Array, { compression, sizeBytes, start, packedBytes }: ChunkHead): Promise<Uint8Array> {
  const packed = content.subarray(start, start + packedBytes)
  if (packed.length < packedBytes) throw new Error(`expected ${packedBytes} bytes, found ${packed.length}`)
  const known = COMPRESSIONS[compression]
  if (!known) throw new Error(`the compression "${compression.slice(0, 24)}" is not known`)
  return unpack(packed, known, sizeBytes)
}

/** The record by the library, which reads one record after another. */
function parsed(opcode: number, content: Uint8Array): McapTypes.TypedMcapRecord | undefined {
  const record = new Uint8Array(RECORD_HEAD_BYTES + content.length)
  const view = new DataView(record.buffer)
  view.setUint8(0, opcode)
  view.setBigUint64(1, BigInt(content.length), true)
  record.set(content, RECORD_HEAD_BYTES)
  const reader = new McapStreamReader({ noMagicPrefix: true })
  reader.append(record)
  return reader.nextRecord()
}
