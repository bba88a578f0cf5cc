import type { Track } from '../document.ts'
import { cuboidAt } from '../interpolate.ts'
import { lastIndexAt, withoutKey } from '../shapePath.ts'
import { heldBefore } from './paths.ts'
import { placedAt } from './placeCuboid.ts'

/** Makes the track absent in these frames only; null if nothing would be left. */
export function absentIn(track: Track, frames: readonly number[], frameCount: number): Track | null {
  const path = track.cuboid
  if (!path) return null
  const gone = new Set(frames)
  let result = track
  for (const frame of frames) if (!gone.has(frame - 1)) result = heldBefore(result, null, frame)
  // An object that returns after the gap needs a keyframe there.
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
  return { ...result, cuboid: { ...path, ...result.cuboid, keys } }
}

/** Removes the keys in these frames, so that the shape is interpolated there; null if nothing would be left. */
export function interpolatedIn(track: Track, frames: readonly number[]): Track | null {
  const path = track.cuboid
  if (!path) return null
  const cleared = new Set(frames)
  const keys = path.keys.filter((key) => key.kind === 'out' || !cleared.has(key.frame))
  return keys.some((key) => key.kind === 'shape') ? { ...track, cuboid: { ...path, keys } } : null
}
