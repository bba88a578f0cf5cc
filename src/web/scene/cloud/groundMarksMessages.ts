export interface GroundRequest {
  /** A copy: x y z after one another. */
  positions: Float32Array
  /** Column-major 4 × 4 to a frame whose z is up. */
  relativeFromCloud: readonly number[]
}

/** 1 for a point on the ground. */
export type GroundAnswer = Uint8Array<ArrayBuffer>
