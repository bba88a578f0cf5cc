import type { Track } from '../document.ts'
import type { Edit } from '../operations/documentOperation.ts'
import { toPlainTrack } from '../plainTrack.ts'

export const putTracks = (tracks: readonly Track[]): Edit[] =>
  tracks.map((track) => ({ type: 'putTrack', track: toPlainTrack(track), index: null }))

export const removeTracks = (ids: Iterable<string>): Edit[] =>
  [...ids].map((trackId) => ({ type: 'removeTrack', trackId }))
