import type { Track } from '../document.ts'
import { withShape } from '../edit.ts'
import { heldFrom } from '../held.ts'
import { spansOf } from './keySpans.ts'
import { keysOf, mainPath, shownKey, withKeys } from './paths.ts'

/**
 * An object with one pose everywhere, said to stand there in all frames that it has: a keyframe in the last of them.
 * null where nothing of it is held.
 */
export function confirmedToEnd(track: Track, frameCount: number): Track | null {
  const path = mainPath(track)
  const keys = keysOf(track, path)
  const last = spansOf(keys, frameCount).at(-1)?.last
  const from = heldFrom({ keys })
  if (last === undefined || from === null || from > last) return null
  const shown = shownKey(track, path, last)
  return shown && withKeys(track, path, withShape(keys, last, shown.shape, 'manual'))
}
