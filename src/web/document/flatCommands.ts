import { IMAGE_VIEW, type Key, type Track } from '../../model/document/document.ts'
import { withShape } from '../../model/document/edit.ts'
import type { DocumentOperation } from '../../model/document/operations/documentOperation.ts'
import { keysChange } from '../../model/document/operations/operations.ts'
import { toPlainTrack } from '../../model/document/plainTrack.ts'
import type { FlatShape } from '../../model/document/shape.ts'

/** What an image or video job's objects are made and changed with: operations, ready to be executed. */

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
