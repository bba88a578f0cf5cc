import { interpolatePose, type Pose } from '../../../geometry/pose.ts'

export interface TimedPose {
  timeNs: bigint
  worldFromEgo: Pose
}

/** Poses of the vehicle over time: straight lines and slerp between them. */
export class EgoTrack {
  readonly #poses: readonly TimedPose[]
  readonly #maxOutsideNs: number

  /** @param maxOutsideMs how far before the first and after the last pose these still hold */
  constructor(poses: readonly TimedPose[], maxOutsideMs: number) {
    const inOrder = poses.toSorted((a, b) => (a.timeNs < b.timeNs ? -1 : a.timeNs > b.timeNs ? 1 : 0))
    // The first of two poses of one time is used.
    this.#poses = inOrder.filter(({ timeNs }, index) => index === 0 || timeNs !== inOrder[index - 1].timeNs)
    this.#maxOutsideNs = maxOutsideMs * 1e6
  }

  /** null outside the poses. */
  at(timeNs: bigint): Pose | null {
    const next = this.#firstFrom(timeNs)
    const [before, after] = [this.#poses[next - 1], this.#poses[next]]
    if (before && after) {
      const t = Number(timeNs - before.timeNs) / Number(after.timeNs - before.timeNs)
      return interpolatePose(before.worldFromEgo, after.worldFromEgo, t)
    }
    const nearest = before ?? after
    if (!nearest) return null
    const distanceNs = Math.abs(Number(timeNs - nearest.timeNs))
    return distanceNs <= this.#maxOutsideNs ? nearest.worldFromEgo : null
  }

  /** The index of the first pose at this time or later. */
  #firstFrom(timeNs: bigint): number {
    let low = 0
    let high = this.#poses.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#poses[middle].timeNs < timeNs) low = middle + 1
      else high = middle
    }
    return low
  }
}
