/** A box, from 0 to 1 of the picture. */
export interface FollowedBox {
  left: number
  top: number
  right: number
  bottom: number
}

/** Addresses of pictures, the first with the boxes; each box is tracked over the remaining ones. */
export interface TrackRequest {
  urls: readonly string[]
  boxes: readonly { box: FollowedBox; steps: number }[]
}

/** `steps`: the requested number; `missing`: the next picture could not be loaded. */
export type FollowEnd = 'steps' | 'lost' | 'left' | 'stopped' | 'missing'

export interface FollowedObject {
  /** Where it was clearly found, by step; unclear ones between are left out. */
  places: { step: number; box: FollowedBox }[]
  end: FollowEnd
}

/** One entry per box. */
export type TrackReply = FollowedObject[]

/** Steps that are done. */
export type TrackProgress = number
