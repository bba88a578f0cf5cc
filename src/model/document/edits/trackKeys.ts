import type { Track } from '../document.ts'
import { endedFrom, withShape } from '../edit.ts'
import { cuboidAt } from '../interpolate.ts'
import { keyframe } from '../keyframe.ts'
import type { PathId } from '../operations/documentOperation.ts'
import { withKey, withoutKey } from '../shapePath.ts'
import { heldBefore, keptAlive, keysOf, mainPath, shownKey, withKeys } from './paths.ts'
import { BY_HAND, placedAt } from './placeCuboid.ts'

/**
 * Edits of an object's keyframes, in 2D and 3D alike: each returns the changed track, or null if nothing changes.
 * Without a `sensorId` they are about its cuboid, or about the one view that sees it.
 */

export const isKeyFrame = (track: Track, frame: number, sensorId = mainPath(track)): boolean =>
  keysOf(track, sensorId).some((key) => key.frame === frame && key.kind === 'shape' && key.keyFrame)

/** Makes an interpolated shape a keyframe; removes an existing keyframe unless it is the last one. */
export function keyToggled(track: Track, frame: number): Track | null {
  if (isKeyFrame(track, frame)) return keyRemoved(track, null, frame)
  const sensorId = mainPath(track)
  if (sensorId === null) {
    const shown = cuboidAt(track, frame)
    return shown && placedAt(track, frame, shown.shape, BY_HAND)
  }
  const shown = shownKey(track, sensorId, frame)
  return shown && withKeys(track, sensorId, withShape(keysOf(track), frame, shown.shape, 'manual'))
}

/** Removes the key of that frame; null if nothing would be left. @param sensorId null: the object's own path */
export function keyRemoved(track: Track, sensorId: PathId, frame: number): Track | null {
  const at = sensorId ?? mainPath(track)
  return keptAlive(track, at, withoutKey(keysOf(track, at), frame))
}

/**
 * Moves the key of `from` to `to`; it stays between its neighbours, so that the order of events is unchanged.
 * @param sensorId null: the object's own path
 */
export function keyMoved(track: Track, sensorId: PathId, from: number, to: number, frameCount: number): Track {
  const path = sensorId ?? mainPath(track)
  const keys = keysOf(track, path)
  const at = keys.findIndex((key) => key.frame === from)
  if (at < 0) return track
  const least = (keys[at - 1]?.frame ?? -1) + 1
  const most = (keys[at + 1]?.frame ?? frameCount) - 1
  const frame = Math.min(most, Math.max(least, to))
  if (frame === from) return track
  const key = keys[at]
  // The record of another frame has another id.
  const moved = key.kind === 'out' ? { ...key, frame } : { ...key, frame, id: null }
  return withKeys(track, path, keys.with(at, moved))
}

/**
 * Takes the object out of view from here to its next keyframe, or to the end. If it is already absent, it returns here.
 */
export function outToggled(track: Track, frame: number): Track | null {
  const path = mainPath(track)
  if (shownKey(track, path, frame)) {
    const keys = keysOf(heldBefore(track, path, frame))
    return keptAlive(track, path, withKey(keys, { kind: 'out', frame }))
  }
  const keys = keysOf(track)
  const held = keys.findLast((key) => key.frame <= frame && key.kind === 'shape')
  const shape = held ?? keys.find((key) => key.kind === 'shape')
  return shape?.kind === 'shape' ? withKeys(track, path, withKey(keys, keyframe(frame, shape.shape))) : null
}

/**
 * Takes the object out of view from where it last left up to this frame and removes the keyframes between; from the
 * next frame it is unchanged. null if it did not leave before, or nothing would be left.
 */
export function outThrough(track: Track, frame: number, frameCount: number): Track | null {
  const path = mainPath(track)
  const keys = keysOf(track)
  const start = keys.findLast((key) => key.kind === 'out' && key.frame < frame)
  if (!start) return null
  const next = frame + 1 < frameCount ? shownKey(track, path, frame + 1) : null
  const left = keys.filter((key) => key.frame <= start.frame || key.frame > frame)
  return keptAlive(track, path, next ? withKey(left, next) : left)
}

/** Makes the object absent from this frame on; null if nothing would be left. */
export function ended(track: Track, frame: number): Track | null {
  const path = mainPath(track)
  return keptAlive(track, path, endedFrom(keysOf(heldBefore(track, path, frame)), frame))
}

/** Makes the object absent from this frame on; if it is already absent from exactly this frame, restores it. */
export function endToggled(track: Track, frame: number): Track | null {
  const isOut = keysOf(track).some((key) => key.kind === 'out' && key.frame === frame)
  return isOut ? keyRemoved(track, null, frame) : ended(track, frame)
}

/** Present but fully covered, from here to the next keyframe; hidden already, it is seen from here on. */
export function hiddenToggled(track: Track, frame: number): Track | null {
  const path = mainPath(track)
  const shown = shownKey(track, path, frame)
  if (!shown) return null
  const keys = withShape(keysOf(track), frame, shown.shape, 'manual')
  const made = keys.find((key) => key.frame === frame)
  return made?.kind === 'shape' ? withKeys(track, path, withKey(keys, { ...made, hidden: !shown.hidden })) : null
}
