import { IMAGE_VIEW, type Track } from '../document.ts'
import { withShape } from '../edit.ts'
import type { FlatShape } from '../shape.ts'
import { withKey } from '../shapePath.ts'
import { keysOf, withKeys } from './paths.ts'

export interface ShapeFound {
  frame: number
  shape: FlatShape
}

/** The nearest frame in this direction that a person has set, or from which the object is absent; null: none. */
export function nextSetFrame(track: Track, frame: number, direction: 1 | -1): number | null {
  const set = keysOf(track, IMAGE_VIEW).filter(
    (key) => (key.frame - frame) * direction > 0 && (key.kind === 'out' || (key.keyFrame && key.source === 'manual')),
  )
  return set.at(direction > 0 ? 0 : -1)?.frame ?? null
}

/**
 * Adds the shapes that a machine found as keyframes; those of people stay.
 * @param outFrom the frame in which it left the picture, unless later frames have keys
 */
export function withFoundShapes(track: Track, found: readonly ShapeFound[], outFrom: number | null): Track {
  const isSet = new Set(
    keysOf(track, IMAGE_VIEW).flatMap((key) =>
      key.kind === 'out' || (key.keyFrame && key.source === 'manual') ? key.frame : [],
    ),
  )
  const shaped = found
    .filter(({ frame }) => !isSet.has(frame))
    .reduce((after, { frame, shape }) => {
      const keys = withShape(keysOf(after, IMAGE_VIEW), frame, shape, 'machine')
      return withKeys(after, IMAGE_VIEW, keys)
    }, track)
  const keys = keysOf(shaped, IMAGE_VIEW)
  if (outFrom === null || keys.some(({ frame }) => frame >= outFrom)) return shaped
  return withKeys(shaped, IMAGE_VIEW, withKey(keys, { kind: 'out', frame: outFrom }))
}
