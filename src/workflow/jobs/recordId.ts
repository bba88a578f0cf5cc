import { createHash } from 'node:crypto'
import type { RecordIdMaker } from '../../formats/results/assembly.ts'

/** `_id`s of a job's records without one: the same record keeps its id over versions of the result. */
export const recordIdsOf =
  (jobId: string): RecordIdMaker =>
  (trackId, sensorId, frame) =>
    nameId(`${jobId}/${trackId}/${sensorId}/${frame}`)

/** A UUID made of a name (RFC 9562, version 8). */
function nameId(name: string): string {
  const hash = createHash('sha256').update(name).digest()
  hash[6] = (hash[6] & 0x0f) | 0x80
  hash[8] = (hash[8] & 0x3f) | 0x80
  const hex = hash.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
