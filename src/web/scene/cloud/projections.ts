import { relativePose } from '../../../geometry/pose.ts'
import { Signal } from '../../document/observable.ts'
import { asError } from '../../kit/asError.ts'
import { WorkerClient, WorkerClosed, type WorkerPort } from '../../kit/worker/workerClient.ts'
import { msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import type { CameraSource, FusionJob } from '../../view3d/fusionJob.ts'
import { type CloudStore, commonFromChunk } from './cloudStore.ts'
import type { ProjectAnswer, ProjectRequest } from './projectMessages.ts'

type ProjectPort = WorkerPort<ProjectRequest, ProjectAnswer, never, never>

const startWorker = (): ProjectPort => new Worker(new URL('./project.worker.ts', import.meta.url), { type: 'module' })

/** A worker that crashed may do so for the memory of another page. */
const MOST_TRIES = 2

/** What belongs to a frame stays in any case: otherwise its cameras would push one another out again and again. */
const FRAMES_KEPT = 3

/** Points of a frame over a camera's image, worked out in a worker through the full lens model. */
export class Projections {
  readonly #job: FusionJob
  readonly #clouds: CloudStore
  readonly #changes = new Signal()
  readonly subscribe = this.#changes.subscribe
  readonly #onFailure: (reason: Message) => void
  readonly #worker: WorkerClient<ProjectRequest, ProjectAnswer>
  /** By the camera's source, which is one frame's; null while it is being worked out. */
  readonly #kept = new Map<CameraSource, ProjectAnswer | null>()
  /** How often projecting the points of a source has failed. */
  readonly #failures = new Map<CameraSource, number>()

  /** @param onFailure called with the first failure of a source, in words for people */
  constructor(
    job: FusionJob,
    clouds: CloudStore,
    onFailure: (reason: Message) => void,
    start: () => ProjectPort = startWorker,
  ) {
    this.#job = job
    this.#clouds = clouds
    this.#onFailure = onFailure
    this.#worker = new WorkerClient(start)
  }

  /** null: not computed yet, or nothing to project. */
  get(frame: number, source: CameraSource): Float32Array | null {
    const known = this.#kept.get(source)
    if (known !== undefined) return known?.points ?? null
    if ((this.#failures.get(source) ?? 0) >= MOST_TRIES) return null
    if (source.camera && this.#clouds.isLoaded(frame)) void this.#project(frame, source)
    return null
  }

  /** Numbers of the points that `get` has answered, each within its own cloud. */
  indicesOf(source: CameraSource): Uint32Array | null {
    return this.#kept.get(source)?.indices ?? null
  }

  dispose(): void {
    this.#worker.close()
  }

  async #project(frame: number, source: CameraSource): Promise<void> {
    this.#kept.set(source, null)
    try {
      this.#kept.set(source, joined(await Promise.all(this.#parts(frame, source))))
      this.#forget(FRAMES_KEPT * this.#cameraCount(frame))
    } catch (error) {
      this.#kept.delete(source)
      if (error instanceof WorkerClosed) return
      const failures = (this.#failures.get(source) ?? 0) + 1
      this.#failures.set(source, failures)
      if (failures === 1)
        this.#onFailure(msg('cuboid.projectionFailed', { camera: source.sensorId, detail: asError(error).message }))
    }
    this.#changes.emit()
  }

  #parts(frame: number, { camera, size }: CameraSource): Promise<ProjectAnswer>[] {
    if (!camera) return []
    const { intrinsics, commonFromCamera } = camera
    return this.#clouds.loaded(frame).map(({ source: cloud, chunk }) => {
      const cameraFromChunk = relativePose(commonFromCamera, commonFromChunk(cloud, chunk))
      const positions = chunk.positions.slice()
      return this.#worker.ask({ positions, intrinsics, cameraFromChunk, ...size }, { transfer: [positions.buffer] })
    })
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
}

function joined(parts: readonly ProjectAnswer[]): ProjectAnswer {
  const count = parts.reduce((sum, { indices }) => sum + indices.length, 0)
  const all: ProjectAnswer = { points: new Float32Array(3 * count), indices: new Uint32Array(count) }
  let at = 0
  for (const { points, indices } of parts) {
    all.points.set(points, 3 * at)
    all.indices.set(indices, at)
    at += indices.length
  }
  return all
}
