import { WorkerClient } from '../../kit/worker/workerClient.ts'
import type { ModelProgress, ModelReply, ModelRequest } from './modelMessages.ts'

const start = () => new Worker(new URL('./model.worker.ts', import.meta.url), { type: 'module' })

/** Runs models in a worker, one question after the other. Closing it stops what runs: a network cannot be asked to. */
export class ModelClient {
  readonly #worker = new WorkerClient<ModelRequest, ModelReply, never, ModelProgress>(start)
  #last: Promise<unknown> = Promise.resolve()

  ask(request: ModelRequest, onProgress: (progress: ModelProgress) => void): Promise<ModelReply> {
    const { bitmap } = request
    const mine = this.#last.then(() => this.#worker.ask(request, { transfer: [bitmap], onProgress }))
    this.#last = mine.catch(() => {})
    return mine
  }

  close(): void {
    this.#worker.close()
  }
}
