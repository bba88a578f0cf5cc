import { asError } from '../asError.ts'
import type { FromWorker, ToWorker } from './workerMessages.ts'

/** The part of a Worker that is used here. */
export interface WorkerPort<Request, Result, News, Progress> {
  postMessage(message: ToWorker<Request, News>, options?: { transfer: Transferable[] }): void
  addEventListener(type: 'message', listener: (event: { data: FromWorker<Result, Progress> }) => void): void
  addEventListener(type: 'error' | 'messageerror', listener: (event: { message?: string }) => void): void
  terminate(): void
}

/** The worker was closed by its owner before it answered. */
export class WorkerClosed extends Error {
  constructor() {
    super('the worker was closed')
    this.name = 'WorkerClosed'
  }
}

export interface AskOptions<Progress> {
  transfer?: Transferable[]
  /** Asks the worker to stop; it answers with an error then. */
  signal?: AbortSignal
  onProgress?(progress: Progress): void
}

interface Waiting<Result, Progress> {
  resolve(result: Result): void
  reject(error: Error): void
  onProgress?(progress: Progress): void
}

/**
 * Questions to a worker that `serveWorker` answers. The worker starts with the first message. When it crashes or does
 * not start, every question that waits is rejected, and the next message starts another worker.
 */
export class WorkerClient<Request, Result, News = never, Progress = never> {
  readonly #start: () => WorkerPort<Request, Result, News, Progress>
  readonly #onCrash: (error: Error) => void
  readonly #waiting = new Map<number, Waiting<Result, Progress>>()
  #port: WorkerPort<Request, Result, News, Progress> | null = null
  #nextId = 1
  #isClosed = false

  /** @param onCrash called with each crash, for workers that hold a state which another one would lack */
  constructor(start: () => WorkerPort<Request, Result, News, Progress>, onCrash: (error: Error) => void = () => {}) {
    this.#start = start
    this.#onCrash = onCrash
  }

  /** @throws Error what the worker said, or why it crashed; WorkerClosed after `close` */
  ask(request: Request, { transfer = [], signal, onProgress }: AskOptions<Progress> = {}): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new WorkerClosed())
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress })
      signal?.addEventListener('abort', () => this.#waiting.has(id) && this.#port?.postMessage({ cancel: id }), {
        once: true,
      })
      try {
        this.#started().postMessage({ id, request }, { transfer })
      } catch (error) {
        this.#waiting.delete(id)
        reject(asError(error))
      }
    })
  }

  /** Sends a message that has no answer. */
  tell(news: News, transfer: Transferable[] = []): void {
    if (!this.#isClosed) this.#started().postMessage({ news }, { transfer })
  }

  close(): void {
    this.#isClosed = true
    this.#port?.terminate()
    this.#port = null
    this.#rejectAll(new WorkerClosed())
  }

  #started(): WorkerPort<Request, Result, News, Progress> {
    if (this.#port) return this.#port
    const port = this.#start()
    this.#port = port
    port.addEventListener('message', ({ data }) => this.#take(data))
    port.addEventListener('error', ({ message }) => this.#crashed(port, message))
    port.addEventListener('messageerror', () => this.#crashed(port, 'the worker sent what cannot be read'))
    return port
  }

  #take(answer: FromWorker<Result, Progress>): void {
    const waiting = this.#waiting.get(answer.id)
    if ('progress' in answer) {
      waiting?.onProgress?.(answer.progress)
      return
    }
    this.#waiting.delete(answer.id)
    if ('error' in answer) waiting?.reject(new Error(answer.error))
    else waiting?.resolve(answer.result)
  }

  #crashed(port: WorkerPort<Request, Result, News, Progress>, message: string | undefined): void {
    if (port !== this.#port) return
    port.terminate()
    this.#port = null
    const error = new Error(message || 'the worker did not start')
    this.#onCrash(error)
    this.#rejectAll(error)
  }

  #rejectAll(error: Error): void {
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(error)
  }
}
