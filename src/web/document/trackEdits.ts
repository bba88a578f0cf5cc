import type { AttributeStep, FlatPath, Key, ShapeKey, Track } from '../../model/document/document.ts'
import { IMAGE_VIEW } from '../../model/document/document.ts'
import { endedFrom, withShape } from '../../model/document/edit.ts'
import { flatAt } from '../../model/document/interpolate.ts'
import type { DocumentOperation } from '../../model/document/operations/documentOperation.ts'
import type { FlatShape } from '../../model/document/shape.ts'
import { attributesAt, withKey, withoutKey } from '../../model/document/shapePath.ts'
import { keysOf, putTracks, removeTracks, setKeys } from './flatCommands.ts'

/** Edits of an object over the frames of a video. Each answers operations; none where it would change nothing. */

type Keys = readonly Key<FlatShape>[]
const NOTHING: DocumentOperation[] = []

const pathOf = (track: Track): FlatPath | null => track.views.get(IMAGE_VIEW) ?? null

const shapeAt = (track: Track, frame: number) => {
  const path = pathOf(track)
  return path && flatAt(path, frame)
}

export function isKeyFrame(track: Track, frame: number): boolean {
  return keysOf(track).some((key) => key.frame === frame && key.kind === 'shape' && key.keyFrame)
}

/** Makes what is interpolated here a keyframe; one that is there already goes, unless it is the last. */
export function toggleKeyFrame(track: Track, frame: number): DocumentOperation[] {
  if (isKeyFrame(track, frame)) return removeKeyFrame(track, frame)
  const found = shapeAt(track, frame)
  return found ? setKeys(track, withShape(keysOf(track), frame, found.shape, 'manual')) : NOTHING
}

export function removeKeyFrame(track: Track, frame: number): DocumentOperation[] {
  return keptAlive(track, withoutKey(keysOf(track), frame))
}

/** Out of view from here to its next keyframe, for good when there is none. Absent already, it comes back here. */
export function toggleOut(track: Track, frame: number): DocumentOperation[] {
  if (shapeAt(track, frame)) return keptAlive(track, withKey(keysOf(track), { kind: 'out', frame }))
  const before = keysOf(track).findLast((key) => key.frame <= frame && key.kind === 'shape')
  const after = keysOf(track).find((key) => key.kind === 'shape')
  const held = before ?? after
  return held?.kind === 'shape' ? setKeys(track, withKey(keysOf(track), madeKey(frame, held.shape))) : NOTHING
}

export const endTrack = (track: Track, frame: number): DocumentOperation[] =>
  keptAlive(track, endedFrom(keysOf(track), frame))

/** Present but wholly covered, from here to the next keyframe. */
export function toggleHidden(track: Track, frame: number): DocumentOperation[] {
  const found = shapeAt(track, frame)
  if (!found) return NOTHING
  const keys = withShape(keysOf(track), frame, found.shape, 'manual')
  const made = keys.find((key): key is ShapeKey<FlatShape> => key.frame === frame && key.kind === 'shape')
  return made ? setKeys(track, withKey(keys, { ...made, hidden: !found.hidden })) : NOTHING
}

/** A key dragged along the timeline stops before its neighbours. */
export function moveKey(track: Track, from: number, to: number, frameCount: number): DocumentOperation[] {
  const keys = keysOf(track)
  const at = keys.findIndex((key) => key.frame === from)
  if (at < 0) return NOTHING
  const low = (keys[at - 1]?.frame ?? -1) + 1
  const high = (keys[at + 1]?.frame ?? frameCount) - 1
  const frame = Math.min(high, Math.max(low, to))
  return frame === from ? NOTHING : setKeys(track, keys.with(at, { ...keys[at], frame }))
}

/**
 * The shape of this frame on towards `to`, which becomes a propagated keyframe; what lay between gives way. Beyond,
 * the object is as absent or present as it was.
 */
export function propagate(track: Track, frame: number, to: number, frameCount: number): DocumentOperation[] {
  const found = shapeAt(track, frame)
  if (!found || to === frame) return NOTHING
  const first = Math.min(frame, to)
  const last = Math.max(frame, to)
  const wasAfter = last + 1 < frameCount ? shapeAt(track, last + 1) : null
  const keys = keysOf(track).filter((key) => key.frame < first || key.frame > last || key.frame === frame)
  const own = keys.find((key) => key.frame === frame && key.kind === 'shape')
  const started = own ? keys : withKey(keys, madeKey(frame, found.shape))
  const spread = withKey(started, { ...madeKey(to, found.shape), source: 'propagated' })
  const isEnded = !wasAfter && last + 1 < frameCount && !spread.some((key) => key.frame === last + 1)
  return setKeys(track, isEnded ? withKey(spread, { kind: 'out', frame: last + 1 }) : spread)
}

/** As far as propagation goes by itself: up to the next keyframe that way, else to the end of the sequence. */
export function propagationEnd(track: Track, frame: number, direction: 1 | -1, frameCount: number): number {
  const shapes = keysOf(track).filter((key) => key.kind === 'shape' && key.keyFrame)
  if (direction > 0) return (shapes.find((key) => key.frame > frame)?.frame ?? frameCount) - 1
  return (shapes.findLast((key) => key.frame < frame)?.frame ?? -1) + 1
}

/** One object instead of two: the later one's keys win over the span that they cover. Its own attributes go. */
export function mergeTracks(one: Track, other: Track): DocumentOperation[] {
  const firstOf = (track: Track) => keysOf(track).find((key) => key.kind === 'shape')?.frame ?? 0
  const [kept, added] = firstOf(one) <= firstOf(other) ? [one, other] : [other, one]
  const addedKeys = keysOf(added)
  const first = addedKeys[0]?.frame ?? 0
  const last = addedKeys[addedKeys.length - 1]?.frame ?? 0
  const keys = [
    ...keysOf(kept).filter((key) => key.frame < first),
    ...addedKeys,
    ...keysOf(kept).filter((key) => key.frame > last),
  ]
  const steps = [...(pathOf(added)?.attributes ?? [])].map(
    ([name, ofAdded]): DocumentOperation => ({
      type: 'setSteps',
      trackId: kept.id,
      sensorId: IMAGE_VIEW,
      name,
      steps: [...(pathOf(kept)?.attributes.get(name) ?? []).filter((step) => step.frame < first), ...ofAdded],
    }),
  )
  return [...setKeys(kept, keys), ...steps, ...removeTracks([added.id])]
}

/** From this frame on it is another object. */
export function splitTrack(track: Track, frame: number, newId: string): DocumentOperation[] {
  const path = pathOf(track)
  const found = shapeAt(track, frame)
  const keys = keysOf(track)
  if (!path || !found || !keys.some((key) => key.kind === 'shape' && key.frame < frame)) return NOTHING
  const own = keys.find((key) => key.frame === frame)
  const begun = own ?? { ...madeKey(frame, found.shape), hidden: found.hidden }
  const values = attributesAt(path.attributes, frame)
  const later = new Map(
    [...path.attributes].flatMap(([name, steps]): [string, AttributeStep[]][] => {
      const value = values.get(name)
      const kept = steps.filter((step) => step.frame > frame)
      const all = value === undefined ? kept : [{ frame, value }, ...kept]
      return all.length > 0 ? [[name, all]] : []
    }),
  )
  const second: Track = {
    ...track,
    id: newId,
    entryId: null,
    views: new Map([
      [IMAGE_VIEW, { ...path, keys: [begun, ...keys.filter((key) => key.frame > frame)], attributes: later }],
    ]),
  }
  const shortened = [...path.attributes].flatMap(([name, steps]): DocumentOperation[] => {
    const kept = steps.filter((step) => step.frame < frame)
    if (kept.length === steps.length) return []
    return [{ type: 'setSteps', trackId: track.id, sensorId: IMAGE_VIEW, name, steps: kept }]
  })
  return [...setKeys(track, endedFrom(heldBefore(track, frame), frame)), ...shortened, ...putTracks([second])]
}

/** What moved towards the next keyframe goes on doing so up to the frame before. */
function heldBefore(track: Track, frame: number): Keys {
  const before = shapeAt(track, frame - 1)
  const keys = keysOf(track)
  if (!before || before.keyFrame || keys.some((key) => key.frame === frame - 1)) return keys
  return withKey(keys, { ...madeKey(frame - 1, before.shape), hidden: before.hidden })
}

const madeKey = (frame: number, shape: FlatShape): ShapeKey<FlatShape> => ({
  kind: 'shape',
  frame,
  id: null,
  keyFrame: true,
  source: 'manual',
  hidden: false,
  linked: false,
  shape,
})

/** Nothing ends before it begins, and an object without any shape is not left behind: deleting is another command. */
function keptAlive(track: Track, keys: Keys): DocumentOperation[] {
  const first = keys.findIndex((key) => key.kind === 'shape')
  return first < 0 ? NOTHING : setKeys(track, keys.slice(first))
}
