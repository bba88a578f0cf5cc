import type { Cuboid } from '../../../geometry/cuboid.ts'
import type { CuboidPath, FlatPath, Key, Source, Track } from '../../../model/document/document.ts'
import { endedFrom, madeStationary, withShape } from '../../../model/document/edit.ts'
import { cuboidAt, flatAt } from '../../../model/document/interpolate.ts'
import type { CuboidPlacement } from '../../../model/document/shape.ts'
import { lastIndexAt, withoutKey } from '../../../model/document/shapePath.ts'
import { sameSize } from './placements.ts'

export interface Placing {
  source: Source
  /** The size belongs to this frame alone instead of the whole track. */
  sizeOfFrame: boolean
}

export const BY_HAND: Placing = { source: 'manual', sizeOfFrame: false }

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

/** The size that is shown at the frame in all frames. null where there is no box, or nothing to change. */
export function sizedAlike(track: Track, frame: number): Track | null {
  const path = track.cuboid
  const dimensions = cuboidAt(track, frame)?.shape.dimensions
  if (!path || !dimensions) return null
  const isAlike = path.keys.every((key) => key.kind === 'out' || key.shape.sizeOverride === null)
  if (isAlike && sameSize(dimensions, path.dimensions)) return null
  const keys = path.keys.map((key) =>
    key.kind === 'out' || key.shape.sizeOverride === null
      ? key
      : { ...key, shape: { ...key.shape, sizeOverride: null } },
  )
  return { ...track, cuboid: { ...path, dimensions, keys } }
}

/** Keyframe here becomes none, none becomes one of the shape that is shown. null where neither makes sense. */
export function keyToggledAt(track: Track, frame: number): Track | null {
  const path = track.cuboid
  if (!path) return boxKeyToggledAt(track, frame)
  const shown = cuboidAt(track, frame)
  if (!shown) return null
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
  if (!path) return withViewKeys(track, null, (keys) => endedOrNot(keys, frame))
  const keys = endedOrNot(path.keys, frame)
  return keys && { ...track, cuboid: { ...path, keys } }
}

function endedOrNot<S>(keys: readonly Key<S>[], frame: number): readonly Key<S>[] | null {
  const isOut = keys.some((key) => key.kind === 'out' && key.frame === frame)
  const ended = isOut ? withoutKey(keys, frame) : endedFrom(keys, frame)
  return ended.some((key) => key.kind === 'shape') ? ended : null
}

/** As keyToggledAt, of what only a camera sees. */
function boxKeyToggledAt(track: Track, frame: number): Track | null {
  const [path] = track.views.values()
  const shown = path && flatAt(path, frame)
  if (!shown) return null
  const isKey = path.keys.some((key) => key.kind === 'shape' && key.frame === frame)
  if (isKey) return keyRemoved(track, null, frame)
  return withViewKeys(track, null, (keys) => withShape(keys, frame, shown.shape, 'manual'))
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
 * @param sensorId of the camera whose box it is; null: the cuboid's, or that of the one camera that sees the object
 */
export function keyMoved(track: Track, sensorId: string | null, from: number, to: number): Track {
  const { cuboid } = track
  if (sensorId === null && cuboid) {
    return { ...track, cuboid: { ...cuboid, keys: withKeyMoved(cuboid.keys, from, to) } }
  }
  return withViewKeys(track, sensorId, (keys) => withKeyMoved(keys, from, to)) ?? track
}

/** Without the key of that frame. null when nothing would be left of the object. @param sensorId as in keyMoved */
export function keyRemoved(track: Track, sensorId: string | null, frame: number): Track | null {
  if (sensorId === null && track.cuboid) return withoutKeyAt(track, frame)
  const result = withViewKeys(track, sensorId, (keys) => withoutKey(keys, frame)) ?? track
  const isLeft = [...result.views.values()].some((path) => path.keys.some(({ kind }) => kind === 'shape'))
  return result.cuboid || isLeft ? result : null
}

/** @param sensorId null: the one camera that sees the object */
function withViewKeys(
  track: Track,
  sensorId: string | null,
  edit: (keys: FlatPath['keys']) => FlatPath['keys'] | null,
): Track | null {
  const [first] = track.views.keys()
  const path = track.views.get(sensorId ?? first)
  const keys = path && edit(path.keys)
  return path && keys ? { ...track, views: new Map(track.views).set(sensorId ?? first, { ...path, keys }) } : null
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
