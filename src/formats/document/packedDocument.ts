import type { AnnotatedDocument, Track } from '../../model/document/document.ts'
import { fromPlainTrack, type PlainTrack, toPlainTrack } from '../../model/document/plainTrack.ts'
import { listElements } from '../json/elements.ts'
import { decodeDocument, fromPlainDocument, isNewestLayout, toPlainDocument } from './documentFile.ts'

/**
 * A document as bytes, ready for another thread or for a file. The bytes are shared between threads and never changed;
 * of a large document nearly all of them are those of the version before.
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
const COMMA = encoder.encode(',')
const NO_TRACKS = '"tracks":[]'
/** In a file the tracks begin within so many bytes: few and short values stand before them. */
const HEAD_BYTES = 200

/** JSON of the tracks that unpackDocument has made. */
const JSON_OF = new WeakMap<Track, Uint8Array>()

/** Bytes of JSON that have to be read before something of this track can be looked at. */
export const packedSize = (track: Track): number => JSON_OF.get(track)?.length ?? 0

export function packDocument(document: AnnotatedDocument): PackedDocument {
  const list = packTracks([...document.tracks.values()])
  return {
    rest: JSON.stringify(toPlainDocument({ ...document, tracks: new Map() })),
    trackIds: [...document.tracks.keys()],
    sizes: Uint32Array.from(list, ({ length }) => length),
    pieces: joinNeighbours(list),
  }
}

/**
 * The same from a document's file. Tracks are looked at one by one, so that a file of any size takes little more memory
 * than its bytes. Throws DocumentFileError, or SyntaxError, for bytes that are no document.
 */
export function packFile(file: Uint8Array): PackedDocument {
  const split = isNewestLayout(file) ? splitFile(file) : null
  return split ?? packDocument(decodeDocument(decoder.decode(file)))
}

/** Tracks are decoded each time one of their members is read, so a copied track is complete. */
export function unpackDocument({ rest, trackIds, sizes, pieces }: PackedDocument): AnnotatedDocument {
  const open = makeOpener()
  const tracks = new Map<string, Track>()
  let piece = 0
  let at = 0
  trackIds.forEach((id, index) => {
    tracks.set(id, packedTrack(id, pieces[piece].subarray(at, at + sizes[index]), open))
    at += sizes[index] + COMMA.length
    if (at < pieces[piece].length) return
    piece++
    at = 0
  })
  return { ...fromPlainDocument(JSON.parse(rest)), tracks }
}

/** The document with all its tracks as bytes again: those that were are left as they are. */
export function repackTracks(document: AnnotatedDocument): AnnotatedDocument {
  const whole = [...document.tracks.values()].filter((track) => !JSON_OF.has(track))
  const tracks = new Map(document.tracks)
  const open = makeOpener()
  for (const [index, bytes] of packTracks(whole).entries()) {
    tracks.set(whole[index].id, packedTrack(whole[index].id, bytes, open))
  }
  return { ...document, tracks }
}

/** The document's file, as encodeDocument writes it. */
export function fileOf({ rest, pieces }: PackedDocument): Uint8Array[] {
  const at = rest.indexOf(NO_TRACKS) + NO_TRACKS.length - 1
  const file: Uint8Array[] = [encoder.encode(rest.slice(0, at))]
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) file.push(COMMA)
    file.push(piece)
  }
  return [...file, encoder.encode(rest.slice(at))]
}

/** Null for a file whose tracks do not stand where encodeDocument puts them. */
function splitFile(file: Uint8Array): PackedDocument | null {
  const open = decoder.decode(file.subarray(0, HEAD_BYTES)).indexOf(NO_TRACKS.slice(0, -1)) + NO_TRACKS.length - 1
  if (open < NO_TRACKS.length - 1) return null
  const ranges = listElements(file.subarray(open - 1))?.map(({ start, end }) => [start + open - 1, end + open - 1])
  if (!ranges) return null
  const shared = new Uint8Array(new SharedArrayBuffer(file.length))
  shared.set(file)
  const list = ranges.map(([start, end]) => shared.subarray(start, end))
  const trackIds = list.map((bytes) => readTrack(bytes).id)
  const close = ranges.at(-1)?.[1] ?? open
  const rest = decoder.decode(file.subarray(0, open)) + decoder.decode(file.subarray(close))
  const sizes = Uint32Array.from(list, ({ length }) => length)
  return new Set(trackIds).size < trackIds.length ? null : { rest, trackIds, sizes, pieces: joinNeighbours(list) }
}

const readTrack = (bytes: Uint8Array) => JSON.parse(decoder.decode(bytes)) as PlainTrack

function packTracks(tracks: readonly Track[]): Uint8Array[] {
  const list = tracks.map((track) => JSON_OF.get(track) ?? encoder.encode(JSON.stringify(toPlainTrack(track))))
  const isNew = (index: number) => !JSON_OF.has(tracks[index])
  const newBytes = list.reduce((sum, { length }, index) => sum + (isNew(index) ? length + COMMA.length : 0), 0)
  const shared = new Uint8Array(new SharedArrayBuffer(newBytes))
  let at = 0
  return list.map((bytes, index) => {
    if (!isNew(index)) return bytes
    shared.set(bytes, at)
    shared.set(COMMA, at + bytes.length)
    at += bytes.length + COMMA.length
    return shared.subarray(at - bytes.length - COMMA.length, at - COMMA.length)
  })
}

function joinNeighbours(list: readonly Uint8Array[]): Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let first = 0; first < list.length; ) {
    const { buffer, byteOffset: start } = list[first]
    let end = start + list[first].length
    let next = first + 1
    while (next < list.length && list[next].buffer === buffer && list[next].byteOffset === end + COMMA.length) {
      end += COMMA.length + list[next].length
      next++
    }
    pieces.push(new Uint8Array(buffer, start, end - start))
    first = next
  }
  return pieces
}

type Open = (bytes: Uint8Array) => Track

/** Caches the last decoded track, since callers usually read several members of one track in a row. */
function makeOpener(): Open {
  let last: Uint8Array | null = null
  let opened: Track | null = null
  return (bytes) => {
    if (last !== bytes || !opened) opened = fromPlainTrack(readTrack(bytes))
    last = bytes
    return opened
  }
}

interface Closed {
  id: string
  bytes: Uint8Array
  open: Open
}

/** A proxy, as there may be many thousands: an object with six getters takes ten times as long to make. */
const OPENS_WHEN_ASKED: ProxyHandler<Closed> = {
  get: ({ id, bytes, open }, name) => (name === 'id' ? id : Reflect.get(open(bytes), name)),
  has: ({ bytes, open }, name) => Reflect.has(open(bytes), name),
  ownKeys: ({ bytes, open }) => Reflect.ownKeys(open(bytes)),
  getOwnPropertyDescriptor: ({ bytes, open }, name) => Reflect.getOwnPropertyDescriptor(open(bytes), name),
}

function packedTrack(id: string, bytes: Uint8Array, open: Open): Track {
  const track = new Proxy({ id, bytes, open }, OPENS_WHEN_ASKED) as unknown as Track
  JSON_OF.set(track, bytes)
  return track
}
