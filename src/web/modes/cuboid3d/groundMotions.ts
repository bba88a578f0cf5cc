import { identityPose, invertPose, type Pose } from '../../../geometry/pose.ts'
import { STANDING_REACH_M } from '../../../model/egoMotion/standingCloud.ts'
import { VehicleMotionClient } from '../../assist/vehicleMotionClient.ts'
import { cloudsOf } from './cloudsOf.ts'
import type { CuboidEditor } from './cuboidEditor.ts'

/**
 * How the stationary world moves from frame to frame, to predict the next place of an object: not at all if the job has
 * ego poses, otherwise as neighbouring clouds show it. It is never saved.
 */
export class GroundMotions {
  readonly #editor: CuboidEditor
  readonly #client = new VehicleMotionClient()
  /** By the earlier frame. */
  readonly #known = new Map<number, Promise<Pose | null>>()

  constructor(editor: CuboidEditor) {
    this.#editor = editor
  }

  /** From a frame to the one before or after it, relative to the job's origin; null where the clouds do not show it. */
  async between(from: number, to: number): Promise<Pose | null> {
    if (this.#editor.job.hasEgoPose) return identityPose
    const earlier = Math.min(from, to)
    const known = this.#known.get(earlier) ?? this.#estimated(earlier)
    this.#known.set(earlier, known)
    const nextFromEarlier = await known
    return nextFromEarlier && from > to ? invertPose(nextFromEarlier) : nextFromEarlier
  }

  dispose(): void {
    this.#client.dispose()
  }

  async #estimated(earlier: number): Promise<Pose | null> {
    const { clouds } = this.#editor
    const areThere = (await cloudsOf(this.#editor, earlier)) && (await cloudsOf(this.#editor, earlier + 1))
    const middle = areThere && clouds.shown([earlier])[0]?.sensor
    if (!middle) {
      // A cloud that failed to load may load later.
      this.#known.delete(earlier)
      return null
    }
    const [before, now] = [earlier, earlier + 1].map((frame) => clouds.pointsAround([frame], middle, STANDING_REACH_M))
    return this.#client.between({ before, now, middle })
  }
}
