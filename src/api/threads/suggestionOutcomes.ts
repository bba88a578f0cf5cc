import { randomUUID } from 'node:crypto'
import { isAnswerRecord } from '../../formats/assistants/answerRecord.ts'
import { isMergeRecord } from '../../formats/assistants/mergeRecord.ts'
import type { Proposed } from '../../formats/assistants/proposed.ts'
import { suggestedTracks } from '../../formats/assistants/suggestedTracks.ts'
import { readThrough } from '../../formats/document/encodedDocument.ts'
import { type PackedDocument, unpackDocument } from '../../formats/document/packedDocument.ts'
import { type JobSnapshot, openJobSnapshot } from '../../formats/results/jobSnapshot.ts'
import type { AnnotatedDocument, Key, ShapePath, Track } from '../../model/document/document.ts'
import type { CuboidPlacement, ViewShape } from '../../model/document/shape.ts'

export type SuggestionOutcome = 'kept' | 'changed' | 'dropped'

export interface OutcomeOrder {
  job: JobSnapshot
  document: PackedDocument
  suggestions: readonly Proposed[]
}

/** What became of suggestions that were accepted, in their order, now that the work is submitted. */
export function suggestionOutcomes({ job: kept, document: packed, suggestions }: OutcomeOrder): SuggestionOutcome[] {
  const { job } = openJobSnapshot(kept)
  const document = readThrough(unpackDocument(packed))
  return suggestions.map((suggestion) => {
    const { record } = suggestion
    // Merged: exactly one of the two is left. If all are there, the merge was undone.
    if (isMergeRecord(record))
      return record.merge.filter((id) => document.tracks.has(id)).length === 1 ? 'kept' : 'dropped'
    if (isAnswerRecord(record)) {
      const answer = document.jobAttributes.get(record.attribute)
      return answer === undefined ? 'dropped' : isAlike(answer, record.value) ? 'kept' : 'changed'
    }
    const tracks = suggestedTracks(job, [suggestion], randomUUID)
    // The tag has changed since, so the suggestion cannot be in any document.
    if (!tracks) return 'changed'
    const outcomes = tracks.map((track) => outcomeOf(track, document))
    return outcomes.find((outcome) => outcome !== 'kept') ?? 'kept'
  })
}

function outcomeOf(suggested: Track, document: AnnotatedDocument): SuggestionOutcome {
  const track = document.tracks.get(suggested.id)
  if (!track) return 'dropped'
  if (track.classId !== suggested.classId) return 'changed'
  const outcomes = [
    ...(suggested.cuboid ? [pathOutcome(suggested.cuboid, track.cuboid)] : []),
    ...Array.from(suggested.views, ([sensorId, view]) => pathOutcome(view, track.views.get(sensorId) ?? null)),
  ]
  return outcomes.find((outcome) => outcome !== 'kept') ?? 'kept'
}

type AnyPath = ShapePath<CuboidPlacement> | ShapePath<ViewShape>
const keysOf = (path: AnyPath): readonly Key<CuboidPlacement | ViewShape>[] => path.keys

function pathOutcome(suggested: AnyPath, path: AnyPath | null): SuggestionOutcome {
  if (!path) return 'dropped'
  const byFrame = new Map(keysOf(path).map((key) => [key.frame, key]))
  for (const key of keysOf(suggested)) {
    const now = byFrame.get(key.frame)
    if (!now || now.kind === 'out') return 'dropped'
    if (key.kind === 'shape' && !isAlike(key.shape, now.shape)) return 'changed'
  }
  return 'kept'
}

const TOLERANCE = 1e-7

/** Equal but for rounding. */
function isAlike(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a))
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => isAlike(Reflect.get(a, key), Reflect.get(b, key)))
}
