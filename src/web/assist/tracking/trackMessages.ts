/** A box, from 0 to 1 over the picture. */
export interface FollowedBox {
  left: number
  top: number
  right: number
  bottom: number
}

/** Addresses of pictures, the first that of the boxes; each box is followed over so many steps. */
export interface TrackRequest {
  urls: readonly string[]
  boxes: readonly { box: FollowedBox; steps: number }[]
}

/** `steps`: as far as was asked; `missing`: the next picture could not be loaded. */
export type FollowEnd = 'steps' | 'lost' | 'left' | 'stopped' | 'missing'

export interface FollowedObject {
  /** Where it was clearly found, by step; unclear ones between are left out. */
  places: { step: number; box: FollowedBox }[]
  end: FollowEnd
}

/** By box. */
export type TrackReply = FollowedObject[]

/** Steps that are done. */
export type TrackProgress = number
