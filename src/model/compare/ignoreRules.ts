import type { ImagePoint } from '../document/shape.ts'

/** A polygon: in fractions of an image, or in metres of the common frame, seen from above. */
export interface IgnoredRegion {
  points: readonly ImagePoint[]
  /** null: in all frames. */
  frameId: string | null
  /** null: in the common frame, the image or the video. */
  sensorId: string | null
}

/** What a comparison leaves out, on both sides. */
export interface IgnoreRules {
  labels: readonly string[]
  /** Records that are marked as hidden. */
  hidden: boolean
  /**
   * Ignores objects in the common frame that are nearer to the vehicle than `from` or farther than `to`, seen from
   * above.
   */
  distanceM: { from: number; to: number } | null
  /** Ignores objects in an image whose bounding box has an area below `from` or above `to`. */
  areaPx: { from: number; to: number } | null
  /** Ignores objects whose bounding box has its centre in one of them. */
  regions: readonly IgnoredRegion[]
}
