import type { Key, ShapeKey } from '../document.ts'
import { keyframe } from '../keyframe.ts'
import { lastIndexAt } from '../shapePath.ts'

/** First and last frame of something, both included. */
export interface Span {
  first: number
  last: number
}

/** The shape of a path at a frame as a keyframe; null if it is absent. */
export type ShownKey<S> = (frame: number) => ShapeKey<S> | null

/** Turns an interpolated shape into a key, so that its neighbours can be removed. No person has placed it. */
export const bakedKey = <S>(
  frame: number,
  { hidden, linked, shape }: Pick<ShapeKey<S>, 'hidden' | 'linked' | 'shape'>,
): ShapeKey<S> => keyframe(frame, shape, { source: 'interpolated', hidden, linked })

/** Where a path is present: from a shape key to the out key after it, or to the end. */
export function spansOf(keys: readonly Key<unknown>[], frameCount: number): Span[] {
  const spans: Span[] = []
  let first: number | null = null
  for (const key of keys) {
    if (key.kind === 'shape') first ??= key.frame
    else if (first !== null) {
      spans.push({ first, last: key.frame - 1 })
      first = null
    }
  }
  if (first !== null) spans.push({ first, last: frameCount - 1 })
  return spans
}

/** Frames that belong to a span of each list, ascending. */
export function commonFrames(one: readonly Span[], other: readonly Span[]): number[] {
  const frames: number[] = []
  for (const a of one) {
    for (const b of other) {
      for (let f = Math.max(a.first, b.first); f <= Math.min(a.last, b.last); f++) frames.push(f)
    }
  }
  return frames.sort((a, b) => a - b)
}

/**
 * Keys that show within the span what the path showed there. Where the path continues past its ends, further keys hold
 * it there; frames around it do not change.
 */
export function keysWithin<S>(keys: readonly Key<S>[], { first, last }: Span, shownAt: ShownKey<S>): Key<S>[] {
  const within = keys.filter(({ frame }) => frame >= first && frame <= last)
  const begin = within[0]?.frame === first ? null : shownAt(first)
  const all = begin ? [begin, ...within] : within
  while (all[0]?.kind === 'out') all.shift()
  const end = keys[lastIndexAt(keys, last) + 1]
  const isMoving = end?.kind === 'shape' && all.at(-1)?.kind === 'shape' && all.at(-1)?.frame !== last
  const held = isMoving ? shownAt(last) : null
  return held ? [...all, held] : all
}

/** Joins the keys of parts that do not overlap: the object is absent between them, and nothing moves across. */
export function joinedKeys<S>(parts: readonly { span: Span; keys: readonly Key<S>[] }[], frameCount: number): Key<S>[] {
  const sorted = parts.toSorted((a, b) => a.span.first - b.span.first)
  return sorted.flatMap(({ span, keys }, i) => {
    const next = sorted[i + 1]?.span.first ?? frameCount
    const end = keys.at(-1)
    if (next > span.last + 1) return [...keys, { kind: 'out' as const, frame: span.last + 1 }]
    // It stood still up to the next part; without a key here it would begin to move towards it.
    const isHeld = i + 1 < sorted.length && end?.kind === 'shape' && end.frame < span.last
    return isHeld ? [...keys, bakedKey(span.last, end)] : keys
  })
}
