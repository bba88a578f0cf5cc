import { canonicalJson } from '../../json/canonical.ts'
import { type JsonList, JsonOutline } from '../../json/jsonOutline.ts'
import { type AnnotationType, isAnnotationType } from '../../model/annotationType.ts'
import type { AttributeValue } from '../../model/attribute.ts'
import type { AnnotatedDocument, LegendEntry, Track } from '../../model/document/document.ts'
import { numbered } from '../../model/document/numbers.ts'
import { fromPlainTrack, type PlainTrack, toPlainTrack } from '../../model/document/plainTrack.ts'
import { messageOf } from '../errors/messageOf.ts'

/** The version of the file's layout. A reader refuses newer ones; older ones will be upgraded once they exist. */
const VERSION = 1

export class DocumentFileError extends Error {}

// Maps as lists of pairs: their order and any key, `__proto__` too, survive JSON.
const map = <K, V>(list: unknown): Map<K, V> => new Map(list as [K, V][])

/** The working document as plain JSON. */
export interface PlainDocument {
  version: number
  /** The highest number of each class. Older files have none, and their objects have no numbers: see numbered. */
  numbers: [string, number][]
  operation: AnnotationType
  frameCount: number
  tracks: PlainTrack[]
  jobAttributes: [string, AttributeValue][]
  frameAttributes: [number, [string, AttributeValue][]][]
  legend: readonly LegendEntry[]
}

/** The working document as JSON text, for storage. Labels of points are stored separately: see encodeLabels. */
export const encodeDocument = (document: AnnotatedDocument): string => [...textPieces(document)].join('')

/** The text of a document, whose tracks are canonical JSON, made track by track. */
function* textPieces(document: AnnotatedDocument): Generator<string> {
  const head = JSON.stringify(toPlainDocument({ ...document, tracks: new Map() }))
  const at = head.indexOf(NO_TRACKS) + NO_TRACKS.length - 1
  yield head.slice(0, at)
  let comma = ''
  for (const track of document.tracks.values()) {
    yield comma + canonicalJson(toPlainTrack(track))
    comma = ','
  }
  yield head.slice(at)
}

const NO_TRACKS = '"tracks":[]'
const PIECE_CHARACTERS = 256 * 1024

/** The bytes of encodeDocument in pieces: the text of a large document would be in memory besides them. */
export function encodeDocumentPieces(document: AnnotatedDocument): Uint8Array<ArrayBuffer>[] {
  const encoder = new TextEncoder()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let text = ''
  for (const piece of textPieces(document)) {
    text += piece
    if (text.length < PIECE_CHARACTERS) continue
    pieces.push(encoder.encode(text))
    text = ''
  }
  return [...pieces, encoder.encode(text)]
}

export function toPlainDocument(document: AnnotatedDocument): PlainDocument {
  return {
    version: VERSION,
    numbers: [...document.numbers],
    operation: document.annotationType,
    frameCount: document.frameCount,
    tracks: Array.from(document.tracks.values(), toPlainTrack),
    jobAttributes: [...document.jobAttributes],
    frameAttributes: Array.from(document.frameAttributes, ([frame, values]) => [frame, [...values]]),
    legend: document.legend,
  }
}

/** Whether a document's file is JSON as toPlainDocument has it; older ones have to be decoded first. */
export function isNewestLayout(file: Uint8Array): boolean {
  const start = new TextEncoder().encode(`{"version":${VERSION},"numbers":[`)
  return start.every((byte, index) => file[index] === byte)
}

/** Throws DocumentFileError for text that is not a working document of a known layout. */
export const decodeDocument = (text: string): AnnotatedDocument => fromPlainDocument(parse(text))

/** Throws DocumentFileError for a value that is not a working document of a known layout. */
export const fromPlainDocument = (file: PlainDocument | Record<string, unknown>): AnnotatedDocument =>
  documentOf(file, file.tracks as PlainTrack[])

/**
 * The document of a file's bytes. Tracks are parsed one by one: all of them in plain form would take as much memory as
 * the document. Throws DocumentFileError like decodeDocument.
 */
export function readDocument(bytes: Uint8Array): AnnotatedDocument {
  let head: Record<string, unknown>
  let tracks: JsonList | null
  try {
    const outline = new JsonOutline(bytes)
    head = Object.fromEntries(HEAD.map((name) => [name, outline.member(name)]))
    tracks = outline.list('tracks')
  } catch (error) {
    throw new DocumentFileError(`the document is not JSON: ${messageOf(error)}`)
  }
  if (!tracks) throw new DocumentFileError('the document has no list of tracks')
  return documentOf(head, entriesOf(tracks))
}

function* entriesOf(list: JsonList): Generator<PlainTrack> {
  for (let index = 0; index < list.length; index++) yield list.at(index) as PlainTrack
}

const HEAD = ['version', 'numbers', 'operation', 'frameCount', 'jobAttributes', 'frameAttributes', 'legend'] as const

function documentOf(
  file: PlainDocument | Record<string, unknown>,
  plainTracks: Iterable<PlainTrack>,
): AnnotatedDocument {
  if (file.version !== VERSION) throw new DocumentFileError(`layout ${String(file.version)} of a document is not known`)
  if (!isAnnotationType(file.operation)) throw new DocumentFileError('the document names no operation')
  try {
    const document = { annotationType: file.operation, ...decodeParts(file, plainTracks) }
    return file.numbers === undefined ? numbered(document) : document
  } catch (error) {
    // Drafts come from browsers: a malformed list is their fault, not ours.
    throw new DocumentFileError(`the document is not whole: ${messageOf(error)}`)
  }
}

function decodeParts(
  file: PlainDocument | Record<string, unknown>,
  plainTracks: Iterable<PlainTrack>,
): Omit<AnnotatedDocument, 'annotationType'> {
  const tracks = new Map<string, Track>()
  for (const plain of plainTracks) tracks.set(plain.id, fromPlainTrack(plain))
  return {
    frameCount: file.frameCount as number,
    tracks,
    jobAttributes: map(file.jobAttributes),
    frameAttributes: new Map((file.frameAttributes as [number, unknown][]).map(([frame, list]) => [frame, map(list)])),
    legend: file.legend as AnnotatedDocument['legend'],
    numbers: map(file.numbers ?? []),
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const file: unknown = JSON.parse(text)
    if (typeof file === 'object' && file !== null) return file as Record<string, unknown>
  } catch (error) {
    throw new DocumentFileError(`the document is not JSON: ${messageOf(error)}`)
  }
  throw new DocumentFileError('the document is not an object')
}
