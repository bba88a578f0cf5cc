import { stableToken } from '../core/stableIds.ts'

const UID = /^(-?[0-9]{1,15}|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$/

/** The key of an object, which is a number or UUID: the hash of any other track_id becomes a UUID. */
export const objectUid = (referenceId: string, trackId: string): string =>
  UID.test(trackId) ? trackId : uuidOf('object', referenceId, trackId)

/** The part of a track that only cameras see is a separate object next to the one in space. */
export const cameraObjectUid = (referenceId: string, trackId: string): string =>
  uuidOf('camera object', referenceId, trackId)

function uuidOf(...parts: readonly string[]): string {
  const token = stableToken(...parts)
  return [0, 8, 12, 16, 20].map((start, index) => token.slice(start, [8, 12, 16, 20, 32][index])).join('-')
}
