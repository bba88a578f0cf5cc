import type { Track } from '../document.ts'
import { endedFrom } from '../edit.ts'
import type { AnyKeys } from '../operations/anyKeys.ts'
import { absentIn } from './cuboidFrames.ts'
import { joinedKeys, keysWithin } from './keySpans.ts'
import { heldBefore, keptAlive, keysOf, mainPath, shownKey, withKeys } from './paths.ts'
import { ended } from './trackKeys.ts'

/** Makes the track absent in this frame only, on all cameras too; null if nothing would be left. */
export function goneAt(track: Track, frame: number, frameCount: number): Track | null {
  return besides(track, absentAt(track, frame, frameCount), (sensorId) => {
    const keys = keysOf(track, sensorId)
    if (track.views.get(sensorId)?.follows) return keys.filter((key) => key.frame !== frame)
    const shownAt = (at: number) => shownKey(track, sensorId, at)
    if (!shownAt(frame)) return keys
    const parts = [
      { first: 0, last: frame - 1 },
      { first: frame + 1, last: frameCount - 1 },
    ]
      .filter(({ first, last }) => first <= last)
      .map((span) => ({ span, keys: keysWithin(keys, span, shownAt) }))
    return joinedKeys(
      parts.filter((part) => part.keys.length > 0),
      frameCount,
    )
  })
}

/** Makes the track absent from this frame on, on all cameras too; null if nothing would be left. */
export function goneFrom(track: Track, frame: number): Track | null {
  return besides(track, ended(track, frame), (sensorId) =>
    track.views.get(sensorId)?.follows
      ? keysOf(track, sensorId).filter((key) => key.frame < frame)
      : endedFrom(keysOf(heldBefore(track, sensorId, frame), sensorId), frame),
  )
}

/**
 * Gives these keys to the views other than the one of the object's keyframes; views that then show nothing are removed.
 */
function besides(before: Track, after: Track | null, keysFor: (sensorId: string) => AnyKeys): Track | null {
  const main = mainPath(before)
  let result = after
  for (const [sensorId, { follows }] of before.views) {
    if (!result || sensorId === main) continue
    const keys = keysFor(sensorId)
    const views = new Map(result.views)
    if (follows || keys.some(({ kind }) => kind === 'shape')) result = withKeys(result, sensorId, keys)
    else if (views.delete(sensorId)) result = { ...result, views }
  }
  return result
}

/** Makes the track absent in this frame only; null if nothing would be left. */
export function absentAt(track: Track, frame: number, frameCount: number): Track | null {
  const path = mainPath(track)
  if (!shownKey(track, path, frame)) return track
  if (path === null) return absentIn(track, [frame], frameCount)
  const keys = keysOf(track, path)
  const spans = [
    { first: 0, last: frame - 1 },
    { first: frame + 1, last: frameCount - 1 },
  ]
  const parts = spans
    .filter(({ first, last }) => first <= last)
    .map((span) => ({ span, keys: keysWithin(keys, span, (at) => shownKey(track, path, at)) }))
    .filter((part) => part.keys.length > 0)
  return keptAlive(track, path, joinedKeys(parts, frameCount))
}
