import type { AnnotatedDocument, Track } from '../../model/document/document.ts'
import { isOperation } from '../../model/operation.ts'

/** Of the file's layout. A reader refuses a newer one; older ones are brought up to date when there are any. */
const VERSION = 1

export class DocumentFileError extends Error {}

// Maps as lists of pairs: their order and any key, `__proto__` too, survive JSON.
const pairs = <K, V>(map: ReadonlyMap<K, V>): [K, V][] => [...map]
const map = <K, V>(list: unknown): Map<K, V> => new Map(list as [K, V][])

/** The working document as JSON text, for storage. Labels of points are kept apart: see encodeLabels. */
export function encodeDocument(document: AnnotatedDocument): string {
  return JSON.stringify({
    version: VERSION,
    operation: document.operation,
    frameCount: document.frameCount,
    tracks: Array.from(document.tracks.values(), encodeTrack),
    jobAttributes: pairs(document.jobAttributes),
    frameAttributes: pairs(document.frameAttributes).map(([frame, values]) => [frame, pairs(values)]),
    legend: document.legend,
  })
}

/** Throws DocumentFileError for text that is no working document of a layout known here. */
export function decodeDocument(text: string): AnnotatedDocument {
  const file = parse(text)
  if (file.version !== VERSION) throw new DocumentFileError(`layout ${String(file.version)} of a document is not known`)
  if (!isOperation(file.operation)) throw new DocumentFileError('the document names no operation')
  try {
    return { operation: file.operation, ...decodeParts(file) }
  } catch (error) {
    // Drafts come from browsers: a list that is none is their fault and not ours.
    throw new DocumentFileError(`the document is not whole: ${(error as Error).message}`)
  }
}

function decodeParts(file: Record<string, unknown>): Omit<AnnotatedDocument, 'operation'> {
  const tracks = (file.tracks as EncodedTrack[]).map(decodeTrack)
  return {
    frameCount: file.frameCount as number,
    tracks: new Map(tracks.map((track) => [track.id, track])),
    jobAttributes: map(file.jobAttributes),
    frameAttributes: new Map((file.frameAttributes as [number, unknown][]).map(([frame, list]) => [frame, map(list)])),
    legend: file.legend as AnnotatedDocument['legend'],
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const file: unknown = JSON.parse(text)
    if (typeof file === 'object' && file !== null) return file as Record<string, unknown>
  } catch (error) {
    throw new DocumentFileError(`the document is not JSON: ${(error as Error).message}`)
  }
  throw new DocumentFileError('the document is not an object')
}

/** A track as plain JSON, for the file and for the editor's small operations alike. */
export interface EncodedTrack extends Omit<Track, 'attributes' | 'cuboid' | 'views'> {
  attributes: [string, unknown][]
  cuboid: (Omit<NonNullable<Track['cuboid']>, 'attributes'> & { attributes: unknown }) | null
  views: [string, unknown][]
}

export function encodeTrack(track: Track): EncodedTrack {
  return {
    ...track,
    attributes: pairs(track.attributes),
    cuboid: track.cuboid && { ...track.cuboid, attributes: pairs(track.cuboid.attributes) },
    views: pairs(track.views).map(([id, view]) => [id, { ...view, attributes: pairs(view.attributes) }]),
  }
}

export function decodeTrack(track: EncodedTrack): Track {
  return {
    ...track,
    attributes: map(track.attributes),
    cuboid: track.cuboid && { ...track.cuboid, attributes: map(track.cuboid.attributes) },
    views: new Map(
      track.views.map(([id, view]) => [id, withSteps(view as NonNullable<ReturnType<Track['views']['get']>>)]),
    ),
  }
}

const withSteps = <P extends { attributes: unknown }>(path: P) => ({
  ...path,
  attributes: map<never, never>(path.attributes),
})
