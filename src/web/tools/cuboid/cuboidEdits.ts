import type { Cuboid } from '../../../geometry/cuboid.ts'
import type { CuboidPath, FlatPath, Key, Source, Track } from '../../../model/document/document.ts'
import { endedFrom, madeStationary, withShape } from '../../../model/document/edit.ts'
import { cuboidAt } from '../../../model/document/interpolate.ts'
import type { CuboidPlacement } from '../../../model/document/shape.ts'
import { lastIndexAt, withoutKey } from '../../../model/document/shapePath.ts'

export interface Placing {
  source: Source
  /** The size belongs to this frame alone instead of the whole track. */
  sizeOfFrame: boolean
}

export const BY_HAND: Placing = { source: 'manual', sizeOfFrame: false }

/** A new object with one keyframe; linked to every camera in `cameraIds`. */
export function newTrack(
  id: string,
  classId: string,
  frame: number,
  cuboid: Cuboid,
  source: Source,
  cameraIds: readonly string[] = [],
): Track {
  const following: FlatPath = { keys: [], attributes: new Map(), follows: true }
  const path: CuboidPath = { keys: [], attributes: new Map(), dimensions: cuboid.dimensions }
  const track = { id, entryId: null, classId, stationary: false, attributes: new Map(), cuboid: path }
  const views = new Map(cameraIds.map((cameraId) => [cameraId, following]))
  return placedAt({ ...track, views }, frame, cuboid, { source, sizeOfFrame: false })
}

/** The track with this box at the frame, as a keyframe; stationary ones have it everywhere. */
export function placedAt(track: Track, frame: number, cuboid: Cuboid, { source, sizeOfFrame }: Placing): Track {
  const path = track.cuboid ?? { keys: [], attributes: new Map(), dimensions: cuboid.dimensions }
  const { position, heading, dimensions } = cuboid
  if (track.stationary && path.keys.some((key) => key.kind === 'shape')) {
    return { ...track, cuboid: madeStationary(path, cuboid) }
  }
  const held = path.keys[lastIndexAt(path.keys, frame)]
  const overridden = held?.kind === 'shape' && held.frame === frame && held.shape.sizeOverride !== null
  const isSame = sameSize(dimensions, path.dimensions)
  const ofFrame = (sizeOfFrame || overridden) && !isSame
  const placement: CuboidPlacement = { position, heading, sizeOverride: ofFrame ? dimensions : null }
  const keys = withShape(path.keys, frame, placement, source)
  return { ...track, cuboid: { ...path, dimensions: ofFrame || isSame ? path.dimensions : dimensions, keys } }
}

function sameSize(a: Cuboid['dimensions'], b: Cuboid['dimensions']): boolean {
  return a.length === b.length && a.width === b.width && a.height === b.height
}

/** Keyframe here becomes none, none becomes one of the shape that is shown. null where neither makes sense. */
export function keyToggledAt(track: Track, frame: number): Track | null {
  const path = track.cuboid
  const shown = cuboidAt(track, frame)
  if (!path || !shown) return null
  const isKey = path.keys.some((key) => key.kind === 'shape' && key.frame === frame)
  if (!isKey) return placedAt(track, frame, shown.shape, BY_HAND)
  return withoutKeyAt(track, frame)
}

/** Without the keyframe; null when it is the last one: an object without any is no object. */
export function withoutKeyAt(track: Track, frame: number): Track | null {
  const path = track.cuboid
  if (!path) return null
  const keys = withoutKey(path.keys, frame)
  return keys.some((key) => key.kind === 'shape') ? { ...track, cuboid: { ...path, keys } } : null
}

/** Gone from this frame on; where it is gone already at this very frame, back again. null where there is nothing to end. */
export function endToggledAt(track: Track, frame: number): Track | null {
  const path = track.cuboid
  if (!path) return null
  const isOut = path.keys.some((key) => key.kind === 'out' && key.frame === frame)
  if (isOut) return { ...track, cuboid: { ...path, keys: withoutKey(path.keys, frame) } }
  const keys = endedFrom(path.keys, frame)
  return keys.some((key) => key.kind === 'shape') ? { ...track, cuboid: { ...path, keys } } : null
}

/** Absent in these frames alone, kept as it was in all others. null when nothing would be left. */
export function absentIn(track: Track, frames: readonly number[], frameCount: number): Track | null {
  const path = track.cuboid
  if (!path) return null
  const gone = new Set(frames)
  let result = track
  // Who comes back after the gap needs a keyframe to come back with.
  for (const frame of frames) {
    const next = frame + 1
    const shown = cuboidAt(track, next)
    if (next < frameCount && !gone.has(next) && shown) {
      result = placedAt(result, next, shown.shape, { source: shown.source, sizeOfFrame: false })
    }
  }
  let keys = result.cuboid?.keys ?? []
  for (const frame of frames) {
    keys = withoutKey(keys, frame)
    const before = keys[lastIndexAt(keys, frame)]
    if (before?.kind === 'shape') {
      keys = keys.toSpliced(lastIndexAt(keys, frame) + 1, 0, { kind: 'out', frame })
    }
  }
  if (!keys.some((key) => key.kind === 'shape')) return null
  return { ...result, cuboid: { ...path, ...result.cuboid, keys } as CuboidPath }
}

/** The keys in these frames go, so that the shape is interpolated there. null when nothing would be left. */
export function interpolatedIn(track: Track, frames: readonly number[]): Track | null {
  const path = track.cuboid
  if (!path) return null
  const cleared = new Set(frames)
  const keys = path.keys.filter((key) => key.kind === 'out' || !cleared.has(key.frame))
  return keys.some((key) => key.kind === 'shape') ? { ...track, cuboid: { ...path, keys } } : null
}

/**
 * The key of `from` at `to` instead; it stays between its neighbours, so that the order of what happens is kept.
 * A camera's own object has its key moved in its view.
 */
export function keyMoved(track: Track, from: number, to: number): Track {
  if (track.cuboid) return { ...track, cuboid: { ...track.cuboid, keys: withKeyMoved(track.cuboid.keys, from, to) } }
  const views = new Map(track.views)
  for (const [sensorId, path] of views) views.set(sensorId, { ...path, keys: withKeyMoved(path.keys, from, to) })
  return { ...track, views }
}

function withKeyMoved<S>(keys: readonly Key<S>[], from: number, to: number): readonly Key<S>[] {
  const at = keys.findIndex(({ frame }) => frame === from)
  if (at < 0) return keys
  const least = at > 0 ? keys[at - 1].frame + 1 : 0
  const most = at + 1 < keys.length ? keys[at + 1].frame - 1 : Number.POSITIVE_INFINITY
  const frame = Math.min(most, Math.max(least, to))
  // Another frame's record has another id.
  return frame === from
    ? keys
    : keys.with(at, keys[at].kind === 'out' ? { kind: 'out', frame } : { ...keys[at], frame, id: null })
}

/** One pose everywhere, that of this frame; or keyframes of it again, so that it can move. */
export function stationaryToggledAt(track: Track, frame: number): Track | null {
  const path = track.cuboid
  if (!path) return null
  if (track.stationary) {
    const first = path.keys.find((key) => key.kind === 'shape')
    const pose = first && cuboidAt(track, first.frame)
    return pose ? { ...track, stationary: false, cuboid: madeStationary(path, pose.shape) } : null
  }
  const shown = cuboidAt(track, frame)
  return shown ? { ...track, stationary: true, cuboid: madeStationary(path, shown.shape) } : null
}

/** Whether a person made the box of this very frame: machines leave it alone. */
export function isPersons(track: Track, frame: number): boolean {
  const key = track.cuboid?.keys.find((k) => k.frame === frame)
  return key?.kind === 'shape' && key.keyFrame && key.source === 'manual'
}
