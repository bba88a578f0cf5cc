import { zstdCompressSync } from 'node:zlib'
import { McapWriter } from '@mcap/core'
import { cdr, type Ros2Name, schemaText } from './ros2Messages.ts'

export interface Written {
  topic: string
  timeNs: bigint
  /** A message of ROS 2, */
  name?: Ros2Name
  message?: object
  /** or one of another form, as it is. */
  raw?: { schemaName: string; schemaEncoding: string; schema: string; messageEncoding: string; data: Uint8Array }
}

interface McapOptions {
  isPacked?: boolean
  isChunked?: boolean
  isIndexed?: boolean
  chunkBytes?: number
}

/** A log by MCAP's own writer. */
export async function writtenMcap(
  messages: readonly Written[],
  { isPacked = true, isChunked = true, isIndexed = true, chunkBytes = 16 * 1024 }: McapOptions = {},
): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0n
  const writer = new McapWriter({
    writable: {
      write: async (piece) => {
        pieces.push(piece.slice())
        bytes += BigInt(piece.length)
      },
      position: () => bytes,
    },
    useChunks: isChunked,
    useChunkIndex: isIndexed,
    useMessageIndex: isIndexed,
    useSummaryOffsets: isIndexed,
    chunkSize: chunkBytes,
    ...(isPacked && {
      compressChunk: (data) => ({ compression: 'zstd', compressedData: zstdCompressSync(data) }),
    }),
  })
  await writer.start({ profile: 'ros2', library: 'test' })
  const channels = new Map<string, number>()
  for (const [sequence, { topic, timeNs, name, message, raw }] of messages.entries()) {
    const form = raw ?? {
      schemaName: (name ?? '').replace('/', '/msg/'),
      schemaEncoding: 'ros2msg',
      schema: schemaText(name ?? 'std_msgs/Empty'),
      messageEncoding: 'cdr',
      data: cdr(name ?? 'std_msgs/Empty', message ?? {}),
    }
    const key = `${topic} ${form.schemaName}`
    let channelId = channels.get(key)
    if (channelId === undefined) {
      const { schemaName, schemaEncoding, schema, messageEncoding } = form
      const data = new TextEncoder().encode(schema)
      const schemaId = await writer.registerSchema({ name: schemaName, encoding: schemaEncoding, data })
      channelId = await writer.registerChannel({ topic, schemaId, messageEncoding, metadata: new Map() })
      channels.set(key, channelId)
    }
    await writer.addMessage({ channelId, sequence, logTime: timeNs, publishTime: timeNs, data: form.data })
  }
  await writer.end()
  return Buffer.concat(pieces)
}
