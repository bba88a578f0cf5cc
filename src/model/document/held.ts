import type { AnnotatedDocument, CuboidPath, FlatPath, Key, ShapePath, Track } from './document.ts'
import { type ResolvedRecord, recordsOf } from './records.ts'
import { lastIndexAt } from './shapePath.ts'

/**
 * An object is held where its geometry only stays: in every frame after the last one that was placed. A person places a
 * frame by a keyframe, by accepting a suggestion or by propagation; a program or a prediction places the frames that it
 * names.
 */

/** Whether this frame was placed: a key that an edit worked out from its neighbours (bakedKey) was not. */
export const isPlaced = (key: Key<unknown>): boolean =>
  key.kind === 'shape' && (key.source !== 'interpolated' || !key.keyFrame || key.id !== null)

/** The first frame from which the path is held; null if it has no shape at all. */
export function heldFrom(path: Pick<ShapePath<unknown>, 'keys'>): number | null {
  const last = path.keys.findLast(isPlaced)
  if (last) return last.frame + 1
  return path.keys.find(({ kind }) => kind === 'shape')?.frame ?? null
}

const isHeldAt = (path: CuboidPath | FlatPath, frame: number): boolean => {
  const from = heldFrom(path)
  return from !== null && frame >= from
}

/** Whether the geometry of this record is held. The box of a camera that follows a cuboid is held as the cuboid is. */
export function isHeldRecord(record: ResolvedRecord): boolean {
  if (record.kind === 'following') return isHeldRecord(record.cuboid)
  const { path, frame } = record
  if (record.kind !== 'flat' || !record.path.follows) return isHeldAt(path, frame)
  const key = path.keys[lastIndexAt(path.keys, frame)]
  if (key?.frame === frame) return !isPlaced(key)
  return record.link !== null && isHeldRecord(record.link.cuboid)
}

/** Frames in which any record of the track is held, ascending. */
export function heldFrames(document: Pick<AnnotatedDocument, 'frameCount'>, track: Track): number[] {
  const frames: number[] = []
  for (const record of recordsOf(document, track)) {
    if (frames.at(-1) !== record.frame && isHeldRecord(record)) frames.push(record.frame)
  }
  return frames
}

/** The document without its held frames: each object ends after the last frame that was placed. */
export function withoutHeld(document: AnnotatedDocument): AnnotatedDocument {
  const tracks = Array.from(document.tracks.values(), (track) => endedTrack(track, document.frameCount))
  return { ...document, tracks: new Map(tracks.map((track) => [track.id, track])) }
}

/** The document as its tag delivers it: `end` leaves held frames out. */
export const deliveredDocument = (document: AnnotatedDocument, { hold }: { hold?: 'ask' | 'keep' | 'end' }) =>
  hold === 'end' ? withoutHeld(document) : document

function endedTrack(track: Track, frameCount: number): Track {
  const cuboid = track.cuboid && endedPath(track.cuboid, frameCount)
  const views = Array.from(
    track.views,
    // A view that follows shows its cuboid's frames and those that were adjusted: it ends where these do.
    ([sensorId, path]) => [sensorId, path.follows ? path : endedPath(path, frameCount)] as const,
  )
  const isSame = cuboid === track.cuboid && views.every(([sensorId, path]) => path === track.views.get(sensorId))
  return isSame ? track : { ...track, cuboid, views: new Map(views) }
}

function endedPath<Path extends CuboidPath | FlatPath>(path: Path, frameCount: number): Path {
  const from = heldFrom(path)
  if (from === null || from >= frameCount) return path
  const kept = path.keys.filter(({ frame }) => frame < from)
  const end = { kind: 'out', frame: from } as const
  const isEnded =
    path.keys.length === kept.length + 1 && path.keys.at(-1)?.kind === 'out' && path.keys.at(-1)?.frame === from
  if (isEnded) return path
  return { ...path, keys: kept.length > 0 ? [...kept, end] : [] }
}
