import type { AnnotatedDocument, Track } from '../../model/document/document.ts'
import type { Edit } from '../../model/document/operations/documentOperation.ts'
import { applyEdit } from '../../model/document/operations/operations.ts'
import { TrackBatch, trackOfEdit } from '../../model/document/operations/trackBatch.ts'
import { TrackStore } from './trackStore.ts'

const NO_TRACKS: ReadonlyMap<string, Track> = new Map()

/**
 * A document whose tracks are bytes: a document with many tracks takes little memory, and a save reads only those it
 * touches.
 */
export interface EncodedDocument {
  /** Everything except the tracks. */
  head: AnnotatedDocument
  tracks: TrackStore
}

export const encodeTracks = (document: AnnotatedDocument): EncodedDocument => ({
  head: { ...document, tracks: NO_TRACKS },
  tracks: TrackStore.of(document.tracks.values()),
})

/** An encoded document under a batch of edits. */
export class EncodedEdits {
  readonly #start: EncodedDocument
  readonly #batch: TrackBatch
  #head: AnnotatedDocument

  constructor(start: EncodedDocument) {
    this.#start = start
    this.#batch = new TrackBatch(start.tracks)
    this.#head = start.head
  }

  /** @throws EditError if it does not fit; then nothing has changed */
  apply(operation: Edit): void {
    const trackId = trackOfEdit(operation)
    if (trackId === null) {
      this.#head = applyEdit(this.#head, operation)
      return
    }
    const after = applyEdit(this.#batch.alone(this.#head, trackId), operation)
    this.#batch.take(trackId, operation, after)
    if (after.numbers !== this.#head.numbers) this.#head = { ...this.#head, numbers: after.numbers }
  }

  /** The document after the edits: untouched tracks keep their bytes. */
  document(): EncodedDocument {
    const { changed, order } = this.#batch
    const tracks = changed.size === 0 ? this.#start.tracks : this.#start.tracks.with(changed, order)
    return { head: this.#head, tracks }
  }
}

/** The document for an iteration over all of it: each visit of a track reads it again without storing it. */
export const readThrough = ({ head, tracks }: EncodedDocument): AnnotatedDocument => ({
  ...head,
  tracks: new TracksReadThrough(tracks),
})

class TracksReadThrough implements ReadonlyMap<string, Track> {
  readonly #store: TrackStore

  constructor(store: TrackStore) {
    this.#store = store
  }

  get size(): number {
    return this.#store.size
  }

  has(id: string): boolean {
    return this.#store.sizeOf(id) > 0
  }

  get(id: string): Track | undefined {
    return this.#store.get(id)
  }

  *keys(): Generator<string, undefined> {
    yield* this.#store.keys()
  }

  *values(): Generator<Track, undefined> {
    yield* this.#store.read()
  }

  *entries(): Generator<[string, Track], undefined> {
    for (const track of this.#store.read()) yield [track.id, track]
  }

  [Symbol.iterator](): Generator<[string, Track], undefined> {
    return this.entries()
  }

  forEach(visit: (track: Track, id: string, all: ReadonlyMap<string, Track>) => void): void {
    for (const [id, track] of this) visit(track, id, this)
  }
}
