import { createCamera } from '../../geometry/camera.ts'
import { type CameraIntrinsics, isProjectable } from '../../geometry/intrinsics.ts'
import type { Pose } from '../../geometry/pose.ts'
import { projectedBounds } from '../../geometry/projectedBounds.ts'
import type { Projected } from './records.ts'

/** One camera image of a frame, as stored. */
export interface CameraOfFrame {
  frame: number
  sensorId: string
  commonFromCamera: Pose
  intrinsics: CameraIntrinsics
  width: number
  height: number
}

/** The projections of cuboids into these cameras. */
export function projectedBy(cameras: readonly CameraOfFrame[]): Projected {
  const byPlace = new Map(
    cameras
      .filter(({ intrinsics }) => isProjectable(intrinsics))
      .map((seen) => [
        `${seen.frame} ${seen.sensorId}`,
        { ...seen, camera: createCamera(seen.intrinsics, seen.commonFromCamera) },
      ]),
  )
  return (_trackId, sensorId, frame, cuboid) => {
    const seen = byPlace.get(`${frame} ${sensorId}`)
    const bounds = seen && projectedBounds(cuboid, seen.camera, seen)
    if (!bounds) return null
    return {
      left: (bounds.minU + 0.5) / seen.width,
      top: (bounds.minV + 0.5) / seen.height,
      right: (bounds.maxU + 0.5) / seen.width,
      bottom: (bounds.maxV + 0.5) / seen.height,
    }
  }
}
