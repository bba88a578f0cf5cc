import { relativePose } from '../../../geometry/pose.ts'
import type { CameraSource, FusionJob } from '../../view3d/fusionJob.ts'
import { type CloudStore, commonFromChunk } from './cloudStore.ts'
import type { ProjectAnswer, ProjectRequest } from './projectMessages.ts'

interface Projected {
  points: Float32Array
  indices: Uint32Array
}

/** What belongs to a frame stays in any case: otherwise its cameras would push one another out again and again. */
const FRAMES_KEPT = 3

/** Points of a frame over a camera's image, worked out in a worker through the full lens model. */
export class Projections {
  readonly #job: FusionJob
  readonly #clouds: CloudStore
  readonly #onChange: () => void
  readonly #worker = new Worker(new URL('./project.worker.ts', import.meta.url), { type: 'module' })
  /** By the camera's source, which is one frame's; null while it is being worked out. */
  readonly #kept = new Map<CameraSource, Projected | null>()
  readonly #waiting = new Map<number, (projected: Projected) => void>()
  #nextId = 1

  constructor(job: FusionJob, clouds: CloudStore, onChange: () => void) {
    this.#job = job
    this.#clouds = clouds
    this.#onChange = onChange
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ProjectAnswer>) => {
      this.#waiting.get(data.id)?.(data)
      this.#waiting.delete(data.id)
    })
  }

  /** null: not there yet, or nothing to project. */
  get(frame: number, source: CameraSource): Float32Array | null {
    const known = this.#kept.get(source)
    if (known !== undefined) return known?.points ?? null
    if (source.camera && this.#clouds.isLoaded(frame)) void this.#project(frame, source)
    return null
  }

  /** Numbers of the points that `get` has answered, each within its own cloud. */
  indicesOf(source: CameraSource): Uint32Array | null {
    return this.#kept.get(source)?.indices ?? null
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
    const count = parts.reduce((sum, { indices }) => sum + indices.length, 0)
    const all: Projected = { points: new Float32Array(3 * count), indices: new Uint32Array(count) }
    let at = 0
    for (const { points, indices } of parts) {
      all.points.set(points, 3 * at)
      all.indices.set(indices, at)
      at += indices.length
    }
    this.#kept.set(source, all)
    this.#forget(FRAMES_KEPT * this.#cameraCount(frame))
    this.#onChange()
  }

  #cameraCount(frame: number): number {
    return this.#job.frames[frame].cameras.length
  }

  #forget(mostKept: number): void {
    for (const [source, projected] of this.#kept) {
      if (this.#kept.size <= mostKept) return
      if (projected) this.#kept.delete(source)
    }
  }

  #ask(request: Omit<ProjectRequest, 'id'>): Promise<Projected> {
    const id = this.#nextId++
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#worker.postMessage({ id, ...request }, { transfer: [request.positions.buffer] })
    })
  }
}
