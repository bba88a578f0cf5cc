import { normalizeImagePoint } from '../../../geometry/camera.ts'
import { projectedBounds } from '../../../geometry/projectedBounds.ts'
import type { Projected } from '../../../model/document/records.ts'
import type { FusionJob } from '../../view3d/fusionJob.ts'

/** Where the cameras of the job see cuboids. */
export function cameraProjection({ frames }: FusionJob): Projected {
  const sources = frames.map(({ cameras }) => new Map(cameras.map((source) => [source.sensorId, source])))
  return (_trackId, sensorId, frame, cuboid) => {
    const { camera, size } = sources[frame]?.get(sensorId) ?? { camera: null, size: null }
    const bounds = camera && size && projectedBounds(cuboid, camera, size)
    if (!bounds) return null
    const { x: left, y: top } = normalizeImagePoint({ u: bounds.minU, v: bounds.minV }, size)
    const { x: right, y: bottom } = normalizeImagePoint({ u: bounds.maxU, v: bounds.maxV }, size)
    return { left, top, right, bottom }
  }
}
