import { gzipSync } from 'node:zlib'
import { pngChunk } from '../../src/pipeline/decode/testImages.ts'
import { HERE } from '../support/samples.ts'

/** A body that is small on the wire and large unpacked. */
export interface HostileBody {
  name: string
  gzip: Buffer
  /** Statuses that are a good answer. */
  good: readonly number[]
}

const REFUSED = [400, 413, 503]

/** `piece` repeated between `start` and `end`, to this number of bytes in all. */
function repeated(start: string, piece: string, end: string, bytes: number): Buffer {
  const many = Math.floor(bytes / piece.length)
  return Buffer.concat([Buffer.from(start), Buffer.alloc(many * piece.length, piece), Buffer.from(end)])
}

/** Job bodies of about `bytes` unpacked that parse to gigabytes, nest without end or fail at every entry. */
export function hostileJobs(bytes: number): HostileBody[] {
  const head = '{"reference_id":"hostile","tag":"cloud","data":{"sensor_data":{"sensor_meta":[],"frames":['
  const frame = `{"frame_id":"same","sensors":[{"sensor_id":"l","data_url":"https://x.test/1.pcd"}]},`
  const bodies: [string, Buffer][] = [
    ['lists', repeated(`${head}[]`, ',[]', ']}}}', bytes)],
    ['objects', repeated(`${head}{}`, ',{}', ']}}}', bytes)],
    ['numbers', repeated(`${head}1`, ',1', ']}}}', bytes)],
    ['depth', Buffer.concat([Buffer.alloc(bytes / 2, '['), Buffer.alloc(bytes / 2, ']')])],
    ['depth of objects', repeated('', '{"a":', '', bytes)],
    ['equal frames', repeated(head, frame, '{}]}}}', bytes)],
    ['one string', repeated('{"reference_id":"', 'x', '"}', bytes)],
    ['keys', repeated('{"a":1', ',"b":1', '}', bytes)],
    ['no end', repeated('{"data":[{}', ',{}', '', bytes)],
    ['spaces', repeated('{', ' ', '}', bytes)],
  ]
  return bodies.map(([name, body]) => ({ name, gzip: gzipSync(body, { level: 9 }), good: REFUSED }))
}

/** The start of an interlaced PNG of 17,000 × 17,000 pixels, 16 bits, with alpha: 2.2 GB to decode. */
export function interlacedBomb(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(17_000, 0)
  header.writeUInt32BE(17_000, 4)
  header.set([16, 6, 0, 0, 1], 8)
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', Buffer.alloc(64)), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}

/** A job of `frames` × `sensors` files, each with a pose: all of it valid. */
export function largeJob(
  referenceId: string,
  tag: string,
  frames: number,
  sensors: number,
  url: string,
  padding = 0,
): Buffer {
  const ids = Array.from({ length: sensors }, (_, n) => `sensor ${n}`)
  const parts: string[] = []
  for (let n = 0; n < frames; n++) {
    const list = ids.map((sensor_id, s) => ({
      sensor_id,
      data_url: `${url}?frame=${n}&sensor=${s}${'x'.repeat(padding)}`,
      sensor_pose: HERE,
    }))
    parts.push(JSON.stringify({ frame_id: `frame ${n}`, ego_pose: HERE, sensors: list }))
  }
  const meta = ids.map((id, n) => ({ id, name: id, modality: n === 0 ? 'lidar' : 'camera' }))
  return Buffer.from(
    `{"reference_id":${JSON.stringify(referenceId)},"tag":${JSON.stringify(tag)},"data":{"sensor_data":{"sensor_meta":${JSON.stringify(meta)},"frames":[${parts.join()}]}}}`,
  )
}
