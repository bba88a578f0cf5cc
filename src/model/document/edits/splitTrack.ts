import type { CuboidPath, FlatPath, Track } from '../document.ts'
import { viewAt } from '../interpolate.ts'
import { bakedKey, keysWithin, type Span, spansOf } from './keySpans.ts'
import { shownPlacement, withPlacedKeys } from './placements.ts'
import { stepsWithin } from './stepSpans.ts'

export interface SplitTrack {
  earlier: Track
  /** From the frame on, under its new id. */
  later: Track
}

/**
 * Splits one object into two, each showing in its frames what the original showed there: cuboid, boxes on cameras and
 * attributes. null if one of them would be empty.
 */
export function splitTrack(track: Track, frame: number, newId: string, frameCount: number): SplitTrack | null {
  if (frame < 1 || frame >= frameCount) return null
  const earlier = trackWithin(track, { first: 0, last: frame - 1 }, frameCount)
  const later = trackWithin(track, { first: frame, last: frameCount - 1 }, frameCount)
  return earlier && later ? { earlier, later: { ...later, id: newId, entryId: null } } : null
}

function trackWithin(given: Track, span: Span, frameCount: number): Track | null {
  const track = withPlacedKeys(given)
  const cuboid = track.cuboid && cuboidWithin(track, track.cuboid, span, frameCount)
  const views = new Map<string, FlatPath>()
  for (const [sensorId, path] of track.views) {
    const part = viewWithin(path, span, frameCount)
    const isSaid = part.keys.some(({ kind }) => kind === 'shape')
    if (isSaid || (part.follows && cuboid)) views.set(sensorId, part)
  }
  return cuboid || views.size > 0 ? { ...track, cuboid, views } : null
}

function cuboidWithin(track: Track, path: CuboidPath, span: Span, frameCount: number): CuboidPath | null {
  const keys = keysWithin(path.keys, span, (frame) => shownPlacement(track, frame))
  if (keys.length === 0) return null
  return { ...path, keys: endedAfter(keys, span, frameCount), attributes: stepsWithin(path.attributes, span) }
}

function viewWithin(path: FlatPath, span: Span, frameCount: number): FlatPath {
  const attributes = stepsWithin(path.attributes, span)
  const { first, last } = span
  // In a view that follows, every key applies to its frame only.
  if (path.follows) {
    return { ...path, attributes, keys: path.keys.filter(({ frame }) => frame >= first && frame <= last) }
  }
  const keys = keysWithin(path.keys, span, (frame) => {
    const shown = viewAt(path, frame)
    return shown && bakedKey(frame, shown)
  })
  return { ...path, attributes, keys: endedAfter(keys, span, frameCount) }
}

function endedAfter<K extends CuboidPath['keys'][number] | FlatPath['keys'][number]>(
  keys: K[],
  { last }: Span,
  frameCount: number,
): K[] {
  const isOpen = spansOf(keys, frameCount).at(-1)?.last === frameCount - 1 && last < frameCount - 1
  return isOpen ? [...keys, { kind: 'out', frame: last + 1 } as K] : keys
}
