import type { PointLabels } from '../../model/document/document.ts'
import { DocumentFileError } from './documentFile.ts'

/*
 * Labels of points as bytes, all numbers little endian: "FLBL", uint16 version, uint16 encoding (0 plain, 1 runs),
 * uint32 number of points, then plain: a uint32 per point · runs: pairs of uint32 (length, label_key). The shorter
 * encoding is written: a labelled scene has long runs, a shuffled one has none.
 */
const MAGIC = 0x4c424c46
const VERSION = 1
const HEADER_BYTES = 12
const PLAIN = 0
const RUNS = 1

export function encodeLabels(labels: PointLabels): Uint8Array<ArrayBuffer> {
  const runs = countRuns(labels)
  const asRuns = runs * 2 < labels.length
  const bytes = new Uint8Array(HEADER_BYTES + 4 * (asRuns ? runs * 2 : labels.length))
  const view = new DataView(bytes.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint16(4, VERSION, true)
  view.setUint16(6, asRuns ? RUNS : PLAIN, true)
  view.setUint32(8, labels.length, true)
  // As a whole, not number by number: there may be ten million. Every platform with a browser is little endian.
  const words = new Uint32Array(bytes.buffer, HEADER_BYTES)
  if (!asRuns) {
    words.set(labels)
    return bytes
  }
  let at = 0
  forEachRun(labels, (length, label) => {
    words[at++] = length
    words[at++] = label
  })
  return bytes
}

/** Throws DocumentFileError if the bytes are not labels, or do not match their stated number. */
export function decodeLabels(bytes: Uint8Array): PointLabels {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEADER_BYTES || view.getUint32(0, true) !== MAGIC) throw new DocumentFileError('no file of labels')
  if (view.getUint16(4, true) !== VERSION) throw new DocumentFileError('layout of labels is not known')
  const encoding = view.getUint16(6, true)
  const count = view.getUint32(8, true)
  const wordCount = (bytes.length - HEADER_BYTES) / 4
  if (encoding === PLAIN && wordCount === count) return wordsOf(bytes)
  if (encoding === RUNS && wordCount % 2 === 0) return decodeRuns(wordsOf(bytes), count)
  throw new DocumentFileError('the file of labels is cut off')
}

/** Copies, wherever the bytes begin. (`slice` of Node's Buffer does not.) */
const wordsOf = (bytes: Uint8Array): PointLabels => new Uint32Array(new Uint8Array(bytes.subarray(HEADER_BYTES)).buffer)

function decodeRuns(words: Uint32Array, count: number): PointLabels {
  let total = 0
  for (let at = 0; at < words.length; at += 2) total += words[at]
  if (total !== count) throw new DocumentFileError('the file of labels is cut off')
  const labels = new Uint32Array(count)
  let start = 0
  for (let at = 0; at < words.length; at += 2) {
    labels.fill(words[at + 1], start, start + words[at])
    start += words[at]
  }
  return labels
}

function countRuns(labels: PointLabels): number {
  let runs = 0
  forEachRun(labels, () => {
    runs++
  })
  return runs
}

function forEachRun(labels: PointLabels, visit: (length: number, label: number) => void): void {
  for (let start = 0; start < labels.length; ) {
    let end = start + 1
    while (end < labels.length && labels[end] === labels[start]) end++
    visit(end - start, labels[start])
    start = end
  }
}
