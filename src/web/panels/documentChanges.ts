import type { AnnotatedDocument, Track } from '../../model/document/document.ts'
import { toPlainTrack } from '../../model/document/plainTrack.ts'
import { trackPaths } from '../../model/document/trackPaths.ts'
import { isSameValue } from '../../model/sameValue.ts'

export interface TrackChange {
  kind: 'added' | 'removed' | 'changed'
  trackId: string
  classId: string
  /** First frame that differs, according to the keys; null: the object as a whole. */
  frame: number | null
}

/** The changes of the objects between two documents of one job, in the order of the later one, removed ones last. */
export function documentChanges(before: AnnotatedDocument, after: AnnotatedDocument): TrackChange[] {
  const changes: TrackChange[] = []
  for (const track of after.tracks.values()) {
    const old = before.tracks.get(track.id)
    if (old === track) continue
    if (!old) changes.push({ kind: 'added', trackId: track.id, classId: track.classId, frame: firstFrame(track) })
    else if (!isSameValue(toPlainTrack(old), toPlainTrack(track))) {
      changes.push({ kind: 'changed', trackId: track.id, classId: track.classId, frame: firstDifference(old, track) })
    }
  }
  for (const track of before.tracks.values()) {
    if (after.tracks.has(track.id)) continue
    changes.push({ kind: 'removed', trackId: track.id, classId: track.classId, frame: firstFrame(track) })
  }
  return changes
}

const pathsOf = (track: Track) => new Map(trackPaths(track))

function firstFrame(track: Track): number | null {
  const frames = [...pathsOf(track).values()].flatMap(({ keys }) => keys[0]?.frame ?? [])
  return frames.length === 0 ? null : frames.reduce((a, b) => Math.min(a, b))
}

function firstDifference(a: Track, b: Track): number | null {
  const [pathsOfA, pathsOfB] = [pathsOf(a), pathsOf(b)]
  const byFrame = (path: { keys: readonly { frame: number }[] } | undefined) =>
    new Map(path?.keys.map((key) => [key.frame, key]))
  let first = Number.POSITIVE_INFINITY
  for (const name of new Set([...pathsOfA.keys(), ...pathsOfB.keys()])) {
    const keysOfA = byFrame(pathsOfA.get(name))
    const keysOfB = byFrame(pathsOfB.get(name))
    for (const frame of new Set([...keysOfA.keys(), ...keysOfB.keys()])) {
      if (!isSameValue(keysOfA.get(frame), keysOfB.get(frame))) first = Math.min(first, frame)
    }
  }
  return Number.isFinite(first) ? first : null
}
