import { WorkerClient, WorkerClosed } from '../kit/worker/workerClient.ts'
import type { FindTask, FitReply, FitRequest, FitTask, RefitTask } from './fitMessages.ts'

const start = () => new Worker(new URL('./fit.worker.ts', import.meta.url), { type: 'module' })

/** Fits boxes to points in a separate worker. A worker that fails refuses the fit. */
export class FitClient {
  readonly #worker = new WorkerClient<FitRequest, FitReply>(start)

  fit(fit: FitTask): Promise<FitReply> {
    return this.#ask({ fit }, fit.positions)
  }

  refit(refit: RefitTask): Promise<FitReply> {
    return this.#ask({ refit }, refit.positions)
  }

  findAgain(find: FindTask): Promise<FitReply> {
    return this.#ask({ find }, find.positions)
  }

  dispose(): void {
    this.#worker.close()
  }

  async #ask(request: FitRequest, positions: Float32Array): Promise<FitReply> {
    try {
      return await this.#worker.ask(request, { transfer: [positions.buffer] })
    } catch (error) {
      // The views that asked no longer exist, and a refusal would still make a box of the class's size.
      if (error instanceof WorkerClosed) return new Promise(() => {})
      return { refused: { code: 'FAILED' } }
    }
  }
}
