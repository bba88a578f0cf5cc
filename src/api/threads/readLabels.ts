import { gunzipSync } from 'node:zlib'
import { decodeLabels, encodeLabels } from '../../formats/document/labelsFile.ts'
import type { PointLabels } from '../../model/document/document.ts'
import type { Edit } from '../../model/document/operations/documentOperation.ts'
import { paintLabels } from '../../model/document/operations/labelRuns.ts'
import { countLabels } from '../../model/segmentation/countLabels.ts'
import type { ThreadContext } from '../../threads/protocol.ts'

/** Stored labels: a file, plain or gzipped, and the batches after it. */
export interface KeptLabels {
  /** null: no point has a label. */
  file: Uint8Array | null
  isZipped: boolean
  /** JSON each; of their operations only those on labels count here. */
  batches: readonly string[]
  pointCount: number
}

export interface ReadLabels {
  file: Uint8Array<ArrayBuffer>
  /** label_keys of the points, with how many have each. */
  counts: Map<number, number>
}

export function readStoredLabels(
  { file, isZipped, batches, pointCount }: KeptLabels,
  thread?: ThreadContext,
): ReadLabels {
  const labels: PointLabels = file ? decodeLabels(isZipped ? gunzipSync(file) : file) : new Uint32Array(pointCount)
  for (const text of batches) {
    for (const operation of JSON.parse(text) as Edit[]) {
      if (operation.type === 'setLabels') paintLabels(labels, operation.runs)
    }
  }
  const read = { file: encodeLabels(labels), counts: countLabels(labels) }
  thread?.transfer(read.file.buffer)
  return read
}
