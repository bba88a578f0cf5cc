import { SourceFileError } from '../layout.ts'
import type { MessageDecoder } from './messageDecoder.ts'

/** Messages of one type on one topic. A topic has several where a log was written in several parts. */
export interface LogChannel {
  topic: string
  /** As `sensor_msgs/PointCloud2` or `foxglove.PointCloud`, however the log spells it. */
  schemaName: string
  /** Compiled when it is first needed. @throws Error where the definition cannot be read. */
  decoder(): MessageDecoder
}

/** The place of a message in its log. */
export interface MessagePlace {
  reader: LogReader
  /** Place of its chunk in the file; negative without chunks. */
  chunk: number
  /** The place of its bytes in the unpacked chunk or in the file, or its row in a database. */
  start: number
  length: number
}

export interface LogMessage {
  channel: LogChannel
  logTimeNs: bigint
  place: MessagePlace
  /** Good until the next message is asked for. */
  bytes: Uint8Array
}

export interface Walk {
  signal: AbortSignal
  wants(channel: LogChannel): boolean
  progress(bytes: number): void
  /** One sentence about what of the file cannot be read. */
  damaged(message: string): void
}

/** A file of recorded messages. */
export interface LogReader {
  /** Every message of a wanted channel that is whole, in the order of the file. @throws SourceFileError */
  walk(walk: Walk): AsyncGenerator<LogMessage>
  /** A copy that owns its memory. @throws SourceFileError */
  read(place: MessagePlace): Promise<Uint8Array<ArrayBuffer>>
}

/** Larger chunks and messages are refused: the unpacked ones are held in memory. */
export const MAX_CHUNK_BYTES = 128 * 1024 * 1024

/** `sensor_msgs/msg/Image`, `foxglove_msgs/msg/RawImage` and their kin in one spelling. */
export function schemaNameOf(name: string): string {
  const parts = name.split('/').filter((part) => part !== 'msg')
  if (parts.length !== 2) return name
  const [room, type] = parts
  if (room === 'foxglove_msgs') return `foxglove.${type}`
  if (room === 'livox_ros_driver' || room === 'livox_ros_driver2') return `livox_ros_driver2/${type}`
  return parts.join('/')
}

export const notWhole = (file: string, expected: string, found: string): SourceFileError =>
  new SourceFileError({ file, type: 'LOG_INVALID', expected, found }, `${file}: expected ${expected}, found ${found}`)
