import type { Track } from '../document.ts'
import type { DocumentOperation } from '../operations/documentOperation.ts'
import { toPlainTrack } from '../plainTrack.ts'

export const putTracks = (tracks: readonly Track[]): DocumentOperation[] =>
  tracks.map((track) => ({ type: 'putTrack', track: toPlainTrack(track), index: null }))

export const removeTracks = (ids: Iterable<string>): DocumentOperation[] =>
  [...ids].map((trackId) => ({ type: 'removeTrack', trackId }))
