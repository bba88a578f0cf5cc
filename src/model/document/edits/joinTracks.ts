import type { AttributeSteps, Track } from '../document.ts'
import { keysOf, mainPath, withKeys } from './paths.ts'
import { stepsWithin } from './stepSpans.ts'

/**
 * One object of two by their keyframes, under the id and class of the one that starts first: the later one's keys
 * replace the earlier one's over the span they cover. Both may be there in a frame, as in videos, where an object stays
 * until it is ended; see mergeTracks for the other rule. Attributes of the later object itself are dropped.
 */
export function joinTracks(one: Track, other: Track): { merged: Track; goneId: string } {
  const firstOf = (track: Track) => keysOf(track).find(({ kind }) => kind === 'shape')?.frame ?? 0
  const [kept, added] = firstOf(one) <= firstOf(other) ? [one, other] : [other, one]
  const addedKeys = keysOf(added)
  const first = addedKeys[0]?.frame ?? 0
  const last = addedKeys[addedKeys.length - 1]?.frame ?? 0
  const path = mainPath(kept)
  const joined = withKeys(kept, path, [
    ...keysOf(kept).filter((key) => key.frame < first),
    ...addedKeys,
    ...keysOf(kept).filter((key) => key.frame > last),
  ])
  const view = path === null ? undefined : joined.views.get(path)
  const addedSteps = path === null ? undefined : added.views.get(path)?.attributes
  // Attributes of another class have another meaning, and no result may have them.
  if (path === null || !view || !addedSteps || kept.classId !== added.classId)
    return { merged: joined, goneId: added.id }
  const attributes = joinedSteps(view.attributes, addedSteps, first)
  return { merged: { ...joined, views: new Map(joined.views).set(path, { ...view, attributes }) }, goneId: added.id }
}

/** The steps of one before a frame, those of the other from it on. */
function joinedSteps(one: AttributeSteps, other: AttributeSteps, first: number): AttributeSteps {
  const joined = new Map(one)
  for (const [name, steps] of stepsWithin(other, { first, last: Number.POSITIVE_INFINITY })) {
    joined.set(name, [...(one.get(name) ?? []).filter(({ frame }) => frame < first), ...steps])
  }
  return joined
}
