import type { Track } from '../document.ts'
import { absentIn } from './cuboidFrames.ts'
import { joinedKeys, keysWithin } from './keySpans.ts'
import { keptAlive, keysOf, mainPath, shownKey } from './paths.ts'

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
