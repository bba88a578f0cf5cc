import type { AttributeValue } from '../../model/attribute.ts'
import { type AttributeStep, IMAGE_VIEW, type Key, type Track } from '../../model/document/document.ts'
import { withShape } from '../../model/document/edit.ts'
import type { DocumentOperation } from '../../model/document/operations/documentOperation.ts'
import { keysChange } from '../../model/document/operations/operations.ts'
import { toPlainTrack } from '../../model/document/plainTrack.ts'
import type { FlatShape } from '../../model/document/shape.ts'
import type { TagClass } from '../../model/tag.ts'

/** What an image or video job's objects are made and changed with: operations, ready to be executed. */

/** A new object of one keyframe, with what its class's attributes start with. */
export function newTrack(id: string, tagClass: TagClass, frame: number, shape: FlatShape): Track {
  const attributes = new Map<string, AttributeValue>()
  const steps = new Map<string, readonly AttributeStep[]>()
  for (const { name, per, default: value } of tagClass.attributes) {
    if (value === null) continue
    if (per === 'object') attributes.set(name, value)
    else steps.set(name, [{ frame, value }])
  }
  const keys: Key<FlatShape>[] = [
    { kind: 'shape', frame, id: null, keyFrame: true, source: 'manual', hidden: false, linked: false, shape },
  ]
  return {
    id,
    entryId: null,
    classId: tagClass.classId,
    stationary: false,
    attributes,
    cuboid: null,
    views: new Map([[IMAGE_VIEW, { keys, attributes: steps, follows: false }]]),
  }
}

export const putTracks = (tracks: readonly Track[]): DocumentOperation[] =>
  tracks.map((track) => ({ type: 'putTrack', track: toPlainTrack(track), index: null }))

export const removeTracks = (ids: Iterable<string>): DocumentOperation[] =>
  [...ids].map((trackId) => ({ type: 'removeTrack', trackId }))

export const keysOf = (track: Track): readonly Key<FlatShape>[] => track.views.get(IMAGE_VIEW)?.keys ?? []

/** The shape at this frame, as a keyframe made by a person. */
export const setShape = (track: Track, frame: number, shape: FlatShape): DocumentOperation[] =>
  setKeys(track, withShape(keysOf(track), frame, shape, 'manual'))

export function setKeys(track: Track, keys: readonly Key<FlatShape>[]): DocumentOperation[] {
  const change = keysChange(track.id, IMAGE_VIEW, keysOf(track), keys)
  return change ? [change] : []
}
