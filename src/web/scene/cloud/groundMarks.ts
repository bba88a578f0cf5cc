import { Signal } from '../../document/observable.ts'
import { WorkerClient } from '../../kit/worker/workerClient.ts'
import type { CloudStore } from './cloudStore.ts'
import type { GroundAnswer, GroundRequest } from './groundMarksMessages.ts'

const start = () => new Worker(new URL('./groundMarks.worker.ts', import.meta.url), { type: 'module' })

/**
 * Marks the points on the ground: computed in a worker, one cloud at a time, and stored with the points. Call `want`
 * whenever frames are shown without their ground.
 */
export class GroundMarks {
  readonly #clouds: CloudStore
  readonly #changes = new Signal()
  readonly subscribe = this.#changes.subscribe
  readonly #worker = new WorkerClient<GroundRequest, GroundAnswer>(start)
  readonly #failed = new Set<string>()
  #wanted: readonly number[] = []
  #working: string | null = null

  constructor(clouds: CloudStore) {
    this.#clouds = clouds
  }

  /** The most urgent first. Frames that are marked already, or not loaded yet, cost nothing. */
  want(frames: readonly number[]): void {
    this.#wanted = frames
    this.#next()
  }

  dispose(): void {
    this.#wanted = []
    this.#worker.close()
  }

  #next(): void {
    if (this.#working !== null) return
    const missing = this.#clouds.shown(this.#wanted).find(({ url, chunk }) => !chunk.ground && !this.#failed.has(url))
    if (!missing) return
    const { url, chunk, relativeFromChunk } = missing
    const positions = chunk.positions.slice()
    this.#working = url
    this.#worker
      .ask({ positions, relativeFromCloud: relativeFromChunk }, { transfer: [positions.buffer] })
      .then(
        (ground) => this.#clouds.setGround(url, ground),
        // A cloud whose ground is not found keeps it in view.
        () => this.#failed.add(url),
      )
      .then(() => {
        this.#working = null
        this.#changes.emit()
        this.#next()
      })
  }
}
