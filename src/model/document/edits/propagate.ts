import { isSameValue } from '../../sameValue.ts'
import type { ShapeKey, Track } from '../document.ts'
import { keyframe } from '../keyframe.ts'
import type { CuboidPlacement, ViewShape } from '../shape.ts'
import { withKey } from '../shapePath.ts'
import { withEarlierValues } from './earlierValues.ts'
import { keysOf, mainPath, shownKey, withKeys } from './paths.ts'

/**
 * Carries the shape of this frame to `to`, which becomes a propagated keyframe, and removes the keys between. Beyond
 * it, the object stays absent or present as it was. null if there is nothing to propagate.
 */
export function propagated(track: Track, frame: number, to: number, frameCount: number): Track | null {
  const path = mainPath(track)
  const shown = shownKey(track, path, frame)
  if (!shown || to === frame) return null
  if (isThere(track, frame, to, shown)) return null
  const first = Math.min(frame, to)
  const last = Math.max(frame, to)
  const wasAfter = last + 1 < frameCount ? shownKey(track, path, last + 1) : null
  const kept = keysOf(track).filter((key) => key.frame < first || key.frame > last || key.frame === frame)
  const hasOwn = kept.some((key) => key.frame === frame && key.kind === 'shape')
  const started = hasOwn ? kept : withKey(kept, keyframe(frame, shown.shape))
  const spread = withKey(started, keyframe(to, shown.shape, { source: 'propagated' }))
  const isEnded = !wasAfter && last + 1 < frameCount && !spread.some((key) => key.frame === last + 1)
  const carried = withKeys(track, path, isEnded ? withKey(spread, { kind: 'out', frame: last + 1 }) : spread)
  return withEarlierValues(carried, frame, first)
}

/** Whether the next key in that direction is where propagation would end, or next to it, and already has this shape. */
function isThere(track: Track, frame: number, to: number, { shape }: ShapeKey<CuboidPlacement | ViewShape>): boolean {
  const beyond = to > frame ? [to, to + 1] : [to, to - 1]
  const between = keysOf(track).filter((key) => (key.frame - frame) * (to - frame) > 0)
  const next = to > frame ? between[0] : between.at(-1)
  return next?.kind === 'shape' && beyond.includes(next.frame) && isSameValue(next.shape, shape)
}

/** The default end of propagation: before the next keyframe in that direction, otherwise the last frame. */
export function propagationEnd(track: Track, frame: number, direction: 1 | -1, frameCount: number): number {
  const shapes = keysOf(track).filter((key) => key.kind === 'shape' && key.keyFrame)
  if (direction > 0) return (shapes.find((key) => key.frame > frame)?.frame ?? frameCount) - 1
  return (shapes.findLast((key) => key.frame < frame)?.frame ?? -1) + 1
}
