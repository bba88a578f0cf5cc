interface BagMessage {
  topic: string
  /** Such as `sensor_msgs/PointCloud2`. */
  type: string
  definition: string
  timeNs: bigint
  data: Uint8Array
}

/** A bag of ROS 1 without an index: one plain chunk for each message, with its connection. */
export function writtenBag(messages: readonly BagMessage[]): Buffer {
  const chunks = messages.map(({ topic, type, definition, timeNs, data }, connection) => {
    const conn = uint32(connection)
    const about = fields({ topic, type, md5sum: '*', message_definition: definition })
    const time = Buffer.concat([uint32(Number(timeNs / 1_000_000_000n)), uint32(Number(timeNs % 1_000_000_000n))])
    const records = Buffer.concat([
      record({ op: Buffer.from([7]), conn, topic }, about),
      record({ op: Buffer.from([2]), conn, time }, data),
    ])
    return record({ op: Buffer.from([5]), compression: 'none', size: uint32(records.length) }, records)
  })
  const header = { op: Buffer.from([3]), index_pos: Buffer.alloc(8), conn_count: uint32(0), chunk_count: uint32(0) }
  return Buffer.concat([Buffer.from('#ROSBAG V2.0\n'), record(header, Buffer.alloc(100, 32)), ...chunks])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const fields = (values: Readonly<Record<string, string | Uint8Array>>): Buffer =>
  Buffer.concat(
    Object.entries(values).flatMap(([name, value]) => {
      const field = Buffer.concat([Buffer.from(`${name}=`), Buffer.from(value)])
      return [uint32(field.length), field]
    }),
  )

function record(values: Readonly<Record<string, string | Uint8Array>>, data: Uint8Array): Buffer {
  const header = fields(values)
  return Buffer.concat([uint32(header.length), header, uint32(data.length), data])
}
