import { HeaderReader } from './headerReader.ts'
import { headerText } from './headerText.ts'
import { LabelledLines } from './labelledLines.ts'
import { PcdError, PcdProblems } from './pcdError.ts'
import { coordinateFields, type PcdField, type PcdHeader } from './pcdHeader.ts'
import type { PcdLimits } from './pcdLimits.ts'
import { PcdReader } from './pcdReader.ts'
import { NUMBER_BYTES, putFloat32, putFloat64, putInteger } from './putNumber.ts'

/** The specification makes label_key a float32, which cannot distinguish neighbouring numbers beyond 2^24. */
export const MAX_LABEL_KEY = 2 ** 24

const FIELDS: PcdField[] = ['x', 'y', 'z', 'label_key'].map((name) => ({ name, size: 4, type: 'F', count: 1 }))
/** Input is worked on in pieces of this size, so that output buffers stay small for every source. */
const PIECE_BYTES = 256 * 1024

/**
 * Writes the result file of a segmentation (specification 2.12): the points of `source` in their order with a label_key
 * each, always ASCII. WIDTH, HEIGHT and VIEWPOINT are the source's; x y z of an ASCII source are copied byte by byte,
 * those of a binary one are written as the shortest decimal that gives the same value back. ASCII sources stream;
 * binary ones are held in memory (12 bytes per point, 24 with float64). Numbers of an ASCII source are not checked
 * again.
 * @param labels one per point, whole numbers from 0 to 2^24.
 * @throws RangeError if the labels do not fit; PcdError if the source is not a PCD.
 */
export async function* writeLabelledPcd(
  source: AsyncIterable<Uint8Array>,
  labels: Uint32Array | Int32Array,
  limits: PcdLimits,
): AsyncGenerator<Uint8Array> {
  checkLabels(labels)
  const problems = new PcdProblems()
  const headerReader = new HeaderReader(limits, problems)
  let cloud: PcdReader | undefined
  let lines: LabelledLines | undefined
  const seen: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > limits.maxBytes) throw new PcdError([{ message: `larger than ${limits.maxBytes} bytes` }], true)
    let start = 0
    if (!cloud && !lines) {
      const read = headerReader.push(chunk)
      // The binary reader wants the file from its first byte.
      if (!read) {
        seen.push(chunk.slice())
        continue
      }
      const { header } = read
      start = read.start
      yield begin(header, labels)
      if (header.encoding === 'ascii') {
        lines = new LabelledLines(
          header,
          labels,
          coordinateFields(header.fields, problems),
          headerReader.lineCount,
          problems,
        )
      } else {
        cloud = new PcdReader(limits)
        for (const earlier of seen) cloud.push(earlier)
      }
    }
    cloud?.push(chunk)
    if (lines) {
      for (let at = start; at < chunk.length; at += PIECE_BYTES) {
        yield lines.push(chunk.subarray(at, Math.min(at + PIECE_BYTES, chunk.length)))
      }
    }
  }
  if (cloud !== undefined) yield* binaryLines(cloud, labels)
  else if (lines !== undefined) yield lines.end()
  else headerReader.end()
}

function checkLabels(labels: Uint32Array | Int32Array): void {
  const wrong = labels.find((label) => label < 0 || label > MAX_LABEL_KEY)
  if (wrong !== undefined) throw new RangeError(`label_key ${wrong} is not from 0 to ${MAX_LABEL_KEY}`)
}

function begin(header: PcdHeader, labels: Uint32Array | Int32Array): Uint8Array {
  if (labels.length !== header.points) throw new RangeError(`${labels.length} labels for ${header.points} points`)
  return new TextEncoder().encode(headerText({ ...header, fields: FIELDS, encoding: 'ascii' }))
}

function* binaryLines(reader: PcdReader, labels: Uint32Array | Int32Array): Generator<Uint8Array> {
  const { header, positions, pointCount } = reader.end()
  const put = coordinateFields(header.fields, new PcdProblems()).map((place) =>
    header.fields[place].size === 4 ? putFloat32 : putFloat64,
  )
  const most = NUMBER_BYTES * 4
  const piecePoints = Math.floor(PIECE_BYTES / most)
  for (let first = 0; first < pointCount; first += piecePoints) {
    const out = new Uint8Array(PIECE_BYTES)
    const last = Math.min(first + piecePoints, pointCount)
    let at = 0
    for (let index = first; index < last; index++) {
      for (let axis = 0; axis < 3; axis++) {
        at = put[axis](out, at, positions[index * 3 + axis])
        out[at++] = 32
      }
      at = putInteger(out, at, labels[index])
      out[at++] = 10
    }
    yield out.subarray(0, at)
  }
}
