import type { Cuboid, Dimensions } from '../../../geometry/cuboid.ts'
import type { Vec3 } from '../../../geometry/vec3.ts'
import type { RefitVerb } from '../../../model/fit/refit.ts'
import type { MakingGesture } from '../../tools/cuboid/toolDesk.ts'

/** Everything relative to the job's origin. */
export interface FitTask {
  positions: Float32Array
  gesture: MakingGesture
  classSize: Dimensions | null
  sensorPosition?: Vec3
}

export interface RefitTask {
  verb: RefitVerb
  cuboid: Cuboid
  positions: Float32Array
  classSize: Dimensions | null
  previous?: Cuboid
  motionYawRad?: number
  sensorPosition?: Vec3
  /** Refused below this many points in the box. */
  leastPoints?: number
}

export type FitRequest = { id: number; fit: FitTask } | { id: number; refit: RefitTask }
export type FitResult = { cuboid: Cuboid; reasons: readonly string[] } | { refused: string }
export type FitAnswer = { id: number; result: FitResult }

/** Fits boxes to points in a worker of its own. */
export class FitClient {
  readonly #worker = new Worker(new URL('./fit.worker.ts', import.meta.url), { type: 'module' })
  readonly #waiting = new Map<number, (result: FitResult) => void>()
  #nextId = 1

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FitAnswer>) => {
      this.#waiting.get(data.id)?.(data.result)
      this.#waiting.delete(data.id)
    })
    this.#worker.addEventListener('error', ({ message }) => {
      for (const answer of this.#waiting.values()) answer({ refused: message || 'the fit could not start' })
      this.#waiting.clear()
    })
  }

  fit(fit: FitTask): Promise<FitResult> {
    return this.#ask((id) => ({ id, fit }), fit.positions)
  }

  refit(refit: RefitTask): Promise<FitResult> {
    return this.#ask((id) => ({ id, refit }), refit.positions)
  }

  dispose(): void {
    this.#worker.terminate()
  }

  #ask(request: (id: number) => FitRequest, positions: Float32Array): Promise<FitResult> {
    const id = this.#nextId++
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#worker.postMessage(request(id), { transfer: [positions.buffer] })
    })
  }
}
