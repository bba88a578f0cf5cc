import type { AnnotatedDocument, Track } from '../document.ts'
import type { Edit } from './documentOperation.ts'

/** Provides the tracks that a batch of edits touches. */
export interface TrackSource {
  /** The ids in their order. */
  keys(): Iterable<string>
  get(id: string): Track | undefined
}

/** The one track that an operation reads and changes; null for operations on something else. */
export function trackOfEdit(operation: Edit): string | null {
  if (operation.type === 'putTrack') return operation.track.id
  return 'trackId' in operation ? operation.trackId : null
}

/**
 * Applies a batch of edits to tracks. Each edit is applied to a document that has only its own track: no other track is
 * read, and the list of tracks is copied once instead of once per edit.
 */
export class TrackBatch {
  readonly #source: TrackSource
  readonly #changed = new Map<string, Track | null>()
  #order: string[] | null = null

  constructor(source: TrackSource) {
    this.#source = source
  }

  /** Tracks that are others than in the source; null: removed. */
  get changed(): ReadonlyMap<string, Track | null> {
    return this.#changed
  }

  /** The ids after the batch; null: as they were. */
  get order(): readonly string[] | null {
    return this.#order
  }

  get(trackId: string): Track | undefined {
    const changed = this.#changed.get(trackId)
    return changed === undefined ? this.#source.get(trackId) : (changed ?? undefined)
  }

  /** A document of this track alone, for `applyEdit` and `invertEdit`. */
  alone(document: AnnotatedDocument, trackId: string): AnnotatedDocument {
    const track = this.get(trackId)
    return { ...document, tracks: new Map(track ? [[trackId, track]] : []) }
  }

  /** Stores the track after an operation. @returns its previous index, for operations that move it; otherwise -1 */
  take(trackId: string, operation: Edit, after: AnnotatedDocument): number {
    const isThere = this.get(trackId) !== undefined
    this.#changed.set(trackId, after.tracks.get(trackId) ?? null)
    if (operation.type !== 'putTrack' && operation.type !== 'removeTrack') return -1
    this.#order ??= [...this.#source.keys()]
    const order = this.#order
    const before = isThere ? order.indexOf(trackId) : -1
    if (operation.type === 'removeTrack') order.splice(before, 1)
    else if (before < 0 || operation.index !== null) {
      if (before >= 0) order.splice(before, 1)
      order.splice(operation.index ?? order.length, 0, trackId)
    }
    return before
  }
}
