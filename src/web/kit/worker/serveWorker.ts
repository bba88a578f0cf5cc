import type { FromWorker, ToWorker } from './workerMessages.ts'

/** A result with the buffers that go with it uncopied. */
export interface Answer<Result> {
  result: Result
  transfer?: Transferable[]
}

interface Asked<Progress> {
  /** Aborted when the page does not need the answer any more. */
  signal: AbortSignal
  onProgress(progress: Progress): void
}

interface Service<Request, Result, News, Progress> {
  /** Errors that it throws reach the page. */
  answer(request: Request, asked: Asked<Progress>): Answer<Result> | Promise<Answer<Result>>
  hear?(news: News): void
}

interface Scope<Request, Result, News, Progress> {
  addEventListener(type: 'message', listener: (event: { data: ToWorker<Request, News> }) => void): void
  postMessage(message: FromWorker<Result, Progress>, options?: { transfer: Transferable[] }): void
}

/** The worker's side of WorkerClient. */
export function serveWorker<Request, Result, News = never, Progress = never>(
  service: Service<Request, Result, News, Progress>,
  scope: Scope<Request, Result, News, Progress> = self as never,
): void {
  const aborts = new Map<number, AbortController>()
  const answer = async (id: number, request: Request) => {
    const abort = new AbortController()
    aborts.set(id, abort)
    try {
      const onProgress = (progress: Progress) => scope.postMessage({ id, progress })
      const { result, transfer = [] } = await service.answer(request, { signal: abort.signal, onProgress })
      scope.postMessage({ id, result }, { transfer })
    } catch (error) {
      scope.postMessage({ id, error: error instanceof Error ? error.message : String(error) })
    } finally {
      aborts.delete(id)
    }
  }
  scope.addEventListener('message', ({ data }) => {
    if ('news' in data) service.hear?.(data.news)
    else if ('cancel' in data) aborts.get(data.cancel)?.abort()
    else void answer(data.id, data.request)
  })
}
