import type { FitAnswer, FitRequest, FitResult, FitTask, RefitTask } from './fitMessages.ts'

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
