import type { AnnotatedDocument, Track } from '../../model/document/document.ts'
import { spansOf } from '../../model/document/edits/keySpans.ts'
import { heldFrom } from '../../model/document/held.ts'
import { trackPaths } from '../../model/document/trackPaths.ts'

interface Counted {
  frameCount: number
  frames: number
}

const COUNTED = new WeakMap<Track, Counted>()

/** The number of frames in which the object only keeps its last pose. */
export function heldFrameCount(track: Track, frameCount: number): number {
  const known = COUNTED.get(track)
  if (known?.frameCount === frameCount) return known.frames
  const ofPaths = trackPaths(track).map(([, path]) => {
    const from = 'follows' in path && path.follows ? null : heldFrom(path)
    if (from === null) return 0
    return spansOf(path.keys, frameCount).reduce(
      (sum, { first, last }) => sum + Math.max(0, last - Math.max(first, from) + 1),
      0,
    )
  })
  const frames = Math.max(0, ...ofPaths)
  COUNTED.set(track, { frameCount, frames })
  return frames
}

/** Objects that stay somewhere without a person, a propagation or a suggestion having placed them there. */
export const heldTracks = ({ tracks, frameCount }: AnnotatedDocument): Track[] =>
  [...tracks.values()].filter((track) => heldFrameCount(track, frameCount) > 0)
