import type { AnnotatedDocument, PointLabels, Track } from '../../model/document/document.ts'
import type { Edit } from '../../model/document/operations/documentOperation.ts'
import { paintLabels, repaintLabels } from '../../model/document/operations/labelRuns.ts'
import { applyEdit, invertEdit } from '../../model/document/operations/operations.ts'
import { inSmallParts } from './operationSize.ts'

export interface Applied {
  document: AnnotatedDocument
  /** Takes the operations back, in the order in which it is to be applied. */
  undone: Edit[]
}

/**
 * The document after all operations, with their inverses; labels are painted in place. All are done or none.
 *
 * Applied one by one each operation copies the map of tracks: moving 5,000 objects would copy it 5,000 times. Operations
 * that touch a single track are therefore applied to a document of that track alone, and the map is copied once.
 * @throws EditError
 */
export function applyBatch(
  document: AnnotatedDocument,
  operations: readonly Edit[],
  labels: PointLabels | null,
): Applied {
  const undone: Edit[] = []
  let current = document
  let batch: Batch | null = null
  const settle = () => {
    if (batch) current = { ...current, tracks: batch.tracks() }
    batch = null
  }
  try {
    for (const operation of operations) {
      const trackId = trackOf(operation)
      if (trackId !== null) {
        batch ??= new Batch(current)
        undone.push(batch.apply(trackId, operation))
        continue
      }
      settle()
      if (operation.type === 'setLabels' && labels) {
        current = applyEdit(current, operation)
        undone.push(...inSmallParts([{ type: 'setLabels', runs: repaintLabels(labels, operation.runs) }]))
        continue
      }
      undone.push(invertEdit(current, operation, labels))
      current = applyEdit(current, operation)
    }
  } catch (error) {
    for (const inverse of undone.reverse()) {
      if (inverse.type === 'setLabels' && labels) paintLabels(labels, inverse.runs)
    }
    throw error
  }
  settle()
  return { document: current, undone: undone.reverse() }
}

/** The one track that an operation reads and changes; null for operations on something else. */
function trackOf(operation: Edit): string | null {
  if (operation.type === 'putTrack') return operation.track.id
  return 'trackId' in operation ? operation.trackId : null
}

/** Tracks under change: the order as a list, which inserts and removes entries without rebuilding the map. */
class Batch {
  private readonly document: AnnotatedDocument
  private readonly byId: Map<string, Track>
  private readonly order: string[]

  constructor(document: AnnotatedDocument) {
    this.document = document
    this.byId = new Map(document.tracks)
    this.order = [...document.tracks.keys()]
  }

  /** The answer takes it back. */
  apply(trackId: string, operation: Edit): Edit {
    const track = this.byId.get(trackId)
    const alone: AnnotatedDocument = { ...this.document, tracks: new Map(track ? [[trackId, track]] : []) }
    const inverse = invertEdit(alone, operation)
    const changed = applyEdit(alone, operation).tracks.get(trackId)
    const before = track ? this.indexBefore(trackId, operation) : -1
    if (changed) this.byId.set(trackId, changed)
    else this.byId.delete(trackId)
    if (operation.type === 'putTrack') this.place(trackId, before, operation.index)
    if (operation.type === 'removeTrack') this.order.splice(before, 1)
    return inverse.type === 'putTrack' ? { ...inverse, index: before } : inverse
  }

  tracks(): Map<string, Track> {
    const tracks = new Map<string, Track>()
    for (const id of this.order) {
      const track = this.byId.get(id)
      if (track) tracks.set(id, track)
    }
    return tracks
  }

  /** Only operations that move a track need to know; looking for it costs. */
  private indexBefore(trackId: string, { type }: Edit): number {
    return type === 'putTrack' || type === 'removeTrack' ? this.order.indexOf(trackId) : -1
  }

  private place(trackId: string, before: number, index: number | null): void {
    if (before >= 0 && index === null) return
    if (before >= 0) this.order.splice(before, 1)
    this.order.splice(index ?? this.order.length, 0, trackId)
  }
}
