import { canonicalJson } from '../../json/canonical.ts'
import type { Track } from '../../model/document/document.ts'
import { fromPlainTrack, type PlainTrack, toPlainTrack } from '../../model/document/plainTrack.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
export const SEPARATOR = encoder.encode(',')

/**
 * Tracks as the bytes of their canonical JSON (RFC 8785), in their order. Reading one costs what its bytes cost, each time; a changed store
 * shares the bytes of all others with the one before.
 */
export class TrackStore {
  readonly #bytes: ReadonlyMap<string, Uint8Array>

  constructor(bytes: ReadonlyMap<string, Uint8Array>) {
    this.#bytes = bytes
  }

  static of(tracks: Iterable<Track>): TrackStore {
    return new TrackStore(bytesOfTracks([...tracks]))
  }

  get size(): number {
    return this.#bytes.size
  }

  keys(): Iterable<string> {
    return this.#bytes.keys()
  }

  /** JSON of each. */
  values(): Iterable<Uint8Array> {
    return this.#bytes.values()
  }

  /** The number of JSON bytes to read; 0 if there is no such track. */
  sizeOf(id: string): number {
    return this.#bytes.get(id)?.length ?? 0
  }

  /** Reads one track. */
  get(id: string): Track | undefined {
    const bytes = this.#bytes.get(id)
    return bytes && trackOfBytes(bytes)
  }

  /** Reads one track after another, without storing them. */
  *read(): Generator<Track> {
    for (const bytes of this.#bytes.values()) yield trackOfBytes(bytes)
  }

  /**
   * @param changed tracks to write; null: removed
   * @param order ids of all that are left; null: as they were, without new ones
   */
  with(changed: ReadonlyMap<string, Track | null>, order: readonly string[] | null): TrackStore {
    const written = bytesOfTracks([...changed.values()].filter((track) => track !== null))
    if (order === null) {
      const bytes = new Map(this.#bytes)
      for (const [id, one] of written) bytes.set(id, one)
      return new TrackStore(bytes)
    }
    const bytes = new Map<string, Uint8Array>()
    for (const id of order) {
      const one = written.get(id) ?? this.#bytes.get(id)
      if (one) bytes.set(id, one)
    }
    return new TrackStore(bytes)
  }
}

/** Whether this text of a track is as the store keeps it: files of earlier versions have other orders. */
export const isCanonical = (text: string): boolean => canonicalJson(JSON.parse(text)) === text

export const plainTrackOf = (bytes: Uint8Array): PlainTrack => JSON.parse(decoder.decode(bytes))

const trackOfBytes = (bytes: Uint8Array): Track => fromPlainTrack(plainTrackOf(bytes))

/** Encodes tracks in memory that threads share, with commas between them as in a file. */
function bytesOfTracks(tracks: readonly Track[]): Map<string, Uint8Array> {
  const list = tracks.map((track) => encoder.encode(canonicalJson(toPlainTrack(track))))
  const shared = new Uint8Array(
    new SharedArrayBuffer(list.reduce((sum, { length }) => sum + length + SEPARATOR.length, 0)),
  )
  const bytes = new Map<string, Uint8Array>()
  let at = 0
  list.forEach((one, index) => {
    shared.set(one, at)
    shared.set(SEPARATOR, at + one.length)
    bytes.set(tracks[index].id, shared.subarray(at, at + one.length))
    at += one.length + SEPARATOR.length
  })
  return bytes
}
