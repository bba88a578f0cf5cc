import type { AnnotatedDocument, CuboidPath, FlatPath, Key, ShapePath, Track } from './document.ts'

/**
 * An object is held where its geometry only stays: in every frame after the last one that was placed. A person places a
 * frame by a keyframe, by accepting a suggestion or by propagation; a program or a prediction places the frames that it
 * names.
 */

/** Whether this frame was placed by a person, a machine or a file. A key that an edit worked out from its neighbours was not placed. */
export const isPlaced = (key: Key<unknown>): boolean =>
  key.kind === 'shape' && (key.source !== 'interpolated' || !key.keyFrame)

/** The first frame from which on the path is held; null where it has no shape at all. */
export function heldFrom(path: Pick<ShapePath<unknown>, 'keys'>): number | null {
  const last = path.keys.findLast(isPlaced)
  if (last) return last.frame + 1
  return path.keys.find(({ kind }) => kind === 'shape')?.frame ?? null
}

/** The document without its held frames: each object ends after the last frame that was placed. */
export function withoutHeld(document: AnnotatedDocument): AnnotatedDocument {
  const tracks = Array.from(document.tracks.values(), (track) => endedTrack(track, document.frameCount))
  return { ...document, tracks: new Map(tracks.map((track) => [track.id, track])) }
}

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
