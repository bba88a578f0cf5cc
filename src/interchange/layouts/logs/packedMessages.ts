import type { LogMessage, LogReader, MessagePlace, Walk } from './logReader.ts'
import { unzstdUpTo } from './unpack.ts'

/** A file of a ROS 2 bag whose messages are packed one by one (compression mode `message`). */
export class PackedMessages implements LogReader {
  readonly #reader: LogReader

  constructor(reader: LogReader) {
    this.#reader = reader
  }

  async *walk(walk: Walk): AsyncGenerator<LogMessage> {
    for await (const message of this.#reader.walk(walk)) {
      try {
        const bytes = await unzstdUpTo(message.bytes)
        yield { ...message, bytes, place: { ...message.place, reader: this } }
      } catch (error) {
        if (walk.signal.aborted || !(error instanceof Error)) throw error
        walk.damaged(`a message of ${message.channel.topic.slice(0, 128)} is not zstd: ${error.message}`)
      }
    }
  }

  async read(place: MessagePlace): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await unzstdUpTo(await this.#reader.read(place)))
  }
}
