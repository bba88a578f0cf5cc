import type { ImagePoint } from '../document/shape.ts'

/** A polygon: of an image in parts of it, of the common frame in metres, seen from above. */
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
  /** What stands in the common frame, seen from above, nearer to the vehicle than `from` or farther than `to`. */
  distanceM: { from: number; to: number } | null
  /** What is in an image by the area of its bounding box, below `from` or above `to`. */
  areaPx: { from: number; to: number } | null
  /** What has the middle of its bounding box in one of them. */
  regions: readonly IgnoredRegion[]
}
