import type { AnnotatedDocument, PointLabels, Track } from '../../model/document/document.ts'
import type { Edit } from '../../model/document/operations/documentOperation.ts'
import { paintLabels, repaintLabels } from '../../model/document/operations/labelRuns.ts'
import { applyEdit, invertEdit } from '../../model/document/operations/operations.ts'
import { TrackBatch, trackOfEdit } from '../../model/document/operations/trackBatch.ts'
import { inSmallParts } from './operationSize.ts'

export interface Applied {
  document: AnnotatedDocument
  /** The operations with the numbers that they assigned: redone, and on the service, they assign the same. */
  done: Edit[]
  /** Takes the operations back, in the order in which it is to be applied. */
  undone: Edit[]
}

/**
 * The document after all operations, with their inverses; labels are painted in place. All are applied or none. Applied
 * one by one, each operation would copy the map of tracks: moving 5,000 objects would copy it 5,000 times. Operations
 * that touch a single track are therefore applied to a document of that track alone, and the map is copied once.
 * @throws EditError
 */
export function applyBatch(
  document: AnnotatedDocument,
  operations: readonly Edit[],
  labels: PointLabels | null,
): Applied {
  const undone: Edit[] = []
  const done: Edit[] = []
  let current = document
  let batch: TrackBatch | null = null
  const settle = () => {
    if (batch) current = { ...current, tracks: tracksAfter(current.tracks, batch) }
    batch = null
  }
  try {
    for (const operation of operations) {
      const trackId = trackOfEdit(operation)
      if (trackId !== null) {
        batch ??= new TrackBatch(current.tracks)
        const alone = batch.alone(current, trackId)
        const inverse = invertEdit(alone, operation)
        const after = applyEdit(alone, operation)
        const index = batch.take(trackId, operation, after)
        if (after.numbers !== current.numbers) current = { ...current, numbers: after.numbers }
        undone.push(inverse.type === 'putTrack' ? { ...inverse, index } : inverse)
        done.push(withNumber(operation, after.tracks.get(trackId)?.number))
        continue
      }
      settle()
      done.push(operation)
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
  return { document: current, done, undone: undone.reverse() }
}

function withNumber(operation: Edit, number: number | undefined): Edit {
  if (number === undefined) return operation
  if (operation.type === 'setClass') return { ...operation, number }
  return operation.type === 'putTrack' ? { ...operation, track: { ...operation.track, number } } : operation
}

/** The map is copied once, however many tracks have changed. */
function tracksAfter(before: ReadonlyMap<string, Track>, { changed, order }: TrackBatch): Map<string, Track> {
  const tracks = order ? new Map<string, Track>() : new Map(before)
  for (const id of order ?? changed.keys()) {
    const track = changed.get(id) ?? before.get(id)
    if (track) tracks.set(id, track)
  }
  return tracks
}
