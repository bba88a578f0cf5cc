import { createCamera, isInsideImage } from '../../../geometry/camera.ts'
import { applyPose } from '../../../geometry/pose.ts'
import type { ProjectAnswer, ProjectRequest } from './projections.ts'

/** Far ones first, so that near ones are drawn over them. */
function project({ positions, intrinsics, cameraFromChunk, width, height }: ProjectRequest): Float32Array {
  const camera = createCamera(intrinsics)
  const found: [number, number, number][] = []
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]]
    if (!Number.isFinite(x + y + z)) continue
    const inCamera = applyPose(cameraFromChunk, { x, y, z })
    const at = camera.imageFromCamera(inCamera)
    if (at && isInsideImage(at, { width, height }))
      found.push([at.u, at.v, Math.hypot(inCamera.x, inCamera.y, inCamera.z)])
  }
  return Float32Array.from(found.sort((a, b) => b[2] - a[2]).flat())
}

self.addEventListener('message', ({ data }: MessageEvent<ProjectRequest>) => {
  const points = project(data)
  self.postMessage({ id: data.id, points } satisfies ProjectAnswer, { transfer: [points.buffer] })
})
