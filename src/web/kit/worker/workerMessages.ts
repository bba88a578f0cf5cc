/** To a worker. */
export type ToWorker<Request, News> = { id: number; request: Request } | { cancel: number } | { news: News }

/** From a worker. */
export type FromWorker<Result, Progress> =
  | { id: number; result: Result }
  | { id: number; error: string }
  | { id: number; progress: Progress }
