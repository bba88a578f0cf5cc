import type { CameraIntrinsics } from '../../../geometry/intrinsics.ts'
import { type Pose, relativePose } from '../../../geometry/pose.ts'
import type { CameraSource } from '../../scene/cloud/fusionJob.ts'
import { type CloudStore, commonFromChunk } from './cloudStore.ts'

export interface ProjectRequest {
  id: number
  /** A copy of its own. */
  positions: Float32Array
  intrinsics: CameraIntrinsics
  cameraFromChunk: Pose
  width: number
  height: number
}
export interface ProjectAnswer {
  id: number
  /** u, v, depth of the points on the image, after one another. */
  points: Float32Array
}

const MOST_KEPT = 12

/** Points of a frame over a camera's image, worked out in a worker through the full lens model. */
export class Projections {
  readonly #clouds: CloudStore
  readonly #onChange: () => void
  readonly #worker = new Worker(new URL('./project.worker.ts', import.meta.url), { type: 'module' })
  /** By the camera's source, which is one frame's; null while it is being worked out. */
  readonly #kept = new Map<CameraSource, Float32Array | null>()
  readonly #waiting = new Map<number, (points: Float32Array) => void>()
  #nextId = 1

  constructor(clouds: CloudStore, onChange: () => void) {
    this.#clouds = clouds
    this.#onChange = onChange
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ProjectAnswer>) => {
      this.#waiting.get(data.id)?.(data.points)
      this.#waiting.delete(data.id)
    })
  }

  /** null: not there yet, or nothing to project. */
  get(frame: number, source: CameraSource): Float32Array | null {
    const known = this.#kept.get(source)
    if (known !== undefined) return known
    if (source.camera && this.#clouds.isLoaded(frame)) void this.#project(frame, source)
    return null
  }

  dispose(): void {
    this.#worker.terminate()
    this.#waiting.clear()
  }

  async #project(frame: number, source: CameraSource): Promise<void> {
    const { camera, size } = source
    if (!camera) return
    this.#kept.set(source, null)
    const parts = await Promise.all(
      this.#clouds.loaded(frame).map(({ source: cloud, chunk }) => {
        const cameraFromChunk = relativePose(camera.commonFromCamera, commonFromChunk(cloud, chunk))
        const { intrinsics } = camera
        return this.#ask({ positions: chunk.positions.slice(), intrinsics, cameraFromChunk, ...size })
      }),
    )
    const points = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
    let at = 0
    for (const part of parts) {
      points.set(part, at)
      at += part.length
    }
    this.#kept.set(source, points)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(oldest)
    this.#onChange()
  }

  #ask(request: Omit<ProjectRequest, 'id'>): Promise<Float32Array> {
    const id = this.#nextId++
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#worker.postMessage({ id, ...request }, { transfer: [request.positions.buffer] })
    })
  }
}
