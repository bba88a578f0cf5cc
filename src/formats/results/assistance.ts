/** The assistant whose suggestion a record was before a person took it. */
export interface Assistance {
  assistant: string
  /** null: it gave none. */
  version: string | null
  /** 0 to 1; null: it gave none. */
  score: number | null
}

/** An accepted suggestion: the object, and the frames in which it was suggested (none: an image). */
export interface AcceptedSuggestion {
  trackId: string
  frameIds: readonly string[]
  /** The object itself was suggested, not only where it is in other frames. */
  isObject: boolean
  assistance: Assistance
}

/** `frameId` null: of the object. */
export type AssistanceOf = (trackId: string, frameId: string | null) => Assistance | null

/** The last that was accepted for an object and frame counts. */
export function assistanceBy(accepted: readonly AcceptedSuggestion[]): AssistanceOf {
  const objects = new Map<string, Assistance>()
  const frames = new Map<string, Map<string, Assistance>>()
  for (const { trackId, frameIds, isObject, assistance } of accepted) {
    if (isObject) objects.set(trackId, assistance)
    const ofTrack = frames.get(trackId) ?? new Map<string, Assistance>()
    for (const frameId of frameIds) ofTrack.set(frameId, assistance)
    frames.set(trackId, ofTrack)
  }
  return (trackId, frameId) => (frameId === null ? objects.get(trackId) : frames.get(trackId)?.get(frameId)) ?? null
}
