import { listElements } from '../../json/elements.ts'
import { decodeDocument, fromPlainDocument, isNewestLayout, toPlainDocument } from './documentFile.ts'
import { type EncodedDocument, encodeTracks } from './encodedDocument.ts'
import { isCanonical, plainTrackOf, SEPARATOR, TrackStore } from './trackStore.ts'

/**
 * A document as bytes, ready for another thread or for a file. The bytes are shared between threads and never changed;
 * nearly all bytes of a large document are those of the previous version.
 */
export interface PackedDocument {
  /** JSON of the document with an empty list of tracks. */
  rest: string
  trackIds: string[]
  /** Bytes of each track's JSON. */
  sizes: Uint32Array
  /** JSON of the tracks, in one order with commas between them; where two pieces meet, the comma is left out. */
  pieces: Uint8Array[]
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()
/** A character a byte, so that places in the text are places in the file. */
const byteDecoder = new TextDecoder('latin1')
const NO_TRACKS = '"tracks":[]'
/** The tracks of a file begin within this many bytes: only a few short values and one number per class precede them. */
const HEAD_BYTES = 64 * 1024

export function packDocument({ head, tracks }: EncodedDocument): PackedDocument {
  const list = [...tracks.values()]
  return {
    rest: JSON.stringify(toPlainDocument(head)),
    trackIds: [...tracks.keys()],
    sizes: Uint32Array.from(list, ({ length }) => length),
    pieces: joinNeighbours(list),
  }
}

/**
 * Packs a document's file. It reads tracks one by one, so that a file of any size takes little more memory than its
 * bytes. Throws DocumentFileError, or SyntaxError, if the bytes are not a document.
 */
export function packFile(file: Uint8Array): PackedDocument {
  const split = isNewestLayout(file) ? splitFile(file) : null
  return split ?? packDocument(encodeTracks(decodeDocument(decoder.decode(file))))
}

export function unpackDocument({ rest, trackIds, sizes, pieces }: PackedDocument): EncodedDocument {
  const bytes = new Map<string, Uint8Array>()
  let piece = 0
  let at = 0
  trackIds.forEach((id, index) => {
    bytes.set(id, pieces[piece].subarray(at, at + sizes[index]))
    at += sizes[index] + SEPARATOR.length
    if (at < pieces[piece].length) return
    piece++
    at = 0
  })
  return { head: fromPlainDocument(JSON.parse(rest)), tracks: new TrackStore(bytes) }
}

/** The document's file, as encodeDocument writes it. */
export function fileOf({ rest, pieces }: PackedDocument): Uint8Array[] {
  const at = rest.indexOf(NO_TRACKS) + NO_TRACKS.length - 1
  const file: Uint8Array[] = [encoder.encode(rest.slice(0, at))]
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) file.push(SEPARATOR)
    file.push(piece)
  }
  return [...file, encoder.encode(rest.slice(at))]
}

/** Null for a file whose tracks are not where encodeDocument puts them, or not written as it writes them. */
function splitFile(file: Uint8Array): PackedDocument | null {
  const open = byteDecoder.decode(file.subarray(0, HEAD_BYTES)).indexOf(NO_TRACKS.slice(0, -1)) + NO_TRACKS.length - 1
  if (open < NO_TRACKS.length - 1) return null
  const ranges = listElements(file.subarray(open - 1))?.map(({ start, end }) => [start + open - 1, end + open - 1])
  if (!ranges) return null
  const shared = new Uint8Array(new SharedArrayBuffer(file.length))
  shared.set(file)
  const list = ranges.map(([start, end]) => shared.subarray(start, end))
  if (!list.every((bytes) => isCanonical(decoder.decode(bytes)))) return null
  const trackIds = list.map((bytes) => plainTrackOf(bytes).id)
  const close = ranges.at(-1)?.[1] ?? open
  const rest = decoder.decode(file.subarray(0, open)) + decoder.decode(file.subarray(close))
  const sizes = Uint32Array.from(list, ({ length }) => length)
  return new Set(trackIds).size < trackIds.length ? null : { rest, trackIds, sizes, pieces: joinNeighbours(list) }
}

function joinNeighbours(list: readonly Uint8Array[]): Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let first = 0; first < list.length; ) {
    const { buffer, byteOffset: start } = list[first]
    let end = start + list[first].length
    let next = first + 1
    while (next < list.length && list[next].buffer === buffer && list[next].byteOffset === end + SEPARATOR.length) {
      end += SEPARATOR.length + list[next].length
      next++
    }
    pieces.push(new Uint8Array(buffer, start, end - start))
    first = next
  }
  return pieces
}
