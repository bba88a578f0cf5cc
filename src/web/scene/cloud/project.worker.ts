import { createCamera } from '../../../geometry/camera.ts'
import { serveWorker } from '../../kit/worker/serveWorker.ts'
import { projectPoints } from '../../view3d/projectPoints.ts'
import type { ProjectAnswer, ProjectRequest } from './projectMessages.ts'

/** Far ones first, so that near ones are drawn over them. */
function project({ positions, intrinsics, cameraFromChunk, width, height }: ProjectRequest): ProjectAnswer {
  const size = { width, height }
  const { places, insideCount } = projectPoints(positions, createCamera(intrinsics), cameraFromChunk, size)
  const inside = new Uint32Array(insideCount)
  let count = 0
  for (let i = 0; i < places.length; i += 3) if (places[i + 2] > 0) inside[count++] = i
  inside.subarray(0, count).sort((a, b) => places[b + 2] - places[a + 2])
  const points = new Float32Array(count * 3)
  for (let i = 0; i < count; i++) points.set(places.subarray(inside[i], inside[i] + 3), 3 * i)
  return { points, indices: inside.map((at) => at / 3) }
}

serveWorker<ProjectRequest, ProjectAnswer>({
  answer(request) {
    const result = project(request)
    return { result, transfer: [result.points.buffer, result.indices.buffer] }
  },
})
